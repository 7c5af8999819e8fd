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
	"crier/platform/clock"
	"crier/platform/database"
	"crier/platform/ffmpeg"
	"crier/platform/video"

	"github.com/uptrace/bun"
)

const (
	// conversionPause is how long requests wait after an error of the database, on a full disk, or
	// after the system has ended a conversion.
	conversionPause = 10 * time.Minute
	// stopGrace is how long after its children Crier may learn that it is to stop.
	stopGrace = 10 * time.Second
)

// What the user is told of a conversion that is not tried once more.
const (
	interrupted  = "Crier ended three times in the middle of the conversion: this machine may not have the memory for it." + notTriedMore
	killed       = "The system ended the conversion three times, as it does when memory is short." + notTriedMore
	notTriedMore = " Crier does not try it once more by itself, so that everything else goes on. " +
		"Close other programs, or use a shorter or smaller video, and ask for the conversion again."
)

// start works in the background until stop.
func (c *converter) start(ctx context.Context) error {
	c.begin(ctx, c.work)
	return nil
}

// work carries out the requests that wait, and those that were left unfinished, by an earlier run
// or because their end could not be stored. It is woken again after an error of the database, on a
// full disk, and after the system has ended a conversion.
func (c *converter) work(ctx context.Context) {
	err := c.takeUp(ctx)
	for err == nil {
		err = c.next(ctx)
	}
	switch {
	case errors.Is(err, sql.ErrNoRows):
	case ctx.Err() != nil:
		// Crier stops in order.
		if err := c.takeUp(context.WithoutCancel(ctx)); err != nil {
			c.files.log.Warn("media: a conversion that stops counts as a try", "error", err)
		}
	default:
		c.files.log.Error("media: the conversions pause", "error", err)
		c.wakeAfter(ctx, c.files.clock, conversionPause)
	}
}

// takeUp makes the running requests wait again. The first time they are those of a process that
// ended in the middle of them, which was a try; later they are those of this process, which is not
// carrying them out any more.
func (c *converter) takeUp(ctx context.Context) error {
	err := c.files.db.InTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		if c.hasTakenUp {
			return returnConversions(ctx, tx)
		}
		return resumeConversions(ctx, tx, interrupted)
	})
	c.hasTakenUp = c.hasTakenUp || err == nil
	return err
}

// next carries out one request. It returns sql.ErrNoRows when none waits, and an error when nothing
// can be stored, the disk is full, the system has ended the work, or ctx has ended. The next work
// then takes up the request.
func (c *converter) next(ctx context.Context) error {
	var request Conversion
	if err := c.files.db.InTx(ctx, func(ctx context.Context, tx bun.Tx) (err error) {
		request, err = claimConversion(ctx, tx)
		return err
	}); err != nil {
		return err
	}
	c.files.log.Info("media: a conversion begins", "media", request.MediaFileID, "try", request.Tries)
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
		return errors.Join(err, c.takeUp(ctx))
	case isKilled(err):
		return c.putOff(ctx, request, err)
	case err != nil:
		return c.fail(ctx, request, err)
	default:
		c.files.log.Info("media: converted", "media", request.MediaFileID, "took", c.files.clock.Now().Sub(request.RequestedAt.Time()).Round(time.Second))
	}
	return nil
}

// putOff makes a request wait whose work the system has ended, and returns why. The last time the
// request has failed.
func (c *converter) putOff(ctx context.Context, request Conversion, why error) error {
	c.files.log.Warn("media: the system ended a conversion", "media", request.MediaFileID, "try", request.Tries, "error", why)
	// A system that stops ends the children at once with Crier. That is no try.
	if err := clock.Sleep(ctx, c.files.clock, stopGrace); err != nil {
		return err
	}
	err := c.files.db.InTx(ctx, func(ctx context.Context, tx bun.Tx) error { return resumeConversions(ctx, tx, killed) })
	if err == nil && request.Tries < maxTries {
		err = why
	}
	return err
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
	options, wanted, err := c.transcodeOptions(ctx, request, info, work)
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
	if err := likeness(wanted, p.info, options.MaxDuration); err != nil {
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
// edits, and the video with the size that these give it. It puts its own files into the folder
// work.
func (c *converter) transcodeOptions(ctx context.Context, request Conversion, i video.Info, work string) (ffmpeg.TranscodeOptions, video.Info, error) {
	limits, ok := rules.VideoLimits(request.Purpose)
	if !ok {
		return ffmpeg.TranscodeOptions{}, i, apperror.New(apperror.InvalidMediaType, "%s is not published with videos", request.Purpose)
	}
	o := ffmpeg.TranscodeOptions{Tracks: tracksOf(i), MaxDuration: limits.Longest.Duration(), MaxBytes: limits.Size.Bytes(), MaxWidth: limits.Width.Int(), Deinterlace: i.Interlaced}
	if request.Edits == nil {
		return o, i, nil
	}
	spec := *request.Edits
	g, err := spec.PlanVideo(i.Width, i.Height)
	if err != nil {
		return o, i, err
	}
	i.Width, i.Height = g.Width, g.Height
	o.VideoFilter = ffmpeg.EditFilter(filterOf(spec, g))
	if len(spec.Texts) > 0 {
		o.Overlay = filepath.Join(work, "overlay.png")
	}
	_, err = c.files.pictures.overlay(ctx, o.Overlay, g, spec)
	return o, i, err
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
