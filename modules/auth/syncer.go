package auth

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"strings"
	"time"

	"crier/platform/database"
	"crier/platform/graph"
	"crier/platform/secrets"
	"crier/platform/wireid"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

const (
	// syncInterval is how often an account's profile is read.
	syncInterval = 24 * time.Hour
	// syncPause is how long to wait after a failed read.
	syncPause = 15 * time.Minute
)

func nextSync(now wiretime.Time) wiretime.Time { return wiretime.Of(now.Time().Add(syncInterval)) }

// syncer reads the profiles of the accounts, and so finds out whether their tokens work.
type syncer struct {
	accounts *Service
	client   *graph.Client
	avatars  *avatars
	log      *slog.Logger
}

func newSyncer(accounts *Service, client *graph.Client, avatars *avatars, log *slog.Logger) *syncer {
	return &syncer{accounts, client, avatars, log}
}

// SyncDue reads the profiles that were not read for a day, or sooner if that was requested or a
// token has expired. So a dead token is noticed before a post needs it.
func (s *syncer) SyncDue(ctx context.Context) error {
	return eachDue(ctx, s.accounts, s.log, selectSyncDue, s.Sync)
}

// ProbeDue tries whether marked accounts work again: after a minute, then with pauses up to an
// hour.
func (s *syncer) ProbeDue(ctx context.Context) error {
	return eachDue(ctx, s.accounts, s.log, selectProbeDue, s.probe)
}

type selectDue func(context.Context, bun.IDB, *Service, wiretime.Time) ([]SocialAccount, error)

// eachDue calls do for each account that is due. A failure is logged and does not end the loop.
func eachDue(ctx context.Context, s *Service, log *slog.Logger, due selectDue, do func(context.Context, SocialAccount) error) error {
	accounts, err := due(ctx, s.db, s, s.now())
	if err != nil {
		return err
	}
	for _, a := range accounts {
		if err := do(ctx, a); err != nil && ctx.Err() != nil {
			return ctx.Err()
		} else if err != nil {
			log.Info("auth: an account could not be checked; Crier tries again later", "account_id", a.ID.String(), "error", err)
		}
	}
	return nil
}

// Sync reads the account's profile and picture. It marks the account when the network refuses the
// token or reports a checkpoint, and revives it when the network accepts the token although the
// account was marked or the token should have expired.
func (s *syncer) Sync(ctx context.Context, account SocialAccount) error {
	row, got, err := s.read(ctx, account)
	switch {
	case err == nil:
		return s.alive(ctx, account, row, got)
	case isDead(err) || isCheckpoint(err):
		return errors.Join(s.mark(ctx, account.ID, row, err), Refusal(err))
	}
	return errors.Join(Refusal(err), postponeSync(ctx, s.accounts.db, account.ID, s.accounts.now()))
}

// shown is what the network shows of an account.
type shown struct {
	profile graph.Profile
	// token is nil where the network says nothing of the token.
	token *graph.TokenInfo
}

// Look reads an account's profile at the network, and marks or revives the account by the answer.
type Look func(ctx context.Context, account SocialAccount) error

// read returns what the network shows of the account, and the token with which it was read.
func (s *syncer) read(ctx context.Context, account SocialAccount) (accountToken, shown, error) {
	row, token, err := s.accounts.openToken(ctx, account.ID)
	if err != nil {
		return row, shown{}, err
	}
	p, err := s.client.Profiles.Profile(ctx, graphAccount(account, token))
	if err == nil && p.ID != account.SNUserID {
		err = errors.New("the network showed the profile of another account")
	}
	if err != nil || account.LoginMethod != Partner {
		return row, shown{profile: p}, err
	}
	return row, shown{p, s.tokenInfo(ctx, account, token)}, nil
}

// tokenInfo returns nil if the network does not answer, or doubts the token that it has just taken:
// what is known of the token stays.
func (s *syncer) tokenInfo(ctx context.Context, account SocialAccount, token secrets.Text) *graph.TokenInfo {
	info, err := s.client.Tokens.DebugToken(ctx, token)
	if err != nil || !info.IsValid {
		s.log.Info("auth: the network does not say when the data access of an account ends; Crier asks again with the next daily read",
			"account_id", account.ID.String(), "error", err)
		return nil
	}
	return &info
}

func isDead(err error) bool {
	e, ok := errors.AsType[*graph.Error](err)
	return ok && e.Class == graph.TokenDead
}

func isCheckpoint(err error) bool {
	e, ok := errors.AsType[*graph.Error](err)
	return ok && e.AtCheckpoint()
}

// mark marks the account, unless it has another token by now.
func (s *syncer) mark(ctx context.Context, id wireid.ID, used accountToken, why error) error {
	reason := why.Error()
	if e, ok := errors.AsType[*graph.Error](why); ok && e.Message != "" {
		reason = e.Message
	}
	return s.accounts.db.InTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		row, err := selectTokenRow(ctx, tx, id)
		if err != nil || !bytes.Equal(row.Sealed, used.Sealed) {
			return err
		}
		if isCheckpoint(why) {
			_, err = s.accounts.MarkCheckpoint(ctx, tx, id, reason)
		} else {
			_, err = s.accounts.MarkTokenDead(ctx, tx, id, reason)
		}
		return err
	})
}

// alive stores what the network shows of an account whose token works. It does nothing for a token
// that has replaced that one meanwhile.
func (s *syncer) alive(ctx context.Context, account SocialAccount, used accountToken, got shown) error {
	err := s.accounts.db.InTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		if _, err := s.accounts.Account(ctx, tx, account.ID); err != nil {
			return err
		}
		row, err := selectTokenRow(ctx, tx, account.ID)
		if err != nil || !bytes.Equal(row.Sealed, used.Sealed) {
			return err
		}
		if err := s.accounts.takeMarkOff(ctx, tx, account.ID); err != nil {
			return err
		}
		if !account.IsMarked() {
			// A token that dies soon after a probe revived it is probed with the pauses reached
			// before.
			row.ProbeTries = 0
		}
		return s.store(ctx, tx, row, got)
	})
	if err == nil {
		s.avatars.fetch(ctx, account.ID, got.profile.PictureURL)
	}
	return err
}

func (s *syncer) store(ctx context.Context, tx bun.IDB, row accountToken, got shown) error {
	account, err := s.accounts.Account(ctx, tx, row.AccountID)
	if err != nil {
		return err
	}
	now := s.accounts.now()
	account.showProfile(got.profile, now)
	if got.token != nil {
		account.TokenExpiresAt, account.DataAccessUntil = instantOf(got.token.ExpiresAt), instantOf(got.token.DataAccessUntil)
		if len(got.token.Scopes) > 0 {
			account.Scopes = textOrNil(strings.Join(got.token.Scopes, " "))
		}
	}
	if account.IsTokenExpired(now) {
		account.TokenExpiresAt = nil // It should have ended and works: nothing is known of its end.
	}
	if account.warning(now) != "" {
		database.AfterCommit(ctx, func() {
			s.log.Warn("auth: an account has to be connected again for its data access",
				"account_id", account.ID.String(), "data_access_until", account.DataAccessUntil.String())
		})
	}
	if err := updateAccount(ctx, tx, &account); err != nil {
		return err
	}
	assumed := row.ExpiryAssumed && got.token == nil || account.TokenExpiresAt == nil && account.LoginMethod == Primary
	return updateSynced(ctx, tx, account.ID, nextSync(now), assumed, row.ProbeTries)
}

// probe is Sync for a marked account. After each failed probe the next wait is longer.
func (s *syncer) probe(ctx context.Context, account SocialAccount) error {
	row, err := selectTokenRow(ctx, s.accounts.db, account.ID)
	if err != nil {
		return err
	}
	err = s.Sync(ctx, account)
	if err == nil {
		return nil
	}
	tries := row.ProbeTries + 1
	next := wiretime.Of(s.accounts.now().Time().Add(probePause(tries)))
	return errors.Join(err, updateProbe(ctx, s.accounts.db, account.ID, tries, next))
}

// graphAccount returns the account as package graph needs it.
func graphAccount(a SocialAccount, token secrets.Text) graph.Account {
	return graph.Account{ID: a.SNUserID, Login: graph.Login(a.LoginMethod), Token: token}
}
