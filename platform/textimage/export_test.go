package textimage

import (
	"image"
	"testing"
)

// NewWriter returns what draws a text by the built-in fonts, which are unpacked once, and tells
// what is missing.
func NewWriter(tb testing.TB) func(t Text, width, height int) (missing []string) {
	tb.Helper()
	faces, err := newTypefaces(nil, true)
	if err != nil {
		tb.Fatal(err)
	}
	return func(t Text, width, height int) []string {
		setter := typesetter{faces: faces}
		newInked(setter.layOut(t, width), t, width, height).draw(image.NewRGBA(image.Rect(0, 0, width, height)))
		return setter.missing
	}
}
