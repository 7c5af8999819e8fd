package storyrepost

import (
	"context"
	"log/slog"
	"time"

	"crier/modules/auth"
	"crier/modules/media"
	"crier/modules/posts"
	"crier/modules/settings"
	"crier/platform/apperror"
	"crier/platform/clock"
	"crier/platform/database"
	"crier/platform/jobs"
	"crier/platform/native"
	"crier/platform/uptime"
	"crier/platform/wireid"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

// Service finds mentions of the accounts in stories and reposts them.
type Service struct {
	Parts
	pace *pace
	// working are the records that this process works on.
	working *working
}

// Parts are what a Service is made of.
type Parts struct {
	DB       *database.DB
	Clock    clock.Clock
	Log      *slog.Logger
	Queue    *jobs.Queue
	Accounts *auth.Service
	Natives  *settings.Natives
	Client   *native.Client
	Media    *media.Service
	Intake   *posts.Intake
	History  *posts.History
	Retrier  *posts.Retrier
	// Uptime knows by how much this machine's clock is ahead of the network's.
	Uptime *uptime.Meter
	// Zone is the machine's, which counts for configurations without one of their own.
	Zone *time.Location
}

// NewService returns the service of a database.
func NewService(p Parts) *Service {
	return &Service{Parts: p, pace: newPace(p.Clock), working: newWorking()}
}

func (s *Service) now() wiretime.Time { return wiretime.Of(s.Clock.Now()) }

// networkNow returns the time by the network's clock, as far as that is known; what it is not known for is this machine's.
func (s *Service) networkNow() wiretime.Time {
	ahead, _ := s.Uptime.Ahead()
	return wiretime.Of(s.Clock.Now().Add(-ahead))
}

// gone returns the instant until which stories have gone for certain: the network's now, and the zero time while nobody knows that. An
// expired record stays so for good, and this machine's clock alone may be a day ahead.
func (s *Service) gone() wiretime.Time {
	if _, known := s.Uptime.Ahead(); !known {
		return wiretime.Time{}
	}
	return s.networkNow()
}

// Config returns the account's configuration, nil when it has none or there is no such account.
func (s *Service) Config(ctx context.Context, id wireid.ID) (*StoryRepostConfig, error) {
	account, err := s.Accounts.Account(ctx, s.DB, id)
	if apperror.CodeOf(err) == apperror.NotFound {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return s.configOf(ctx, account)
}

// FirstConfig returns the configuration of the account that was connected first among those that have one, nil when none
// has.
func (s *Service) FirstConfig(ctx context.Context) (*StoryRepostConfig, error) {
	accounts, err := s.Accounts.Accounts(ctx)
	if err != nil {
		return nil, err
	}
	for _, account := range accounts {
		if config, err := s.configOf(ctx, account); err != nil || config != nil {
			return config, err
		}
	}
	return nil, nil
}

func (s *Service) configOf(ctx context.Context, account auth.SocialAccount) (*StoryRepostConfig, error) {
	config, err := selectConfig(ctx, s.DB, account.ID)
	if config != nil {
		config.tell(account.Username, s.now())
	}
	return config, err
}

// Configure sets how the account is polled, and makes its configuration, switched off, if it has none. It returns
// NOT_FOUND for an unknown account, and CREDENTIALS_NOT_CONFIGURED for one without native credentials.
func (s *Service) Configure(ctx context.Context, id wireid.ID, pollIntervalHours int, autoTag bool) (*StoryRepostConfig, error) {
	return s.change(ctx, id, func(_ context.Context, _ bun.IDB, c *StoryRepostConfig) error {
		c.AutoTagOriginalPoster = autoTag
		s.setInterval(c, pollIntervalHours)
		return nil
	})
}

// setInterval changes how often the inbox is polled; the next poll is moved with it.
func (s *Service) setInterval(c *StoryRepostConfig, hours int) {
	if c.PollIntervalHours == hours {
		return
	}
	c.PollIntervalHours = hours
	if c.NextPollAt == nil || c.LastPollAt == nil {
		return
	}
	now := s.Clock.Now()
	next := c.following(c.LastPollAt.Time(), chance(), s.Zone)
	if soon := now.Add(firstPoll); next.Before(soon) {
		next = c.awake(soon, chance(), s.Zone)
	}
	c.NextPollAt = wiretime.Ptr(next)
}

// Enable switches story repost on, with the default configuration if the account has none. What failures had switched
// off starts again; a pause after a challenge goes on. It returns the errors of Configure.
func (s *Service) Enable(ctx context.Context, id wireid.ID) error {
	_, err := s.change(ctx, id, func(_ context.Context, _ bun.IDB, c *StoryRepostConfig) error {
		if c.IsEnabled {
			return nil
		}
		c.IsEnabled, c.NextPollAt = true, nil
		c.ConsecutiveFailures, c.AutoDisabledAt, c.AutoDisableReason = 0, nil, nil
		return nil
	})
	return err
}

// change changes the account's configuration, and the job that polls with it.
func (s *Service) change(ctx context.Context, id wireid.ID, do func(context.Context, bun.IDB, *StoryRepostConfig) error) (*StoryRepostConfig, error) {
	var config *StoryRepostConfig
	err := s.DB.InTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		account, err := s.Accounts.Account(ctx, tx, id)
		if err != nil {
			return err
		}
		if err := s.needCredentials(ctx, tx, account); err != nil {
			return err
		}
		if config, err = selectConfig(ctx, tx, id); err != nil {
			return err
		}
		if config == nil {
			config = newConfig(s.Accounts.UserID(), id, s.now())
		}
		if err := do(ctx, tx, config); err != nil {
			return err
		}
		if err := s.plan(ctx, tx, config); err != nil {
			return err
		}
		config.UpdatedAt = s.now()
		if err := saveConfig(ctx, tx, config); err != nil {
			return err
		}
		config.tell(account.Username, config.UpdatedAt)
		return nil
	})
	return config, err
}

// alter changes the configuration of an account inside a transaction, and plans what comes next. An account without one is left
// alone.
func (s *Service) alter(ctx context.Context, tx bun.IDB, id wireid.ID, do func(*StoryRepostConfig)) error {
	config, err := selectConfig(ctx, tx, id)
	if err != nil || config == nil {
		return err
	}
	do(config)
	if err := s.plan(ctx, tx, config); err != nil {
		return err
	}
	config.UpdatedAt = s.now()
	return saveConfig(ctx, tx, config)
}

func (s *Service) needCredentials(ctx context.Context, db bun.IDB, account auth.SocialAccount) error {
	configured, err := s.Natives.Configured(ctx, db, account.ID)
	if err == nil && !configured {
		err = apperror.New(apperror.CredentialsNotConfigured, "no native-story credentials are saved for %s, and its inbox is read with them; save them with POST /settings/private-api-credentials", account.Username)
	}
	return err
}

// Disable switches story repost off, and takes its job back. It does nothing for an account without a configuration.
func (s *Service) Disable(ctx context.Context, id wireid.ID) error {
	return s.DB.InTx(ctx, func(ctx context.Context, tx bun.Tx) error { return switchOff(ctx, tx, s.Queue, id, s.now()) })
}

// Forget removes the account's configuration, if it has one, and takes its job back. The records stay.
func (s *Service) Forget(ctx context.Context, id wireid.ID) error {
	return s.DB.InTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		if _, err := s.Queue.Cancel(ctx, tx, jobs.StoryRepostCheck, id); err != nil {
			return err
		}
		return deleteConfig(ctx, tx, id)
	})
}

func switchOff(ctx context.Context, tx bun.IDB, queue *jobs.Queue, account wireid.ID, now wiretime.Time) error {
	if _, err := queue.Cancel(ctx, tx, jobs.StoryRepostCheck, account); err != nil {
		return err
	}
	return disableConfig(ctx, tx, account, now)
}

// disableWithCredentials switches story repost off in the transaction that forgets an account's native credentials.
func disableWithCredentials(clk clock.Clock, queue *jobs.Queue) settings.ForgetHook {
	return func(ctx context.Context, db bun.IDB, account wireid.ID) error {
		return switchOff(ctx, db, queue, account, wiretime.Of(clk.Now()))
	}
}

// accountRemoved takes the job back of an account that is being removed, and ends what waited; the configuration goes by its
// foreign key, the records stay.
func (s *Service) accountRemoved(ctx context.Context, tx bun.IDB, account wireid.ID) error {
	if _, err := s.Queue.Cancel(ctx, tx, jobs.StoryRepostCheck, account); err != nil {
		return err
	}
	reason := reasonDisconnected
	for _, from := range []Status{Detected, Pending} {
		err := moveReposts(ctx, tx, from, Skipped, &reason, s.now(), func(u *bun.UpdateQuery) { u.Where("social_account_id = ?", account) })
		if err != nil {
			return err
		}
	}
	return nil
}
