package media

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"crier/platform/apperror"
	"crier/platform/database"
	"crier/platform/video"
	"crier/platform/wireid"

	"github.com/uptrace/bun"
)

// Review inspects the videos that a version stored without doing so, and prepares the videos with a
// drawn card again once there is an ffmpeg. It is a chore.
func (v *videos) Review(ctx context.Context) error {
	var after wireid.ID
	hasTool := v.files.tools.find(ctx) != nil
	for {
		file, err := selectToReview(ctx, v.files.db, after, hasTool)
		if errors.Is(err, sql.ErrNoRows) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("look for videos to review: %w", err)
		}
		after = file.ID
		if err := v.tryReview(ctx, file, hasTool); err != nil {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			v.files.log.Warn("media: a video could not be reviewed", "media", file.ID, "error", err)
		}
	}
}

// unreviewed is said of a video that is not looked into once more.
const unreviewed = "Crier ended three times while it looked into the video, which may be damaged or too large for the memory of this machine: upload it again, or use a smaller one."

// tryReview reviews a video unless that has taken this process down, or was ended by the system,
// too often. With a tool, a card is left only when the system ended the tool.
func (v *videos) tryReview(ctx context.Context, file MediaFile, hasTool bool) error {
	if file.Reviews >= maxTries {
		return v.giveUp(ctx, file)
	}
	if err := v.files.db.InTx(ctx, func(ctx context.Context, tx bun.Tx) error { return beginReview(ctx, tx, file.ID) }); err != nil {
		return err
	}
	err := v.reviewOne(ctx, file)
	ended := v.files.db.InTx(context.WithoutCancel(ctx), func(ctx context.Context, tx bun.Tx) error {
		return endReview(ctx, tx, file.ID, hasTool && err == nil)
	})
	return errors.Join(err, ended)
}

// giveUp leaves a video with what is known of it.
func (v *videos) giveUp(ctx context.Context, file MediaFile) error {
	v.files.log.Warn("media: the reviews of a video did not end, it is not reviewed again", "media", file.ID, "tries", file.Reviews)
	return v.files.db.InTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		if file.Facts == nil {
			if err := v.markInvalid(ctx, tx, file, unreviewed); err != nil {
				return err
			}
		}
		_, err := database.Exec(ctx, tx, "UPDATE media_files SET reviews = 0, card = CASE card WHEN ? THEN ? ELSE card END WHERE id = ?", noTool, noPicture, file.ID)
		return err
	})
}

// beginReview counts a try.
func beginReview(ctx context.Context, db bun.IDB, id wireid.ID) error {
	_, err := database.Exec(ctx, db, "UPDATE media_files SET reviews = reviews + 1 WHERE id = ?", id)
	return err
}

// endReview stores that a review has ended. It was a try if the card should not have been left.
func endReview(ctx context.Context, db bun.IDB, id wireid.ID, cardIsTry bool) error {
	_, err := database.Exec(ctx, db, "UPDATE media_files SET reviews = max(reviews - 1, 0) WHERE id = ? AND NOT (? AND card IS ?)", id, cardIsTry, noTool)
	return err
}

func (v *videos) reviewOne(ctx context.Context, file MediaFile) error {
	if file.Facts != nil && !mayBecomeFit(file) {
		return v.replaceThumbnail(ctx, file)
	}
	err := v.prepareAgain(ctx, file)
	if flaw, ok := errors.AsType[*apperror.Error](err); ok && flaw.Code == apperror.MediaInvalid {
		return v.files.db.InTx(ctx, func(ctx context.Context, tx bun.Tx) error { return v.markInvalid(ctx, tx, file, flaw.Message) })
	}
	return err
}

// mayBecomeFit reports whether preparing the video now might give it what could not be made without
// ffmpeg: a copy in another container, or other advice. A video that the user has edited is left as
// it is.
func mayBecomeFit(f MediaFile) bool {
	return f.Edits == nil && (f.ProcessedPath == nil || !f.IsValid)
}

// prepareAgain prepares a video as an upload would be prepared now, unless the file has changed
// meanwhile.
func (v *videos) prepareAgain(ctx context.Context, before MediaFile) error {
	errChanged := errors.New("media: the file has changed")
	_, err := v.remake(ctx, before, func(ctx context.Context, tx bun.Tx, _ *MediaFile) error {
		now, err := selectFile(ctx, tx, before.ID)
		// A newly prepared video comes with a new thumbnail.
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

// replaceThumbnail replaces the thumbnail of a video, and nothing else.
func (v *videos) replaceThumbnail(ctx context.Context, file MediaFile) error {
	info, err := inspect(v.files.storage.published(file))
	if err != nil {
		return err
	}
	p := prepared{info: info}
	defer func() { p.discard() }()
	if err := v.files.pictures.thumbnail(ctx, v.files.storage.published(file), v.files.storage.temporary("thumbnail"), &p); err != nil {
		return err
	}
	former, fresh := MediaFile{ThumbnailPath: file.ThumbnailPath}, MediaFile{}
	if err := v.adoptThumbnail(p, &fresh); err != nil {
		return err
	}
	var done bool
	err = v.files.db.InTx(ctx, func(ctx context.Context, tx bun.Tx) (err error) {
		done, err = updateThumbnail(ctx, tx, file, fresh)
		return err
	})
	if err != nil || !done {
		return errors.Join(err, v.files.storage.remove(fresh))
	}
	return v.files.storage.remove(former)
}

func isSame(a, b *string) bool { return a == b || a != nil && b != nil && *a == *b }

// markInvalid marks a stored file that turns out to be no video.
func (v *videos) markInvalid(ctx context.Context, tx bun.Tx, file MediaFile, why string) error {
	file.IsValid = false
	file.Facts = &video.Info{} // It has been looked into.
	if err := file.explain([]string{why}); err != nil {
		return err
	}
	_, err := tx.NewUpdate().Model(&file).Column("is_valid", "validation_errors", "facts").WherePK().Exec(ctx)
	return err
}

// selectToReview returns the first video after an id that is to be reviewed.
func selectToReview(ctx context.Context, db bun.IDB, after wireid.ID, hasTool bool) (MediaFile, error) {
	return videoToReview.One(ctx, db, after, hasTool, noTool)
}

var videoToReview = database.SelectFrom[MediaFile](`WHERE mime_type LIKE 'video/%' AND id > ? AND (facts IS NULL OR ? AND card = ?)
	ORDER BY id LIMIT 1`)
