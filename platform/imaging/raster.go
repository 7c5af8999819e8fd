package imaging

import (
	"fmt"
	"image"
	"image/color"
)

// raster is a decoded picture as the resizer reads it: as planes if it was decoded to planes, else
// as rows that are converted one at a time, so there is never a second copy of the picture.
type raster struct {
	width, height int
	planes        *image.YCbCr
	row           rowReader
	gray, cmyk    bool
}

// rowReader writes row y as luma and full-width chroma. Several goroutines may call it at once.
type rowReader func(y int, luma, cb, cr []uint8)

// White, which shows through transparency and around the frame of an animation.
const (
	whiteLuma     = 255
	neutralChroma = 128
)

func newRaster(m image.Image) (raster, error) {
	r := raster{width: m.Bounds().Dx(), height: m.Bounds().Dy()}
	switch m := m.(type) {
	case *image.YCbCr:
		r.planes = m
	case *image.NYCbCrA:
		r.row = nycbcraRows(m)
	case *image.Gray:
		r.gray, r.row = true, grayRows(m)
	case *image.Gray16:
		r.gray, r.row = true, gray16Rows(m)
	case *image.Paletted:
		r.row = palettedRows(m)
	case *image.CMYK:
		r.cmyk, r.row = true, cmykRows(m)
	case *image.RGBA:
		r.row = opaqueRows(m.Pix, m.Stride)
	case *image.RGBA64:
		r.row = flattenedRows(m.Pix, m.Stride, 8, 2)
	case *image.NRGBA:
		r.row = flattenedRows(m.Pix, m.Stride, 4, 1)
	case *image.NRGBA64:
		r.row = flattenedRows(m.Pix, m.Stride, 8, 2)
	default:
		return raster{}, fmt.Errorf("a decoder returned a picture of type %T", m)
	}
	return r, nil
}

// onCanvas returns r at a position on a white canvas.
func (r raster) onCanvas(canvas image.Point, at image.Point) raster {
	if at == (image.Point{}) && canvas == image.Pt(r.width, r.height) {
		return r
	}
	row, right, bottom := r.rows(), at.X+r.width, at.Y+r.height
	return raster{width: canvas.X, height: canvas.Y, row: func(y int, luma, cb, cr []uint8) {
		fill(luma, whiteLuma)
		fill(cb, neutralChroma)
		fill(cr, neutralChroma)
		if y >= at.Y && y < bottom {
			row(y-at.Y, luma[at.X:right], cb[at.X:right], cr[at.X:right])
		}
	}}
}

// rows returns the rows of r, even if it has planes.
func (r raster) rows() rowReader {
	if r.planes == nil {
		return r.row
	}
	m := r.planes
	return func(y int, luma, cb, cr []uint8) { planeRow(m, y, luma, cb, cr) }
}

func planeRow(m *image.YCbCr, y int, luma, cb, cr []uint8) {
	y += m.Rect.Min.Y
	copy(luma, m.Y[m.YOffset(m.Rect.Min.X, y):])
	for x := range cb {
		i := m.COffset(m.Rect.Min.X+x, y)
		cb[x], cr[x] = m.Cb[i], m.Cr[i]
	}
}

// nycbcraRows lays the picture over white. On YCbCr that is the same sum as on RGB.
func nycbcraRows(m *image.NYCbCrA) rowReader {
	return func(y int, luma, cb, cr []uint8) {
		planeRow(&m.YCbCr, y, luma, cb, cr)
		alpha := m.A[m.AOffset(m.Rect.Min.X, m.Rect.Min.Y+y):]
		for x, a := range alpha[:len(luma)] {
			luma[x] = over(luma[x], a, whiteLuma)
			cb[x] = over(cb[x], a, neutralChroma)
			cr[x] = over(cr[x], a, neutralChroma)
		}
	}
}

// over lays v with the opacity a over below.
func over(v, a, below uint8) uint8 {
	return uint8((uint32(v)*uint32(a) + uint32(below)*uint32(255-a) + 127) / 255)
}

func grayRows(m *image.Gray) rowReader {
	return func(y int, luma, cb, cr []uint8) {
		copy(luma, m.Pix[y*m.Stride:])
		fill(cb, neutralChroma)
		fill(cr, neutralChroma)
	}
}

func gray16Rows(m *image.Gray16) rowReader {
	return func(y int, luma, cb, cr []uint8) {
		pix := m.Pix[y*m.Stride:]
		for x := range luma {
			luma[x] = to8(pix[2*x], pix[2*x+1])
		}
		fill(cb, neutralChroma)
		fill(cr, neutralChroma)
	}
}

// to8 rounds a 16-bit value to 8 bits.
func to8(high, low uint8) uint8 {
	return uint8((uint32(high)<<8 + uint32(low) + 128) / 257)
}

func palettedRows(m *image.Paletted) rowReader {
	var table [256][3]uint8
	for i := range table {
		table[i] = [3]uint8{0, neutralChroma, neutralChroma}
	}
	for i, c := range m.Palette[:min(len(m.Palette), len(table))] {
		n, _ := color.NRGBAModel.Convert(c).(color.NRGBA)
		table[i][0], table[i][1], table[i][2] = color.RGBToYCbCr(
			over(n.R, n.A, whiteLuma), over(n.G, n.A, whiteLuma), over(n.B, n.A, whiteLuma))
	}
	return func(y int, luma, cb, cr []uint8) {
		for x, i := range m.Pix[y*m.Stride:][:len(luma)] {
			luma[x], cb[x], cr[x] = table[i][0], table[i][1], table[i][2]
		}
	}
}

func cmykRows(m *image.CMYK) rowReader {
	return func(y int, luma, cb, cr []uint8) {
		pix := m.Pix[y*m.Stride:]
		for x := range luma {
			p := pix[4*x : 4*x+4]
			luma[x], cb[x], cr[x] = color.RGBToYCbCr(color.CMYKToRGB(p[0], p[1], p[2], p[3]))
		}
	}
}

// opaqueRows reads pixels of four bytes: red, green, blue, and one that is ignored.
func opaqueRows(pix []uint8, stride int) rowReader {
	return func(y int, luma, cb, cr []uint8) {
		line := pix[y*stride:]
		for x := range luma {
			p := line[4*x : 4*x+4]
			luma[x], cb[x], cr[x] = color.RGBToYCbCr(p[0], p[1], p[2])
		}
	}
}

// flattenedRows reads pixels of size bytes: red, green, blue and opacity, each in depth bytes, the
// high one first. It lays the picture over white.
func flattenedRows(pix []uint8, stride, size, depth int) rowReader {
	return func(y int, luma, cb, cr []uint8) {
		line := pix[y*stride:]
		for x := range luma {
			r, g, b, a := samples(line[x*size:x*size+size], depth)
			if a != 255 {
				r, g, b = over(r, a, whiteLuma), over(g, a, whiteLuma), over(b, a, whiteLuma)
			}
			luma[x], cb[x], cr[x] = color.RGBToYCbCr(r, g, b)
		}
	}
}

func samples(p []uint8, depth int) (r, g, b, a uint8) {
	if depth == 1 {
		return p[0], p[1], p[2], p[3]
	}
	return to8(p[0], p[1]), to8(p[2], p[3]), to8(p[4], p[5]), to8(p[6], p[7])
}

func fill(b []uint8, v uint8) {
	for i := range b {
		b[i] = v
	}
}
