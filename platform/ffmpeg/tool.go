package ffmpeg

import (
	"context"
	"runtime"
	"slices"
	"time"
)

const (
	// maxThreads bounds the threads of a decoder or an encoder, each of which holds pictures of its own.
	maxThreads = 4
	// maxPictures is how many posters and copies may be in the making at once.
	maxPictures = 2
	// defaultMemory is the memory that ffmpeg may take, in bytes: a 4K video of ten bits, turned into H.264, takes some 900 MB.
	defaultMemory = 2 << 30
	// maxPixels is the size of a frame that is decoded: 8K.
	maxPixels = 8192 * 4320
)

// Tool is an ffmpeg that was found to work. It is safe for concurrent use and needs no closing.
type Tool struct {
	path    string
	version string
	lacks   []string
	// banner is what the program says of itself, with how it was built.
	banner  string
	threads int
	memory  int64
	// deadlines are those of the three kinds of work.
	deadlines deadlines
	// light and heavy hold a token for each call that is at work.
	light, heavy chan struct{}
}

func newTool(path string) *Tool {
	return &Tool{
		path:      path,
		threads:   min(runtime.GOMAXPROCS(0), maxThreads),
		memory:    defaultMemory,
		deadlines: defaultDeadlines(),
		light:     make(chan struct{}, maxPictures),
		heavy:     make(chan struct{}, 1),
	}
}

// Version returns the version that the program gives itself, such as 5.1.9-0+deb12u1.
func (t *Tool) Version() string { return t.version }

// Lacks returns the encoders that Transcode needs and this ffmpeg was built without. It is empty for an ordinary one.
func (t *Tool) Lacks() []string { return t.lacks }

// Is reports whether other, which may be nil, is the same program and can do the same.
func (t *Tool) Is(other *Tool) bool {
	return other != nil && t.path == other.path && t.banner == other.banner && slices.Equal(t.lacks, other.lacks)
}

// deadlines bound the time that calls take, not counting the wait for their turn.
type deadlines struct {
	look, poster time.Duration
	// Copies and transcodes may take base, and more by the size or the length of the video, up to ceiling.
	base, ceiling time.Duration
}

func defaultDeadlines() deadlines {
	return deadlines{look: 30 * time.Second, poster: 20 * time.Second, base: time.Minute, ceiling: 2 * time.Hour}
}

// forWork returns base and what the work itself may take, up to ceiling.
func (d deadlines) forWork(work time.Duration) time.Duration {
	return d.base + min(max(work, 0), d.ceiling-d.base)
}

// turn waits until one of the places is free or ctx ends. The caller gives the place back by calling done.
func turn(ctx context.Context, places chan struct{}) (done func(), err error) {
	select {
	case places <- struct{}{}:
		return func() { <-places }, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}
