package imaging

import (
	"math"
	"strconv"
)

const (
	// aspectTolerance is how far a shape may be from the ratio that names it.
	aspectTolerance = 0.01
	// maxNear and maxExact bound the integers of an approximate and of an exact ratio.
	maxNear  = 5
	maxExact = 20
)

// AspectRatio returns the shape of a picture of w by h pixels as text such as "9:16". It is a usual
// ratio of publishing (such as "1.91:1") or one of small integers if the shape is within 1 % of it,
// else a decimal one such as "2.35:1" or "1:2.35". It returns "" unless both sides are positive.
func AspectRatio(w, h int) string {
	if w <= 0 || h <= 0 {
		return ""
	}
	ratio := float64(w) / float64(h)
	if name := nearest(ratio, usualRatios()); name != "" {
		return name
	}
	if d := gcd(w, h); w/d <= maxExact && h/d <= maxExact {
		return strconv.Itoa(w/d) + ":" + strconv.Itoa(h/d)
	}
	if name := nearest(ratio, smallRatios()); name != "" {
		return name
	}
	if ratio >= 1 {
		return decimal(ratio) + ":1"
	}
	return "1:" + decimal(1/ratio)
}

type namedRatio struct {
	name  string
	value float64
}

func usualRatios() []namedRatio {
	return []namedRatio{
		{"1:1", 1},
		{"4:5", 4.0 / 5},
		{"5:4", 5.0 / 4},
		{"3:4", 3.0 / 4},
		{"4:3", 4.0 / 3},
		{"2:3", 2.0 / 3},
		{"3:2", 3.0 / 2},
		{"9:16", 9.0 / 16},
		{"16:9", 16.0 / 9},
		{"1.91:1", 1.91},
	}
}

func smallRatios() []namedRatio {
	var ratios []namedRatio
	for a := 1; a <= maxNear; a++ {
		for b := 1; b <= maxNear; b++ {
			if gcd(a, b) == 1 {
				ratios = append(ratios, namedRatio{strconv.Itoa(a) + ":" + strconv.Itoa(b), float64(a) / float64(b)})
			}
		}
	}
	return ratios
}

// nearest returns the name of the ratio nearest to value, or "" if none is within the tolerance.
func nearest(value float64, ratios []namedRatio) string {
	name, best := "", aspectTolerance
	for _, r := range ratios {
		if off := math.Abs(value/r.value - 1); off <= best {
			name, best = r.name, off
		}
	}
	return name
}

func decimal(v float64) string {
	return strconv.FormatFloat(math.Round(v*100)/100, 'f', -1, 64)
}

func gcd(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}
