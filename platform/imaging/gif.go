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

// Animation describes an animated GIF file.
type Animation struct {
	// Frames is the number of frames, at least one.
	Frames int
	// Length is the duration of one loop.
	Length time.Duration
}

// The blocks of a GIF file, by their first byte.
const (
	gifExtension = 0x21
	gifFrame     = 0x2c
	gifEnd       = 0x3b
	// gifPadding stands between blocks in the files of some programs, and means nothing.
	gifPadding = 0x00
	// gifControl is the label of the extension with the delay of the next frame.
	gifControl = 0xf9
)

const (
	// gifTick is the unit of a frame's delay.
	gifTick = 10 * time.Millisecond
	// gifLeastDelay is the shortest delay that players honour; they replace a shorter one by
	// gifUsualDelay. ffmpeg and browsers have the same values.
	gifLeastDelay, gifUsualDelay = 2, 10
	// gifBytesPerPixel is what the decoder holds of a frame: its pixels, twice for an interlaced
	// one.
	gifBytesPerPixel = 2
)

// ReadAnimation reads the Animation of the GIF file src, which must be at its beginning. It decodes
// nothing. An *Error says that the file is damaged, or larger than Normalise accepts by default.
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

// readGIF reads a file to its end, because only the end shows whether it is cut off.
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

// gifWalk reads the blocks of a file. Each step advances, so a walk is bounded by the file's
// length.
type gifWalk struct {
	r             *bufio.Reader
	width, height int
	frames        int
	// ticks is the duration of the frames so far, and delay that of the next one.
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
		case kind == gifPadding:
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
	if err := w.skip(1); err != nil { // The minimum code size.
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

// skipData skips sub-blocks, each preceded by its length, up to an empty one.
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
