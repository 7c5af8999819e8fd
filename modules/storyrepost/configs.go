package storyrepost

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"crier/modules/auth"
	"crier/modules/settings"
	"crier/platform/apperror"
	"crier/platform/clock"
	"crier/platform/database"
	"crier/platform/jobs"
	"crier/platform/wireid"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

// checkJob is the type of the jobs that poll the inbox of an account (contract 2).
const checkJob jobs.Type = "STORY_REPOST_CHECK"

// configs are the configurations of the accounts. A change of one plans the account's next job in
// the same transaction.
type configs struct {
	clocks

	db       *database.DB
	log      *slog.Logger
	queue    *jobs.Queue
	accounts *auth.Service
	natives  *settings.Natives
	chance   Chance
	// zone is the machine's, which counts for configurations without one of their own.
	zone *time.Location
}

// newConfigs returns the configurations in a database. The zone is the machine's.
func newConfigs(db *database.DB, c clocks, log *slog.Logger, queue *jobs.Queue, accounts *auth.Service, natives *settings.Natives, chance Chance, zone *time.Location) *configs {
	return &configs{c, db, log, queue, accounts, natives, chance, zone}
}

// Config returns the account's configuration, nil when it has none or there is no such account.
func (s *configs) Config(ctx context.Context, id wireid.ID) (*StoryRepostConfig, error) {
	account, err := s.accounts.Account(ctx, s.db, id)
	if apperror.CodeOf(err) == apperror.NotFound {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return s.configOf(ctx, account)
}

// FirstConfig returns the configuration of the account that was connected first among those that
// have one, nil when none has.
func (s *configs) FirstConfig(ctx context.Context) (*StoryRepostConfig, error) {
	accounts, err := s.accounts.Accounts(ctx)
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

func (s *configs) configOf(ctx context.Context, account auth.SocialAccount) (*StoryRepostConfig, error) {
	config, err := selectConfig(ctx, s.db, account.ID)
	if config != nil {
		config.refresh(account.Username, s.now())
	}
	return config, err
}

// orDefault returns the account's configuration, the default one when it has none.
func (s *configs) orDefault(ctx context.Context, db bun.IDB, account wireid.ID) (*StoryRepostConfig, error) {
	config, err := selectConfig(ctx, db, account)
	switch {
	case err != nil:
		return nil, err
	case config == nil:
		return newConfig(s.accounts.UserID(), account, s.now()), nil
	}
	config.dropFarPlans(s.clock.Now())
	return config, nil
}

// Configure sets how the account is polled, and makes its configuration, switched off, if it has
// none. It returns NOT_FOUND for an unknown account, and CREDENTIALS_NOT_CONFIGURED for one without
// native credentials.
func (s *configs) Configure(ctx context.Context, id wireid.ID, pollIntervalHours int, autoTag bool) (*StoryRepostConfig, error) {
	return s.change(ctx, id, func(_ context.Context, _ bun.IDB, c *StoryRepostConfig) error {
		c.AutoTagOriginalPoster = autoTag
		c.setInterval(pollIntervalHours, s.clock.Now(), s.chance, s.zone)
		return nil
	})
}

// Enable switches story repost on, with the default configuration if the account
// has none. What failures had switched off starts again; a pause after a
// challenge goes on. It returns the errors of Configure.
func (s *configs) Enable(ctx context.Context, id wireid.ID) error {
	_, err := s.change(ctx, id, func(_ context.Context, _ bun.IDB, c *StoryRepostConfig) error {
		if c.IsEnabled {
			return nil
		}
		c.IsEnabled, c.NextPollAt, c.PausedUntil = true, nil, nil
		c.ConsecutiveFailures, c.AutoDisabledAt, c.AutoDisableReason = 0, nil, nil
		return nil
	})
	return err
}

// Disable switches story repost off and cancels its job. It does nothing for an account without a
// configuration.
func (s *configs) Disable(ctx context.Context, id wireid.ID) error {
	return s.db.InTx(ctx, func(ctx context.Context, tx bun.Tx) error { return switchOff(ctx, tx, s.queue, id, s.now()) })
}

// Forget removes the account's configuration, if it has one, and cancels its job. The records stay.
func (s *configs) Forget(ctx context.Context, id wireid.ID) error {
	return s.db.InTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		if _, err := s.queue.Cancel(ctx, tx, checkJob, id); err != nil {
			return err
		}
		return deleteConfig(ctx, tx, id)
	})
}

// change changes the account's configuration, and the job that polls with it.
func (s *configs) change(ctx context.Context, id wireid.ID, do func(context.Context, bun.IDB, *StoryRepostConfig) error) (*StoryRepostConfig, error) {
	var config *StoryRepostConfig
	err := s.db.InTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		account, err := s.accounts.Account(ctx, tx, id)
		if err != nil {
			return err
		}
		if err := s.needCredentials(ctx, tx, account); err != nil {
			return err
		}
		if config, err = s.orDefault(ctx, tx, id); err != nil {
			return err
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
		config.refresh(account.Username, config.UpdatedAt)
		return nil
	})
	return config, err
}

// alter changes the configuration of an account inside a transaction, and plans what comes next. An
// account without one is left alone.
func (s *configs) alter(ctx context.Context, tx bun.IDB, id wireid.ID, do func(*StoryRepostConfig)) error {
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

// planAgain plans what comes next for an account, in a transaction that has changed what it depends
// on.
func (s *configs) planAgain(ctx context.Context, tx bun.IDB, id wireid.ID) error {
	return s.alter(ctx, tx, id, func(*StoryRepostConfig) {})
}

// storeFailure stores what a failure of the network means for an account.
func (s *configs) storeFailure(ctx context.Context, tx bun.IDB, id wireid.ID, f *failure) error {
	return s.alter(ctx, tx, id, func(c *StoryRepostConfig) { c.fail(f, s.clock.Now(), s.chance.around(), s.zone) })
}

func (s *configs) needCredentials(ctx context.Context, db bun.IDB, account auth.SocialAccount) error {
	configured, err := s.natives.Configured(ctx, db, account.ID)
	if err == nil && !configured {
		err = apperror.New(apperror.CredentialsNotConfigured, "there are no native-story credentials of %s, and its inbox is read with them; "+
			"import a session (crier accounts session), or save a username and a password with POST /settings/private-api-credentials", account.Username)
	}
	return err
}

// noteFailure stores a failure of the network in the account's configuration, and returns it with
// the code for a client. It returns every other error as it is.
func (s *configs) noteFailure(ctx context.Context, account wireid.ID, err error) error {
	f := failureOf(err)
	if f == nil {
		return err
	}
	s.log.Warn("storyrepost: a call to the network failed", "account", account, "error", err)
	noted := s.db.InTx(context.WithoutCancel(ctx), func(ctx context.Context, tx bun.Tx) error {
		return s.storeFailure(ctx, tx, account, f)
	})
	if noted != nil {
		return errors.Join(noted, err)
	}
	return apperror.Wrap(codeOf(err), err, "%s", f.reason)
}

// plan moves the account's job to the time at which something is due, in the transaction that
// changes the configuration. An account that is switched off has no job. Far plans are dropped here
// and not by the job alone, because the job comes when they say.
func (s *configs) plan(ctx context.Context, tx bun.IDB, c *StoryRepostConfig) error {
	account, now := *c.SocialAccountID, s.clock.Now()
	c.dropFarPlans(now)
	if !c.IsEnabled {
		_, err := s.queue.Cancel(ctx, tx, checkJob, account)
		return err
	}
	if c.NextPollAt == nil {
		soon := now.Add(firstPoll + s.chance.upTo(firstPoll))
		c.NextPollAt = wiretime.Ptr(c.afterQuietHours(soon, s.chance.around(), s.zone))
	}
	at := c.pollAt(now)
	if repost, ok, err := s.repostAt(ctx, tx, c); err != nil {
		return err
	} else if ok && repost.Before(at) {
		at = repost
	}
	return s.queue.Upsert(ctx, tx, jobs.Request{
		Type: checkJob, SubjectID: account, Lane: laneOf(account), RunAt: c.afterQuietHours(later(at, now), s.chance.around(), s.zone),
		RepeatKey: laneOf(account), Every: c.interval(now),
	})
}

// repostAt returns when the next automatic repost may be made, and false when there is none to
// make.
func (s *configs) repostAt(ctx context.Context, db bun.IDB, c *StoryRepostConfig) (time.Time, bool, error) {
	now := s.clock.Now()
	if !c.AutoRepostEnabled || c.DailyRepostLimit == 0 || c.ConsecutiveFailures > 0 || c.isPaused(now) || c.isOnHold(now) {
		return time.Time{}, false, nil
	}
	waiting, err := nextPending(ctx, db, *c.SocialAccountID, s.gone())
	if err != nil || waiting == nil {
		return time.Time{}, false, err
	}
	at := now
	if last := c.LastAutoSyncAt; last != nil && !last.Time().After(now) {
		at = later(at, last.Time().Add(repostGap+s.chance.upTo(repostSpread)))
	}
	if left, until := c.repostsLeft(now, true); left <= 0 {
		at = later(at, until)
	}
	return at, true, nil
}

// planAll plans the next job of every account that is switched on, also by an earlier version.
func (s *configs) planAll(ctx context.Context) error {
	err := s.db.InTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		enabled, err := selectEnabled(ctx, tx)
		if err != nil {
			return err
		}
		for _, config := range enabled {
			if err := s.plan(ctx, tx, &config); err != nil {
				return err
			}
			if err := saveConfig(ctx, tx, &config); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("plan the polls: %w", err)
	}
	return nil
}

// laneOf keeps polls out of the account's own lane: posts do not wait for them.
func laneOf(account wireid.ID) string { return "story-repost:" + account.String() }

func switchOff(ctx context.Context, tx bun.IDB, queue *jobs.Queue, account wireid.ID, now wiretime.Time) error {
	if _, err := queue.Cancel(ctx, tx, checkJob, account); err != nil {
		return err
	}
	return disableConfig(ctx, tx, account, now)
}

// disableWithCredentials switches story repost off in the transaction that forgets an account's
// native credentials.
func disableWithCredentials(clk clock.Clock, queue *jobs.Queue) settings.ForgetHook {
	return func(ctx context.Context, db bun.IDB, account wireid.ID) error {
		return switchOff(ctx, db, queue, account, wiretime.Of(clk.Now()))
	}
}
