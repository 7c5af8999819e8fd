package media

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"

	"crier/platform/apperror"
	"crier/platform/database"
	"crier/platform/wireid"

	"github.com/uptrace/bun"
)

// records are the media files as the database has them.
type records struct {
	db      *database.DB
	log     *slog.Logger
	storage storage
	objects *objects
}

// present fills in the addresses of a file that was read.
func (r *records) present(file *MediaFile) { file.present(r.objects.store) }

// File returns a media file, or NOT_FOUND.
func (r *records) File(ctx context.Context, id wireid.ID) (MediaFile, error) {
	file, err := selectFile(ctx, r.db, id)
	if errors.Is(err, sql.ErrNoRows) {
		return MediaFile{}, apperror.New(apperror.NotFound, "there is no media file %s", id)
	}
	r.present(&file)
	return file, err
}

// Files returns those of the media files that exist, by id. It reads on db, which may be a transaction.
func (r *records) Files(ctx context.Context, db bun.IDB, ids []wireid.ID) (map[wireid.ID]MediaFile, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	files, err := selectFiles(ctx, db, ids)
	byID := make(map[wireid.ID]MediaFile, len(files))
	for _, f := range files {
		r.present(&f)
		byID[f.ID] = f
	}
	return byID, err
}

// list returns a page of the files and how many there are in all, newest first.
func (r *records) list(ctx context.Context, kind string, limit, offset int) ([]MediaFile, int64, error) {
	files, total, err := selectPage(ctx, r.db, kind, limit, offset)
	for i := range files {
		r.present(&files[i])
	}
	return files, total, err
}

// insert stores a new record.
func (r *records) insert(ctx context.Context, file *MediaFile) error {
	err := r.db.InTx(ctx, func(ctx context.Context, tx bun.Tx) error { return insertFile(ctx, tx, file) })
	if err != nil {
		return diskError(fmt.Errorf("record it: %w", err))
	}
	return nil
}

// replace gives the record the files of fresh, which are on disk, and then removes those that it had. The files of fresh are
// removed instead when that fails; the error is NOT_FOUND for a file that is deleted meanwhile. change sets what else is true of the
// record from now on, in the same transaction.
func (r *records) replace(ctx context.Context, fresh MediaFile, change func(context.Context, bun.Tx, *MediaFile) error) (MediaFile, error) {
	var file, former MediaFile
	err := r.db.InTx(ctx, func(ctx context.Context, tx bun.Tx) (err error) {
		if err := r.objects.Release(ctx, tx, fresh.ID, retirement); err != nil {
			return err
		}
		if file, err = selectFile(ctx, tx, fresh.ID); err != nil {
			return err
		}
		former = MediaFile{ProcessedPath: file.ProcessedPath, ThumbnailPath: file.ThumbnailPath}
		file.ProcessedPath, file.ThumbnailPath = fresh.ProcessedPath, fresh.ThumbnailPath
		if err := change(ctx, tx, &file); err != nil {
			return err
		}
		return updateLooks(ctx, tx, &file)
	})
	if errors.Is(err, sql.ErrNoRows) {
		err = apperror.New(apperror.NotFound, "there is no media file %s", fresh.ID)
	}
	if err != nil {
		return MediaFile{}, errors.Join(err, r.storage.remove(fresh))
	}
	if err := r.storage.remove(former); err != nil {
		// Nothing names it any more; the next start sweeps it away.
		r.log.Warn("media: a former file was left behind", "media", fresh.ID, "error", err)
	}
	r.present(&file)
	return file, nil
}
