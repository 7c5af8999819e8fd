package media

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"image/jpeg"
	"io/fs"
	"os"
	"path"
	"path/filepath"

	"crier/modules/media/editing"
	"crier/platform/apperror"
	"crier/platform/imaging"
	"crier/platform/wireid"

	"github.com/uptrace/bun"
)

// MediaEdits is how a file is edited, and the file.
type MediaEdits struct {
	Edits     *editing.Spec `json:"edits,omitempty" doc:"How the file is edited; absent while it is published as it was uploaded."`
	MediaFile MediaFile     `json:"mediaFile" doc:"The file. Its sides and ratio are those of what is published."`
	Missing   []string      `json:"missing"   nullable:"false" doc:"Characters of the texts that no font of this machine has: they were left out. Told when the file is edited; at most 20."`
	// A video is edited in the background.
	Conversion *Conversion `json:"conversion,omitempty" doc:"Of a video that is to be edited or converted: how far that is, or why it failed; absent once it is done."`
}

func editsOf(file MediaFile, missing []string) MediaEdits {
	if missing == nil {
		missing = []string{}
	}
	return MediaEdits{Edits: file.Edits, MediaFile: file, Missing: missing}
}

// rendered is an edited picture that lies in the staging folder, with its thumbnail.
type rendered struct {
	path, thumbnail string
	editing.Result
}

// remove removes what has not been moved away.
func (r rendered) remove() {
	_, _ = os.Remove(r.path), os.Remove(r.thumbnail)
}

// Edits returns how a file is edited, or NOT_FOUND.
func (s *Service) Edits(ctx context.Context, id wireid.ID) (MediaEdits, error) {
	file, err := s.File(ctx, id)
	if err != nil {
		return MediaEdits{}, err
	}
	edits := editsOf(file, nil)
	conversion, err := selectConversion(ctx, s.db, id)
	if errors.Is(err, sql.ErrNoRows) {
		return edits, nil
	}
	edits.Conversion = &conversion
	return edits, err
}

// Edit renders a file as spec wants it, always from what was uploaded, and publishes the result in its place from now on. What
// was made public of the file is taken back. A spec that changes nothing is ResetEdits.
//
// The new files are on disk before the record names them, and the former ones are removed after it has ceased to: a crash leaves
// at worst files of no record, which the next start sweeps away. Of two edits at once, the later one to be written stands.
func (s *Service) Edit(ctx context.Context, id wireid.ID, spec editing.Spec) (MediaEdits, error) {
	if spec.IsZero() {
		return s.ResetEdits(ctx, id)
	}
	file, err := s.File(ctx, id)
	if err != nil {
		return MediaEdits{}, err
	}
	if file.IsVideo() {
		return s.editLater(ctx, file, spec)
	}
	made, err := s.render(ctx, file, spec)
	if err != nil {
		return MediaEdits{}, err
	}
	defer made.remove()
	name := wireid.New().String() + ".jpg"
	processed, thumbnail := path.Join(processedDir, name), path.Join(thumbnailsDir, name)
	fresh := MediaFile{ID: id, ProcessedPath: &processed, ThumbnailPath: &thumbnail}
	if err := errors.Join(s.keep(made.thumbnail, thumbnail), s.keep(made.path, processed)); err != nil {
		return MediaEdits{}, errors.Join(err, s.removeFiles(fresh))
	}
	file, err = s.replace(ctx, fresh, func(_ context.Context, _ bun.Tx, file *MediaFile) error {
		file.Edits = &spec
		describePicture(file, made.Width, made.Height)
		size := int64(made.Bytes)
		file.ProcessedSize = &size
		return nil
	})
	return editsOf(file, made.Missing), err
}

// ResetEdits publishes a file as it was uploaded again. It returns the file as it is when it is not edited.
func (s *Service) ResetEdits(ctx context.Context, id wireid.ID) (MediaEdits, error) {
	file, err := s.File(ctx, id)
	switch {
	case err != nil:
		return MediaEdits{}, err
	case file.IsVideo():
		return s.resetVideoEdits(ctx, id)
	case file.Edits == nil:
		return editsOf(file, nil), nil
	}
	size, err := pictureSize(s.stored(file))
	if err != nil {
		return MediaEdits{}, err
	}
	made, err := s.render(ctx, file, editing.Spec{})
	if err != nil {
		return MediaEdits{}, err
	}
	defer made.remove()
	thumbnail := path.Join(thumbnailsDir, wireid.New().String()+".jpg")
	if err := s.keep(made.thumbnail, thumbnail); err != nil {
		return MediaEdits{}, err
	}
	file, err = s.replace(ctx, MediaFile{ID: id, ThumbnailPath: &thumbnail}, func(_ context.Context, _ bun.Tx, file *MediaFile) error {
		file.Edits, file.ProcessedSize = nil, nil
		describePicture(file, size.Width, size.Height)
		return nil
	})
	return editsOf(file, nil), err
}

// PreviewEdits returns the JPEG that Edit would make, of a video one in which a picture of it is edited so, and the characters
// that no font has for it. Nothing is kept. The errors are those of Edit.
func (s *Service) PreviewEdits(ctx context.Context, id wireid.ID, spec editing.Spec) (picture []byte, missing []string, err error) {
	file, err := s.File(ctx, id)
	if err != nil {
		return nil, nil, err
	}
	render := s.render
	if file.IsVideo() {
		render = s.renderFrame
	}
	made, err := render(ctx, file, spec)
	if err != nil {
		return nil, nil, err
	}
	defer made.remove()
	// It is smaller than 8 MB, as everything that the picture worker makes.
	picture, err = os.ReadFile(made.path)
	return picture, made.Missing, err
}

// describePicture says of the record what is true of the picture that is published.
func describePicture(file *MediaFile, width, height int) {
	ratio := imaging.AspectRatio(width, height)
	file.Width, file.Height, file.AspectRatio = &width, &height, &ratio
}

// render makes the edited picture and its thumbnail in the staging folder.
func (s *Service) render(ctx context.Context, file MediaFile, spec editing.Spec) (rendered, error) {
	if err := spec.Check(); err != nil {
		return rendered{}, err
	}
	source := s.stored(file)
	size, err := pictureSize(source)
	if err != nil {
		return rendered{}, err
	}
	if _, err := spec.Plan(size.Width, size.Height); err != nil {
		return rendered{}, err
	}
	made, err := s.renderPicture(ctx, source, spec)
	if err != nil {
		// It may have been deleted before the picture worker came to it.
		_, gone := pictureSize(source)
		return rendered{}, cmp.Or(gone, err)
	}
	return made, nil
}

// renderPicture is render of any picture, for which there is a plan.
func (s *Service) renderPicture(ctx context.Context, source string, spec editing.Spec) (rendered, error) {
	base := s.stagedName("edit")
	job := imaging.Job{Source: source, Destination: base + ".jpg", Thumbnail: base + ".thumbnail.jpg"}
	result, err := editing.Render(ctx, s.images, job, spec)
	if _, gone := os.Stat(source); err != nil && errors.Is(gone, fs.ErrNotExist) {
		return rendered{}, apperror.Wrap(apperror.MediaInvalid, err, "the uploaded file is not on the disk any more; upload it again")
	}
	if err != nil {
		return rendered{}, s.imageError(err)
	}
	return rendered{job.Destination, job.Thumbnail, result}, nil
}

// stored returns where what was uploaded lies.
func (s *Service) stored(file MediaFile) string {
	return filepath.Join(s.dir.Uploads(), filepath.FromSlash(file.StoragePath))
}

// pictureSize reads how large a stored picture is; the record tells of what is published.
func pictureSize(path string) (editing.Size, error) {
	f, err := openStored(path)
	if err != nil {
		return editing.Size{}, err
	}
	// It was only read from.
	defer func() { _ = f.Close() }()
	header, err := jpeg.DecodeConfig(f)
	if err != nil {
		return editing.Size{}, apperror.Wrap(apperror.MediaInvalid, err, "the uploaded file has been damaged on the disk; upload it again")
	}
	return editing.Size{Width: header.Width, Height: header.Height}, nil
}
