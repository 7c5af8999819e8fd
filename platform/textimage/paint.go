package textimage

import (
	"image"
	"math"

	"github.com/go-text/typesetting/font"
	"github.com/go-text/typesetting/font/opentype/tables"
	"golang.org/x/image/draw"
	"golang.org/x/image/vector"
)

const (
	// minPaintedEm and maxPaintedEm bound the em in pixels at which a glyph is painted before it is
	// scaled.
	minPaintedEm = 16
	maxPaintedEm = 160
	// maxPaints bounds the paints of one glyph, maxPaintDepth their nesting, because a font may
	// have cycles.
	maxPaints     = 2000
	maxPaintDepth = 32
)

// pictureKey identifies a painted glyph. Within a text all its occurrences have one size.
type pictureKey struct {
	face *font.Face
	id   font.GID
}

// painter paints a glyph from its paint tables (COLR version 1).
type painter struct {
	face    *font.Face
	ink     inked
	picture *image.RGBA
	pen     vector.Rasterizer
	steps   int
}

// paintedBox returns the box that a painted glyph may fill, in ems relative to its origin.
func paintedBox(advance float64) (left, top, width, height float64) {
	return -0.15, -1.15, advance + 0.3, 1.5
}

// painted returns the picture of the glyph, which covers its paintedBox.
func (k inked) painted(g glyph, root tables.PaintTable) *image.RGBA {
	if made := k.pictures[pictureKey{g.face, g.id}]; made != nil {
		return made
	}
	upem := float64(g.face.Upem())
	em := min(max(math.Ceil(g.scale*upem), minPaintedEm), maxPaintedEm)
	left, top, width, height := paintedBox(g.advance())
	size := image.Rect(0, 0, min(max(whole(width*em), 1), maxBitmapSide), max(whole(height*em), 1))
	p := painter{face: g.face, ink: k, picture: image.NewRGBA(size)}
	p.paint(root, transform{em / upem, 0, -left * em, 0, -em / upem, -top * em}, nil, 0)
	k.pictures[pictureKey{g.face, g.id}] = p.picture
	return p.picture
}

// advance returns the advance width of the glyph, in ems.
func (g glyph) advance() float64 {
	return float64(g.face.HorizontalAdvance(g.id)) / float64(g.face.Upem())
}

// paint paints t within the mask. A nil mask is empty.
func (p *painter) paint(t tables.PaintTable, at transform, mask *image.Alpha, depth int) {
	if p.steps++; p.steps > maxPaints || depth > maxPaintDepth {
		return
	}
	if inner, by, ok := moved(t); ok {
		p.paint(inner, at.times(by), mask, depth+1)
		return
	}
	switch t := t.(type) {
	case tables.PaintColrLayers:
		layers, err := p.face.COLR.LayerList.Resolve(t)
		if err != nil {
			return
		}
		for _, l := range layers {
			p.paint(l, at, mask, depth+1)
		}
	case tables.PaintColrGlyph:
		if other, ok := p.face.COLR.Search(t.GlyphID); ok {
			p.paint(other, at, mask, depth+1)
		}
	case tables.PaintGlyph:
		if within := p.shape(font.GID(t.GlyphID), at, mask); within != nil {
			p.paint(t.Paint, at, within, depth+1)
		}
	case tables.PaintComposite:
		p.paint(t.BackdropPaint, at, mask, depth+1)
		// Other modes add shine and shadow, without which the glyph is still recognisable.
		if t.CompositeMode == tables.CompositeSrcOver {
			p.paint(t.SourcePaint, at, mask, depth+1)
		}
	default:
		if fill := p.fill(t, at); fill != nil && mask != nil {
			draw.DrawMask(p.picture, mask.Rect, fill, mask.Rect.Min, mask, mask.Rect.Min, draw.Over)
		}
	}
}

// shape returns the outline of a glyph as a mask, intersected with within if that is not nil. It
// returns nil for an empty mask.
func (p *painter) shape(id font.GID, at transform, within *image.Alpha) *image.Alpha {
	outline, ok := p.face.GlyphDataOutline(id)
	if !ok || len(outline.Segments) == 0 {
		return nil
	}
	area := extent(outline.Segments, at).Intersect(p.picture.Rect)
	if within != nil {
		area = area.Intersect(within.Rect)
	}
	if area.Empty() {
		return nil
	}
	mask := image.NewAlpha(area)
	p.pen.Reset(area.Dx(), area.Dy())
	follow(&p.pen, outline.Segments, at, area.Min)
	p.pen.Draw(mask, area, image.Opaque, image.Point{})
	if within != nil {
		both := image.NewAlpha(area)
		draw.DrawMask(both, area, mask, area.Min, within, area.Min, draw.Src)
		mask = both
	}
	return mask
}

// times returns t applied after u.
func (t transform) times(u transform) transform {
	return transform{
		t[0]*u[0] + t[1]*u[3], t[0]*u[1] + t[1]*u[4], t[0]*u[2] + t[1]*u[5] + t[2],
		t[3]*u[0] + t[4]*u[3], t[3]*u[1] + t[4]*u[4], t[3]*u[2] + t[4]*u[5] + t[5],
	}
}

// moved returns the inner paint and the transform of a transforming paint.
func moved(t tables.PaintTable) (inner tables.PaintTable, by transform, ok bool) {
	switch t := t.(type) {
	case tables.PaintTransform:
		m := t.Transform
		return t.Paint, transform{float64(m.Xx), float64(m.Xy), float64(m.Dx), float64(m.Yx), float64(m.Yy), float64(m.Dy)}, true
	case tables.PaintTranslate:
		return t.Paint, transform{1, 0, float64(t.Dx), 0, 1, float64(t.Dy)}, true
	case tables.PaintScale:
		return t.Paint, scaling(t.ScaleX, t.ScaleY), true
	case tables.PaintScaleAroundCenter:
		return t.Paint, around(t.CenterX, t.CenterY, scaling(t.ScaleX, t.ScaleY)), true
	case tables.PaintScaleUniform:
		return t.Paint, scaling(t.Scale, t.Scale), true
	case tables.PaintScaleUniformAroundCenter:
		return t.Paint, around(t.CenterX, t.CenterY, scaling(t.Scale, t.Scale)), true
	case tables.PaintRotate:
		return t.Paint, rotation(t.Angle), true
	case tables.PaintRotateAroundCenter:
		return t.Paint, around(t.CenterX, t.CenterY, rotation(t.Angle)), true
	case tables.PaintSkew:
		return t.Paint, skewing(t.XSkewAngle, t.YSkewAngle), true
	case tables.PaintSkewAroundCenter:
		return t.Paint, around(t.CenterX, t.CenterY, skewing(t.XSkewAngle, t.YSkewAngle)), true
	default:
		return nil, transform{}, false
	}
}

// fixed14 returns the value of an F2DOT14 number.
func fixed14(v tables.Fixed214) float64 { return float64(v) / (1 << 14) }

func scaling(x, y tables.Fixed214) transform {
	return transform{fixed14(x), 0, 0, 0, fixed14(y), 0}
}

// Angles are in half turns.
func rotation(angle tables.Fixed214) transform {
	sin, cos := math.Sincos(fixed14(angle) * math.Pi)
	return transform{cos, -sin, 0, sin, cos, 0}
}

func skewing(x, y tables.Fixed214) transform {
	return transform{1, -math.Tan(fixed14(x) * math.Pi), 0, math.Tan(fixed14(y) * math.Pi), 1, 0}
}

func around(x, y int16, t transform) transform {
	cx, cy := float64(x), float64(y)
	return transform{1, 0, cx, 0, 1, cy}.times(t).times(transform{1, 0, -cx, 0, 1, -cy})
}
