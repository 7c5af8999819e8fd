package media

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"crier/modules/media/editing"
	"crier/platform/apperror"
	"crier/platform/wireid"

	"github.com/uptrace/bun"
)

// replace has what a conversion made published in place of the stored file. The files of t are moved away.
func (s *Service) replace(ctx context.Context, wish Conversion, t treated) error {
	_, err := s.exchange(ctx, wish.MediaFileID, func(ctx context.Context, tx bun.Tx, file *MediaFile) error {
		file.Edits = wish.Edits
		return deleteConversion(ctx, tx, wish.MediaFileID)
	}, t)
	return err
}

// exchange gives a file another processed one and another thumbnail, or none for an empty path, and removes the former
// ones once that is recorded. change may set more, in the same transaction. The error is NOT_FOUND for a file that is deleted
// meanwhile.
func (s *Service) exchange(ctx context.Context, id wireid.ID, change func(context.Context, bun.Tx, *MediaFile) error, t treated) (MediaFile, error) {
	fresh := MediaFile{MimeType: "video/mp4"}
	if err := s.takeOver(t, &fresh); err != nil {
		return MediaFile{}, errors.Join(err, s.removeFiles(fresh))
	}
	var file, former MediaFile
	err := s.db.InTx(ctx, func(ctx context.Context, tx bun.Tx) (err error) {
		if file, err = selectFile(ctx, tx, id); err != nil {
			return err
		}
		former = MediaFile{ProcessedPath: file.ProcessedPath, ThumbnailPath: file.ThumbnailPath}
		if err := change(ctx, tx, &file); err != nil {
			return err
		}
		file.become(fresh)
		if err := s.judge(&file); err != nil {
			return err
		}
		if err := s.retire(ctx, tx, id); err != nil {
			return err
		}
		return updateLooks(ctx, tx, &file)
	})
	if err != nil {
		err = errors.Join(err, s.removeFiles(fresh))
		if errors.Is(err, sql.ErrNoRows) {
			return MediaFile{}, apperror.New(apperror.NotFound, "there is no media file %s", id)
		}
		return MediaFile{}, fmt.Errorf("exchange the published file of %s: %w", id, err)
	}
	if err := s.removeFiles(former); err != nil {
		s.log.Warn("media: a former file was left behind; the next start removes it", "media", id, "error", err)
	}
	file.PublicKey = nil
	file.present(s.objects)
	return file, nil
}

// become takes over what describes the published file.
func (f *MediaFile) become(fresh MediaFile) {
	f.ProcessedPath, f.ProcessedSize, f.ThumbnailPath, f.Card = fresh.ProcessedPath, fresh.ProcessedSize, fresh.ThumbnailPath, fresh.Card
	f.Facts, f.Width, f.Height, f.AspectRatio, f.DurationSeconds = fresh.Facts, fresh.Width, fresh.Height, fresh.AspectRatio, fresh.DurationSeconds
}

// updateLooks stores what of a file changes when another one is published in its place.
func updateLooks(ctx context.Context, db bun.IDB, file *MediaFile) error {
	_, err := db.NewUpdate().Model(file).WherePK().
		Column("processed_path", "processed_size", "thumbnail_path", "card", "facts", "width", "height", "aspect_ratio",
			"duration_seconds", "is_valid", "validation_errors", "edits").Exec(ctx)
	return err
}

// replaceThumbnail gives a video another thumbnail and leaves all else.
func (s *Service) replaceThumbnail(ctx context.Context, file MediaFile) error {
	work, err := os.MkdirTemp(s.dir.Staging(), "thumbnail-*")
	if err != nil {
		return diskError(err)
	}
	defer func() { _ = os.RemoveAll(work) }()
	source, err := linkInto(work, filepath.Join(s.dir.Uploads(), filepath.FromSlash(file.publishPath())))
	if err != nil {
		return err
	}
	t := treated{info: *file.Facts}
	if err := s.makeThumbnail(ctx, source, &t); err != nil {
		return err
	}
	former, fresh := MediaFile{ThumbnailPath: file.ThumbnailPath}, MediaFile{}
	if err := s.takeThumbnail(t, &fresh); err != nil {
		return err
	}
	var done bool
	err = s.db.InTx(ctx, func(ctx context.Context, tx bun.Tx) (err error) {
		done, err = updateThumbnail(ctx, tx, file, fresh)
		return err
	})
	if err != nil || !done {
		return errors.Join(err, s.removeFiles(fresh))
	}
	return s.removeFiles(former)
}

// updateThumbnail stores another thumbnail, unless the file has changed meanwhile, which it reports.
func updateThumbnail(ctx context.Context, db bun.IDB, file, fresh MediaFile) (bool, error) {
	result, err := db.NewUpdate().Model((*MediaFile)(nil)).Set("thumbnail_path = ?", fresh.ThumbnailPath).Set("card = ?", fresh.Card).
		Where("id = ? AND thumbnail_path IS ? AND processed_path IS ?", file.ID, file.ThumbnailPath, file.ProcessedPath).Exec(ctx)
	if err != nil {
		return false, err
	}
	n, err := result.RowsAffected()
	return n == 1, err
}

// linkInto returns a name for the file in another folder, where work may leave what it makes beside it.
func linkInto(folder, path string) (string, error) {
	name := filepath.Join(folder, "source"+filepath.Ext(path))
	if err := os.Symlink(path, name); err != nil {
		return "", diskError(err)
	}
	return name, nil
}

// resetVideo makes of a video anew what Crier makes of every upload.
func (s *Service) resetVideo(ctx context.Context, file MediaFile) (MediaFile, error) {
	work, err := os.MkdirTemp(s.dir.Staging(), "reset-*")
	if err != nil {
		return MediaFile{}, diskError(err)
	}
	defer func() { _ = os.RemoveAll(work) }()
	source, err := linkInto(work, filepath.Join(s.dir.Uploads(), filepath.FromSlash(file.StoragePath)))
	if err != nil {
		return MediaFile{}, err
	}
	t, err := s.treat(ctx, source)
	if err != nil {
		return MediaFile{}, err
	}
	return s.exchange(ctx, file.ID, func(_ context.Context, _ bun.Tx, f *MediaFile) error {
		f.Edits = (*editing.Spec)(nil)
		return nil
	}, t)
}
