package editing_test

import (
	"image"
	"io"
	"testing"

	"crier/modules/media/editing"
)

// BenchmarkRenderImage edits a picture of the network's size within the process: decode, scale, two
// texts, encode. A child costs its start besides.
func BenchmarkRenderImage(b *testing.B) {
	m := image.NewRGBA(image.Rect(0, 0, 1440, 1800))
	for i := range m.Pix {
		m.Pix[i] = uint8(i / 4 % 1440 * 255 / 1440)
	}
	src := encoded(b, m)
	boxed, arabic := text("Fresh from the oven: our spring rye"), text("مرحبا 123")
	boxed.Background, arabic.Y = "#000000aa", 0.2
	for what, s := range map[string]editing.Spec{
		"TwoTexts": {Texts: []editing.Text{boxed, arabic}},
		"Nothing":  {},
		"Blur":     {Pad: &editing.Pad{Ratio: "1:1", Fill: editing.FillBlur}},
	} {
		b.Run(what, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := src.Seek(0, io.SeekStart); err != nil {
					b.Fatal(err)
				}
				if _, err := editing.RenderImage(b.Context(), io.Discard, src, s, editing.Options{}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
