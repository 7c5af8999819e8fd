package editing

import "math"

// Fix is two ways to give a picture a shape that it does not have.
type Fix struct {
	// Ratio is the shape, such as "4:5".
	Ratio string
	// Pad keeps the whole picture within a blurred copy of it; Crop cuts off both sides alike.
	Pad, Crop Spec
}

// FixFor returns how a picture of width by height pixels gets the nearest of the allowed ratios. It
// returns false when none of them can be read, or the size is none.
func FixFor(width, height int, allowed ...string) (Fix, bool) {
	if width <= 0 || height <= 0 {
		return Fix{}, false
	}
	have, best, nearest := math.Log(float64(width)/float64(height)), math.Inf(1), ""
	for _, text := range allowed {
		ratio, err := parseRatio(text)
		if err != nil {
			continue
		}
		if off := math.Abs(math.Log(ratio) - have); off < best {
			best, nearest = off, text
		}
	}
	if nearest == "" {
		return Fix{}, false
	}
	return Fix{
		Ratio: nearest,
		Pad:   Spec{Pad: &Pad{Ratio: nearest, Fill: FillBlur}},
		Crop:  Spec{Crop: &Crop{Ratio: nearest}},
	}, true
}
