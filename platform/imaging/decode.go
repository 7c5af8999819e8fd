package imaging

import (
	"errors"
	"fmt"
	"image"
	"image/jpeg"
	"io"
	"runtime/debug"

	"golang.org/x/image/webp"
)

// errPanic marks a panic that guard has caught.
var errPanic = errors.New("panic")

// guard turns a panic of work into an error with its stack.
func guard(work func() error) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("%w: %v: %s", errPanic, v, firstBytes(debug.Stack(), 2048))
		}
	}()
	return work()
}

func firstBytes(b []byte, n int) []byte { return b[:min(len(b), n)] }

// decode returns the stored picture that h describes.
func decode(in *input, h header) (r raster, err error) {
	err = guard(func() error {
		r, err = decodeKind(in, h)
		return err
	})
	if errors.Is(err, errPanic) {
		return raster{}, in.damaged(h.kind, err)
	}
	return r, err
}

func decodeKind(in *input, h header) (raster, error) {
	switch h.kind {
	case WebP:
		return decodeWebP(in, h.frame)
	case PNG:
		return decodeWhole(in, decodePNG, pngError)
	case HEIC, AVIF:
		return decodeHEIF(in, h)
	case GIF:
		return decodeGIF(in, h)
	default:
		return decodeJPEG(in, h)
	}
}

// decodeJPEG tries the fast decoder first. If that gives up, the standard one decides about the
// file.
func decodeJPEG(in *input, h header) (raster, error) {
	if h.form == baselineForm {
		if m, err := decodeBaseline(in); err == nil {
			return newRaster(m)
		}
		if in.failure != nil {
			return raster{}, in.failure
		}
	}
	return decodeWhole(in, jpeg.Decode, jpegError)
}

func decodeWhole(in *input, decoder func(io.Reader) (image.Image, error), explain func(*input, error) error) (raster, error) {
	r, err := in.from(0)
	if err != nil {
		return raster{}, explain(in, err)
	}
	m, err := decoder(r)
	if err != nil {
		return raster{}, explain(in, err)
	}
	return newRaster(m)
}

func decodeWebP(in *input, f webpFrame) (raster, error) {
	m, err := webp.Decode(f.reader(in))
	if err != nil {
		return raster{}, in.damaged(WebP, err)
	}
	widenVideoRange(m)
	r, err := newRaster(m)
	if err != nil {
		return raster{}, err
	}
	return r.onCanvas(f.canvas, f.at.Min), nil
}

// widenVideoRange corrects the planes of a lossy WebP file. The decoder returns them in limited
// range (16 to 235, chroma 16 to 240), but image.YCbCr has full range, so white would come out
// gray.
func widenVideoRange(m image.Image) {
	var planes *image.YCbCr
	switch m := m.(type) {
	case *image.YCbCr:
		planes = m
	case *image.NYCbCrA:
		planes = &m.YCbCr
	default:
		return
	}
	luma, chroma := rangeTable(16, 235), rangeTable(16, 240)
	translate(planes.Y, &luma)
	translate(planes.Cb, &chroma)
	translate(planes.Cr, &chroma)
}

// rangeTable maps the range from low to high to 0 to 255.
func rangeTable(low, high int) [256]uint8 {
	var t [256]uint8
	for i := range t {
		t[i] = uint8(min(max(((i-low)*255+(high-low)/2)/(high-low), 0), 255))
	}
	return t
}

func translate(pix []uint8, table *[256]uint8) {
	for i, v := range pix {
		pix[i] = table[v]
	}
}
