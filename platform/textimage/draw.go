package textimage

import (
	"image"
	"image/color"
	"math"

	"github.com/go-text/typesetting/font"
	ot "github.com/go-text/typesetting/font/opentype"
	"golang.org/x/image/draw"
	"golang.org/x/image/math/f64"
	"golang.org/x/image/vector"
)

// The padding of a text's box and the radius of its corners, as fractions of the letters' size.
const (
	boxAcross = 0.4
	boxDown   = 0.2
	boxRadius = 0.25
)

// transform maps points of a block or a glyph to the picture.
type transform f64.Aff3

// placed returns the transform that puts the centre of a block at a point, rotated clockwise by
// degrees.
func placed(b block, x, y, degrees float64) transform {
	sin, cos := math.Sincos(degrees * math.Pi / 180)
	w, h := b.width/2, b.height/2
	return transform{cos, -sin, x - cos*w + sin*h, sin, cos, y - sin*w - cos*h}
}

func (t transform) apply(x, y float64) (px, py float64) {
	return t[0]*x + t[1]*y + t[2], t[3]*x + t[4]*y + t[5]
}

// then returns t applied after a translation and a scaling.
func (t transform) then(x, y, across, down float64) transform {
	px, py := t.apply(x, y)
	return transform{t[0] * across, t[1] * down, px, t[3] * across, t[4] * down, py}
}

// bounds returns the pixels that a rectangle may cover.
func (t transform) bounds(left, top, right, bottom float64) image.Rectangle {
	minX, minY := math.Inf(1), math.Inf(1)
	maxX, maxY := math.Inf(-1), math.Inf(-1)
	for _, corner := range [4][2]float64{{left, top}, {right, top}, {right, bottom}, {left, bottom}} {
		x, y := t.apply(corner[0], corner[1])
		minX, minY, maxX, maxY = min(minX, x), min(minY, y), max(maxX, x), max(maxY, y)
	}
	return image.Rect(whole(math.Floor(minX))-1, whole(math.Floor(minY))-1, whole(math.Ceil(maxX))+1, whole(math.Ceil(maxY))+1)
}

// whole bounds a measure of a font to safe integers.
func whole(v float64) int { return int(min(max(v, -1<<20), 1<<20)) }

// inked is a text that is ready to be drawn.
type inked struct {
	block
	at              transform
	letters         color.NRGBA
	box             color.NRGBA
	across, down, r float64
	// pictures caches painted glyphs.
	pictures map[pictureKey]*image.RGBA
}

func newInked(b block, t Text, width, height int) inked {
	size := t.Size * float64(width)
	return inked{
		block: b, at: placed(b, t.X*float64(width), t.Y*float64(height), t.Rotation),
		letters: t.Color, box: t.Background,
		across: boxAcross * size, down: boxDown * size, r: boxRadius * size,
		pictures: make(map[pictureKey]*image.RGBA),
	}
}

// bounds returns the pixels that the text may cover.
func (k inked) bounds() image.Rectangle {
	all := k.at.bounds(-k.across, -k.down, k.width+k.across, k.height+k.down)
	for _, g := range k.glyphs {
		all = all.Union(k.boundsOf(g))
	}
	return all
}

func (k inked) boundsOf(g glyph) image.Rectangle {
	return k.at.bounds(g.x+g.left, g.y+g.top, g.x+g.left+g.width, g.y+g.top+g.height)
}

// draw draws the text onto the layer, which may be a part of the picture.
func (k inked) draw(layer *image.RGBA) {
	if k.box.A > 0 {
		k.drawBox(layer)
	}
	area := k.bounds().Intersect(layer.Rect)
	if area.Empty() {
		return
	}
	// All letters are one mask, so that overlapping ones do not show through each other.
	mask := image.NewAlpha(area)
	var pen vector.Rasterizer
	for _, g := range k.glyphs {
		if !g.isColourful() {
			k.trace(&pen, g, mask, image.Opaque)
		}
	}
	draw.DrawMask(layer, area, image.NewUniform(k.letters), image.Point{}, mask, area.Min, draw.Over)
	for _, g := range k.glyphs {
		if g.isColourful() {
			k.drawColourful(&pen, g, layer)
		}
	}
}

// trace fills the outline of a glyph.
func (k inked) trace(pen *vector.Rasterizer, g glyph, onto draw.Image, ink image.Image) {
	outline, ok := g.face.GlyphDataOutline(g.id)
	if !ok || len(outline.Segments) == 0 {
		return
	}
	at := k.at.then(g.x, g.y, g.scale, -g.scale)
	area := extent(outline.Segments, at).Intersect(onto.Bounds())
	if area.Empty() {
		return
	}
	pen.Reset(area.Dx(), area.Dy())
	follow(pen, outline.Segments, at, area.Min)
	pen.Draw(onto, area, ink, image.Point{})
}

// extent returns the pixels that an outline may cover.
func extent(segments []font.Segment, at transform) image.Rectangle {
	low, high := segments[0].Args[0], segments[0].Args[0]
	for _, s := range segments {
		for _, p := range s.ArgsSlice() {
			low.X, low.Y, high.X, high.Y = min(low.X, p.X), min(low.Y, p.Y), max(high.X, p.X), max(high.Y, p.Y)
		}
	}
	return at.bounds(float64(low.X), float64(low.Y), float64(high.X), float64(high.Y))
}

func follow(pen *vector.Rasterizer, segments []font.Segment, at transform, origin image.Point) {
	point := func(p font.SegmentPoint) (x, y float32) {
		px, py := at.apply(float64(p.X), float64(p.Y))
		return float32(px - float64(origin.X)), float32(py - float64(origin.Y))
	}
	for i, s := range segments {
		ax, ay := point(s.Args[0])
		bx, by := point(s.Args[1])
		cx, cy := point(s.Args[2])
		switch s.Op {
		case ot.SegmentOpMoveTo:
			if i > 0 {
				pen.ClosePath()
			}
			pen.MoveTo(ax, ay)
		case ot.SegmentOpLineTo:
			pen.LineTo(ax, ay)
		case ot.SegmentOpQuadTo:
			pen.QuadTo(ax, ay, bx, by)
		case ot.SegmentOpCubeTo:
			pen.CubeTo(ax, ay, bx, by, cx, cy)
		}
	}
	pen.ClosePath()
}

// drawBox draws the box behind the text, with round corners.
func (k inked) drawBox(layer *image.RGBA) {
	left, top, right, bottom := -k.across, -k.down, k.width+k.across, k.height+k.down
	area := k.at.bounds(left, top, right, bottom).Intersect(layer.Rect)
	if area.Empty() {
		return
	}
	r := min(k.r, (right-left)/2, (bottom-top)/2)
	var pen vector.Rasterizer
	pen.Reset(area.Dx(), area.Dy())
	to := func(x, y float64) (px, py float32) {
		fx, fy := k.at.apply(x, y)
		return float32(fx - float64(area.Min.X)), float32(fy - float64(area.Min.Y))
	}
	corner := func(fromX, fromY, x, y, toX, toY float64) {
		pen.LineTo(to(fromX, fromY))
		cx, cy := to(x, y)
		ex, ey := to(toX, toY)
		pen.QuadTo(cx, cy, ex, ey)
	}
	pen.MoveTo(to(left+r, top))
	corner(right-r, top, right, top, right, top+r)
	corner(right, bottom-r, right, bottom, right-r, bottom)
	corner(left+r, bottom, left, bottom, left, bottom-r)
	corner(left, top+r, left, top, left+r, top)
	pen.ClosePath()
	pen.Draw(layer, area, image.NewUniform(k.box), image.Point{})
}
