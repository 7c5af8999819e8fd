package media

import (
	"cmp"
	"context"
	"errors"
	"image/jpeg"
	"io/fs"
	"os"

	"crier/modules/media/editing"
	"crier/platform/apperror"
	"crier/platform/imaging"
)

// pictures makes pictures in the staging folder. What a user has sent is decoded in the child processes of the pool.
type pictures struct {
	pool    imaging.Normaliser
	storage storage
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

// render makes the edited picture and its thumbnail in the staging folder.
func (p pictures) render(ctx context.Context, file MediaFile, spec editing.Spec) (rendered, error) {
	if err := spec.Check(); err != nil {
		return rendered{}, err
	}
	source := p.storage.stored(file)
	size, err := pictureSize(source)
	if err != nil {
		return rendered{}, err
	}
	if _, err := spec.Plan(size.Width, size.Height); err != nil {
		return rendered{}, err
	}
	made, err := p.renderFrom(ctx, source, spec)
	if err != nil {
		// It may have been deleted before the picture worker came to it.
		_, gone := pictureSize(source)
		return rendered{}, cmp.Or(gone, err)
	}
	return made, nil
}

// renderFrom is render of any picture, for which there is a plan.
func (p pictures) renderFrom(ctx context.Context, source string, spec editing.Spec) (rendered, error) {
	base := p.storage.staged("edit")
	job := imaging.Job{Source: source, Destination: base + ".jpg", Thumbnail: base + ".thumbnail.jpg"}
	result, err := editing.Render(ctx, p.pool, job, spec)
	if _, gone := os.Stat(source); err != nil && errors.Is(gone, fs.ErrNotExist) {
		return rendered{}, apperror.Wrap(apperror.MediaInvalid, err, "the uploaded file is not on the disk any more; upload it again")
	}
	if err != nil {
		return rendered{}, imageError(err)
	}
	return rendered{job.Destination, job.Thumbnail, result}, nil
}

// overlay writes the texts of spec, if there are any, to a picture that is laid over a video, and returns the characters that no
// font has.
func (p pictures) overlay(ctx context.Context, path string, g editing.Geometry, spec editing.Spec) (missing []string, err error) {
	if len(spec.Texts) == 0 {
		return nil, nil
	}
	result, err := editing.Overlay(ctx, p.pool, path, g, spec.Texts)
	if err != nil {
		return nil, imageError(err)
	}
	return result.Missing, nil
}

// sentences words what was left out of a picture.
func sentences(warnings []imaging.Warning) []string {
	var texts []string
	for _, w := range warnings {
		texts = append(texts, w.Sentence())
	}
	return texts
}

// imageError tells what is wrong with the file from what went wrong with the work.
func imageError(err error) error {
	var refused *imaging.Error
	if !errors.As(err, &refused) {
		return diskError(err)
	}
	if refused.Reason == imaging.Unprocessable {
		return apperror.Wrap(apperror.ProcessingFailed, err, "%s", refused.Message)
	}
	return apperror.Wrap(apperror.MediaInvalid, err, "%s", refused.Message)
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
