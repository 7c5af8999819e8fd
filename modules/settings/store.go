package settings

import (
	"context"

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
	var key APIKey
	err := db.NewSelect().Model(&key).Where("id = ?", id).Scan(ctx)
	return key, err
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
