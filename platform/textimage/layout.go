package textimage

import (
	"math"
	"slices"

	"github.com/go-text/typesetting/di"
	"github.com/go-text/typesetting/font"
	"github.com/go-text/typesetting/language"
	"github.com/go-text/typesetting/segmenter"
	"github.com/go-text/typesetting/shaping"
	"golang.org/x/image/math/fixed"
)

const (
	defaultMaxWidth = 0.9
	// maxMissing and maxMissingLength bound the missing characters that Draw returns: their number,
	// and the bytes of each.
	maxMissing       = 20
	maxMissingLength = 64
)

// block is a laid-out text, in pixels from its top left corner.
type block struct {
	width, height float64
	glyphs        []glyph
}

// glyph is a glyph and its origin on the baseline.
type glyph struct {
	face *font.Face
	id   font.GID
	x, y float64
	// scale is the number of pixels per font unit.
	scale float64
	// left, top, width and height are the bounding box, relative to the origin.
	left, top, width, height float64
}

// typesetter lays out the texts of one picture.
type typesetter struct {
	faces   *typefaces
	shaper  shaping.HarfbuzzShaper
	missing []string
}

// line is a line of a text, with its runs from left to right.
type line struct {
	// text is the whole paragraph, into which the runs point.
	text                   []rune
	runs                   []shaping.Output
	width, ascent, descent float64
}

// layOut lays out a text for a picture of the width.
func (t *typesetter) layOut(text Text, pictureWidth int) block {
	size := text.Size * float64(pictureWidth)
	limit := text.MaxWidth
	if limit == 0 {
		limit = defaultMaxWidth
	}
	var lines []line
	for _, paragraph := range paragraphs(text.Text) {
		lines = append(lines, t.lines(paragraph, text.Bold, size, limit*float64(pictureWidth))...)
	}
	var b block
	for _, l := range lines {
		b.width, b.height = max(b.width, l.width), b.height+l.ascent+l.descent
	}
	y := 0.0
	for _, l := range lines {
		x := 0.0
		switch text.Align {
		case AlignLeft:
		case AlignRight:
			x = b.width - l.width
		default:
			x = (b.width - l.width) / 2
		}
		b.place(t, l, x, y+l.ascent)
		y += l.ascent + l.descent
	}
	return b
}

// place adds the glyphs of a line with its origin at x and y.
func (b *block) place(t *typesetter, l line, x, y float64) {
	for _, run := range l.runs {
		scale := pixels(run.Size) / float64(run.Face.Upem())
		for _, g := range run.Glyphs {
			if g.GlyphID == 0 {
				t.miss(l.text[g.TextIndex():][:1])
			} else {
				b.glyphs = append(b.glyphs, boxed(glyph{
					face: run.Face, id: g.GlyphID, x: x + pixels(g.XOffset), y: y - pixels(g.YOffset), scale: scale,
					left: pixels(g.XBearing), top: -pixels(g.YBearing), width: pixels(g.Width), height: -pixels(g.Height),
				}))
			}
			x += pixels(g.Advance)
		}
	}
}

// boxed gives a painted glyph the box in which it is painted. The font's box is that of its
// outline, which may be empty.
func boxed(g glyph) glyph {
	if _, isPainted := g.paint(); isPainted {
		em := g.scale * float64(g.face.Upem())
		left, top, width, height := paintedBox(g.advance())
		g.left, g.top, g.width, g.height = left*em, top*em, width*em, height*em
	}
	return g
}

func pixels(v fixed.Int26_6) float64 { return float64(v) / 64 }

// lines breaks a paragraph into lines.
func (t *typesetter) lines(paragraph []rune, bold bool, size, limit float64) []line {
	text, faces := t.choose(paragraph, bold)
	if len(text) == 0 {
		return []line{t.measured(nil, bold, size)}
	}
	direction := directionOf(text)
	input := shaping.Input{
		Text: text, RunEnd: len(text), Direction: direction, Face: faces[0], Language: language.NewLanguage("en"),
		Size: fixed.Int26_6(math.Round(size * 64)),
	}
	var shaped []shaping.Output
	var bidi shaping.Segmenter
	for _, run := range bidi.Split(input, constant{faces[0]}) {
		for _, part := range splitByFace(run, faces) {
			shaped = append(shaped, withInk(t.shaper.Shape(part)))
		}
	}
	var wrapper shaping.LineWrapper
	wrapped, _ := wrapper.WrapParagraphF(shaping.WrapConfig{Direction: direction}, fixed.Int26_6(math.Round(limit*64)), text, shaping.NewSliceIterator(shaped))
	lines := make([]line, len(wrapped))
	for i, runs := range wrapped {
		lines[i] = t.measured(runs, bold, size)
		lines[i].text = text
	}
	return lines
}

// withInk gives painted glyphs a size. Without it the line wrapper takes them for trailing white
// space.
func withInk(run shaping.Output) shaping.Output {
	for i := range run.Glyphs {
		g := &run.Glyphs[i]
		if _, isPainted := (glyph{face: run.Face, id: g.GlyphID}).paint(); isPainted && g.Width == 0 {
			g.Width, g.Height, g.YBearing = g.Advance, -run.Size, run.Size
		}
	}
	return run
}

// constant is a font map with one font. The real choice is by whole characters, in choose.
type constant struct{ face *font.Face }

// ResolveFace returns the one font.
func (c constant) ResolveFace(rune) *font.Face { return c.face }

// choose returns the characters of a paragraph that some font has, and the font of each code point.
func (t *typesetter) choose(paragraph []rune, bold bool) (text []rune, faces []*font.Face) {
	var characters segmenter.Segmenter
	characters.Init(paragraph)
	standard := t.faces.standard(bold)
	last := standard
	for all := characters.GraphemeIterator(); all.Next(); {
		character := all.Grapheme().Text
		face := last
		switch {
		case isSpace(character):
			face = standard
		case !isAllInvisible(character):
			if face = t.faces.find(character, bold); face == nil {
				t.miss(character)
				continue
			}
			last = face
		}
		for _, r := range character {
			text, faces = append(text, r), append(faces, face)
		}
	}
	return text, faces
}

func isSpace(character []rune) bool { return len(character) == 1 && character[0] == ' ' }

func (t *typesetter) miss(character []rune) {
	what := string(character)
	if isAllInvisible(character) {
		return
	}
	if len(t.missing) < maxMissing && len(what) <= maxMissingLength && !slices.Contains(t.missing, what) {
		t.missing = append(t.missing, what)
	}
}

// splitByFace splits a run where the font changes.
func splitByFace(run shaping.Input, faces []*font.Face) []shaping.Input {
	var parts []shaping.Input
	from := run.RunStart
	for i := from; i < run.RunEnd; i++ {
		if i+1 < run.RunEnd && faces[i+1] == faces[from] {
			continue
		}
		part := run
		part.RunStart, part.RunEnd, part.Face = from, i+1, faces[from]
		parts, from = append(parts, part), i+1
	}
	return parts
}

// directionOf returns the direction of the first character of a strong script.
func directionOf(text []rune) di.Direction {
	for _, r := range text {
		if script := language.LookupScript(r); script.Strong() {
			if isRightToLeft(script) {
				return di.DirectionRTL
			}
			break
		}
	}
	return di.DirectionLTR
}

func isRightToLeft(s language.Script) bool {
	return slices.Contains([]language.Script{
		language.Arabic, language.Hebrew, language.Syriac, language.Thaana, language.Nko, language.Adlam, language.Samaritan, language.Mandaic,
		language.Hanifi_Rohingya, language.Mende_Kikakui, language.Imperial_Aramaic, language.Phoenician,
	}, s)
}

// measured returns a line of the runs in visual order. Its height is that of the standard font or
// of a taller font in the line.
func (t *typesetter) measured(runs []shaping.Output, bold bool, size float64) line {
	standard := t.faces.standard(bold)
	l := line{runs: slices.Clone(runs)}
	if extents, ok := standard.FontHExtents(); ok {
		scale := size / float64(standard.Upem())
		l.ascent, l.descent = float64(extents.Ascender)*scale, -float64(extents.Descender)*scale
	}
	slices.SortFunc(l.runs, func(a, b shaping.Output) int { return int(a.VisualIndex - b.VisualIndex) })
	for _, run := range l.runs {
		l.width += pixels(run.Advance)
		// Bound the font's own measures, which might push other lines out of the picture.
		l.ascent = min(max(l.ascent, pixels(run.LineBounds.Ascent)), 2*size)
		l.descent = min(max(l.descent, -pixels(run.LineBounds.Descent)), size)
	}
	return l
}
