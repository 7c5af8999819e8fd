package media

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"crier/platform/apperror"
	"crier/platform/video"
	"crier/platform/wireid"

	"github.com/uptrace/bun"
)

// Review looks into the videos that were stored by a version that did not, and makes up for what those with a drawn card
// went without, once there is an ffmpeg. It is a chore.
func (s *Service) Review(ctx context.Context) error {
	var after wireid.ID
	hasTool := s.tools.find(ctx) != nil
	for {
		file, err := selectToReview(ctx, s.db, after, hasTool)
		if errors.Is(err, sql.ErrNoRows) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("look for videos to review: %w", err)
		}
		after = file.ID
		if err := s.reviewOne(ctx, file); err != nil {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			s.log.Warn("media: a video could not be reviewed", "media", file.ID, "error", err)
		}
	}
}

func (s *Service) reviewOne(ctx context.Context, file MediaFile) error {
	if file.Facts != nil && !file.mayBecomeFit() {
		return s.replaceThumbnail(ctx, file)
	}
	err := s.treatAgain(ctx, file)
	if flaw, ok := errors.AsType[*apperror.Error](err); ok && flaw.Code == apperror.MediaInvalid {
		return s.db.InTx(ctx, func(ctx context.Context, tx bun.Tx) error { return s.condemn(ctx, tx, file, flaw.Message) })
	}
	return err
}

// mayBecomeFit reports whether an upload of the video might now be given what could not be made without an ffmpeg: a copy
// in another container, or other advice. A user who has edited it has decided already.
func (f MediaFile) mayBecomeFit() bool {
	return f.Edits == nil && (f.ProcessedPath == nil || !f.IsValid)
}

// treatAgain makes of a video what an upload of it would be now, unless the file has changed meanwhile.
func (s *Service) treatAgain(ctx context.Context, before MediaFile) error {
	t, err := s.treat(ctx, s.stored(before), s.stagedName("review"))
	if err != nil {
		return err
	}
	defer t.discard()
	errChanged := errors.New("media: the file has changed")
	_, err = s.replaceVideo(ctx, before.ID, t, func(ctx context.Context, tx bun.Tx, _ *MediaFile) error {
		now, err := selectFile(ctx, tx, before.ID)
		// Whatever is made of a video comes with another thumbnail.
		if err == nil && !isSame(now.ThumbnailPath, before.ThumbnailPath) {
			err = errChanged
		}
		return err
	})
	if errors.Is(err, errChanged) {
		return nil
	}
	return err
}

func isSame(a, b *string) bool { return a == b || a != nil && b != nil && *a == *b }

// condemn marks a stored file that turns out to be no video.
func (s *Service) condemn(ctx context.Context, tx bun.Tx, file MediaFile, why string) error {
	file.IsValid = false
	file.Facts = &video.Info{} // It has been looked into.
	if err := file.explain([]string{why}); err != nil {
		return err
	}
	_, err := tx.NewUpdate().Model(&file).Column("is_valid", "validation_errors", "facts").WherePK().Exec(ctx)
	return err
}

// selectToReview returns the first video after an id that there is something to find out about.
func selectToReview(ctx context.Context, db bun.IDB, after wireid.ID, hasTool bool) (MediaFile, error) {
	var file MediaFile
	query := db.NewSelect().Model(&file).Where("mime_type LIKE 'video/%' AND id > ?", after).Order("id").Limit(1)
	if hasTool {
		query.Where("(facts IS NULL OR card = ?)", noTool)
	} else {
		query.Where("facts IS NULL")
	}
	err := query.Scan(ctx)
	return file, err
}
