package media

import (
	"context"
	"os"

	"crier/modules/media/editing"
	"crier/platform/wireid"

	"github.com/uptrace/bun"
)

// editLater has a video edited in the background, after looking whether that can be done.
func (e *edits) editLater(ctx context.Context, file MediaFile, spec editing.Spec) (MediaEdits, error) {
	info, err := inspect(e.storage.stored(file))
	if err != nil {
		return MediaEdits{}, err
	}
	g, err := spec.PlanVideo(info.Width, info.Height)
	if err != nil {
		return MediaEdits{}, err
	}
	// The answer says what the fonts lack; the converter writes the same overlay once more.
	overlay := e.storage.staged("overlay") + ".png"
	missing, err := e.pictures.overlay(ctx, overlay, g, spec)
	if err != nil {
		return MediaEdits{}, err
	}
	defer func() { _ = os.Remove(overlay) }() // There is none without texts.
	conversion, err := e.conversions.request(ctx, file, func(c *Conversion) { c.Edits = &spec })
	if err != nil {
		return MediaEdits{}, err
	}
	answer := editsOf(file, missing)
	answer.Conversion = &conversion
	return answer, nil
}

// resetVideoEdits takes back an edit or conversion that is under way, and then makes of a video what an upload of it would be.
func (e *edits) resetVideoEdits(ctx context.Context, id wireid.ID) (MediaEdits, error) {
	if err := e.conversions.takeBack(ctx, id); err != nil {
		return MediaEdits{}, err
	}
	// It is read after that, as a conversion may have come to its end just before.
	file, err := e.records.File(ctx, id)
	if err != nil || file.ProcessedPath == nil {
		return editsOf(file, nil), err
	}
	file, err = e.resetVideo(ctx, file)
	return editsOf(file, nil), err
}

// leastSide is the smallest side that a picture can be given, in pixels.
const leastSide = 16

// renderFrame is render of a picture of a video.
func (e *edits) renderFrame(ctx context.Context, file MediaFile, spec editing.Spec) (rendered, error) {
	info, err := inspect(e.storage.stored(file))
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
	frame, err := e.videos.previews.frame(ctx, file, info)
	if err != nil {
		return rendered{}, err
	}
	defer func() { _ = os.Remove(frame) }()
	return e.pictures.renderFrom(ctx, frame, spec)
}

// resetVideo makes of a video once more what Crier makes of every upload.
func (e *edits) resetVideo(ctx context.Context, file MediaFile) (MediaFile, error) {
	p, err := e.videos.prepare(ctx, e.storage.stored(file), e.storage.staged("reset"))
	if err != nil {
		return MediaFile{}, err
	}
	defer p.discard()
	return e.videos.replace(ctx, file.ID, p, func(_ context.Context, _ bun.Tx, f *MediaFile) error {
		f.Edits = nil
		return nil
	})
}
