package editing

import "math"

const (
	// maxSource bounds the sides of what is edited, in pixels.
	maxSource = 1 << 16
	// slack is how narrow a bar, in pixels, is filled by stretching the picture.
	slack = 2
)

// Rect is a rectangle in pixels.
type Rect struct{ X, Y, Width, Height int }

// Geometry is a Spec in whole pixels, for one source.
type Geometry struct {
	// Crop is the part of the upright source that is used. X and Y are even, because a colour
	// sample covers two by two pixels.
	Crop Rect
	// Rotate is in degrees clockwise. The flips come after it.
	Rotate                       int
	FlipHorizontal, FlipVertical bool
	// Turned is the size of the cropped part after it has been turned.
	Turned Size
	// Content is where the turned part lies in the result, scaled to that size. It is the whole
	// result unless there is padding.
	Content Rect
	// Width and Height are the size of the result.
	Width, Height int
}

// IsPadded reports whether the picture leaves a part of the result uncovered.
func (g Geometry) IsPadded() bool { return g.Content != Rect{0, 0, g.Width, g.Height} }

// Plan computes s for an upright picture of width by height pixels. The result has at most 1440 by
// 4096 pixels, and no side is zero. The error is that of Check, or a VALIDATION_ERROR for a size
// that a picture cannot have.
func (s Spec) Plan(width, height int) (Geometry, error) {
	return s.plan(width, height, measures{maxImageWidth, 1})
}

// PlanVideo is Plan for a video: at most 1920 by 4096 pixels, and every side and place even.
func (s Spec) PlanVideo(width, height int) (Geometry, error) {
	return s.plan(width, height, measures{maxVideoWidth, 2})
}

func (s Spec) plan(width, height int, m measures) (Geometry, error) {
	if err := s.Check(); err != nil {
		return Geometry{}, err
	}
	if width < m.step || height < m.step || width > maxSource || height > maxSource {
		return Geometry{}, wrong("what is to be edited is %d x %d pixels; each side must be %d to %d", width, height, m.step, maxSource)
	}
	g := Geometry{Rotate: s.Rotate, FlipHorizontal: s.FlipHorizontal, FlipVertical: s.FlipVertical}
	shape := shape{step: m.step}
	g.Crop, shape.ratio = s.Crop.plan(width, height, m)
	g.Turned = Size{g.Crop.Width, g.Crop.Height}
	if s.Rotate%180 != 0 {
		g.Turned = Size{g.Crop.Height, g.Crop.Width}
		shape.ratio = inverse(shape.ratio)
	}
	shape.natural = g.Turned
	if s.Pad != nil {
		shape = padded(g.Turned, s.Pad.ratio(), m)
	}
	var err error
	if g.Width, g.Height, err = shape.resized(s.Resize, m); err != nil {
		return Geometry{}, err
	}
	g.Content = content(g, s.Pad != nil, m)
	return g, nil
}

func inverse(ratio float64) float64 {
	if ratio == 0 {
		return 0
	}
	return 1 / ratio
}

// ratio returns the ratio of a Pad that has been checked.
func (p *Pad) ratio() float64 {
	r, err := parseRatio(p.Ratio)
	if err != nil {
		return 1
	}
	return r
}

// plan returns the cropped rectangle, and its ratio if one was asked for, else 0.
func (c *Crop) plan(width, height int, m measures) (Rect, float64) {
	whole := Rect{0, 0, floorTo(float64(width), m.step), floorTo(float64(height), m.step)}
	if c == nil {
		return whole, 0
	}
	if c.Ratio == "" {
		x, w := interval(c.X, c.Width, whole.Width, m.step)
		y, h := interval(c.Y, c.Height, whole.Height, m.step)
		return Rect{x, y, w, h}, 0
	}
	r, err := parseRatio(c.Ratio)
	if err != nil {
		return whole, 0
	}
	s := shape{natural: Size{whole.Width, whole.Height}, ratio: r, step: m.step}
	kept := whole
	if float64(whole.Width) > r*float64(whole.Height) {
		kept.Width = min(s.across(whole.Height), whole.Width)
	} else {
		kept.Height = min(s.down(whole.Width), whole.Height)
	}
	kept.X = centred(orHalf(c.FocusX), kept.Width, whole.Width)
	kept.Y = centred(orHalf(c.FocusY), kept.Height, whole.Height)
	return kept, r
}

// interval returns the pixels of a fraction of a side: an even start, and a length of at least one
// step.
func interval(start, length float64, side, step int) (from, n int) {
	end := min(int(math.Round((start+length)*float64(side))), side)
	from = min(int(math.Round(start*float64(side))), side-step) &^ 1
	return from, max(floorTo(float64(end-from), step), step)
}

// centred returns the even start of n pixels around a fraction of a side, moved inwards where they
// would reach beyond it.
func centred(focus float64, n, side int) int {
	start := int(math.Round(focus*float64(side) - float64(n)/2))
	return min(max(start, 0), side-n) &^ 1
}

// padded returns the size of a picture with its padding.
func padded(turned Size, ratio float64, m measures) shape {
	s := shape{natural: turned, ratio: ratio, step: m.step}
	if float64(turned.Width) < ratio*float64(turned.Height) {
		s.natural.Width = max(s.across(turned.Height), turned.Width)
	} else {
		s.natural.Height = max(s.down(turned.Width), turned.Height)
	}
	return s
}

// content returns where the turned picture lies.
func content(g Geometry, isPadded bool, m measures) Rect {
	whole := Rect{0, 0, g.Width, g.Height}
	if !isPadded {
		return whole
	}
	scale := min(float64(g.Width)/float64(g.Turned.Width), float64(g.Height)/float64(g.Turned.Height))
	w := fill(float64(g.Turned.Width)*scale, g.Width, m.step)
	h := fill(float64(g.Turned.Height)*scale, g.Height, m.step)
	return Rect{(g.Width - w) / 2 &^ 1, (g.Height - h) / 2 &^ 1, w, h}
}

// fill rounds the length of a side of the picture. A length that is short of the whole side by
// slack or less becomes the whole side.
func fill(side float64, whole, step int) int {
	n := max(floorTo(side+float64(step)/2, step), step)
	if n > whole-slack {
		return whole
	}
	return n
}
