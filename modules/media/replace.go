package media

import (
	"context"
	"database/sql"
	"errors"
	"path/filepath"

	"crier/platform/apperror"
	"crier/platform/wireid"

	"github.com/uptrace/bun"
)

// replace gives the record the files of fresh, which are on disk, and then removes those that it had. The files of fresh are
// removed instead when that fails; the error is NOT_FOUND for a file that is deleted meanwhile. change sets what else is true of the
// record from now on, in the same transaction.
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
		return MediaFile{}, errors.Join(err, s.removeFiles(fresh))
	}
	if err := s.removeFiles(former); err != nil {
		// Nothing names it any more; the next start sweeps it away.
		s.log.Warn("media: a former file was left behind", "media", fresh.ID, "error", err)
	}
	file.present(s.objects)
	return file, nil
}

// replaceVideo is replace with what was made of a video. The files of t are moved away.
func (s *Service) replaceVideo(ctx context.Context, id wireid.ID, t treated, change func(context.Context, bun.Tx, *MediaFile) error) (MediaFile, error) {
	fresh := MediaFile{ID: id, MimeType: "video/mp4"}
	if err := s.takeOver(t, &fresh); err != nil {
		return MediaFile{}, errors.Join(err, s.removeFiles(fresh))
	}
	return s.replace(ctx, fresh, func(ctx context.Context, tx bun.Tx, file *MediaFile) error {
		file.become(fresh)
		if err := change(ctx, tx, file); err != nil {
			return err
		}
		return s.judge(file)
	})
}

// become takes over what describes the published file.
func (f *MediaFile) become(fresh MediaFile) {
	f.ProcessedSize, f.Card = fresh.ProcessedSize, fresh.Card
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
	t := treated{info: *file.Facts}
	defer func() { t.discard() }()
	source := filepath.Join(s.dir.Uploads(), filepath.FromSlash(file.publishPath()))
	if err := s.makeThumbnail(ctx, source, s.stagedName("thumbnail"), &t); err != nil {
		return err
	}
	former, fresh := MediaFile{ThumbnailPath: file.ThumbnailPath}, MediaFile{}
	if err := s.takeThumbnail(t, &fresh); err != nil {
		return err
	}
	var done bool
	err := s.db.InTx(ctx, func(ctx context.Context, tx bun.Tx) (err error) {
		done, err = updateThumbnail(ctx, tx, file, fresh)
		return err
	})
	if err != nil || !done {
		return errors.Join(err, s.removeFiles(fresh))
	}
	return s.removeFiles(former)
}

// stagedName returns a name in the staging folder that no other file has, and that others may be made of by a suffix.
func (s *Service) stagedName(what string) string {
	return filepath.Join(s.dir.Staging(), what+"-"+wireid.New().String())
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

// resetVideo makes of a video once more what Crier makes of every upload.
func (s *Service) resetVideo(ctx context.Context, file MediaFile) (MediaFile, error) {
	t, err := s.treat(ctx, s.stored(file), s.stagedName("reset"))
	if err != nil {
		return MediaFile{}, err
	}
	defer t.discard()
	return s.replaceVideo(ctx, file.ID, t, func(_ context.Context, _ bun.Tx, f *MediaFile) error {
		f.Edits = nil
		return nil
	})
}
