package media

import (
	"context"
	"errors"
	"os"
	"time"

	"crier/platform/ffmpeg"
	"crier/platform/imaging"
	"crier/platform/imaging/card"
	"crier/platform/video"
)

const (
	// posterAt is where the picture of a video is taken: the first one is often black.
	posterAt = time.Second
	fileMode = 0o600
)

// cardReason is why a video has a drawn card.
type cardReason string

// A card that was drawn without a tool is replaced once there is one.
const (
	noTool    cardReason = "NO_TOOL"
	noPicture cardReason = "NO_PICTURE"
)

// makeThumbnail takes a picture of the video at source where that can be done, and draws a card otherwise. Its name begins
// with base.
func (s *Service) makeThumbnail(ctx context.Context, source, base string, t *treated) error {
	path, reason := base+".thumbnail.jpg", noTool
	if tool := s.tools.find(ctx); tool != nil {
		err := tool.Poster(ctx, source, path, ffmpeg.PosterOptions{At: min(posterAt, t.info.Duration/2), Width: imaging.DefaultThumbWidth})
		if err == nil {
			t.thumbnail = path
			return nil
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		s.log.Warn("media: no picture could be taken of a video", "error", err)
		reason = noPicture
	}
	t.thumbnail, t.card = path, &reason
	return drawCard(path, t.info)
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
