package media

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"crier/platform/apperror"
	"crier/platform/wireid"

	"github.com/uptrace/bun"
)

// replace gives the record the files of fresh, which are on disk, and then
// removes those that it had. The files of fresh are removed instead when that
// fails; the error is NOT_FOUND for a file that is deleted meanwhile. change
// sets what else is true of the record from now on, in the same transaction.
func (s *Service) replace(ctx context.Context, fresh MediaFile, change func(context.Context, bun.Tx, *MediaFile) error) (MediaFile, error) {
	var file, former MediaFile
	err := s.db.InTx(ctx, func(ctx context.Context, tx bun.Tx) (err error) {
		if err := s.Release(ctx, tx, fresh.ID, retirement); err != nil {
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
		return MediaFile{}, errors.Join(err, s.storage.remove(fresh))
	}
	if err := s.storage.remove(former); err != nil {
		// Nothing names it any more; the next start sweeps it away.
		s.log.Warn("media: a former file was left behind", "media", fresh.ID, "error", err)
	}
	s.present(&file)
	return file, nil
}

// Delete removes the record and the files of a media file, or returns NOT_FOUND. Posts that used it
// are kept; their link is set to NULL by the database.
func (s *Service) Delete(ctx context.Context, id wireid.ID) error {
	var file MediaFile
	var gone bool
	err := s.db.InTx(ctx, func(ctx context.Context, tx bun.Tx) (err error) {
		// Read here, as an edit gives it other files.
		if file, err = selectFile(ctx, tx, id); err != nil {
			return err
		}
		if err := s.Release(ctx, tx, id, 0); err != nil {
			return err
		}
		gone, err = deleteFile(ctx, tx, id)
		return err
	})
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return fmt.Errorf("delete media file %s: %w", id, err)
	}
	if !gone {
		return apperror.New(apperror.NotFound, "there is no media file %s", id)
	}
	s.running.stop(id)
	if file.PublicKey != nil {
		s.objects.deleteSoon(ctx, *file.PublicKey)
	}
	if err := s.storage.remove(file); err != nil {
		// The record is gone, which is what was asked for; the next start moves the rest to the orphans.
		s.log.Warn("media: a deleted file was left behind", "media", id, "error", err)
	}
	return nil
}
