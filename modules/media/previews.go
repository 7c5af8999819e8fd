package media

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"time"

	"crier/platform/apperror"
	"crier/platform/ffmpeg"
	"crier/platform/imaging"
	"crier/platform/imaging/card"
	"crier/platform/video"
)

const (
	// posterAt is where the picture of a video is taken: the first one is often black.
	posterAt = time.Second
	fileMode = 0o600
	// frameWidth is that of the frame in which edits of a video are shown, and the most that the result is shown at, in pixels.
	frameWidth = 1080
)

// cardReason is why a video has a drawn card.
type cardReason string

// A card that was drawn without a tool is replaced once there is one.
const (
	noTool    cardReason = "NO_TOOL"
	noPicture cardReason = "NO_PICTURE"
)

// previews makes pictures of videos.
type previews struct {
	log     *slog.Logger
	tools   *toolbox
	storage storage
}

// thumbnail takes a picture of the video at source where that can be done, and draws a card otherwise. Its name begins
// with base.
func (p previews) thumbnail(ctx context.Context, source, base string, v *prepared) error {
	path, reason := base+".thumbnail.jpg", noTool
	if tool := p.tools.find(ctx); tool != nil {
		err := tool.Poster(ctx, source, path, ffmpeg.PosterOptions{At: min(posterAt, v.info.Duration/2), Width: imaging.DefaultThumbWidth})
		if err == nil {
			v.thumbnail = path
			return nil
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		p.log.Warn("media: no picture could be taken of a video", "error", err)
		reason = noPicture
	}
	v.thumbnail, v.card = path, &reason
	return drawCard(path, v.info)
}

// frame takes a picture of a video as it was uploaded, in the staging folder.
func (p previews) frame(ctx context.Context, file MediaFile, i video.Info) (string, error) {
	tool := p.tools.find(ctx)
	if tool == nil {
		return "", apperror.New(apperror.NotConfigured, "%s", p.tools.advice())
	}
	path := p.storage.staged("frame") + ".jpg"
	err := tool.Poster(ctx, p.storage.stored(file), path, ffmpeg.PosterOptions{At: min(posterAt, i.Duration/2), Width: frameWidth})
	if unfit, ok := errors.AsType[*ffmpeg.Error](err); ok {
		return "", apperror.Wrap(apperror.VideoProcessingFailed, err, "%s", unfit.Sentence())
	}
	return path, err
}

// drawCard writes the thumbnail of a video that nothing can take a picture of, synced.
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
