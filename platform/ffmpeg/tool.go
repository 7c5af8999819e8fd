package ffmpeg

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"crier/platform/video/mp4"
)

const (
	// maxThreads bounds the threads of a decoder or an encoder. Each thread holds its own pictures.
	maxThreads = 4
	// maxPictures bounds how many posters, copies and animations are made at once.
	maxPictures = 2
	// defaultMemory bounds the memory of ffmpeg, in bytes. Transcoding a 10-bit 4K video to H.264
	// takes some 900 MB.
	defaultMemory = 2 << 30
	// maxPixels bounds the size of a decoded frame: 8K.
	maxPixels = 8192 * 4320
)

// Tool is a working ffmpeg. It is safe for concurrent use and needs no closing.
type Tool struct {
	program

	version string
	lacks   []string
	// banner is the program's description of itself and its build.
	banner string
	// light and heavy hold a token for each running call.
	light, heavy chan struct{}
}

func newTool(path string) *Tool {
	return &Tool{
		program: program{path: path, threads: min(runtime.GOMAXPROCS(0), maxThreads), memory: defaultMemory, deadlines: defaultDeadlines()},
		light:   make(chan struct{}, maxPictures),
		heavy:   make(chan struct{}, 1),
	}
}

// Version returns the program's version, such as 5.1.9-0+deb12u1.
func (t *Tool) Version() string { return t.version }

// Lacks returns the encoders that Transcode needs and this ffmpeg was built without, usually none.
func (t *Tool) Lacks() []string { return t.lacks }

// Is reports whether other, which may be nil, is the same program with the same abilities.
func (t *Tool) Is(other *Tool) bool {
	return other != nil && t.path == other.path && t.banner == other.banner && slices.Equal(t.lacks, other.lacks)
}

// Tracks are the numbers of the tracks of a video that are used, as package video gives them. Sound
// is -1 for none.
type Tracks struct{ Picture, Sound int }

// picture returns the film as ffmpeg calls it in its arguments.
func (t Tracks) picture() string { return "0:" + strconv.Itoa(t.Picture) }

// sound returns the arguments that map the sound, if there is any.
func (t Tracks) sound() []string {
	if t.Sound < 0 {
		return nil
	}
	return []string{"-map", "0:" + strconv.Itoa(t.Sound)}
}

// Poster writes a frame of the film in src to dst, which must not exist yet, as a JPEG file:
// upright, with square pixels. It takes at most 20 seconds for each of two tries, after waiting for
// its turn until ctx ends.
//
// An *Error says that no poster can be made of this video. If ctx ends, the error is that of ctx;
// if dst exists, it is fs.ErrExist.
func (t *Tool) Poster(ctx context.Context, src, dst string, o PosterOptions) error {
	return making(ctx, t.light, dst, func(*os.File) error {
		f, err := t.look(ctx, src, o.Tracks)
		if err != nil {
			return err
		}
		err = posterAt(ctx, &t.program, src, dst, f, o)
		// The video may end before o.At, its index may be wrong, or the nearest keyframe may be far
		// away.
		if reason := reasonOf(err); o.At > 0 && (reason == Unusable || reason == TooSlow) {
			o.At = 0
			err = posterAt(ctx, &t.program, src, dst, f, o)
		}
		return err
	})
}

// Copy writes the tracks of the video src to dst, which must not exist yet, as an MP4 file. It
// decodes nothing: pictures and sound stay as they are and in sync, and the rotation is kept. HEVC
// gets the tag hvc1, which all players know. While Copy runs there is a second file, dst with the
// suffix .part.
//
// An *Error says that this video cannot be put into an MP4 file as it is. If ctx ends, the error is
// that of ctx; if one of the files exists, it is fs.ErrExist.
func (t *Tool) Copy(ctx context.Context, src, dst string, tracks Tracks) error {
	return making(ctx, t.light, dst, func(made *os.File) error {
		f, err := t.look(ctx, src, tracks)
		if err != nil {
			return err
		}
		err = copyMended(ctx, &t.program, src, dst+partSuffix, made, f, tracks)
		if errors.Is(err, mp4.ErrUnmendable) || errors.Is(err, mp4.ErrNotMovie) {
			return copyTo(ctx, &t.program, src, dst, f, tracks, withoutEdits())
		}
		return err
	})
}

// Transcode writes the video src to dst, which must not exist yet, as an MP4 file that the network
// accepts: H.264 (High, 4:2:0, progressive, closed GOP, a constant frame rate, at most 25 Mbit/s)
// and, if there is sound, AAC (stereo, 48 kHz, 128 kbit/s). Pictures are upright and have square
// pixels and even sides, at most 1920; HDR becomes BT.709, as bright as package imaging shows it.
// Only one video is transcoded at a time; other calls wait for their turn until ctx ends.
//
// An *Error says that this video cannot be transcoded. If ctx ends, the error is that of ctx; if
// dst exists, it is fs.ErrExist.
func (t *Tool) Transcode(ctx context.Context, src, dst string, o TranscodeOptions) error {
	if len(t.lacks) > 0 {
		return &Error{Reason: Incapable, Detail: "no encoder " + strings.Join(t.lacks, ", ")}
	}
	return making(ctx, t.heavy, dst, func(*os.File) error { return transcode(ctx, &t.program, src, dst, o) })
}

// deadlines bound the time of calls, without the wait for their turn.
type deadlines struct {
	look, poster time.Duration
	// Copies and transcodes may take base plus a time for the size or the length of the video, at
	// most ceiling.
	base, ceiling time.Duration
}

func defaultDeadlines() deadlines {
	return deadlines{look: 30 * time.Second, poster: 20 * time.Second, base: time.Minute, ceiling: 2 * time.Hour}
}

// forWork returns base plus work, at most ceiling.
func (d deadlines) forWork(work time.Duration) time.Duration {
	return d.base + min(max(work, 0), d.ceiling-d.base)
}

const outputMode fs.FileMode = 0o600

// making waits for one of the places or the end of ctx. It then creates the file dst, which must
// not exist yet, has work fill it, and syncs it; after an error there is no dst. The service
// creates the file itself, so ffmpeg never decides what is overwritten.
func making(ctx context.Context, places chan struct{}, dst string, work func(*os.File) error) error {
	select {
	case places <- struct{}{}:
		defer func() { <-places }()
	case <-ctx.Done():
		return ctx.Err()
	}
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
