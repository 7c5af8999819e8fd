package media

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"crier/modules/media/editing"
	"crier/modules/media/rules"
	"crier/platform/apperror"
	"crier/platform/ffmpeg"
	"crier/platform/video"

	"github.com/uptrace/bun"
)

// start resumes what an earlier run left unfinished, and then works in the background.
func (c *conversions) start(ctx context.Context) error {
	if err := c.files.db.InTx(ctx, func(ctx context.Context, tx bun.Tx) error { return resumeConversions(ctx, tx) }); err != nil {
		return fmt.Errorf("resume conversions: %w", err)
	}
	ctx, c.cancel = context.WithCancel(context.WithoutCancel(ctx))
	c.done.Go(func() { c.run(ctx) })
	c.wake()
	return nil
}

// stop cancels the conversion that is running; the next start resumes it.
func (c *conversions) stop() {
	c.cancel()
	c.done.Wait()
}

func (c *conversions) run(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-c.woken:
		}
		for c.next(ctx) {
		}
	}
}

// next carries out one request, and reports whether to go on with another.
func (c *conversions) next(ctx context.Context) bool {
	var request Conversion
	err := c.files.db.InTx(ctx, func(ctx context.Context, tx bun.Tx) (err error) {
		request, err = claimConversion(ctx, tx)
		return err
	})
	if err != nil {
		if !errors.Is(err, sql.ErrNoRows) && ctx.Err() == nil {
			c.files.log.Error("media: look for conversions", "error", err)
		}
		return false
	}
	wanted, end := c.files.running.begin(ctx, request.MediaFileID)
	err = c.convert(wanted, request)
	takenBack := wanted.Err() != nil || errors.Is(err, errUnwanted)
	end()
	switch {
	case ctx.Err() != nil:
		return false // The next start takes it up again.
	case takenBack:
		c.files.log.Info("media: a conversion was taken back", "media", request.MediaFileID)
		return true
	case err != nil:
		return c.fail(ctx, request, err)
	}
	c.files.log.Info("media: converted", "media", request.MediaFileID, "took", c.files.clock.Now().Sub(request.RequestedAt.Time()).Round(time.Second))
	return true
}

// fail stores why a request failed, and reports whether it could be stored.
func (c *conversions) fail(ctx context.Context, request Conversion, why error) bool {
	c.files.log.Warn("media: a conversion failed", "media", request.MediaFileID, "error", why)
	err := c.files.db.InTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		return failConversion(ctx, tx, request.MediaFileID, userMessage(why))
	})
	if err != nil {
		c.files.log.Error("media: record the failure of a conversion", "error", err)
	}
	return err == nil
}

// userMessage returns an error in words for the user.
func userMessage(err error) string {
	var known *apperror.Error
	var child *ffmpeg.Error
	switch {
	case errors.As(err, &known):
		return known.Message
	case errors.As(err, &child):
		return child.Sentence()
	}
	return "it failed for a reason that stands in Crier's log"
}

// convert encodes the stored video again and publishes the result in its place,
// or returns errUnwanted.
func (c *conversions) convert(ctx context.Context, request Conversion) error {
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
	p, err := c.examine(ctx, result)
	if err != nil {
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

// examine reads the description of a result and takes a picture of it.
func (c *conversions) examine(ctx context.Context, path string) (prepared, error) {
	info, err := inspect(path)
	if err != nil {
		return prepared{}, err
	}
	stat, err := os.Stat(path)
	if err != nil {
		return prepared{}, err
	}
	p := prepared{info: info, processed: path, processedSize: stat.Size()}
	return p, c.files.pictures.thumbnail(ctx, path, path, &p)
}

// transcodeOptions returns the options that make the video publishable for the purpose.
func (c *conversions) transcodeOptions(ctx context.Context, request Conversion, i video.Info, work string) (ffmpeg.TranscodeOptions, error) {
	limits, ok := rules.VideoLimits(request.Purpose)
	if !ok {
		return ffmpeg.TranscodeOptions{}, apperror.New(apperror.InvalidMediaType, "%s is not published with videos", request.Purpose)
	}
	o := ffmpeg.TranscodeOptions{MaxDuration: limits.MaxDuration, MaxBytes: limits.MaxBytes, MaxWidth: limits.MaxWidth, Deinterlace: i.Interlaced}
	if request.Edits == nil {
		return o, nil
	}
	return o, c.editVideo(ctx, *request.Edits, i, work, &o)
}

// editVideo adds edits to the options of a transcode. It puts its own files into the folder work.
func (c *conversions) editVideo(ctx context.Context, spec editing.Spec, i video.Info, work string, o *ffmpeg.TranscodeOptions) error {
	g, err := spec.PlanVideo(i.Width, i.Height)
	if err != nil {
		return err
	}
	o.VideoFilter = ffmpeg.EditFilter(filterOf(spec, g))
	if len(spec.Texts) > 0 {
		o.Overlay = filepath.Join(work, "overlay.png")
	}
	_, err = c.files.pictures.overlay(ctx, o.Overlay, g, spec)
	return err
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
