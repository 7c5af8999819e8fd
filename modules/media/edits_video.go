package media

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"crier/modules/media/editing"
	"crier/platform/apperror"
	"crier/platform/ffmpeg"
	"crier/platform/video"
	"crier/platform/wireid"

	"github.com/uptrace/bun"
)

// editLater has a video edited in the background, after looking whether that can be done.
func (s *Service) editLater(ctx context.Context, file MediaFile, spec editing.Spec) (MediaEdits, error) {
	info, err := s.look(s.stored(file))
	if err != nil {
		return MediaEdits{}, err
	}
	g, err := spec.PlanVideo(info.Width, info.Height)
	if err != nil {
		return MediaEdits{}, err
	}
	// What the fonts lack is told now; the converter writes the same overlay once more.
	overlay := s.stagedName("overlay") + ".png"
	missing, err := s.overlay(ctx, overlay, g, spec)
	if err != nil {
		return MediaEdits{}, err
	}
	defer func() { _ = os.Remove(overlay) }() // There is none without texts.
	conversion, err := s.convertLater(ctx, file, func(c *Conversion) { c.Edits = &spec })
	if err != nil {
		return MediaEdits{}, err
	}
	edits := editsOf(file, missing)
	edits.Conversion = &conversion
	return edits, nil
}

// resetVideoEdits takes back an edit or conversion that is under way, and then makes of a video what an upload of it would be.
func (s *Service) resetVideoEdits(ctx context.Context, id wireid.ID) (MediaEdits, error) {
	err := s.db.InTx(ctx, func(ctx context.Context, tx bun.Tx) error { return deleteConversion(ctx, tx, id) })
	if err != nil {
		return MediaEdits{}, fmt.Errorf("take back a conversion: %w", err)
	}
	s.conversions.drop(id)
	// It is read after that, as a conversion may have come to its end just before.
	file, err := s.File(ctx, id)
	if err != nil || file.ProcessedPath == nil {
		return editsOf(file, nil), err
	}
	file, err = s.resetVideo(ctx, file)
	return editsOf(file, nil), err
}

// frameWidth is that of the frame in which edits of a video are shown, and the most that the result is shown at, in pixels.
const frameWidth = 1080

// leastSide is the smallest side that a picture can be given, in pixels.
const leastSide = 16

// renderFrame is render of a picture of a video.
func (s *Service) renderFrame(ctx context.Context, file MediaFile, spec editing.Spec) (rendered, error) {
	info, err := s.look(s.stored(file))
	if err != nil {
		return rendered{}, err
	}
	g, err := spec.PlanVideo(info.Width, info.Height)
	if err != nil {
		return rendered{}, err
	}
	if spec.Resize != nil {
		// A video may become larger than a picture may.
		width := min(g.Width, frameWidth)
		spec.Resize = &editing.Resize{Width: width, Height: max(g.Height*width/g.Width, leastSide)}
	}
	frame, err := s.frame(ctx, file, info)
	if err != nil {
		return rendered{}, err
	}
	defer func() { _ = os.Remove(frame) }()
	return s.renderPicture(ctx, frame, spec)
}

// frame takes a picture of a video as it was uploaded, in the staging folder.
func (s *Service) frame(ctx context.Context, file MediaFile, i video.Info) (string, error) {
	tool := s.tools.find(ctx)
	if tool == nil {
		return "", apperror.New(apperror.NotConfigured, "%s", s.tools.advice())
	}
	path := s.stagedName("frame") + ".jpg"
	err := tool.Poster(ctx, s.stored(file), path, ffmpeg.PosterOptions{At: min(posterAt, i.Duration/2), Width: frameWidth})
	if unfit, ok := errors.AsType[*ffmpeg.Error](err); ok {
		return "", apperror.Wrap(apperror.VideoProcessingFailed, err, "%s", unfit.Sentence())
	}
	return path, err
}

// editVideo puts edits into the options of a transcode. What it makes for that lies in the folder work.
func (s *Service) editVideo(ctx context.Context, spec editing.Spec, i video.Info, work string, o *ffmpeg.TranscodeOptions) error {
	g, err := spec.PlanVideo(i.Width, i.Height)
	if err != nil {
		return err
	}
	o.VideoFilter = ffmpeg.EditFilter(filterOf(spec, g))
	if len(spec.Texts) > 0 {
		o.Overlay = filepath.Join(work, "overlay.png")
	}
	_, err = s.overlay(ctx, o.Overlay, g, spec)
	return err
}

// overlay writes the texts of spec, if there are any, to a picture that is laid over a video, and returns the characters that no
// font has.
func (s *Service) overlay(ctx context.Context, path string, g editing.Geometry, spec editing.Spec) (missing []string, err error) {
	if len(spec.Texts) == 0 {
		return nil, nil
	}
	result, err := editing.Overlay(ctx, s.images, path, g, spec.Texts)
	if err != nil {
		return nil, s.imageError(err)
	}
	return result.Missing, nil
}

// filterOf words a geometry for ffmpeg.
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
