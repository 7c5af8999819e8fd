package mp4

import (
	"errors"
	"io"
)

// windowSize is how much is read at once. The boxes that are read are close together.
const windowSize = 32 << 10

// window reads a file through a buffer of a fixed size.
type window struct {
	r     io.ReaderAt
	size  int64
	part  []byte
	space [windowSize]byte
	from  int64
}

// Buffered returns a buffered reader of a file of size bytes, for callers that read many small
// parts close together. It is not safe for concurrent use.
func Buffered(r io.ReaderAt, size int64) io.ReaderAt { return &window{r: r, size: size} }

// ReadAt reads len(p) bytes at off. A read larger than the buffer bypasses it.
func (w *window) ReadAt(p []byte, off int64) (int, error) {
	if off < 0 || off >= w.size {
		return 0, io.EOF
	}
	if len(p) > windowSize {
		return w.r.ReadAt(p, off)
	}
	if off < w.from || off+int64(len(p)) > w.from+int64(len(w.part)) {
		if err := w.load(off); err != nil {
			return 0, err
		}
	}
	n := copy(p, w.part[min(off-w.from, int64(len(w.part))):])
	if n < len(p) {
		return n, io.EOF
	}
	return n, nil
}

func (w *window) load(off int64) error {
	n, err := w.r.ReadAt(w.space[:min(windowSize, w.size-off)], off)
	w.from, w.part = off, w.space[:n]
	if errors.Is(err, io.EOF) {
		return nil
	}
	return err
}
