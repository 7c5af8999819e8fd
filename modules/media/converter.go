package media

import (
	"context"
	"database/sql"
	"errors"
	"os"
	"path/filepath"
	"time"

	"crier/modules/media/editing"
	"crier/modules/media/rules"
	"crier/platform/apperror"
	"crier/platform/database"
	"crier/platform/ffmpeg"
	"crier/platform/video"

	"github.com/uptrace/bun"
)

// conversionPause is how long requests wait after an error of the database or on a full disk.
const conversionPause = 10 * time.Minute

// start works in the background until stop.
func (c *converter) start(ctx context.Context) error {
	c.begin(ctx, c.work)
	return nil
}

// work carries out the requests that wait, and those that were left unfinished, by an earlier run
// or because their end could not be stored. After an error of the database or on a full disk it is
// woken again.
func (c *converter) work(ctx context.Context) {
	err := c.files.db.InTx(ctx, func(ctx context.Context, tx bun.Tx) error { return resumeConversions(ctx, tx) })
	for err == nil {
		err = c.next(ctx)
	}
	if errors.Is(err, sql.ErrNoRows) || ctx.Err() != nil {
		return
	}
	c.files.log.Error("media: the conversions pause", "error", err)
	c.wakeAfter(ctx, c.files.clock, conversionPause)
}

// next carries out one request. It returns sql.ErrNoRows when none waits, and an error when nothing
// can be stored, the disk is full, or ctx has ended. The next work then takes up the request.
func (c *converter) next(ctx context.Context) error {
	var request Conversion
	if err := c.files.db.InTx(ctx, func(ctx context.Context, tx bun.Tx) (err error) {
		request, err = claimConversion(ctx, tx)
		return err
	}); err != nil {
		return err
	}
	wanted, end := c.files.running.begin(ctx, request.MediaFileID)
	err := c.convert(wanted, request)
	takenBack := wanted.Err() != nil || errors.Is(err, errUnwanted)
	end()
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case takenBack:
		c.files.log.Info("media: a conversion was taken back", "media", request.MediaFileID)
	case database.DiskFull(err):
		// It waits, and does not run, so that the user may change it. There may be no room to store
		// that.
		return errors.Join(err, c.files.db.InTx(ctx, func(ctx context.Context, tx bun.Tx) error { return resumeConversions(ctx, tx) }))
	case err != nil:
		return c.fail(ctx, request, err)
	default:
		c.files.log.Info("media: converted", "media", request.MediaFileID, "took", c.files.clock.Now().Sub(request.RequestedAt.Time()).Round(time.Second))
	}
	return nil
}

// fail stores why a request failed.
func (c *converter) fail(ctx context.Context, request Conversion, why error) error {
	c.files.log.Warn("media: a conversion failed", "media", request.MediaFileID, "error", why)
	return c.files.db.InTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		return failConversion(ctx, tx, request.MediaFileID, userMessage(why))
	})
}

// userMessage returns an error in words for the user.
func userMessage(err error) string {
	if known, ok := errors.AsType[*apperror.Error](err); ok {
		return known.Message
	}
	if child, ok := errors.AsType[*ffmpeg.Error](err); ok {
		return child.Sentence()
	}
	return "it failed for a reason that stands in Crier's log"
}

// convert encodes the stored video again and publishes the result in its place,
// or returns errUnwanted.
func (c *converter) convert(ctx context.Context, request Conversion) error {
	file, err := c.files.File(ctx, request.MediaFileID)
	if err != nil {
		return err
	}
	tool, err := c.files.tools.findConverter(ctx)
	if err != nil {
		return err
	}
	source := c.files.storage.stored(file)
	info, err := inspect(source)
	if err != nil {
		return err
	}
	work, err := os.MkdirTemp(c.files.storage.dir.Staging(), "convert-*")
	if err != nil {
		return diskError(err)
	}
	defer func() { _ = os.RemoveAll(work) }()
	options, err := c.transcodeOptions(ctx, request, info, work)
	if err != nil {
		return err
	}
	result := filepath.Join(work, "result.mp4")
	if err := tool.Transcode(ctx, source, result, options); err != nil {
		return err
	}
	p, err := examine(result)
	if err != nil {
		return err
	}
	if err := c.files.pictures.thumbnail(ctx, result, result, &p); err != nil {
		return err
	}
	_, err = c.videos.replace(ctx, request.MediaFileID, p, func(ctx context.Context, tx bun.Tx, file *MediaFile) error {
		file.Edits = request.Edits
		wanted, err := endConversion(ctx, tx, request.MediaFileID)
		if err == nil && !wanted {
			err = errUnwanted
		}
		return err
	})
	return err
}

// errUnwanted says that a request was taken back while it was being carried out.
var errUnwanted = errors.New("media: the conversion was cancelled")

// transcodeOptions returns the options that make the video publishable for the purpose, with its
// edits. It puts its own files into the folder work.
func (c *converter) transcodeOptions(ctx context.Context, request Conversion, i video.Info, work string) (ffmpeg.TranscodeOptions, error) {
	limits, ok := rules.VideoLimits(request.Purpose)
	if !ok {
		return ffmpeg.TranscodeOptions{}, apperror.New(apperror.InvalidMediaType, "%s is not published with videos", request.Purpose)
	}
	o := ffmpeg.TranscodeOptions{MaxDuration: limits.MaxDuration, MaxBytes: limits.MaxBytes, MaxWidth: limits.MaxWidth, Deinterlace: i.Interlaced}
	if request.Edits == nil {
		return o, nil
	}
	spec := *request.Edits
	g, err := spec.PlanVideo(i.Width, i.Height)
	if err != nil {
		return o, err
	}
	o.VideoFilter = ffmpeg.EditFilter(filterOf(spec, g))
	if len(spec.Texts) > 0 {
		o.Overlay = filepath.Join(work, "overlay.png")
	}
	_, err = c.files.pictures.overlay(ctx, o.Overlay, g, spec)
	return o, err
}

// filterOf writes a geometry as a filter of ffmpeg.
func filterOf(spec editing.Spec, g editing.Geometry) ffmpeg.Edit {
	e := ffmpeg.Edit{
		CropX: g.Crop.X, CropY: g.Crop.Y, CropW: g.Crop.Width, CropH: g.Crop.Height,
		Rotate: g.Rotate, FlipH: g.FlipHorizontal, FlipV: g.FlipVertical, W: g.Width, H: g.Height,
		ContentX: g.Content.X, ContentY: g.Content.Y, ContentW: g.Content.Width, ContentH: g.Content.Height,
	}
	if spec.Pad != nil {
		e.PadBlur, e.PadColor = spec.Pad.Fill == editing.FillBlur, spec.Pad.Color
	}
	return e
}
