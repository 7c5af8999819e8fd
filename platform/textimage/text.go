// Package textimage draws texts: it finds fonts, lays out lines and fills outlines.
//
// Texts are shaped: ligatures, marks, joined Arabic, bidirectional lines, emoji of several code
// points. The built-in fonts are DejaVu Sans and DejaVu Sans Bold 2.37, unchanged, with Latin,
// Greek, Cyrillic, Hebrew and Arabic letters; their licence is in fonts/LICENSE. Colour emoji and
// other scripts come from the fonts of the system, if it has any. Colour emoji may be bitmaps
// (CBDT, sbix) or painted (COLR, without variations and blend modes). Draw reports the characters
// that no font has.
//
// Fonts are read in the calling process. A damaged font file is skipped. If the damage shows only
// when a text is drawn, the texts are drawn with the built-in fonts alone. A program that must
// survive a hostile file draws in a child process.
package textimage

import (
	"image"
	"image/color"
	"slices"
)

// Align says at which edge the lines of a text are aligned.
type Align string

// The alignments. Any other value is AlignCenter.
const (
	AlignCenter Align = "center"
	AlignLeft   Align = "left"
	AlignRight  Align = "right"
)

// Text is a text on a picture. Measures are fractions of the picture's sides.
type Text struct {
	// Text is the text itself. Its line breaks are kept.
	Text string
	// X and Y are the centre of the text, as fractions of the width and the height.
	X, Y float64
	// Size is the em, and MaxWidth bounds the length of a line, both as fractions of the width.
	// MaxWidth is 0.9 if zero.
	Size, MaxWidth float64
	// Color is the colour of the letters, Background that of a box behind them. A transparent
	// Background leaves the box out.
	Color, Background color.NRGBA
	Align             Align
	Bold              bool
	// Rotation is the clockwise rotation around the centre, in degrees.
	Rotation float64
}

// Draw returns a layer with the texts. It covers the part of a picture of width by height pixels
// that the texts touch, and is nil if they touch none. Draw looks for characters that the built-in
// fonts lack in the folders; nil means SystemFontFolders. It leaves out the characters that no font
// has, and returns the first 20 of them as missing.
func Draw(texts []Text, width, height int, folders []string) (layer *image.RGBA, missing []string, err error) {
	if len(texts) == 0 {
		return nil, nil, nil
	}
	if folders == nil {
		folders = SystemFontFolders()
	}
	if guard(func() error {
		layer, missing, err = drawWith(folders, texts, width, height)
		return nil
	}) != nil {
		layer, missing, err = drawWith(nil, texts, width, height)
	}
	return layer, missing, err
}

// drawWith is Draw with the fonts of the folders, and panics on some damaged ones.
func drawWith(folders []string, texts []Text, width, height int) (layer *image.RGBA, missing []string, err error) {
	faces, err := newTypefaces(folders, slices.ContainsFunc(texts, func(t Text) bool { return t.Bold }))
	if err != nil {
		return nil, nil, err
	}
	setter := typesetter{faces: faces}
	var all []inked
	var area image.Rectangle
	for _, t := range texts {
		k := newInked(setter.layOut(t, width), t, width, height)
		all, area = append(all, k), area.Union(k.bounds())
	}
	area = area.Intersect(image.Rect(0, 0, width, height))
	if area.Empty() {
		return nil, setter.missing, nil
	}
	layer = image.NewRGBA(area)
	for _, k := range all {
		k.draw(layer)
	}
	return layer, setter.missing, nil
}
