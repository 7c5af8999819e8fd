package textimage

import (
	"cmp"
	"image"
	"image/color"
	"math"
	"slices"

	"github.com/go-text/typesetting/font/opentype/tables"
)

// gradient is an image.Image of a COLR gradient, in pixels.
type gradient struct {
	// back maps pixels to font units.
	back transform
	// along returns the offset of a point on the colour line, and false if the point has none.
	along  func(x, y float64) (float64, bool)
	extend tables.Extend
	stops  []stop
}

type stop struct {
	at    float64
	color color.NRGBA
}

// fill returns the colours of a solid or gradient paint, and nil for any other paint.
func (p *painter) fill(t tables.PaintTable, at transform) image.Image {
	switch t := t.(type) {
	case tables.PaintSolid:
		return image.NewUniform(p.color(t.PaletteIndex, t.Alpha))
	case tables.PaintLinearGradient:
		return p.gradient(t.ColorLine, at, linear(t))
	case tables.PaintRadialGradient:
		return p.gradient(t.ColorLine, at, radial(t))
	case tables.PaintSweepGradient:
		return p.gradient(t.ColorLine, at, sweep(t))
	default:
		return nil
	}
}

func (p *painter) color(index uint16, alpha tables.Fixed214) color.NRGBA {
	c := p.ink.ink(p.face.CPAL[0], int(index))
	c.A = uint8(min(max(float64(c.A)*fixed14(alpha), 0), 255))
	return c
}

func (p *painter) gradient(line tables.ColorLine, at transform, along func(x, y float64) (float64, bool)) image.Image {
	back, ok := at.inverse()
	if !ok || len(line.ColorStops) == 0 {
		return nil
	}
	g := &gradient{back: back, along: along, extend: line.Extend}
	for _, s := range line.ColorStops {
		g.stops = append(g.stops, stop{fixed14(s.StopOffset), p.color(s.PaletteIndex, s.Alpha)})
	}
	slices.SortStableFunc(g.stops, func(a, b stop) int { return cmp.Compare(a.at, b.at) })
	return g
}

func (t transform) inverse() (transform, bool) {
	d := t[0]*t[4] - t[1]*t[3]
	if math.Abs(d) < 1e-12 {
		return transform{}, false
	}
	return transform{
		t[4] / d, -t[1] / d, (t[1]*t[5] - t[4]*t[2]) / d,
		-t[3] / d, t[0] / d, (t[3]*t[2] - t[0]*t[5]) / d,
	}, true
}

// linear runs from p0 to p1, rotated so that lines of one colour are parallel to the line from p0
// to p2.
func linear(t tables.PaintLinearGradient) func(x, y float64) (float64, bool) {
	x0, y0 := float64(t.X0), float64(t.Y0)
	dx, dy := float64(t.X1)-x0, float64(t.Y1)-y0
	nx, ny := float64(t.Y2)-y0, x0-float64(t.X2)
	length := nx*nx + ny*ny
	if length == 0 {
		return nowhere
	}
	share := (dx*nx + dy*ny) / length
	dx, dy = nx*share, ny*share
	length = dx*dx + dy*dy
	if length == 0 {
		return nowhere
	}
	return func(x, y float64) (float64, bool) { return ((x-x0)*dx + (y-y0)*dy) / length, true }
}

func nowhere(float64, float64) (float64, bool) { return 0, false }

// radial runs from one circle to another. If a point is on several circles in between, the last one
// counts.
func radial(t tables.PaintRadialGradient) func(x, y float64) (float64, bool) {
	x0, y0, r0 := float64(t.X0), float64(t.Y0), float64(t.Radius0)
	dx, dy, dr := float64(t.X1)-x0, float64(t.Y1)-y0, float64(t.Radius1)-r0
	a := dx*dx + dy*dy - dr*dr
	return func(x, y float64) (float64, bool) {
		px, py := x-x0, y-y0
		b, c := px*dx+py*dy+r0*dr, px*px+py*py-r0*r0
		if math.Abs(a) < 1e-9 {
			at := c / (2 * b)
			return at, b != 0 && r0+at*dr >= 0
		}
		root := b*b - a*c
		if root < 0 {
			return 0, false
		}
		root = math.Sqrt(root)
		far, near := (b+root)/a, (b-root)/a
		if near > far {
			far, near = near, far
		}
		if r0+far*dr >= 0 {
			return far, true
		}
		return near, r0+near*dr >= 0
	}
}

// sweep runs counterclockwise around a point.
func sweep(t tables.PaintSweepGradient) func(x, y float64) (float64, bool) {
	from, to := fixed14(t.StartAngle)+1, fixed14(t.EndAngle)+1
	if from == to {
		return nowhere
	}
	return func(x, y float64) (float64, bool) {
		angle := math.Atan2(y-float64(t.CenterY), x-float64(t.CenterX)) / math.Pi
		if angle < 0 {
			angle += 2
		}
		return (angle - from) / (to - from), true
	}
}

// ColorModel returns the model of At.
func (g *gradient) ColorModel() color.Model { return color.NRGBAModel }

// Bounds returns bounds larger than any picture.
func (g *gradient) Bounds() image.Rectangle { return image.Rect(-1e6, -1e6, 1e6, 1e6) }

// At returns the colour of a pixel.
func (g *gradient) At(x, y int) color.Color {
	at, ok := g.along(g.back.apply(float64(x)+0.5, float64(y)+0.5))
	if !ok || math.IsNaN(at) {
		return color.NRGBA{}
	}
	return g.colorAt(g.extended(at))
}

// extended maps an offset beyond the ends of the colour line onto it, according to the extend mode.
func (g *gradient) extended(at float64) float64 {
	first, last := g.stops[0].at, g.stops[len(g.stops)-1].at
	length := last - first
	if g.extend == tables.ExtendPad || length <= 0 {
		return at
	}
	turns := (at - first) / length
	part := turns - math.Floor(turns)
	if g.extend == tables.ExtendReflect && math.Mod(math.Floor(turns), 2) != 0 {
		part = 1 - part
	}
	return first + part*length
}

func (g *gradient) colorAt(at float64) color.NRGBA {
	for i, s := range g.stops {
		if at >= s.at {
			continue
		}
		if i == 0 {
			return s.color
		}
		before := g.stops[i-1]
		return mix(before.color, s.color, (at-before.at)/(s.at-before.at))
	}
	return g.stops[len(g.stops)-1].color
}

func mix(a, b color.NRGBA, share float64) color.NRGBA {
	between := func(a, b uint8) uint8 { return uint8(float64(a) + (float64(b)-float64(a))*share + 0.5) }
	return color.NRGBA{between(a.R, b.R), between(a.G, b.G), between(a.B, b.B), between(a.A, b.A)}
}
