package imaging

import (
	"encoding/binary"
	"math"
)

// curve is the linear light of each 8-bit value, 0 to 1.
type curve [256]float64

// maxCurve bounds the points of a curve. There are no more than 65,536 values.
const maxCurve = 1 << 16

func parseCurve(tag []byte) (curve, error) {
	if len(tag) < 12 {
		return curve{}, errProfile
	}
	switch string(tag[:4]) {
	case "curv":
		return parseSampled(tag)
	case "para":
		return parseParametric(tag)
	default:
		return curve{}, errNoModel
	}
}

// parseSampled reads a curve of points. No point means the identity, and one is a gamma value.
func parseSampled(tag []byte) (curve, error) {
	count := int(binary.BigEndian.Uint32(tag[8:]))
	points := tag[12:]
	if count > maxCurve || len(points) < 2*count {
		return curve{}, errProfile
	}
	switch count {
	case 0:
		return sample(func(x float64) float64 { return x }), nil
	case 1:
		gamma := float64(binary.BigEndian.Uint16(points)) / 256
		return sample(func(x float64) float64 { return math.Pow(x, gamma) }), nil
	}
	return sample(func(x float64) float64 {
		at := x * float64(count-1)
		low := min(int(at), count-2)
		a := float64(binary.BigEndian.Uint16(points[2*low:]))
		b := float64(binary.BigEndian.Uint16(points[2*low+2:]))
		return (a + (b-a)*(at-float64(low))) / math.MaxUint16
	}), nil
}

// parseParametric reads one of the five formulas of the ICC specification, each of which has more
// parameters than the one before.
func parseParametric(tag []byte) (curve, error) {
	form := binary.BigEndian.Uint16(tag[8:])
	counts := [...]int{1, 3, 4, 5, 7}
	if int(form) >= len(counts) {
		return curve{}, errNoModel
	}
	var p [7]float64
	values := tag[12:]
	if len(values) < 4*counts[form] {
		return curve{}, errProfile
	}
	for i := range counts[form] {
		p[i] = fixed16(values[4*i:])
	}
	return sample(parametric(form, p)), nil
}

// parametric returns (a*x + b)^g + e from d on and c*x + f below. In forms without d, it is where
// a*x + b is zero.
func parametric(form uint16, p [7]float64) func(float64) float64 {
	g, a, b, c, d, e, f := p[0], p[1], p[2], p[3], p[4], p[5], p[6]
	switch form {
	case 0:
		a, b, d = 1, 0, math.Inf(-1)
	case 1, 2:
		e, f, c, d = c, c, 0, -b/a
		if form == 1 {
			e, f = 0, 0
		}
	}
	return func(x float64) float64 {
		if x >= d {
			return math.Pow(a*x+b, g) + e
		}
		return c*x + f
	}
}

// sample returns the 256 values of f, clamped to 0 to 1. NaN counts as 0.
func sample(f func(float64) float64) curve {
	var c curve
	for i := range c {
		v := f(float64(i) / 255)
		if math.IsNaN(v) {
			v = 0
		}
		c[i] = min(max(v, 0), 1)
	}
	return c
}
