package auth

import (
	"context"
	"errors"
	"fmt"
	"time"

	"crier/platform/backup"
	"crier/platform/database"
	"crier/platform/secrets"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

// BackedUp lists the accounts' pictures for a backup. They may be missing, because the network has
// them.
func BackedUp(ctx context.Context, db bun.IDB, each func(backup.File) error) (err error) {
	rows, err := db.QueryContext(ctx, "SELECT id FROM social_accounts WHERE profile_picture_url IS NOT NULL ORDER BY id")
	if err != nil {
		return fmt.Errorf("list the pictures of the accounts: %w", err)
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		var id string
		if err := rows.Scan(&id); err != nil {
			return err
		}
		if err := each(backup.File{Path: "uploads/" + avatarsDir + "/" + id + ".jpg"}); err != nil {
			return err
		}
	}
	return rows.Err()
}

// Keeper returns the function that lists the sealed values of the module.
func Keeper(db *database.DB) secrets.Keeper {
	return func(ctx context.Context) ([]secrets.Sealed, error) { return selectSealed(ctx, db) }
}

// EndLogins deletes what gives access from a copy of a database: unused sign-in links, logins that
// were begun, and sessions. A backup does not contain the secret of the sessions, but
// CRIER_SESSION_SECRET may give the same secret to the service that uses the copy.
func EndLogins(ctx context.Context, tx bun.Tx, now time.Time) error {
	if err := deleteFrom(ctx, tx, "login_codes", "pending_logins"); err != nil {
		return err
	}
	// The time of issue of a session of an earlier version is in whole seconds.
	if err := revokeAll(ctx, tx, wiretime.Of(now.Truncate(time.Second).Add(ownLifetime))); err != nil {
		return fmt.Errorf("sign the browsers out: %w", err)
	}
	return nil
}

// admitLifetime is longer than it takes to put a large folder back.
const admitLifetime = 12 * time.Hour

// Admit returns the path of a new sign-in link, and the change to a copy of a database that makes
// the link good there, once, and no session and no other link.
func Admit() (path string, change func(context.Context, bun.Tx, time.Time) error) {
	code := randomCode()
	return Link("", secrets.NewText(code)), func(ctx context.Context, tx bun.Tx, now time.Time) error {
		if err := EndLogins(ctx, tx, now); err != nil {
			return err
		}
		return insertLoginCode(ctx, tx, &loginCode{Hash: hashOf(code), ExpiresAt: wiretime.Of(now.Add(admitLifetime))})
	}
}

// ForgetTokens deletes sealed tokens from a copy without a key. Each account must be connected
// again.
func ForgetTokens(ctx context.Context, tx bun.Tx, now time.Time) error {
	if err := deleteFrom(ctx, tx, "account_tokens", "login_apps", "pending_logins"); err != nil {
		return err
	}
	_, err := database.Exec(ctx, tx, `UPDATE social_accounts SET token_dead_at = ?1, token_dead_reason = ?2, token_expiry_kept = token_expires_at,
		token_expires_at = min(coalesce(token_expires_at, ?1), ?1), checkpoint_at = NULL, checkpoint_reason = NULL WHERE token_dead_at IS NULL`,
		wiretime.Of(now), "the data folder was restored from a backup without its key; connect the account again")
	return err
}

func deleteFrom(ctx context.Context, tx bun.Tx, tables ...string) error {
	for _, table := range tables {
		if _, err := database.Exec(ctx, tx, "DELETE FROM "+table); err != nil {
			return fmt.Errorf("delete from %s: %w", table, err)
		}
	}
	return nil
}

// selectSealed returns all sealed values of the module, of every network mode.
func selectSealed(ctx context.Context, db bun.IDB) (all []secrets.Sealed, err error) {
	add := func(value []byte, record string) {
		if value != nil {
			all = append(all, secrets.Sealed{Value: value, Record: record})
		}
	}
	var tokens []accountToken
	var apps []loginApp
	var pending []pendingLogin
	for _, rows := range []any{&tokens, &apps, &pending} {
		if err := db.NewSelect().Model(rows).Scan(ctx); err != nil {
			return nil, fmt.Errorf("read sealed tokens: %w", err)
		}
	}
	for _, t := range tokens {
		add(t.Sealed, tokenRecord(t.AccountID))
		add(t.UserSealed, userTokenRecord(t.AccountID))
	}
	for _, a := range apps {
		add(a.SealedSecret, appRecord(a.Login, a.AppID))
	}
	for _, p := range pending {
		add(p.Sealed, pendingRecord(p.Hash))
	}
	return all, nil
}
