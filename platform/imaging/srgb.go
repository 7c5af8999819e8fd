package imaging

import (
	"image"
	"image/color"
	"math"
)

// encodeSteps is the length of the table from linear light to sRGB. Near black a step is a fifth of
// an 8-bit value.
const encodeSteps = 1 << 14

// colourTransform converts 8-bit colours of a profile to sRGB, relative to the white point. It
// clips colours outside of sRGB.
type colourTransform struct {
	gray   bool
	curves [3]curve
	matrix [3][3]float64
	encode []uint8
}

func newColourTransform(p *profile) *colourTransform {
	t := &colourTransform{gray: p.gray, curves: p.curves, encode: make([]uint8, encodeSteps+1)}
	for i, row := range srgbFromXYZ() {
		for j := range row {
			for k := range row {
				t.matrix[i][j] += row[k] * p.toXYZ[k][j]
			}
		}
	}
	for i := range t.encode {
		t.encode[i] = uint8(255*srgbEncode(float64(i)/encodeSteps) + 0.5)
	}
	return t
}

// srgbFromXYZ is the inverse matrix of the sRGB primaries, adapted to D50 as in ICC profiles of
// sRGB.
func srgbFromXYZ() [3][3]float64 {
	return [3][3]float64{
		{3.1341359, -1.6173863, -0.4906619},
		{-0.9787955, 1.9162544, 0.0334428},
		{0.0719554, -0.2289769, 1.4053860},
	}
}

func srgbEncode(v float64) float64 {
	if v <= 0.0031308 {
		return 12.92 * v
	}
	return 1.055*math.Pow(v, 1/2.4) - 0.055
}

func (t *colourTransform) convert(r, g, b uint8) (r2, g2, b2 uint8) {
	x, y, z := t.curves[0][r], t.curves[1][g], t.curves[2][b]
	var out [3]uint8
	for i := range out {
		m := &t.matrix[i]
		v := m[0]*x + m[1]*y + m[2]*z
		out[i] = t.encode[int(min(max(v, 0), 1)*encodeSteps+0.5)]
	}
	return out[0], out[1], out[2]
}

// isIdentity reports whether the profile is sRGB: no colour of a coarse grid changes by more than
// one.
func (t *colourTransform) isIdentity() bool {
	const step = 51
	for r := 0; r <= 255; r += step {
		for g := 0; g <= 255; g += step {
			for b := 0; b <= 255; b += step {
				if t.gray && (r != g || g != b) {
					continue
				}
				in := [3]uint8{uint8(r), uint8(g), uint8(b)}
				r2, g2, b2 := t.convert(in[0], in[1], in[2])
				if !near(in[0], r2) || !near(in[1], g2) || !near(in[2], b2) {
					return false
				}
			}
		}
	}
	return true
}

func near(a, b uint8) bool { return max(a, b)-min(a, b) <= 1 }

// apply converts a 4:4:4 picture.
func (t *colourTransform) apply(m *image.YCbCr) {
	for i, y := range m.Y {
		r, g, b := color.YCbCrToRGB(y, m.Cb[i], m.Cr[i])
		m.Y[i], m.Cb[i], m.Cr[i] = color.RGBToYCbCr(t.convert(r, g, b))
	}
}

// colours returns the transform for the profile of a file, or nil if none is needed, and whether
// the profile is ignored.
func (p profileData) colours(gray, cmyk bool) (t *colourTransform, ignored bool) {
	if !p.present {
		return nil, false
	}
	parsed, err := p.parse()
	if err != nil || cmyk || (parsed.gray && !gray) {
		return nil, true
	}
	if t = newColourTransform(parsed); t.isIdentity() {
		return nil, false
	}
	return t, false
}

func (p profileData) parse() (*profile, error) {
	if p.made != nil {
		return p.made, nil
	}
	return parseProfile(p.bytes)
}
