package storyrepost

import (
	"cmp"
	"context"
	"errors"
	"time"

	"crier/modules/auth"
	"crier/platform/apperror"
	"crier/platform/clock"
	"crier/platform/wireid"

	"github.com/uptrace/bun"
)

// Found is what a scan has found.
type Found struct {
	// New are the records of the mentions that nobody knew of.
	New []RepostRecord
	// Waiting is how many mentions wait to be reposted.
	Waiting int64
}

// Scan reads the inboxes of all accounts with native credentials now, whatever the poll interval and the time of day (contract 4). An
// account without a configuration gets one, switched off, that says how it went. It returns
// CREDENTIALS_NOT_CONFIGURED when no account has credentials, and when no inbox could be read the first account's error:
// LOGIN_RATE_LIMITED, also when the inbox was read minutes ago or a challenge makes it rest, LOGIN_FAILED or TWO_FACTOR_REQUIRED.
func (s *Service) Scan(ctx context.Context) (Found, error) {
	accounts, err := s.usable(ctx)
	if err != nil {
		return Found{}, err
	}
	var all Found
	var first error
	read := false
	for _, account := range accounts {
		found, err := s.scanOne(ctx, account.ID)
		switch {
		case err != nil && apperror.From(err) == nil:
			return Found{}, err
		case err != nil:
			first = cmp.Or(first, err)
		default:
			read = true
		}
		waiting, err := countWaiting(ctx, s.DB, account.ID)
		if err != nil {
			return Found{}, err
		}
		all.New, all.Waiting = append(all.New, found...), all.Waiting+waiting
	}
	if !read {
		return Found{}, first
	}
	return all, nil
}

// usable returns the accounts with native credentials.
func (s *Service) usable(ctx context.Context) ([]auth.SocialAccount, error) {
	accounts, err := s.Accounts.Accounts(ctx)
	if err != nil {
		return nil, err
	}
	var with []auth.SocialAccount
	for _, account := range accounts {
		configured, err := s.Natives.Configured(ctx, s.DB, account.ID)
		if err != nil {
			return nil, err
		}
		if configured {
			with = append(with, account)
		}
	}
	if len(with) == 0 {
		return nil, apperror.New(apperror.CredentialsNotConfigured, "no native-story credentials are saved, and the inbox is read with them; save those of an account with POST /settings/private-api-credentials")
	}
	return with, nil
}

func (s *Service) scanOne(ctx context.Context, account wireid.ID) ([]RepostRecord, error) {
	config, err := s.change(ctx, account, func(context.Context, bun.IDB, *StoryRepostConfig) error { return nil })
	if err != nil {
		return nil, err
	}
	if err := config.checkPause(s.Clock.Now()); err != nil {
		return nil, err
	}
	found, err := s.readInbox(ctx, s.atOnce(account))
	if errors.Is(err, errTooSoon) {
		return nil, apperror.New(apperror.LoginRateLimited, "the inbox was read within the last %d minutes; wait some minutes before the next scan", int(readGap/time.Minute))
	}
	return found, s.told(ctx, account, err)
}

// atOnce is the caller of somebody who waits for the answer.
func (s *Service) atOnce(account wireid.ID) caller {
	return caller{Service: s, account: account, sleep: func(ctx context.Context, d time.Duration) error { return clock.Sleep(ctx, s.Clock, d) }}
}

// checkPause returns LOGIN_RATE_LIMITED while calls rest after a challenge.
func (c *StoryRepostConfig) checkPause(now time.Time) error {
	if !c.isPaused(now) {
		return nil
	}
	return apperror.New(apperror.LoginRateLimited, "the network has challenged this account; Crier leaves it alone until %s", c.ChallengePauseUntil)
}

// told notes trouble with the network that somebody waits to hear of, and returns it with its code.
func (s *Service) told(ctx context.Context, account wireid.ID, err error) error {
	t := troubleOf(err)
	if t == nil {
		return err
	}
	s.Log.Warn("storyrepost: the network gives trouble", "account", account, "error", err)
	noted := s.DB.InTx(context.WithoutCancel(ctx), func(ctx context.Context, tx bun.Tx) error {
		return s.alter(ctx, tx, account, func(c *StoryRepostConfig) { c.note(t, s.Clock.Now(), s.Zone) })
	})
	if noted != nil {
		return errors.Join(noted, err)
	}
	return apperror.Wrap(codeOf(err), err, "%s", t.reason)
}
