package textimage

import (
	"image"
	"testing"
)

// NewWriter returns a function that draws a text with the built-in fonts, which are unpacked once,
// and returns the missing characters.
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
