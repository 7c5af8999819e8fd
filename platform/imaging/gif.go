package imaging

import (
	"bufio"
	"context"
	"encoding/binary"
	"errors"
	"image"
	"image/gif"
	"io"
	"time"
)

// Animation says how a GIF file moves.
type Animation struct {
	// Frames is how many pictures it has, at least one.
	Frames int
	// Length is how long they last together, shown once.
	Length time.Duration
}

// The blocks of a GIF file, by their first byte.
const (
	gifExtension = 0x21
	gifFrame     = 0x2c
	gifEnd       = 0x3b
	// gifControl is the label of the extension that says how long the next frame is shown.
	gifControl = 0xf9
)

const (
	// gifTick is the unit of a frame's delay.
	gifTick = 10 * time.Millisecond
	// gifLeastDelay is the shortest delay that players keep to, and gifUsualDelay what they take in
	// place of a shorter one. Those of ffmpeg and of browsers are the same.
	gifLeastDelay, gifUsualDelay = 2, 10
	// gifBytesPerPixel is what the decoder holds of a frame: its pixels, and once more to put the
	// lines of an interlaced one in order.
	gifBytesPerPixel = 2
)

// ReadAnimation reads from src, which stands at its beginning and is a GIF file, how it moves.
// Nothing is decoded. An *Error says that the file is damaged, or that a picture of it is larger
// than Normalise takes one by default.
func ReadAnimation(ctx context.Context, src io.ReadSeeker) (Animation, error) {
	in, _, err := openInput(ctx, src)
	if err != nil {
		return Animation{}, err
	}
	h, a, err := readGIF(in)
	if err != nil {
		return Animation{}, err
	}
	return a, h.check(Options{MaxMemory: DefaultMaxMemory}.withDefaults())
}

func inspectGIF(in *input) (header, error) {
	h, _, err := readGIF(in)
	return h, err
}

// readGIF reads a file to its end: one that is cut off is told from a whole one by that alone.
func readGIF(in *input) (header, Animation, error) {
	h := header{kind: GIF, form: "GIF", bytesPerPixel: gifBytesPerPixel}
	r, err := in.from(0)
	if err != nil {
		return h, Animation{}, in.damaged(GIF, err)
	}
	w := gifWalk{r: r}
	if err := w.file(); err != nil {
		return h, Animation{}, in.damaged(GIF, err)
	}
	h.width, h.height, h.animated = w.width, w.height, w.frames > 1
	return h, Animation{Frames: w.frames, Length: time.Duration(w.ticks) * gifTick}, nil
}

// gifWalk goes through the blocks of a file. Each step reads on, so that a walk
// is as long as the file at most.
type gifWalk struct {
	r             *bufio.Reader
	width, height int
	frames        int
	// ticks is the length of the frames so far, and delay that of the next one.
	ticks, delay int64
}

func (w *gifWalk) file() error {
	var head [13]byte
	if _, err := io.ReadFull(w.r, head[:]); err != nil {
		return err
	}
	w.width, w.height = int(binary.LittleEndian.Uint16(head[6:])), int(binary.LittleEndian.Uint16(head[8:]))
	if err := w.skipPalette(head[10]); err != nil {
		return err
	}
	for {
		kind, err := w.r.ReadByte()
		switch {
		case err != nil:
			return err
		case kind == gifExtension:
			err = w.extension()
		case kind == gifFrame:
			err = w.frame()
		case kind == gifEnd && w.frames > 0:
			return nil
		default:
			err = errors.New("gif: an unknown block")
		}
		if err != nil {
			return err
		}
	}
}

func (w *gifWalk) skipPalette(flags byte) error {
	if flags&0x80 == 0 {
		return nil
	}
	return w.skip(3 << (1 + flags&7))
}

func (w *gifWalk) skip(n int) error {
	_, err := w.r.Discard(n)
	return err
}

func (w *gifWalk) extension() error {
	var control [6]byte
	label, err := w.r.ReadByte()
	if err != nil || label != gifControl {
		return errors.Join(err, w.skipData())
	}
	if _, err := io.ReadFull(w.r, control[:]); err != nil {
		return err
	}
	if control[0] != 4 || control[5] != 0 {
		return errors.New("gif: the control of a frame has a wrong length")
	}
	w.delay = int64(binary.LittleEndian.Uint16(control[2:]))
	return nil
}

func (w *gifWalk) frame() error {
	var place [9]byte
	if _, err := io.ReadFull(w.r, place[:]); err != nil {
		return err
	}
	if err := w.skipPalette(place[8]); err != nil {
		return err
	}
	if err := w.skip(1); err != nil { // The width of the codes.
		return err
	}
	if w.delay < gifLeastDelay {
		w.delay = gifUsualDelay
	}
	w.frames++
	w.ticks += w.delay
	w.delay = 0
	return w.skipData()
}

// skipData skips what stands in pieces, each behind its length, up to one of no length.
func (w *gifWalk) skipData() error {
	for {
		n, err := w.r.ReadByte()
		if err != nil || n == 0 {
			return err
		}
		if err := w.skip(int(n)); err != nil {
			return err
		}
	}
}

// decodeGIF returns the first frame on its canvas.
func decodeGIF(in *input, h header) (raster, error) {
	r, err := in.from(0)
	if err != nil {
		return raster{}, in.damaged(GIF, err)
	}
	m, err := gif.Decode(r)
	if err != nil {
		return raster{}, in.damaged(GIF, err)
	}
	frame, err := newRaster(m)
	if err != nil {
		return raster{}, err
	}
	return frame.onCanvas(image.Pt(h.width, h.height), m.Bounds().Min), nil
}
