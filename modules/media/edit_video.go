package media

import (
	"context"
	"path/filepath"

	"crier/modules/media/editing"
	"crier/modules/media/ffmpeg"
	"crier/modules/media/video"
)

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
