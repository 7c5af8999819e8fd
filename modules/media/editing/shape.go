package editing

import "math"

// Size is a size in pixels.
type Size struct{ Width, Height int }

// measures are the bounds of a result.
type measures struct {
	maxWidth int
	// step is a number of which sides and places are multiples.
	step int
}

// shape is a size that is still to be scaled. It computes the other side from one.
type shape struct {
	natural Size
	// ratio is the ratio that was asked for, or 0.
	ratio float64
	step  int
}

// A ratio in whole pixels is usually a little off. It is rounded towards the square, because users
// ask for the network's bounds, which lie on both sides of it: 4:5 must not become narrower, nor
// 1.91:1 wider.

// across returns the width for a height.
func (s shape) across(height int) int {
	if s.ratio == 0 {
		return s.rounded(float64(height) * float64(s.natural.Width) / float64(s.natural.Height))
	}
	return s.towards(float64(height)*s.ratio, s.ratio < 1)
}

// down returns the height for a width.
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

// within scales the shape down to the measures, if it exceeds them.
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
