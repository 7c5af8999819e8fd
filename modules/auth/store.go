package auth

import (
	"context"
	"database/sql"
	"errors"

	"crier/platform/config"
	"crier/platform/database"
	"crier/platform/wireid"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

func findOrCreateUser(ctx context.Context, db bun.IDB, now wiretime.Time) (*user, error) {
	u := new(user)
	err := db.NewSelect().Model(u).Order("created_at").Limit(1).Scan(ctx)
	if !errors.Is(err, sql.ErrNoRows) {
		return u, err
	}
	u = &user{ID: wireid.New(), CreatedAt: now}
	_, err = db.NewInsert().Model(u).Exec(ctx)
	return u, err
}

func markDemoConnected(ctx context.Context, db bun.IDB, id wireid.ID, now wiretime.Time) error {
	_, err := db.NewUpdate().Model((*user)(nil)).Set("demo_accounts_at = ?", now).Where("id = ?", id).Exec(ctx)
	return err
}

func selectAccounts(ctx context.Context, db bun.IDB, network config.Network) ([]SocialAccount, error) {
	accounts := []SocialAccount{}
	err := db.NewSelect().Model(&accounts).Where("network = ?", network).Order("created_at", "id").Scan(ctx)
	return accounts, err
}

func selectForeignAccounts(ctx context.Context, db bun.IDB, network config.Network) ([]SocialAccount, error) {
	return foreignAccounts.All(ctx, db, network)
}

func selectAccount(ctx context.Context, db bun.IDB, network config.Network, id wireid.ID) (SocialAccount, error) {
	return accountByID.One(ctx, db, id, network)
}

var (
	accountByID     = database.SelectFrom[SocialAccount]("WHERE id = ? AND network = ?")
	foreignAccounts = database.SelectFrom[SocialAccount]("WHERE network <> ?")
)

func insertAccount(ctx context.Context, db bun.IDB, account *SocialAccount, token *accountToken) error {
	if _, err := db.NewInsert().Model(account).Exec(ctx); err != nil {
		return err
	}
	token.AccountID = account.ID
	_, err := db.NewInsert().Model(token).Exec(ctx)
	return err
}

// deleteAccount deletes the account's tokens too, by their foreign key.
func deleteAccount(ctx context.Context, db bun.IDB, id wireid.ID) error {
	_, err := db.NewDelete().Model((*SocialAccount)(nil)).Where("id = ?", id).Exec(ctx)
	return err
}

// keptRevocations is how many of the latest revocations are kept after their end. If a clock that
// is ahead deleted them, a session that was signed out would be valid again once the clock is
// right. Hardly anybody signs out so often in the 30 days that a session lasts, and the rows take
// about 100 kB.
const keptRevocations = 1000

// deleteExpired deletes what has expired by the wall clock. That is safe for what gives access. Of
// the revocations, which take it away, it keeps the latest, and that of every session.
func deleteExpired(ctx context.Context, db bun.IDB, now wiretime.Time) error {
	for _, model := range []any{(*loginCode)(nil), (*pendingLogin)(nil)} {
		if _, err := db.NewDelete().Model(model).Where("expires_at <= ?", now).Exec(ctx); err != nil {
			return err
		}
	}
	// The rowid is the order of the sign-outs, whatever the clock showed.
	_, err := database.Exec(ctx, db, "DELETE FROM revoked_sessions WHERE expires_at <= ? AND NOT "+isOfAll+" AND rowid <= (SELECT max(rowid) FROM revoked_sessions) - ?",
		now, keptRevocations)
	return err
}

func insertLoginCode(ctx context.Context, db bun.IDB, code *loginCode) error {
	_, err := db.NewInsert().Model(code).Exec(ctx)
	return err
}

// deleteGoodCode reports whether there was a code with the hash that has not expired.
func deleteGoodCode(ctx context.Context, db bun.IDB, hash string, now wiretime.Time) (bool, error) {
	return database.Changed(db.NewDelete().Model((*loginCode)(nil)).Where("hash = ? AND expires_at > ?", hash, now).Exec(ctx))
}

func existsRevoked(ctx context.Context, db bun.IDB, jti string) (bool, error) {
	return db.NewSelect().Model((*revokedSession)(nil)).Where("jti = ?", jti).Exists(ctx)
}

// everySession begins the id of the one row that stands for all sessions issued before it. The rest
// of the id is random, so that no other sign-out has the same one, not even one that a restored
// data folder does not know. The row expires when the last of these sessions does, and only the
// next such sign-out replaces it.
const everySession = "*"

// isOfAll is the condition that a row is that of every session.
const isOfAll = "(jti >= '" + everySession + "' AND jti < '+')"

var lastOfAll = database.SelectFrom[revokedSession]("WHERE " + isOfAll)

// selectLastOfAll returns the last sign-out of every session, and an empty one where there was
// none.
func selectLastOfAll(ctx context.Context, db bun.IDB) (revokedSession, error) {
	last, err := lastOfAll.One(ctx, db)
	if errors.Is(err, sql.ErrNoRows) {
		return revokedSession{}, nil
	}
	return last, err
}

// revokeAll signs out all sessions issued before now, of which none lasts longer than until, or
// than those that an earlier call has signed out by a clock that was ahead.
func revokeAll(ctx context.Context, tx bun.Tx, until wiretime.Time) error {
	last, err := selectLastOfAll(ctx, tx)
	if err != nil {
		return err
	}
	if last.ExpiresAt.Time().After(until.Time()) {
		until = last.ExpiresAt
	}
	if _, err := database.Exec(ctx, tx, "DELETE FROM revoked_sessions WHERE "+isOfAll); err != nil {
		return err
	}
	return insertRevoked(ctx, tx, &revokedSession{JTI: everySession + wireid.New().String(), ExpiresAt: until})
}

// insertRevoked does nothing for a session that was revoked before.
func insertRevoked(ctx context.Context, db bun.IDB, session *revokedSession) error {
	_, err := db.NewInsert().Model(session).Ignore().Exec(ctx)
	return err
}

func insertPending(ctx context.Context, db bun.IDB, row *pendingLogin) error {
	_, err := db.NewInsert().Model(row).Exec(ctx)
	return err
}

// deletePending removes and returns a sealed login that has not expired. Without one it returns
// sql.ErrNoRows.
func deletePending(ctx context.Context, db bun.IDB, network config.Network, hash string, now wiretime.Time) ([]byte, error) {
	return database.Value[[]byte](ctx, db, "DELETE FROM pending_logins WHERE hash = ? AND network = ? AND expires_at > ? RETURNING sealed", hash, network, now)
}

func upsertApp(ctx context.Context, db bun.IDB, app *loginApp) error {
	_, err := db.NewInsert().Model(app).On("CONFLICT (network, login) DO UPDATE").
		Set("app_id = EXCLUDED.app_id, sealed_secret = EXCLUDED.sealed_secret, redirect_uri = EXCLUDED.redirect_uri, updated_at = EXCLUDED.updated_at").
		Exec(ctx)
	return err
}

func selectApp(ctx context.Context, db bun.IDB, network config.Network, login LoginMethod) (loginApp, error) {
	return appOf.One(ctx, db, network, login)
}

var appOf = database.SelectFrom[loginApp]("WHERE network = ? AND login = ?")
