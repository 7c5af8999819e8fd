package media

import (
	"context"
	"time"

	"crier/platform/database"
	"crier/platform/wireid"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

// releasedObject is an object that must be deleted from where the network fetched it.
type releasedObject struct {
	bun.BaseModel `bun:"table:media_released_objects,alias:released"`

	ObjectKey string `bun:",pk"`
	// ReleasedAt is when it was released, or put off last: the wait until NextAttemptAt began then.
	ReleasedAt    wiretime.Time
	Attempts      int
	LastError     *string
	NextAttemptAt wiretime.Time
}

// putOff has the object wait for a pause from now on.
func (r *releasedObject) putOff(now time.Time, pause time.Duration) {
	r.ReleasedAt, r.NextAttemptAt = wiretime.Of(now), wiretime.Of(now.Add(pause))
}

func insertFile(ctx context.Context, db bun.IDB, file *MediaFile) error {
	_, err := db.NewInsert().Model(file).Exec(ctx)
	return err
}

func selectFile(ctx context.Context, db bun.IDB, id wireid.ID) (MediaFile, error) {
	return fileByID.One(ctx, db, id)
}

func selectFiles(ctx context.Context, db bun.IDB, ids []wireid.ID) ([]MediaFile, error) {
	if len(ids) == 1 {
		return fileByID.All(ctx, db, ids[0])
	}
	list, err := database.List(ids)
	if err != nil {
		return nil, err
	}
	return filesByID.All(ctx, db, list)
}

var (
	fileByID   = database.SelectFrom[MediaFile]("WHERE id = ?")
	filesByID  = database.SelectFrom[MediaFile]("WHERE id IN (SELECT value FROM json_each(?))")
	filesNamed = database.SelectFrom[MediaFile]("WHERE lower(original_filename) IN (SELECT value FROM json_each(?)) ORDER BY created_at, id")
)

func selectPage(ctx context.Context, db bun.IDB, kind string, limit, offset int) ([]MediaFile, int64, error) {
	files := []MediaFile{}
	query := db.NewSelect().Model(&files).Order("created_at DESC", "id DESC").Limit(int64(limit)).Offset(int64(offset))
	if kind != "" {
		query.Where("mime_type LIKE ?", kind+"/%")
	}
	total, err := query.ScanAndCount(ctx)
	return files, total, err
}

// setPublicKey changes nothing when the file has a key already, or when another copy of the file is
// published by now: the object under a key is always what the record names beside it.
func setPublicKey(ctx context.Context, db bun.IDB, file MediaFile, key string) error {
	_, err := database.Exec(ctx, db, "UPDATE media_files SET public_key = ? WHERE id = ? AND public_key IS NULL AND processed_path IS ?", key, file.ID, file.ProcessedPath)
	return err
}

// updateLooks stores the fields of a file that change when another copy is published in its place.
func updateLooks(ctx context.Context, db bun.IDB, file *MediaFile) error {
	_, err := db.NewUpdate().Model(file).WherePK().
		Column("processed_path", "processed_size", "thumbnail_path", "card", "facts", "width", "height", "aspect_ratio",
			"duration_seconds", "is_valid", "validation_errors", "edits").Exec(ctx)
	return err
}

// updateThumbnail stores another thumbnail. It reports false if the file has changed meanwhile.
func updateThumbnail(ctx context.Context, db bun.IDB, file, fresh MediaFile) (bool, error) {
	return database.Changed(db.NewUpdate().Model((*MediaFile)(nil)).Set("thumbnail_path = ?", fresh.ThumbnailPath).Set("card = ?", fresh.Card).
		Where("id = ? AND thumbnail_path IS ? AND processed_path IS ?", file.ID, file.ThumbnailPath, file.ProcessedPath).Exec(ctx))
}

func deleteFile(ctx context.Context, db bun.IDB, id wireid.ID) (bool, error) {
	return database.Changed(db.NewDelete().Model((*MediaFile)(nil)).Where("id = ?", id).Exec(ctx))
}

// selectUnknown returns the files of a folder that no record names.
func selectUnknown(ctx context.Context, db bun.IDB, folder string, files []string) ([]string, error) {
	list, err := database.List(files)
	if err != nil {
		return nil, err
	}
	return database.Values[string](ctx, db, `SELECT value FROM json_each(?) WHERE ? || '/' || value NOT IN (
		SELECT storage_path FROM media_files
		UNION ALL SELECT thumbnail_path FROM media_files WHERE thumbnail_path IS NOT NULL
		UNION ALL SELECT processed_path FROM media_files WHERE processed_path IS NOT NULL)`, list, folder)
}

// releaseKey moves a file's public key to the released objects. It reports false when the file has
// none.
func releaseKey(ctx context.Context, db bun.IDB, id wireid.ID, now, due wiretime.Time) (bool, error) {
	isPublic, err := database.Changed(database.Exec(ctx, db, `INSERT INTO media_released_objects (object_key, released_at, next_attempt_at)
		SELECT public_key, ?, ? FROM media_files WHERE id = ? AND public_key IS NOT NULL
		ON CONFLICT (object_key) DO NOTHING`, now, due, id))
	if err != nil || !isPublic {
		return false, err
	}
	_, err = database.Exec(ctx, db, "UPDATE media_files SET public_key = NULL WHERE id = ?", id)
	return err == nil, err
}

// insertReleased stores an object of no file, which is deleted when it is due.
func insertReleased(ctx context.Context, db bun.IDB, key string, now, due wiretime.Time) error {
	_, err := db.NewInsert().Model(&releasedObject{ObjectKey: key, ReleasedAt: now, NextAttemptAt: due}).
		On("CONFLICT (object_key) DO NOTHING").Exec(ctx)
	return err
}

// selectReleased returns the released objects that are due for deletion.
func selectReleased(ctx context.Context, db bun.IDB, now wiretime.Time, most int) ([]releasedObject, error) {
	return releasedDue.All(ctx, db, now, most)
}

var releasedDue = database.SelectFrom[releasedObject]("WHERE next_attempt_at <= ? ORDER BY next_attempt_at LIMIT ?")

func hurryReleased(ctx context.Context, db bun.IDB, now wiretime.Time) error {
	_, err := db.NewUpdate().Model((*releasedObject)(nil)).Set("next_attempt_at = ?", now).Where("next_attempt_at > ?", now).Exec(ctx)
	return err
}

// hasReleasedAfter reports whether a wait began after an instant.
func hasReleasedAfter(ctx context.Context, db bun.IDB, now wiretime.Time) (bool, error) {
	return database.Value[bool](ctx, db, "SELECT EXISTS (SELECT 1 FROM media_released_objects WHERE released_at > ?)", now)
}

// rebaseReleased has waits that began after now begin now, except those that are longer than most.
func rebaseReleased(ctx context.Context, db bun.IDB, now wiretime.Time, most time.Duration) error {
	_, err := database.Exec(ctx, db, `UPDATE media_released_objects SET next_attempt_at = ?1 + max(next_attempt_at - released_at, 0), released_at = ?1
		WHERE released_at > ?1 AND next_attempt_at - released_at <= ?2`, now, most.Milliseconds())
	return err
}

func forgetReleased(ctx context.Context, db bun.IDB, key string) error {
	_, err := db.NewDelete().Model((*releasedObject)(nil)).Where("object_key = ?", key).Exec(ctx)
	return err
}

func postponeReleased(ctx context.Context, db bun.IDB, object *releasedObject) error {
	_, err := db.NewUpdate().Model(object).Column("released_at", "attempts", "last_error", "next_attempt_at").WherePK().Exec(ctx)
	return err
}

// selectUnknownObjects returns the keys that belong to no file and are not marked for deletion.
func selectUnknownObjects(ctx context.Context, db bun.IDB, keys []string) ([]string, error) {
	list, err := database.List(keys)
	if err != nil {
		return nil, err
	}
	return database.Values[string](ctx, db, `SELECT value FROM json_each(?) WHERE value NOT IN (
		SELECT public_key FROM media_files WHERE public_key IS NOT NULL UNION ALL SELECT object_key FROM media_released_objects)`, list)
}
