package media

import (
	"context"
	"errors"
	"path/filepath"

	"crier/modules/media/editing"
	"crier/modules/media/ffmpeg"
	"crier/modules/media/rules"
	"crier/modules/media/video"
	"crier/platform/apperror"
	"crier/platform/wireid"

	"github.com/uptrace/bun"
)

// editLater has a video edited in the background, after looking whether that can be done.
func (s *Service) editLater(ctx context.Context, file MediaFile, spec editing.Spec) (MediaEdits, error) {
	info, err := s.look(s.stored(file))
	if err != nil {
		return MediaEdits{}, err
	}
	if _, err := spec.PlanVideo(info.Width, info.Height); err != nil {
		return MediaEdits{}, err
	}
	conversion, err := s.Convert(ctx, file.ID, rules.Reel, &spec)
	if err != nil {
		return MediaEdits{}, err
	}
	edits := editsOf(file, nil)
	edits.Conversion = &conversion
	return edits, nil
}

// resetVideoEdits makes of a video what an upload of it would be, and takes back an edit that is under way.
func (s *Service) resetVideoEdits(ctx context.Context, file MediaFile) (MediaEdits, error) {
	err := s.db.InTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		_, err := deleteConversion(ctx, tx, file.ID)
		return err
	})
	if err != nil || file.ProcessedPath == nil {
		return editsOf(file, nil), err
	}
	file, err = s.resetVideo(ctx, file)
	return editsOf(file, nil), err
}

// frame takes a picture of a video as it was uploaded, in the staging folder.
func (s *Service) frame(ctx context.Context, file MediaFile) (string, error) {
	tool := s.tools.find(ctx)
	if tool == nil {
		return "", apperror.New(apperror.NotConfigured, "%s", s.tools.advice())
	}
	info, err := s.look(s.stored(file))
	if err != nil {
		return "", err
	}
	path := filepath.Join(s.dir.Staging(), "frame-"+wireid.New().String()+".jpg")
	err = tool.Poster(ctx, s.stored(file), path, ffmpeg.PosterOptions{At: min(posterAt, info.Duration/2), Width: frameWidth})
	var unfit *ffmpeg.Error
	if errors.As(err, &unfit) {
		return "", apperror.Wrap(apperror.VideoProcessingFailed, err, "%s", unfit.Sentence())
	}
	return path, err
}

// frameWidth is that of the frame in which edits of a video are shown, in pixels.
const frameWidth = 1080

// editVideo puts edits into the options of a transcode. What it makes for that lies in the folder work.
func (s *Service) editVideo(ctx context.Context, spec editing.Spec, i video.Info, work string, o *ffmpeg.TranscodeOptions) error {
	g, err := spec.PlanVideo(i.Width, i.Height)
	if err != nil {
		return err
	}
	o.VideoFilter = ffmpeg.EditFilter(filterOf(spec, g))
	if len(spec.Texts) == 0 {
		return nil
	}
	o.Overlay = filepath.Join(work, "overlay.png")
	_, err = editing.Overlay(ctx, s.images, o.Overlay, g, spec.Texts)
	return err
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
