package settings

import (
	"context"

	"crier/platform/config"
	"crier/platform/database"
	"crier/platform/wireid"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

func insertKey(ctx context.Context, db bun.IDB, key *APIKey) error {
	_, err := db.NewInsert().Model(key).Exec(ctx)
	return err
}

func selectKeys(ctx context.Context, db bun.IDB) ([]APIKey, error) {
	keys := []APIKey{}
	err := db.NewSelect().Model(&keys).Order("created_at DESC", "id DESC").Scan(ctx)
	return keys, err
}

func selectKey(ctx context.Context, db bun.IDB, id wireid.ID) (APIKey, error) {
	return keyByID.One(ctx, db, id)
}

var keyByID = database.SelectFrom[APIKey]("WHERE id = ?")

// selectActiveKey returns the id of the key that has the hash and is not revoked.
func selectActiveKey(ctx context.Context, db bun.IDB, hash string) (wireid.ID, error) {
	return database.Value[wireid.ID](ctx, db, "SELECT id FROM api_keys WHERE hash = ? AND revoked_at IS NULL", hash)
}

func revokeKey(ctx context.Context, db bun.IDB, id wireid.ID, at wiretime.Time) error {
	_, err := db.NewUpdate().Model((*APIKey)(nil)).Set("revoked_at = ?", at).Where("id = ?", id).Exec(ctx)
	return err
}

func updateLastUsed(ctx context.Context, db bun.IDB, id wireid.ID, at wiretime.Time) error {
	_, err := db.NewUpdate().Model((*APIKey)(nil)).Set("last_used_at = ?", at).
		Where("id = ? AND (last_used_at IS NULL OR last_used_at < ?)", id, at).Exec(ctx)
	return err
}

func existsCredentials(ctx context.Context, db bun.IDB, account wireid.ID) (bool, error) {
	return db.NewSelect().Model((*nativeCredentials)(nil)).Where("account_id = ?", account).Exists(ctx)
}

var credentialsOf = database.SelectFrom[nativeCredentials]("WHERE account_id = ?")

func selectCredentials(ctx context.Context, db bun.IDB, account wireid.ID) (*nativeCredentials, error) {
	row, err := credentialsOf.One(ctx, db, account)
	return &row, err
}

func upsertCredentials(ctx context.Context, db bun.IDB, row *nativeCredentials) error {
	_, err := db.NewInsert().Model(row).On("CONFLICT (account_id) DO UPDATE").
		Set("username = EXCLUDED.username").Set("sealed_password = EXCLUDED.sealed_password").
		Set("sealed_session = EXCLUDED.sealed_session").Set("last_login_at = EXCLUDED.last_login_at").Set("login_refused = NULL").
		Set("updated_at = EXCLUDED.updated_at").Exec(ctx)
	return err
}

func updateSession(ctx context.Context, db bun.IDB, row *nativeCredentials) error {
	_, err := db.NewUpdate().Model(row).Column("sealed_session", "login_refused", "last_login_at", "updated_at").
		Where("account_id = ?", row.AccountID).Exec(ctx)
	return err
}

func deleteCredentials(ctx context.Context, db bun.IDB, account wireid.ID) error {
	_, err := db.NewDelete().Model((*nativeCredentials)(nil)).Where("account_id = ?", account).Exec(ctx)
	return err
}

func selectVersionCheck(ctx context.Context, db bun.IDB, network config.Network) (*versionCheck, error) {
	row, err := versionCheckOf.One(ctx, db, network)
	return &row, err
}

var versionCheckOf = database.SelectFrom[versionCheck]("WHERE network = ?")

// upsertVersionCheck keeps the last version when the row has none.
func upsertVersionCheck(ctx context.Context, db bun.IDB, row *versionCheck) error {
	_, err := db.NewInsert().Model(row).On("CONFLICT (network) DO UPDATE").
		Set("latest_version = coalesce(EXCLUDED.latest_version, version_check.latest_version)").
		Set("checked_at = EXCLUDED.checked_at").Exec(ctx)
	return err
}
