package media

import (
	"cmp"
	"context"
	"errors"
	"image/jpeg"
	"io/fs"
	"log/slog"
	"os"
	"time"

	"crier/modules/media/editing"
	"crier/platform/apperror"
	"crier/platform/database"
	"crier/platform/ffmpeg"
	"crier/platform/imaging"
	"crier/platform/imaging/card"
	"crier/platform/video"
)

const (
	// posterAt is the time at which the picture of a video is taken: the first frame is often
	// black.
	posterAt = time.Second
	fileMode = 0o600
	// frameWidth is the width, in pixels, of the frame on which the edits of a video are shown.
	frameWidth = 1080
)

// pictures makes pictures in the staging folder, also of videos. It decodes what a user sent in
// child processes: images in those of the pool, videos in ffmpeg.
type pictures struct {
	pool    imaging.Normaliser
	log     *slog.Logger
	tools   *toolbox
	storage storage
}

// prepared is a video as it would be published, with the files that were made for that. The files
// are in the staging folder and the caller's to remove; an empty path stands for no file.
type prepared struct {
	// info describes the processed file if there is one, else the stored one.
	info video.Info
	// processed is published instead of the stored file.
	processed     string
	processedSize int64
	thumbnail     string
	// card says why the thumbnail is a drawn card.
	card *cardReason
}

// discard removes the prepared files that have not been moved away.
func (p prepared) discard() {
	for _, path := range []string{p.processed, p.thumbnail} {
		if path != "" {
			_ = os.Remove(path)
		}
	}
}

// rendered is an edited picture in the staging folder, with its thumbnail.
type rendered struct {
	path, thumbnail string
	editing.Result
}

// remove removes the files that have not been moved away.
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
		// The file may have been deleted before the picture worker read it.
		_, gone := pictureSize(source)
		return rendered{}, cmp.Or(gone, err)
	}
	return made, nil
}

// renderFrom is render for any picture. It does not check the spec first.
func (p pictures) renderFrom(ctx context.Context, source string, spec editing.Spec) (rendered, error) {
	base := p.storage.temporary("edit")
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

// overlay draws the texts of spec, if there are any, as a picture that is laid over a video. It
// returns the characters that no font has.
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

// thumbnail takes a picture of the video at source if that is possible, and draws a card otherwise.
// Its name begins with base.
func (p pictures) thumbnail(ctx context.Context, source, base string, v *prepared) error {
	path, reason := base+".thumbnail.jpg", noTool
	if tool := p.tools.find(ctx); tool != nil {
		err := tool.Poster(ctx, source, path, ffmpeg.PosterOptions{Tracks: tracksOf(v.info), At: min(posterAt, v.info.Duration/2), Width: imaging.DefaultThumbWidth})
		if err == nil {
			v.thumbnail = path
			return nil
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if database.DiskFull(err) {
			return diskError(err)
		}
		p.log.Warn("media: no picture could be taken of a video", "error", err)
		if reason = noPicture; isKilled(err) {
			reason = noTool // A review takes the picture.
		}
	}
	v.thumbnail, v.card = path, &reason
	return drawCard(path, v.info)
}

// frame takes a picture of a video, as it was uploaded, in the staging folder.
func (p pictures) frame(ctx context.Context, file MediaFile, i video.Info) (string, error) {
	tool := p.tools.find(ctx)
	if tool == nil {
		return "", apperror.New(apperror.NotConfigured, "%s", p.tools.say(conversionAdvice))
	}
	path := p.storage.temporary("frame") + ".jpg"
	err := tool.Poster(ctx, p.storage.stored(file), path, ffmpeg.PosterOptions{Tracks: tracksOf(i), At: min(posterAt, i.Duration/2), Width: frameWidth})
	if unfit, ok := errors.AsType[*ffmpeg.Error](err); ok {
		return "", apperror.Wrap(apperror.VideoProcessingFailed, err, "%s", unfit.Sentence())
	}
	if err != nil {
		return "", diskError(err)
	}
	return path, nil
}

// tracksOf returns the numbers of the film and of its sound.
func tracksOf(i video.Info) ffmpeg.Tracks {
	return ffmpeg.Tracks{Picture: i.PictureTrack, Sound: i.SoundTrack}
}

// drawCard draws the thumbnail of a video of which no picture can be taken, and syncs it.
func drawCard(path string, i video.Info) error {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, fileMode)
	if err != nil {
		return diskError(err)
	}
	err = card.Draw(f, i.Width, i.Height, i.Duration)
	if err == nil {
		err = f.Sync()
	}
	if err = errors.Join(err, f.Close()); err != nil {
		return diskError(err)
	}
	return nil
}

// omissions says what was left out of a picture.
func omissions(warnings []imaging.Warning) []string {
	var texts []string
	for _, w := range warnings {
		texts = append(texts, w.Sentence())
	}
	return texts
}

// isKilled reports whether the system has ended the work.
func isKilled(err error) bool {
	video, isVideo := errors.AsType[*ffmpeg.Error](err)
	picture, isPicture := errors.AsType[*imaging.Error](err)
	return isVideo && video.Reason == ffmpeg.Killed || isPicture && picture.Reason == imaging.Killed
}

// imageError tells a defect of the file from a failure of the work.
func imageError(err error) error {
	refused, ok := errors.AsType[*imaging.Error](err)
	if !ok {
		return diskError(err)
	}
	if refused.Reason == imaging.Unprocessable || refused.Reason == imaging.Killed {
		return apperror.Wrap(apperror.ProcessingFailed, err, "%s", refused.Message)
	}
	return apperror.Wrap(apperror.MediaInvalid, err, "%s", refused.Message)
}

// pictureSize reads the size of a stored picture, because the record has the size of the published
// one.
func pictureSize(path string) (editing.Size, error) {
	f, err := openStored(path)
	if err != nil {
		return editing.Size{}, err
	}
	// The file was only read.
	defer func() { _ = f.Close() }()
	header, err := jpeg.DecodeConfig(f)
	if err != nil {
		return editing.Size{}, apperror.Wrap(apperror.MediaInvalid, err, "the uploaded file has been damaged on the disk; upload it again")
	}
	return editing.Size{Width: header.Width, Height: header.Height}, nil
}
