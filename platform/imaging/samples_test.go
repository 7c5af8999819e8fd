package imaging_test

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"os"
	"path/filepath"
	"testing"
)

// The picture of the tests: four quarters, upper left, upper right, lower left, lower right.
const (
	quadWidth  = 64
	quadHeight = 48
)

func quadColours() [4]color.NRGBA {
	return [4]color.NRGBA{{200, 40, 40, 255}, {40, 150, 60, 255}, {50, 60, 190, 255}, {230, 220, 200, 255}}
}

// drawable is a writable picture of the standard library.
type drawable interface {
	image.Image
	Set(x, y int, c color.Color)
}

// drawQuad draws the picture all over m.
func drawQuad[T drawable](m T) T {
	b, colours := m.Bounds(), quadColours()
	for y := range b.Dy() {
		for x := range b.Dx() {
			m.Set(x, y, colours[y*2/b.Dy()*2+x*2/b.Dx()])
		}
	}
	return m
}

func quadRect() image.Rectangle { return image.Rect(0, 0, quadWidth, quadHeight) }

func quad() *image.NRGBA { return drawQuad(image.NewNRGBA(quadRect())) }

func uniform(c color.NRGBA, w, h int) *image.NRGBA {
	m := image.NewNRGBA(image.Rect(0, 0, w, h))
	for i := range w * h {
		copy(m.Pix[4*i:], []byte{c.R, c.G, c.B, c.A})
	}
	return m
}

// noise is a deterministic picture that does not compress.
func noise(w, h int) *image.NRGBA {
	m := image.NewNRGBA(image.Rect(0, 0, w, h))
	state := uint32(1)
	for i := range m.Pix {
		state = state*1664525 + 1013904223
		m.Pix[i] = byte(state >> 24)
		if i%4 == 3 {
			m.Pix[i] = 255
		}
	}
	return m
}

func jpegOf(t testing.TB, m image.Image) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := jpeg.Encode(&b, m, &jpeg.Options{Quality: 95}); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func pngOf(t testing.TB, m image.Image) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := (&png.Encoder{CompressionLevel: png.BestSpeed}).Encode(&b, m); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func fixture(t testing.TB, name string) []byte {
	t.Helper()
	b, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// exif returns an EXIF block with an orientation, without the header that JPEG puts before it.
func exif(order binary.AppendByteOrder, orientation uint16) []byte {
	b := []byte("II*\x00")
	if order.String() == binary.BigEndian.String() {
		b = []byte("MM\x00*")
	}
	b = order.AppendUint32(b, 8)
	b = order.AppendUint16(b, 2)
	b = append(order.AppendUint32(order.AppendUint16(order.AppendUint16(b, 0x0100), 4), 1), 0, 0, 0, 0)
	b = order.AppendUint32(order.AppendUint16(order.AppendUint16(b, 0x0112), 3), 1)
	b = append(order.AppendUint16(b, orientation), 0, 0)
	return append(b, 0, 0, 0, 0)
}

// withSegments inserts segments after the SOI marker of a JPEG file.
func withSegments(file []byte, segments ...[]byte) []byte {
	all := bytes.Clone(file[:2])
	for _, s := range segments {
		all = append(all, s...)
	}
	return append(all, file[2:]...)
}

func segment(marker byte, body string) []byte {
	return append(binary.BigEndian.AppendUint16([]byte{0xff, marker}, uint16(len(body)+2)), body...)
}

func exifSegment(block []byte) []byte { return segment(0xe1, "Exif\x00\x00"+string(block)) }

// iccSegments splits a profile into parts.
func iccSegments(profile []byte, parts int) [][]byte {
	var all [][]byte
	size := (len(profile) + parts - 1) / parts
	for i := range parts {
		part := profile[i*size : min((i+1)*size, len(profile))]
		all = append(all, segment(0xe2, "ICC_PROFILE\x00"+string([]byte{byte(i + 1), byte(parts)})+string(part)))
	}
	return all
}

// ihdrEnd is the offset of the chunks after IHDR.
const ihdrEnd = 8 + 8 + 13 + 4

// withChunks inserts chunks after the first one of a PNG file.
func withChunks(file []byte, chunks ...[]byte) []byte {
	all := bytes.Clone(file[:ihdrEnd])
	for _, c := range chunks {
		all = append(all, c...)
	}
	return append(all, file[ihdrEnd:]...)
}

// withLateChunk inserts a chunk after the picture of a PNG file.
func withLateChunk(file, chunk []byte) []byte {
	end := len(file) - 12
	return append(append(bytes.Clone(file[:end]), chunk...), file[end:]...)
}

func pngChunk(kind string, body []byte) []byte {
	b := append(binary.BigEndian.AppendUint32(nil, uint32(len(body))), kind...)
	b = append(b, body...)
	return binary.BigEndian.AppendUint32(b, crc32.ChecksumIEEE(b[4:]))
}

func iccpChunk(t testing.TB, profile []byte) []byte {
	t.Helper()
	b := bytes.NewBufferString("a profile\x00\x00")
	z := zlib.NewWriter(b)
	if _, err := z.Write(profile); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return pngChunk("iCCP", b.Bytes())
}

func riffChunk(id string, body []byte) []byte {
	b := binary.LittleEndian.AppendUint32([]byte(id), uint32(len(body)))
	b = append(b, body...)
	return append(b, make([]byte, len(body)&1)...)
}

func riff(chunks ...[]byte) []byte {
	body := []byte("WEBP")
	for _, c := range chunks {
		body = append(body, c...)
	}
	return riffChunk("RIFF", body)
}

const (
	webpAnimation = 1 << 1
	webpAlpha     = 1 << 4
)

func vp8x(flags byte, w, h int) []byte {
	return riffChunk("VP8X", append([]byte{flags, 0, 0, 0}, le24(w-1, h-1)...))
}

// anmf returns a frame of an animation.
func anmf(x, y, w, h int, chunks []byte) []byte {
	return riffChunk("ANMF", append(append(le24(x/2, y/2, w-1, h-1, 100), 0), chunks...))
}

func le24(values ...int) []byte {
	var b []byte
	for _, v := range values {
		b = append(b, byte(v), byte(v>>8), byte(v>>16))
	}
	return b
}

// webpChunks returns the chunks of a WebP file without its extended header.
func webpChunks(file []byte) []byte {
	if string(file[12:16]) == "VP8X" {
		return file[12+18:]
	}
	return file[12:]
}
