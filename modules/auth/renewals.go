package auth

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"log/slog"
	"time"

	"crier/platform/failpoint"
	"crier/platform/secrets"
	"crier/platform/wireid"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

// Renewals replaces the tokens of accounts by newer ones that the cloud worker got from the
// network.
type Renewals struct {
	accounts *Service
	log      *slog.Logger
}

// NewRenewals returns the renewals of a service's accounts.
func NewRenewals(accounts *Service, log *slog.Logger) *Renewals { return &Renewals{accounts, log} }

// Renewed is a new token that the cloud worker got for an account.
type Renewed struct {
	SNUserID  string
	Token     secrets.Text
	ExpiresAt wiretime.Time
	// IsAssumed says that the expiry is a guess.
	IsAssumed bool
	// Replaces reports whether it was issued in place of a token.
	Replaces func(secrets.Text) bool
}

// Adopt gives an account of the primary login a renewed token, and reports whether it did. It
// changes nothing for an account whose token is of another line or lives longer, or that has no
// token. It revives an account whose token was found dead.
func (r *Renewals) Adopt(ctx context.Context, n Renewed) (bool, error) {
	account, err := selectByNetworkID(ctx, r.accounts.db, r.accounts.network, n.SNUserID)
	if errors.Is(err, sql.ErrNoRows) || err == nil && account.LoginMethod != Primary {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	row, token, err := r.accounts.openToken(ctx, account.ID)
	if err != nil {
		return false, err
	}
	end := account.TokenEnd()
	isOlder := end == nil || n.ExpiresAt.Time().After(end.Time())
	if !n.Replaces(token) || !isOlder || !n.ExpiresAt.Time().After(r.accounts.now().Time()) {
		return false, nil
	}
	return r.swap(ctx, account.ID, row, renewed{token: n.Token, assumed: n.IsAssumed}, &n.ExpiresAt)
}

// swap stores the new token if the account still has the old one, and reports whether it did. Of
// two refreshes one wins, and the other's token is dropped; a token that was pasted meanwhile
// stays; an account that was removed stays removed.
func (r *Renewals) swap(ctx context.Context, id wireid.ID, old accountToken, next renewed, expiry *wiretime.Time) (swapped bool, err error) {
	now := r.accounts.now()
	row := accountToken{
		AccountID: id, Sealed: r.accounts.box.Seal(next.token, tokenRecord(id)), UpdatedAt: now, ObtainedAt: now, ExpiryAssumed: next.assumed,
		NextSyncAt: old.NextSyncAt, NextRefreshAt: nextRefresh(expiry, now),
	}
	if expiry != nil && !next.user.IsEmpty() {
		row.UserSealed = r.accounts.box.Seal(next.user, userTokenRecord(id))
	}
	err = r.accounts.db.InTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		current, err := selectTokenRow(ctx, tx, id)
		if errors.Is(err, sql.ErrNoRows) || err == nil && !bytes.Equal(current.Sealed, old.Sealed) {
			return nil
		}
		if err != nil {
			return err
		}
		swapped = true
		if err := replaceToken(ctx, tx, &row); err != nil {
			return err
		}
		revived, err := markAlive(ctx, tx, r.accounts.network, id, now)
		if err != nil {
			return err
		}
		if err := updateEnds(ctx, tx, id, expiry, next.dataAccess); err != nil || !revived {
			return err
		}
		return r.accounts.revived(ctx, tx, id)
	})
	if err != nil {
		return false, err
	}
	if swapped {
		failpoint.Reach("auth.refreshed")
		r.log.Info("auth: an account's token was refreshed", "account_id", id.String(), "expires_in", daysLeft(expiry, now))
	}
	return swapped, nil
}

func daysLeft(expiry *wiretime.Time, now wiretime.Time) time.Duration {
	if expiry == nil {
		return 0
	}
	return expiry.Time().Sub(now.Time())
}
