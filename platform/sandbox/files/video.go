package files

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strconv"
	"strings"

	"crier/platform/sandbox/wire"
	"crier/platform/sandbox/world"
	"crier/platform/video/mp4"
)

const (
	rangeSize = 64 << 10
	// maxRanges is how many parts of one video are requested at most: a video of fragments is read
	// in many.
	maxRanges = 512
)

// errNoRange says that a server does not answer a Range request with the requested part.
var errNoRange = errors.New("the server does not honour Range")

// Check fetches the media of d and returns what is wrong with them, or nil. copied gets the picture
// or the video.
func (f *Fetcher) Check(ctx context.Context, d *world.Container, copied io.Writer) *Finding {
	ctx, cancel := context.WithTimeout(ctx, f.timeout)
	defer cancel()
	if d.MediaType == world.MediaCarousel {
		return nil
	}
	if !d.IsVideo() {
		if gerr := f.checkImage(ctx, d.ImageURL, d.MediaType == world.MediaImage, copied); gerr != nil {
			return &Finding{Err: gerr, Refuses: true}
		}
		return nil
	}
	if found := f.checkVideo(ctx, d); found != nil {
		return found
	}
	if gerr := f.CopyVideo(ctx, d.VideoURL, copied); gerr != nil {
		return &Finding{Err: gerr} // The network finds out when it has the container already.
	}
	return nil
}

// CheckCover fetches the picture of a reel's cover and returns what is wrong with it, or nil.
// copied gets the picture.
func (f *Fetcher) CheckCover(ctx context.Context, url string, copied io.Writer) *Finding {
	ctx, cancel := context.WithTimeout(ctx, f.timeout)
	defer cancel()
	if gerr := f.checkImage(ctx, url, false, copied); gerr != nil {
		return &Finding{Err: gerr, Refuses: true}
	}
	return nil
}

// checkVideo fetches as much of the video of d as is needed to read its structure, and checks that
// against the limits of its kind.
func (f *Fetcher) checkVideo(ctx context.Context, d *world.Container) *Finding {
	r := &rangeReader{fetcher: f, ctx: ctx, url: d.VideoURL}
	if err := r.open(); err != nil {
		return r.finding(err)
	}
	if r.size > MaxVideo(d.MediaType) {
		return &Finding{Err: BadVideo()}
	}
	movie, err := mp4.Inspect(r, r.size)
	if err != nil {
		return r.finding(err)
	}
	return CheckMovie(d, movie)
}

// rangeReader reads a file over HTTP in parts, and caches the latest ones.
type rangeReader struct {
	fetcher *Fetcher
	ctx     context.Context
	url     string
	size    int64
	part    []byte
	from    int64
	asked   int
}

// finding returns what a failure of the reader, or of the parser, means to the network.
func (r *rangeReader) finding(err error) *Finding {
	var gerr *wire.Error
	switch {
	case errors.As(err, &gerr):
		return &Finding{Err: gerr, Refuses: true}
	case errors.Is(err, errNoRange):
		return &Finding{Err: wire.MediaError(wire.CodeServer, wire.SubNoRange, "Video download failed", "The video host does not honour Range requests.")}
	default:
		return &Finding{Err: BadVideo()}
	}
}

// open reads the first part, which tells the size.
func (r *rangeReader) open() error { return r.load(0) }

// ReadAt reads len(p) bytes at off. Its callers read only a few bytes at once.
func (r *rangeReader) ReadAt(p []byte, off int64) (int, error) {
	if off < 0 || off >= r.size {
		return 0, io.EOF
	}
	if off < r.from || off+int64(len(p)) > r.from+int64(len(r.part)) {
		if err := r.load(off); err != nil {
			return 0, err
		}
	}
	n := copy(p, r.part[off-r.from:])
	if n < len(p) {
		return n, io.EOF
	}
	return n, nil
}

func (r *rangeReader) load(off int64) error {
	if r.asked++; r.asked > maxRanges {
		return mp4.ErrNotMovie
	}
	resp, gerr := r.fetcher.get(r.ctx, r.url, off, off+rangeSize)
	if gerr != nil {
		return gerr
	}
	part, err := r.read(resp, off)
	if err != nil {
		return errors.Join(err, resp.Body.Close())
	}
	r.part, r.from = part, off
	return resp.Body.Close()
}

func (r *rangeReader) read(resp *http.Response, off int64) ([]byte, error) {
	// A server that does not support Range answers 200, without a Content-Range.
	if resp.StatusCode != http.StatusPartialContent && resp.StatusCode != http.StatusOK {
		return nil, errFetch()
	}
	first, size, ok := contentRange(resp.Header.Get("Content-Range"))
	if !ok || first != off || r.size != 0 && size != r.size {
		return nil, errNoRange
	}
	part, err := io.ReadAll(io.LimitReader(resp.Body, rangeSize))
	if err != nil {
		return nil, fetchFailure(err)
	}
	r.size = size
	return part, nil
}

// contentRange parses bytes FIRST-LAST/SIZE.
func contentRange(header string) (first, size int64, ok bool) {
	span, total, found := strings.Cut(strings.TrimPrefix(header, "bytes "), "/")
	start, _, dashed := strings.Cut(span, "-")
	first, err := strconv.ParseInt(start, 10, 64)
	size, sizeErr := strconv.ParseInt(total, 10, 64)
	return first, size, found && dashed && err == nil && sizeErr == nil && first >= 0 && first < size
}

// Movie fetches as much of a video as is needed to read its structure. It returns nil when that
// cannot be read or is incomplete. reached is false when the address does not return the first part
// of a file.
func (f *Fetcher) Movie(ctx context.Context, url string) (m *mp4.File, reached bool) {
	r := &rangeReader{fetcher: f, ctx: ctx, url: url}
	if err := r.open(); err != nil {
		return nil, false
	}
	m, err := mp4.Inspect(r, r.size)
	if err != nil || m.Truncated {
		return nil, true
	}
	return m, true
}
