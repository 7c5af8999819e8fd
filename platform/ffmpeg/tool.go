package ffmpeg

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"runtime"
	"slices"
	"strings"
	"time"

	"crier/platform/video/mp4"
)

const (
	// maxThreads bounds the threads of a decoder or an encoder, each of which holds pictures of its
	// own.
	maxThreads = 4
	// maxPictures is how many posters and copies may be in the making at once.
	maxPictures = 2
	// defaultMemory is the memory that ffmpeg may take, in bytes: a 4K video of ten bits, turned
	// into H.264, takes some 900 MB.
	defaultMemory = 2 << 30
	// maxPixels is the size of a frame that is decoded: 8K.
	maxPixels = 8192 * 4320
)

// Tool is an ffmpeg that was found to work. It is safe for concurrent use and needs no closing.
type Tool struct {
	program

	version string
	lacks   []string
	// banner is what the program says of itself, with how it was built.
	banner string
	// light and heavy hold a token for each call that is at work.
	light, heavy chan struct{}
}

func newTool(path string) *Tool {
	return &Tool{
		program: program{path: path, threads: min(runtime.GOMAXPROCS(0), maxThreads), memory: defaultMemory, deadlines: defaultDeadlines()},
		light:   make(chan struct{}, maxPictures),
		heavy:   make(chan struct{}, 1),
	}
}

// Version returns the version that the program gives itself, such as 5.1.9-0+deb12u1.
func (t *Tool) Version() string { return t.version }

// Lacks returns the encoders that Transcode needs and this ffmpeg was built without. It is empty
// for an ordinary one.
func (t *Tool) Lacks() []string { return t.lacks }

// Is reports whether other, which may be nil, is the same program and can do the same.
func (t *Tool) Is(other *Tool) bool {
	return other != nil && t.path == other.path && t.banner == other.banner && slices.Equal(t.lacks, other.lacks)
}

// Poster writes a frame of the video src to dst, which must not exist yet, as a JPEG file: upright,
// with square pixels. It takes at most 20 seconds for each of two tries, after waiting for its turn
// until ctx ends.
//
// An *Error says that there is no poster to be had of this video. If ctx ends the error is that of
// ctx; if dst exists it is fs.ErrExist.
func (t *Tool) Poster(ctx context.Context, src, dst string, o PosterOptions) error {
	done, err := acquire(ctx, t.light)
	if err != nil {
		return err
	}
	defer done()
	return making(dst, func(*os.File) error {
		err := posterAt(ctx, &t.program, src, dst, o)
		// A video may end before that place, its index may be wrong, or it may be far from there to
		// a frame that can be begun with.
		if reason := reasonOf(err); o.At > 0 && (reason == Unusable || reason == TooSlow) {
			o.At = 0
			err = posterAt(ctx, &t.program, src, dst, o)
		}
		return err
	})
}

// Copy writes the first picture track of the video src and its first sound, if it has one, to dst,
// which must not exist yet, as an MP4 file. Nothing is decoded: pictures and sound stay as they
// are, and together, and what turns the pictures upright is kept. Videos of HEVC get the tag that
// all players know (hvc1). While the work goes on there is a second file, whose name is that of dst
// with .part behind it.
//
// An *Error says that this video cannot be put into an MP4 file as it is. If ctx ends the error is
// that of ctx; if one of the files exists it is fs.ErrExist.
func (t *Tool) Copy(ctx context.Context, src, dst string) error {
	done, err := acquire(ctx, t.light)
	if err != nil {
		return err
	}
	defer done()
	return making(dst, func(made *os.File) error {
		f, err := t.look(ctx, src)
		if err != nil {
			return err
		}
		err = copyMended(ctx, &t.program, src, dst+partSuffix, made, f)
		if errors.Is(err, mp4.ErrUnmendable) || errors.Is(err, mp4.ErrNotMovie) {
			return copyTo(ctx, &t.program, src, dst, f, withoutEdits())
		}
		return err
	})
}

// Transcode writes the video src to dst, which must not exist yet, as an MP4 file that the network
// takes: H.264 (High, 4:2:0, progressive, closed GOP, a constant frame rate, at most 25 Mbit/s)
// and, if there is sound, AAC (stereo, 48 kHz, 128 kbit/s). Pictures are upright and have square
// pixels and even sides, at most 1920; HDR becomes BT.709 if this ffmpeg can do that well. One
// video is worked on at a time; others wait for their turn until ctx ends.
//
// An *Error says that this video cannot be turned into that. If ctx ends the error is that of ctx;
// if dst exists it is fs.ErrExist.
func (t *Tool) Transcode(ctx context.Context, src, dst string, o TranscodeOptions) error {
	if len(t.lacks) > 0 {
		return &Error{Reason: Incapable, Detail: "no encoder " + strings.Join(t.lacks, ", ")}
	}
	done, err := acquire(ctx, t.heavy)
	if err != nil {
		return err
	}
	defer done()
	return making(dst, func(*os.File) error { return transcode(ctx, &t.program, src, dst, o) })
}

// deadlines bound the time that calls take, not counting the wait for their turn.
type deadlines struct {
	look, poster time.Duration
	// Copies and transcodes may take base, and more by the size or the length of the video, up to
	// ceiling.
	base, ceiling time.Duration
}

func defaultDeadlines() deadlines {
	return deadlines{look: 30 * time.Second, poster: 20 * time.Second, base: time.Minute, ceiling: 2 * time.Hour}
}

// forWork returns base and what the work itself may take, up to ceiling.
func (d deadlines) forWork(work time.Duration) time.Duration {
	return d.base + min(max(work, 0), d.ceiling-d.base)
}

// acquire waits until one of the places is free or ctx ends. The caller gives the place back by
// calling done.
func acquire(ctx context.Context, places chan struct{}) (done func(), err error) {
	select {
	case places <- struct{}{}:
		return func() { <-places }, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

const outputMode fs.FileMode = 0o600

// making makes the file dst, which must not exist yet, has work fill it and syncs it. If any of
// that fails there is no dst left. It is the service that makes the file, so that it decides what
// is overwritten.
func making(dst string, work func(*os.File) error) error {
	f, err := os.OpenFile(dst, os.O_CREATE|os.O_EXCL|os.O_RDWR, outputMode)
	if err != nil {
		return fmt.Errorf("create the video's file: %w", err)
	}
	err = work(f)
	if err == nil {
		err = f.Sync()
	}
	if err = errors.Join(err, f.Close()); err != nil {
		return errors.Join(err, os.Remove(dst))
	}
	return nil
}

// scratch makes the file path, which must not exist yet, for work, and removes it.
func scratch(path string, work func(*os.File) error) error {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_RDWR, outputMode)
	if err != nil {
		return fmt.Errorf("create a file for the time being: %w", err)
	}
	return errors.Join(work(f), f.Close(), os.Remove(path))
}
