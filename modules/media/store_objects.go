package media

import (
	"context"
	"encoding/json"

	"crier/platform/database"
	"crier/platform/wireid"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

// releaseKey moves the public key of a file to the released objects. It reports false when there is none.
func releaseKey(ctx context.Context, db bun.IDB, id wireid.ID, now, due wiretime.Time) (bool, error) {
	result, err := database.Exec(ctx, db, `INSERT INTO media_released_objects (object_key, released_at, next_attempt_at)
		SELECT public_key, ?, ? FROM media_files WHERE id = ? AND public_key IS NOT NULL
		ON CONFLICT (object_key) DO NOTHING`, now, due, id)
	if err != nil {
		return false, err
	}
	if n, err := result.RowsAffected(); err != nil || n == 0 {
		return false, err
	}
	_, err = database.Exec(ctx, db, "UPDATE media_files SET public_key = NULL WHERE id = ?", id)
	return err == nil, err
}

// insertReleased notes an object whose file has gone.
func insertReleased(ctx context.Context, db bun.IDB, key string, now wiretime.Time) error {
	_, err := db.NewInsert().Model(&releasedObject{ObjectKey: key, ReleasedAt: now, NextAttemptAt: now}).
		On("CONFLICT (object_key) DO NOTHING").Exec(ctx)
	return err
}

// selectReleased returns the released objects whose turn it is.
func selectReleased(ctx context.Context, db bun.IDB, now wiretime.Time, most int) ([]releasedObject, error) {
	var due []releasedObject
	err := db.NewSelect().Model(&due).Where("next_attempt_at <= ?", now).Order("next_attempt_at").Limit(int64(most)).Scan(ctx)
	return due, err
}

func hurryReleased(ctx context.Context, db bun.IDB, now wiretime.Time) error {
	_, err := db.NewUpdate().Model((*releasedObject)(nil)).Set("next_attempt_at = ?", now).Where("next_attempt_at > ?", now).Exec(ctx)
	return err
}

func forgetReleased(ctx context.Context, db bun.IDB, key string) error {
	_, err := db.NewDelete().Model((*releasedObject)(nil)).Where("object_key = ?", key).Exec(ctx)
	return err
}

func postponeReleased(ctx context.Context, db bun.IDB, object *releasedObject) error {
	_, err := db.NewUpdate().Model(object).Column("attempts", "last_error", "next_attempt_at").WherePK().Exec(ctx)
	return err
}

// selectUnknownObjects returns those of the keys that are neither a file's nor noted to be deleted.
func selectUnknownObjects(ctx context.Context, db bun.IDB, keys []string) ([]string, error) {
	list, err := json.Marshal(keys)
	if err != nil {
		return nil, err
	}
	var unknown []string
	err = db.NewRaw(`SELECT value FROM json_each(?) WHERE value NOT IN (
		SELECT public_key FROM media_files WHERE public_key IS NOT NULL UNION ALL SELECT object_key FROM media_released_objects)`, string(list)).
		Scan(ctx, &unknown)
	return unknown, err
}
