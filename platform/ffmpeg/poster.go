package ffmpeg

import (
	"context"
	"errors"
	"fmt"
	"image/jpeg"
	"io"
	"os"
	"strconv"
	"time"
)

const (
	defaultPosterWidth = 540
	// maxPosterSide bounds both sides of a poster, in pixels. A tall strip is made narrower to fit.
	maxPosterSide = 4096
	// maxPosterBytes is far more than a poster of that size takes.
	maxPosterBytes = 8 << 20
)

// PosterOptions say which frame becomes the poster.
type PosterOptions struct {
	Tracks Tracks
	// At is the time from the start of the video. Without a frame there, the first one is taken.
	At time.Duration
	// Width is the width of the poster in pixels, by default 540. A smaller video is not enlarged.
	Width int
}

func posterAt(ctx context.Context, p *program, src, dst string, f facts, o PosterOptions) error {
	if _, err := p.run(ctx, job{args: posterArgs(p, src, dst, f, o), deadline: p.deadlines.poster, maxBytes: maxPosterBytes}); err != nil {
		return err
	}
	return checkPoster(dst)
}

func posterArgs(p *program, src, dst string, f facts, o PosterOptions) []string {
	width := o.Width
	if width <= 0 {
		width = defaultPosterWidth
	}
	args := append(p.common(), p.input(src, o.At)...)
	args = append(args, "-map", o.Tracks.picture(), "-frames:v", "1", "-vf", posterFilter(f, min(width, maxPosterSide)),
		"-c:v", "mjpeg", "-q:v", "3", "-threads", "1")
	return append(args, output("mjpeg", dst)...)
}

// posterFilter scales a frame to the width, in the form of JPEG: square pixels, full range, BT.601.
func posterFilter(f facts, width int) string {
	side := strconv.Itoa(maxPosterSide)
	return chain("scale=w='max(2,trunc(min(min("+strconv.Itoa(width)+",iw*sar),"+side+"*dar)/2+0.5)*2)'"+
		":h='max(2,trunc(ow/dar/2+0.5)*2)',setsar=1", colours(f, "out_range=pc:out_color_matrix=bt601"), "format=yuvj420p")
}

// checkPoster decodes the poster, because a hostile video may have taken over ffmpeg.
func checkPoster(path string) (err error) {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	size, err := jpeg.DecodeConfig(io.LimitReader(f, maxPosterBytes))
	if err != nil {
		return noPoster(err)
	}
	if size.Width > maxPosterSide || size.Height > maxPosterSide {
		return noPoster(fmt.Errorf("it is %d x %d pixels", size.Width, size.Height))
	}
	if _, err := f.Seek(0, io.SeekStart); err != nil {
		return err
	}
	if _, err := jpeg.Decode(io.LimitReader(f, maxPosterBytes)); err != nil {
		return noPoster(err)
	}
	return nil
}

func noPoster(cause error) *Error {
	return &Error{Reason: Unusable, Detail: "the poster: " + cause.Error()}
}
