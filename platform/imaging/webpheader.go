package imaging

import (
	"bytes"
	"encoding/binary"
	"errors"
	"image"
	"io"

	"golang.org/x/image/webp"
)

const (
	riffHeader  = 12
	chunkHeader = 8
	vp8xLength  = 10
	anmfHeader  = 16

	vp8xAnimation = 1 << 1
	vp8xAlpha     = 1 << 4
)

// webpFrame is the position of a WebP file's picture, or of the first frame of an animation: on its
// canvas and in the file.
type webpFrame struct {
	canvas image.Point
	at     image.Rectangle
	alpha  chunk
	pixels chunk
}

// chunk is a chunk of a RIFF file, with its header.
type chunk struct {
	offset, length int64
}

// inspectWebP reads the file's chunks. The decoder cannot decode animations, so it always gets a
// new file of the chunks with the picture.
func inspectWebP(in *input) (header, error) {
	h := header{kind: WebP, form: "lossy", bytesPerPixel: 1.5}
	if err := h.walkWebP(in); err != nil {
		return h, in.damaged(WebP, err)
	}
	h.measureWebP()
	if h.frame.pixels.length == 0 {
		return h, in.damaged(WebP, errors.New("no picture in the file"))
	}
	config, err := webp.DecodeConfig(h.frame.reader(in))
	if err != nil {
		return h, in.damaged(WebP, err)
	}
	return h, h.placeFrame(in, image.Pt(config.Width, config.Height))
}

// measureWebP sets the decoder's memory per pixel for transparency, which is coded as a lossless
// picture of its own.
func (h *header) measureWebP() {
	if h.frame.alpha.length > 0 {
		h.form, h.bytesPerPixel = "lossy with transparency", 10.5
	}
}

// placeFrame sets canvas and frame, and checks them against the size of the picture.
func (h *header) placeFrame(in *input, picture image.Point) error {
	f := &h.frame
	if f.canvas == (image.Point{}) {
		f.canvas = picture
	}
	if !h.animated {
		f.at = image.Rectangle{Max: f.canvas}
	}
	if f.at.Size() != picture || !f.at.In(image.Rectangle{Max: f.canvas}) {
		return in.damaged(WebP, errors.New("the frame does not fit its canvas"))
	}
	h.width, h.height = f.canvas.X, f.canvas.Y
	return nil
}

// walkWebP reads the chunks of the whole file, because EXIF comes last.
func (h *header) walkWebP(in *input) error {
	head, err := in.bytes(0, riffHeader)
	if err != nil {
		return err
	}
	if len(head) < riffHeader {
		return io.ErrUnexpectedEOF
	}
	end := chunkHeader + int64(binary.LittleEndian.Uint32(head[4:]))
	if end > in.size {
		in.pos = in.size
		return io.ErrUnexpectedEOF
	}
	return walkRIFF(in, riffHeader, end, h.readWebPChunk)
}

// walkRIFF calls visit for each chunk between two offsets. It stops at one that does not fit, or
// when visit fails.
func walkRIFF(in *input, offset, end int64, visit func(in *input, id string, c chunk) error) error {
	for range maxChunks {
		if offset+chunkHeader > end {
			return nil
		}
		head, err := in.bytes(offset, chunkHeader)
		if err != nil {
			return err
		}
		if len(head) < chunkHeader {
			return io.ErrUnexpectedEOF
		}
		c := chunk{offset, chunkHeader + int64(binary.LittleEndian.Uint32(head[4:]))}
		if c.offset+c.length > end {
			return errors.New("a chunk is longer than its parent")
		}
		if err := visit(in, string(head[:4]), c); err != nil {
			return err
		}
		offset += c.padded()
	}
	return nil
}

func (h *header) readWebPChunk(in *input, id string, c chunk) error {
	switch id {
	case "VP8X":
		return h.readVP8X(in, c)
	case "ICCP":
		b, err := in.bytes(c.offset+chunkHeader, min(c.length-chunkHeader, maxProfile))
		h.profile = profileData{present: true, bytes: b}
		return err
	case "EXIF":
		b, err := in.bytes(c.offset+chunkHeader, min(c.length-chunkHeader, maxExif))
		h.orient = readOrientation(b)
		return err
	case "ANMF":
		return h.readANMF(in, c)
	default:
		return h.readFrameChunk(in, id, c)
	}
}

func (h *header) readVP8X(in *input, c chunk) error {
	b, err := in.bytes(c.offset+chunkHeader, min(c.length-chunkHeader, vp8xLength))
	if err != nil {
		return err
	}
	if len(b) < vp8xLength {
		return errors.New("the extended header is too short")
	}
	h.animated = b[0]&vp8xAnimation != 0
	h.frame.canvas = image.Pt(uint24(b[4:])+1, uint24(b[7:])+1)
	return nil
}

// readANMF reads the first frame of an animation.
func (h *header) readANMF(in *input, c chunk) error {
	if !h.animated || h.frame.pixels.length != 0 {
		return nil
	}
	start := c.offset + chunkHeader
	b, err := in.bytes(start, min(c.length-chunkHeader, anmfHeader))
	if err != nil {
		return err
	}
	if len(b) < anmfHeader {
		return errors.New("a frame is too short")
	}
	corner := image.Pt(2*uint24(b), 2*uint24(b[3:]))
	h.frame.at = image.Rectangle{Min: corner, Max: corner.Add(image.Pt(uint24(b[6:])+1, uint24(b[9:])+1))}
	return walkRIFF(in, start+anmfHeader, c.offset+c.length, h.readFrameChunk)
}

// readFrameChunk keeps the first picture and the transparency before it.
func (h *header) readFrameChunk(_ *input, id string, c chunk) error {
	f := &h.frame
	if f.pixels.length != 0 {
		return nil
	}
	switch id {
	case "ALPH":
		f.alpha = c
	case "VP8 ":
		f.pixels = c
	case "VP8L":
		f.pixels, f.alpha = c, chunk{}
		h.form, h.bytesPerPixel = "lossless", 8
	}
	return nil
}

// reader returns a WebP file with this frame alone.
func (f webpFrame) reader(in *input) io.Reader {
	var extended []byte
	if f.alpha.length > 0 {
		size := f.at.Size()
		if size == (image.Point{}) {
			size = f.canvas
		}
		extended = append([]byte("VP8X\x0a\x00\x00\x00"), vp8xAlpha, 0, 0, 0)
		extended = putUint24(putUint24(extended, size.X-1), size.Y-1)
	}
	length := 4 + int64(len(extended)) + f.alpha.padded() + f.pixels.padded()
	start := binary.LittleEndian.AppendUint32([]byte("RIFF"), uint32(length))
	start = append(append(start, "WEBP"...), extended...)
	return io.MultiReader(bytes.NewReader(start), f.alpha.reader(in), f.pixels.reader(in))
}

func (c chunk) padded() int64 { return c.length + c.length&1 }

// reader returns a reader of the chunk, padded to an even length. It seeks on its first Read.
func (c chunk) reader(in *input) io.Reader {
	return &chunkReader{in: in, chunk: c}
}

type chunkReader struct {
	in    *input
	chunk chunk
	body  io.Reader
}

func (r *chunkReader) Read(p []byte) (int, error) {
	if r.body == nil {
		b, err := r.in.from(r.chunk.offset)
		if err != nil {
			return 0, err
		}
		pad := bytes.NewReader(make([]byte, r.chunk.length&1))
		r.body = io.MultiReader(io.LimitReader(b, r.chunk.length), pad)
	}
	return r.body.Read(p)
}

func uint24(b []byte) int { return int(b[0]) | int(b[1])<<8 | int(b[2])<<16 }

func putUint24(b []byte, v int) []byte {
	return append(b, byte(v), byte(v>>8), byte(v>>16))
}
