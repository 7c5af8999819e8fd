package heif

import "image"

// Colours are the code points of ITU-T H.273.
type Colours struct {
	Primaries, Transfer, Matrix uint16
	FullRange                   bool
}

// The matrix code points that are distinguished.
const (
	matrixRGB         = 0
	matrix709         = 1
	matrixUnspecified = 2
	matrixYCgCo       = 8
	matrix2020        = 9
	matrix2020Linear  = 10
	matrix601         = 6
)

// jpegColours are the colours of a file without code points (ISO/IEC 23000-22, 7.3.6.4).
func jpegColours() Colours {
	return Colours{Primaries: 1, Transfer: 13, Matrix: matrix601, FullRange: true}
}

// codedColours returns the code points in the item's nclx box.
func (i *item) codedColours() (Colours, bool) {
	for _, p := range i.properties {
		if p.kind != "colr" || len(p.body) < 11 || string(p.body[:4]) != "nclx" {
			continue
		}
		c := cursor{b: p.body[4:]}
		return Colours{Primaries: c.u16(), Transfer: c.u16(), Matrix: c.u16(), FullRange: c.u8()&0x80 != 0}, true
	}
	return Colours{}, false
}

// findProfile returns the ICC profile of the main picture. That of a grid may be at its tiles.
func findProfile(main, tile *item) (profile []byte, found bool) {
	for _, it := range []*item{main, tile} {
		for _, p := range it.properties {
			if p.kind != "colr" || len(p.body) < 4 {
				continue
			}
			if kind := string(p.body[:4]); kind == "prof" || kind == "rICC" {
				return p.body[4:], true
			}
		}
	}
	return nil, false
}

// conversion converts the samples of a picture to those of JPEG. Each is a weighted sum of the
// three samples of a pixel.
type conversion struct {
	offset [3]float64
	matrix [3][3]float64
}

// toJPEG returns the conversion of the samples, and whether one is needed. RGB and YCgCo are for
// 4:4:4 only.
func (c Colours) toJPEG(ratio image.YCbCrSubsampleRatio) (conversion, bool) {
	if ratio != image.YCbCrSubsampleRatio444 && (c.Matrix == matrixRGB || c.Matrix == matrixYCgCo) {
		c.Matrix = matrixUnspecified
	}
	if c.FullRange && c.Matrix != matrixRGB && c.Matrix != matrixYCgCo && isJPEGMatrix(c.Matrix) {
		return conversion{}, false
	}
	t := conversion{offset: [3]float64{0, 128, 128}}
	luma, chroma := 1.0, 1.0
	if !c.FullRange {
		t.offset[0], luma, chroma = 16, 255.0/219, 255.0/224
	}
	var toRGB [3][3]float64
	switch c.Matrix {
	case matrixRGB:
		// The three planes are green, blue and red.
		t.offset[1], t.offset[2] = t.offset[0], t.offset[0]
		toRGB = [3][3]float64{{0, 0, luma}, {luma, 0, 0}, {0, luma, 0}}
	case matrixYCgCo:
		toRGB = [3][3]float64{{luma, -chroma, chroma}, {luma, chroma, 0}, {luma, -chroma, -chroma}}
	default:
		kr, kb := weights(c.Matrix)
		kg := 1 - kr - kb
		toRGB = [3][3]float64{
			{luma, 0, 2 * (1 - kr) * chroma},
			{luma, -2 * (1 - kb) * kb / kg * chroma, -2 * (1 - kr) * kr / kg * chroma},
			{luma, 2 * (1 - kb) * chroma, 0},
		}
	}
	fromRGB := [3][3]float64{{0.299, 0.587, 0.114}, {-0.168736, -0.331264, 0.5}, {0.5, -0.418688, -0.081312}}
	for i, row := range fromRGB {
		for j := range row {
			for k := range row {
				t.matrix[i][j] += row[k] * toRGB[k][j]
			}
		}
	}
	return t, true
}

func isJPEGMatrix(matrix uint16) bool {
	kr, kb := weights(matrix)
	return kr == 0.299 && kb == 0.114
}

// weights returns the luma coefficients of red and blue.
func weights(matrix uint16) (kr, kb float64) {
	switch matrix {
	case matrix709:
		return 0.2126, 0.0722
	case matrix2020, matrix2020Linear:
		return 0.2627, 0.0593
	case 4:
		return 0.30, 0.11
	case 7:
		return 0.212, 0.087
	default:
		return 0.299, 0.114
	}
}

// apply converts the planes in place. It does not interpolate subsampled chroma.
func (t conversion) apply(m *image.YCbCr) {
	whole := m.SubsampleRatio == image.YCbCrSubsampleRatio444
	for y := range m.Rect.Dy() {
		luma, chroma := m.Y[y*m.YStride:], m.COffset(0, y)
		for x := range m.Rect.Dx() {
			i := chroma + m.COffset(x, 0)
			v := [3]float64{float64(luma[x]) - t.offset[0], float64(m.Cb[i]) - t.offset[1], float64(m.Cr[i]) - t.offset[2]}
			luma[x] = t.sum(0, v)
			if whole {
				m.Cb[i], m.Cr[i] = t.sum(1, v), t.sum(2, v)
			}
		}
	}
	if whole {
		return
	}
	// The matrices that mix luma into chroma are for 4:4:4 only.
	for i := range m.Cb {
		v := [3]float64{0, float64(m.Cb[i]) - t.offset[1], float64(m.Cr[i]) - t.offset[2]}
		m.Cb[i], m.Cr[i] = t.sum(1, v), t.sum(2, v)
	}
}

func (t conversion) sum(row int, v [3]float64) uint8 {
	sum := t.matrix[row][0]*v[0] + t.matrix[row][1]*v[1] + t.matrix[row][2]*v[2]
	if row > 0 {
		sum += 128
	}
	return uint8(min(max(sum+0.5, 0), 255))
}

func (t conversion) applyGray(m *image.Gray) {
	for i, v := range m.Pix {
		m.Pix[i] = t.sum(0, [3]float64{float64(v) - t.offset[0]})
	}
}
