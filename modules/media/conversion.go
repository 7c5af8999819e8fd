package media

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"crier/modules/media/editing"
	"crier/modules/media/rules"
	"crier/platform/apperror"
	"crier/platform/database"
	"crier/platform/wireid"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

// ConversionState is how far a conversion is.
type ConversionState string

// The states of a conversion. A conversion that succeeds is deleted, because the file then shows
// it.
const (
	ConversionWaiting ConversionState = "WAITING"
	ConversionRunning ConversionState = "RUNNING"
	ConversionFailed  ConversionState = "FAILED"
)

// Conversion is a request to encode a video again, so that the network takes it, with the edits
// that are wanted. A file has at most one.
type Conversion struct {
	bun.BaseModel `bun:"table:media_conversions,alias:conversion" json:"-"`

	MediaFileID wireid.ID       `bun:",pk" json:"mediaFileId" doc:"The video." example:"1b4e28ba-2fa1-4d2e-883f-0016d3cca427"`
	Edits       *editing.Spec   `json:"edits,omitempty" doc:"How the video is edited; absent for a conversion alone."`
	Purpose     rules.Use       `json:"purpose"     enum:"REELS,STORIES,CAROUSEL" doc:"The kind of post whose limits the result keeps to: a story is cut at 60 s."`
	State       ConversionState `json:"state"       enum:"WAITING,RUNNING,FAILED" doc:"How far it is; a conversion that succeeded is gone, and the media file has its processedPath."`
	Error       *string         `json:"error"       doc:"Why it failed."`
	RequestedAt wiretime.Time   `json:"requestedAt" doc:"When it was asked for." example:"2026-03-14T09:21:07.412Z"`

	// Tries counts how often it was begun and has not ended. It is stored before the work begins,
	// because the work may take this process down.
	Tries int `json:"-"`
}

// maxTries is how often work on a file is begun that takes the process down, or is ended by the
// system. Without a bound it would keep everything from being published, start after start.
const maxTries = 3

// converter stores the requests to encode videos again. It carries them out in the background,
// one after another.
type converter struct {
	files  *Service
	videos *videos
	background
	// hasTakenUp says that the requests of an earlier process have been taken up. What is running
	// since then has been begun by this one. Only the work uses it.
	hasTakenUp bool
}

func newConverter(files *Service, v *videos) *converter {
	return &converter{files: files, videos: v, background: newBackground()}
}

// Convert has a video encoded again in the background, with its edits, for the kind of post
// purpose. A request for an edit that is still waiting is part of it. It returns NOT_FOUND,
// INVALID_MEDIA_TYPE for a picture, INVALID_STATUS while the video is being converted, and
// NOT_CONFIGURED without an ffmpeg that can do it.
func (c *converter) Convert(ctx context.Context, id wireid.ID, purpose rules.Use) (Conversion, error) {
	file, err := c.files.File(ctx, id)
	if err != nil {
		return Conversion{}, err
	}
	if !file.IsVideo() {
		return Conversion{}, apperror.New(apperror.InvalidMediaType, "the file %s is a picture; only videos are converted", id)
	}
	return c.request(ctx, file, func(c *Conversion) { c.Purpose = purpose })
}

// request stores the file's waiting request as change alters it. Without one, change alters a
// request for a reel with the edits that the file has.
func (c *converter) request(ctx context.Context, file MediaFile, change func(*Conversion)) (Conversion, error) {
	if _, err := c.files.tools.findConverter(ctx); err != nil {
		return Conversion{}, err
	}
	requested := Conversion{MediaFileID: file.ID, Edits: file.Edits, Purpose: rules.Reel, State: ConversionWaiting, RequestedAt: wiretime.Of(c.files.clock.Now())}
	err := c.files.db.InTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		earlier, err := selectConversion(ctx, tx, file.ID)
		switch {
		case errors.Is(err, sql.ErrNoRows):
		case err != nil:
			return err
		case earlier.State == ConversionRunning:
			return apperror.New(apperror.InvalidStatus, "the video %s is being converted; ask again when that is done", file.ID)
		case earlier.State == ConversionWaiting:
			requested.Edits, requested.Purpose = earlier.Edits, earlier.Purpose
		}
		change(&requested)
		return putConversion(ctx, tx, &requested)
	})
	if err != nil {
		return Conversion{}, fmt.Errorf("record a conversion: %w", err)
	}
	c.wake()
	return requested, nil
}

// Conversion returns the request for a conversion, or NOT_FOUND when there is none or it succeeded.
func (c *converter) Conversion(ctx context.Context, id wireid.ID) (Conversion, error) {
	conversion, err := selectConversion(ctx, c.files.db, id)
	if errors.Is(err, sql.ErrNoRows) {
		return Conversion{}, apperror.New(apperror.NotFound, "no conversion of the media file %s is under way", id)
	}
	return conversion, err
}

// takeBack deletes the request of a file, and cancels the work on it.
func (c *converter) takeBack(ctx context.Context, id wireid.ID) error {
	err := c.files.db.InTx(ctx, func(ctx context.Context, tx bun.Tx) error { return deleteConversion(ctx, tx, id) })
	if err != nil {
		return fmt.Errorf("take back a conversion: %w", err)
	}
	c.files.running.stop(id)
	return nil
}

// putConversion stores a request in place of an earlier one, whose tries do not count any more.
func putConversion(ctx context.Context, db bun.IDB, c *Conversion) error {
	_, err := db.NewInsert().Model(c).On("CONFLICT (media_file_id) DO UPDATE").
		Set("edits = EXCLUDED.edits").Set("purpose = EXCLUDED.purpose").Set("state = EXCLUDED.state").Set("error = NULL").
		Set("requested_at = EXCLUDED.requested_at").Set("tries = EXCLUDED.tries").Exec(ctx)
	return err
}

func selectConversion(ctx context.Context, db bun.IDB, id wireid.ID) (Conversion, error) {
	return conversionOf.One(ctx, db, id)
}

var conversionOf = database.SelectFrom[Conversion]("WHERE media_file_id = ?")

// claimConversion claims the oldest request that waits, and counts a try. It returns sql.ErrNoRows
// when none waits.
func claimConversion(ctx context.Context, db bun.IDB) (Conversion, error) {
	return oldestWaiting.One(ctx, db, ConversionRunning, ConversionWaiting)
}

var oldestWaiting = database.Returning[Conversion](`UPDATE media_conversions SET state = ?, tries = tries + 1 WHERE media_file_id =
	(SELECT media_file_id FROM media_conversions WHERE state = ? ORDER BY requested_at LIMIT 1)`)

// resumeConversions makes requests wait again that nobody is carrying out any more, and that may be
// tried once more. The others have failed, for the reason why.
func resumeConversions(ctx context.Context, db bun.IDB, why string) error {
	resumed := db.NewUpdate().Model((*Conversion)(nil)).Set("state = ?", ConversionWaiting)
	if _, err := resumed.Where("state = ? AND tries < ?", ConversionRunning, maxTries).Exec(ctx); err != nil {
		return err
	}
	failed := db.NewUpdate().Model((*Conversion)(nil)).Set("state = ?", ConversionFailed).Set("error = ?", why)
	_, err := failed.Where("state = ?", ConversionRunning).Exec(ctx)
	return err
}

// returnConversions makes requests wait again whose work ended in order before it was done, which
// is no try.
func returnConversions(ctx context.Context, db bun.IDB) error {
	_, err := db.NewUpdate().Model((*Conversion)(nil)).Set("state = ?", ConversionWaiting).Set("tries = max(tries - 1, 0)").
		Where("state = ?", ConversionRunning).Exec(ctx)
	return err
}

// failConversion stores why a file's running conversion failed. It does not touch a newer request.
func failConversion(ctx context.Context, db bun.IDB, id wireid.ID, why string) error {
	_, err := db.NewUpdate().Model((*Conversion)(nil)).Set("state = ?", ConversionFailed).Set("error = ?", why).
		Where("media_file_id = ? AND state = ?", id, ConversionRunning).Exec(ctx)
	return err
}

// endConversion deletes the running conversion of a file, and reports whether it is still wanted.
// It does not touch a newer request.
func endConversion(ctx context.Context, db bun.IDB, id wireid.ID) (wanted bool, err error) {
	return database.Changed(db.NewDelete().Model((*Conversion)(nil)).Where("media_file_id = ? AND state = ?", id, ConversionRunning).Exec(ctx))
}

// deleteConversion deletes the request of a file.
func deleteConversion(ctx context.Context, db bun.IDB, id wireid.ID) error {
	_, err := db.NewDelete().Model((*Conversion)(nil)).Where("media_file_id = ?", id).Exec(ctx)
	return err
}
