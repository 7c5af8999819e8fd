package media

import (
	"context"
	"database/sql"
	"errors"
	"os"
	"path"

	"crier/modules/media/editing"
	"crier/platform/wireid"

	"github.com/uptrace/bun"
)

// MediaEdits says how a file is edited, and has the file.
type MediaEdits struct {
	Edits     *editing.Spec `json:"edits,omitempty" doc:"How the file is edited; absent while it is published as it was uploaded."`
	MediaFile MediaFile     `json:"mediaFile" doc:"The file. Its sides and ratio are those of what is published."`
	Missing   []string      `json:"missing"   nullable:"false" doc:"Characters of the texts that no font of this machine has: they were left out. Told when the file is edited; at most 20."`
	// A video is edited in the background.
	Conversion *Conversion `json:"conversion,omitempty" doc:"Of a video that is to be edited or converted: how far that is, or why it failed; absent once it is done."`
}

func editsOf(file MediaFile, missing []string) MediaEdits {
	return MediaEdits{Edits: file.Edits, MediaFile: file, Missing: append([]string{}, missing...)}
}

// Editor changes how published files look, always starting from what was uploaded.
type Editor struct {
	files     *Service
	videos    *videos
	converter *converter
}

func newEditor(files *Service, v *videos, c *converter) *Editor { return &Editor{files, v, c} }

// Edits returns how a file is edited, or NOT_FOUND.
func (e *Editor) Edits(ctx context.Context, id wireid.ID) (MediaEdits, error) {
	file, err := e.files.File(ctx, id)
	if err != nil {
		return MediaEdits{}, err
	}
	answer := editsOf(file, nil)
	conversion, err := selectConversion(ctx, e.files.db, id)
	if errors.Is(err, sql.ErrNoRows) {
		return answer, nil
	}
	answer.Conversion = &conversion
	return answer, err
}

// Edit renders a file as spec says, always from what was uploaded, and publishes the result in its
// place from now on. It takes back the public copy of the file. A spec that changes nothing is
// ResetEdits.
//
// The new files are on disk before the record names them, and the former ones are removed after the
// record has stopped naming them. So a crash leaves at worst files without a record, which the next
// start moves to the orphans. Of two concurrent edits, the one that is stored last wins.
func (e *Editor) Edit(ctx context.Context, id wireid.ID, spec editing.Spec) (MediaEdits, error) {
	if spec.IsZero() {
		return e.reset(ctx, id, spec)
	}
	file, err := e.files.File(ctx, id)
	if err != nil {
		return MediaEdits{}, err
	}
	if file.IsVideo() {
		return e.editLater(ctx, file, spec)
	}
	made, err := e.files.pictures.render(ctx, file, spec)
	if err != nil {
		return MediaEdits{}, err
	}
	defer made.remove()
	name := wireid.New().String() + ".jpg"
	processed, thumbnail := path.Join(processedDir, name), path.Join(thumbnailsDir, name)
	fresh := MediaFile{ID: id, ProcessedPath: &processed, ThumbnailPath: &thumbnail}
	if err := errors.Join(e.files.storage.store(made.thumbnail, thumbnail), e.files.storage.store(made.path, processed)); err != nil {
		return MediaEdits{}, errors.Join(err, e.files.storage.remove(fresh))
	}
	file, err = e.files.replace(ctx, fresh, func(_ context.Context, _ bun.Tx, file *MediaFile) error {
		file.Edits = &spec
		file.setSize(made.Width, made.Height)
		file.ProcessedSize = new(int64(made.Bytes))
		return nil
	})
	return editsOf(file, made.Missing), err
}

// ResetEdits publishes a file as it was uploaded. It leaves a file without edits as it is.
func (e *Editor) ResetEdits(ctx context.Context, id wireid.ID) (MediaEdits, error) {
	return e.reset(ctx, id, editing.Spec{})
}

// reset is ResetEdits that remembers whether a person wanted it so.
func (e *Editor) reset(ctx context.Context, id wireid.ID, spec editing.Spec) (MediaEdits, error) {
	file, err := e.files.File(ctx, id)
	switch {
	case err != nil:
		return MediaEdits{}, err
	case file.IsVideo():
		return e.resetVideoEdits(ctx, id)
	case file.Edits == nil && spec.Fit == "":
		return editsOf(file, nil), nil
	}
	size, err := pictureSize(e.files.storage.stored(file))
	if err != nil {
		return MediaEdits{}, err
	}
	made, err := e.files.pictures.render(ctx, file, editing.Spec{})
	if err != nil {
		return MediaEdits{}, err
	}
	defer made.remove()
	thumbnail := path.Join(thumbnailsDir, wireid.New().String()+".jpg")
	if err := e.files.storage.store(made.thumbnail, thumbnail); err != nil {
		return MediaEdits{}, err
	}
	file, err = e.files.replace(ctx, MediaFile{ID: id, ThumbnailPath: &thumbnail}, func(_ context.Context, _ bun.Tx, file *MediaFile) error {
		file.Edits, file.ProcessedSize = nil, nil
		if spec.Fit != "" {
			file.Edits = &spec
		}
		file.setSize(size.Width, size.Height)
		return nil
	})
	return editsOf(file, nil), err
}

// PreviewEdits returns the JPEG that Edit would make, and the characters that no font has. For a
// video, it edits a picture of the video. It stores nothing. The errors are those of Edit.
func (e *Editor) PreviewEdits(ctx context.Context, id wireid.ID, spec editing.Spec) (picture []byte, missing []string, err error) {
	file, err := e.files.File(ctx, id)
	if err != nil {
		return nil, nil, err
	}
	render := e.files.pictures.render
	if file.IsVideo() {
		render = e.renderFrame
	}
	made, err := render(ctx, file, spec)
	if err != nil {
		return nil, nil, err
	}
	defer made.remove()
	// Its size is bounded: the picture worker makes files of less than 8 MB.
	picture, err = os.ReadFile(made.path)
	return picture, made.Missing, err
}

// editLater checks whether a video can be edited so, and has that done in the background.
func (e *Editor) editLater(ctx context.Context, file MediaFile, spec editing.Spec) (MediaEdits, error) {
	info, err := inspect(e.files.storage.stored(file))
	if err != nil {
		return MediaEdits{}, err
	}
	g, err := spec.PlanVideo(info.Width, info.Height)
	if err != nil {
		return MediaEdits{}, err
	}
	// The overlay is drawn here to learn which characters the fonts lack; the converter draws it
	// again.
	overlay := e.files.storage.temporary("overlay") + ".png"
	missing, err := e.files.pictures.overlay(ctx, overlay, g, spec)
	if err != nil {
		return MediaEdits{}, err
	}
	defer func() { _ = os.Remove(overlay) }() // There is none without texts.
	conversion, err := e.converter.request(ctx, file, func(c *Conversion) { c.Edits = &spec })
	if err != nil {
		return MediaEdits{}, err
	}
	answer := editsOf(file, missing)
	answer.Conversion = &conversion
	return answer, nil
}

// resetVideoEdits cancels an edit or conversion, and then prepares the video as an upload would.
func (e *Editor) resetVideoEdits(ctx context.Context, id wireid.ID) (MediaEdits, error) {
	if err := e.converter.takeBack(ctx, id); err != nil {
		return MediaEdits{}, err
	}
	// The file is read after that, because a conversion may have ended just before.
	file, err := e.files.File(ctx, id)
	if err != nil || file.ProcessedPath == nil {
		return editsOf(file, nil), err
	}
	file, err = e.videos.remake(ctx, file, func(_ context.Context, _ bun.Tx, f *MediaFile) error {
		f.Edits = nil
		return nil
	})
	return editsOf(file, nil), err
}

// renderFrame edits a picture of a video.
func (e *Editor) renderFrame(ctx context.Context, file MediaFile, spec editing.Spec) (rendered, error) {
	info, err := inspect(e.files.storage.stored(file))
	if err != nil {
		return rendered{}, err
	}
	g, err := spec.PlanVideo(info.Width, info.Height)
	if err != nil {
		return rendered{}, err
	}
	if spec.Resize != nil {
		// An edited video may be larger than an edited picture.
		width := min(g.Width, frameWidth)
		spec.Resize = &editing.Resize{Width: width, Height: max(g.Height*width/g.Width, editing.MinSide)}
	}
	frame, err := e.files.pictures.frame(ctx, file, info)
	if err != nil {
		return rendered{}, err
	}
	defer func() { _ = os.Remove(frame) }()
	return e.files.pictures.renderFrom(ctx, frame, spec)
}
