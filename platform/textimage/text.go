// Package textimage draws texts: it finds the fonts, lays out lines and fills the outlines.
//
// Texts are shaped: ligatures, marks, joined Arabic, lines of mixed direction, emoji of several
// code points. What is built in has Latin, Greek, Cyrillic, Hebrew and Arabic letters: DejaVu Sans
// and DejaVu Sans Bold 2.37, unchanged, whose licence is in fonts/LICENSE. Colour emoji and other
// scripts come from the fonts of the system, as far as it has some. Emoji that are bitmaps (CBDT,
// sbix) and painted ones (COLR, without variations and blend modes) are drawn. Draw reports the
// characters that no font has.
//
// Fonts are read within the calling process. A damaged font file is passed over; a program that has
// to survive a hostile one draws in a child process.
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

// Text is a text on a picture. Its measures are fractions of the picture's sides.
type Text struct {
	// Text is what is written. Its line breaks are kept.
	Text string
	// X and Y are where the middle of the text is, as fractions of the width and the height.
	X, Y float64
	// Size is that of the letters (the em), and MaxWidth how long a line may become, both as
	// fractions of the width. A MaxWidth of 0 stands for 0.9.
	Size, MaxWidth float64
	// Color is that of the letters, Background that of a box behind them, which a
	// transparent one leaves out.
	Color, Background color.NRGBA
	Align             Align
	Bold              bool
	// Rotation is how far the text is turned about its middle, in degrees clockwise.
	Rotation float64
}

// Draw returns a layer that is as large as the texts are within a picture of width by height
// pixels, nil when none of them is within. What the built-in fonts lack is looked for in the
// folders; nil stands for those of the system. missing has the characters that no font has, the
// first 20 of them, which are left out.
func Draw(texts []Text, width, height int, folders []string) (layer *image.RGBA, missing []string, err error) {
	if len(texts) == 0 {
		return nil, nil, nil
	}
	if folders == nil {
		folders = SystemFontFolders()
	}
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
