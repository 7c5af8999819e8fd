package editing

import "math"

// Size is a size in pixels.
type Size struct{ Width, Height int }

// measures are what a result must keep to.
type measures struct {
	maxWidth int
	// step is what sides and places are multiples of.
	step int
}

// shape is a size that is still to be scaled, and how the other side follows from one.
type shape struct {
	natural Size
	// ratio is the ratio that was asked for, 0 if none was.
	ratio float64
	step  int
}

// A ratio in whole pixels is as a rule a little off. It is then off towards the square, for the
// network's bounds, which people ask for, are on both sides of it: 4:5 must not become narrower,
// nor 1.91:1 wider.

// across returns the width that goes with a height.
func (s shape) across(height int) int {
	if s.ratio == 0 {
		return s.rounded(float64(height) * float64(s.natural.Width) / float64(s.natural.Height))
	}
	return s.towards(float64(height)*s.ratio, s.ratio < 1)
}

// down returns the height that goes with a width.
func (s shape) down(width int) int {
	if s.ratio == 0 {
		return s.rounded(float64(width) * float64(s.natural.Height) / float64(s.natural.Width))
	}
	return s.towards(float64(width)/s.ratio, s.ratio > 1)
}

func (s shape) rounded(v float64) int {
	return max(floorTo(v+float64(s.step)/2, s.step), s.step)
}

func (s shape) towards(v float64, up bool) int {
	if up {
		v = math.Ceil((v-1e-9)/float64(s.step)) * float64(s.step)
	}
	return max(floorTo(v, s.step), s.step)
}

// resized returns the size in the end.
func (s shape) resized(r *Resize, m measures) (w, h int, err error) {
	if r == nil {
		w, h = s.within(m)
		return w, h, nil
	}
	w, h = floorTo(float64(r.Width), m.step), floorTo(float64(r.Height), m.step)
	if w == 0 {
		w = s.across(h)
	}
	if h == 0 {
		h = s.down(w)
	}
	if w > m.maxWidth || h > maxHeight {
		return 0, 0, wrong("resize makes it %d x %d pixels; at most %d x %d are possible", w, h, m.maxWidth, maxHeight)
	}
	return w, h, nil
}

// within scales the shape down to the measures, if it is beyond them.
func (s shape) within(m measures) (w, h int) {
	w, h = s.natural.Width, s.natural.Height
	if w > m.maxWidth {
		w, h = m.maxWidth, s.down(m.maxWidth)
	}
	if h > maxHeight {
		w, h = min(s.across(maxHeight), m.maxWidth), maxHeight
	}
	return w, h
}

func floorTo(v float64, step int) int { return int(v+1e-9) / step * step }
