package storyrepost

import (
	"context"
	"database/sql"
	"errors"

	"crier/modules/auth"
	"crier/modules/settings"
	"crier/platform/apperror"
	"crier/platform/clock"
	"crier/platform/database"
	"crier/platform/wireid"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

// Service keeps the configurations of story repost.
type Service struct {
	db       *database.DB
	clock    clock.Clock
	accounts *auth.Service
	natives  *settings.Natives
}

// NewService returns the service.
func NewService(db *database.DB, clk clock.Clock, accounts *auth.Service, natives *settings.Natives) *Service {
	return &Service{db: db, clock: clk, accounts: accounts, natives: natives}
}

func (s *Service) now() wiretime.Time { return wiretime.Of(s.clock.Now()) }

// Config returns the account's configuration, nil when it has none or there is no such account.
func (s *Service) Config(ctx context.Context, id wireid.ID) (*StoryRepostConfig, error) {
	account, err := s.accounts.Account(ctx, s.db, id)
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

func (s *Service) configOf(ctx context.Context, account auth.SocialAccount) (*StoryRepostConfig, error) {
	config, err := selectConfig(ctx, s.db, account.ID)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	config.tell(account.Username, s.now())
	return config, nil
}

// Configure sets how the account is polled, and makes its configuration, switched off, if it has none. It returns
// NOT_FOUND for an unknown account, and CREDENTIALS_NOT_CONFIGURED for one without native credentials.
func (s *Service) Configure(ctx context.Context, id wireid.ID, pollIntervalHours int, autoTag bool) (*StoryRepostConfig, error) {
	return s.change(ctx, id, func(c *StoryRepostConfig) { c.PollIntervalHours, c.AutoTagOriginalPoster = pollIntervalHours, autoTag })
}

// Enable switches story repost on, with the default configuration if the account has none. What failures had switched
// off starts anew. It returns the errors of Configure.
func (s *Service) Enable(ctx context.Context, id wireid.ID) error {
	_, err := s.change(ctx, id, func(c *StoryRepostConfig) {
		c.IsEnabled = true
		c.ConsecutiveFailures, c.AutoDisabledAt, c.AutoDisableReason = 0, nil, nil
	})
	return err
}

func (s *Service) change(ctx context.Context, id wireid.ID, do func(*StoryRepostConfig)) (*StoryRepostConfig, error) {
	var config *StoryRepostConfig
	err := s.db.InTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		account, err := s.accounts.Account(ctx, tx, id)
		if err != nil {
			return err
		}
		if err := s.needCredentials(ctx, tx, account); err != nil {
			return err
		}
		config, err = selectConfig(ctx, tx, id)
		if errors.Is(err, sql.ErrNoRows) {
			config, err = newConfig(s.accounts.UserID(), id, s.now()), nil
		}
		if err != nil {
			return err
		}
		do(config)
		config.UpdatedAt = s.now()
		config.tell(account.Username, config.UpdatedAt)
		return saveConfig(ctx, tx, config)
	})
	return config, err
}

func (s *Service) needCredentials(ctx context.Context, db bun.IDB, account auth.SocialAccount) error {
	configured, err := s.natives.Configured(ctx, db, account.ID)
	if err == nil && !configured {
		err = apperror.New(apperror.CredentialsNotConfigured, "no native-story credentials are saved for %s", account.Username)
	}
	return err
}

// Disable switches story repost off. It does nothing for an account without a configuration.
func (s *Service) Disable(ctx context.Context, id wireid.ID) error {
	return s.db.InTx(ctx, func(ctx context.Context, tx bun.Tx) error { return disableConfig(ctx, tx, id, s.now()) })
}

// Forget removes the account's configuration, if it has one.
func (s *Service) Forget(ctx context.Context, id wireid.ID) error {
	return s.db.InTx(ctx, func(ctx context.Context, tx bun.Tx) error { return deleteConfig(ctx, tx, id) })
}

// Scan returns CREDENTIALS_NOT_CONFIGURED while no account has native credentials, and NOT_CONFIGURED otherwise, for
// this version cannot read the inbox.
func (s *Service) Scan(ctx context.Context) error {
	accounts, err := s.accounts.Accounts(ctx)
	if err != nil {
		return err
	}
	for _, account := range accounts {
		configured, err := s.natives.Configured(ctx, s.db, account.ID)
		if err != nil {
			return err
		}
		if configured {
			return apperror.New(apperror.NotConfigured, "this version of Crier cannot read the inbox yet; nothing was scanned")
		}
	}
	return apperror.New(apperror.CredentialsNotConfigured, "no native-story credentials are saved")
}

// disableWithCredentials switches story repost off in the transaction that forgets an account's native credentials.
func disableWithCredentials(clk clock.Clock) settings.ForgetHook {
	return func(ctx context.Context, db bun.IDB, account wireid.ID) error {
		return disableConfig(ctx, db, account, wiretime.Of(clk.Now()))
	}
}
