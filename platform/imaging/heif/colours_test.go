package heif

import (
	"image"
	"image/color"
	"testing"
)

// TestColours_ToJPEG converts red, green, blue and white from other matrices and ranges, and
// compares them in RGB.
func TestColours_ToJPEG(t *testing.T) {
	t.Parallel()
	type sample struct{ y, cb, cr uint8 }
	for name, c := range map[string]struct {
		colours Colours
		samples [4]sample // red, green, blue, white
	}{
		"BT.709, limited":  {Colours{Matrix: matrix709}, [4]sample{{63, 102, 240}, {173, 42, 26}, {32, 240, 118}, {235, 128, 128}}},
		"BT.709, full":     {Colours{Matrix: matrix709, FullRange: true}, [4]sample{{54, 99, 255}, {182, 30, 12}, {18, 255, 116}, {255, 128, 128}}},
		"BT.601, limited":  {Colours{Matrix: matrix601}, [4]sample{{81, 90, 240}, {145, 54, 34}, {41, 240, 110}, {235, 128, 128}}},
		"BT.2020, limited": {Colours{Matrix: matrix2020}, [4]sample{{74, 97, 240}, {164, 47, 25}, {29, 240, 119}, {235, 128, 128}}},
		"RGB":              {Colours{Matrix: matrixRGB, FullRange: true}, [4]sample{{0, 0, 255}, {255, 0, 0}, {0, 255, 0}, {255, 255, 255}}},
	} {
		for i, want := range [4]color.RGBA{{R: 255}, {G: 255}, {B: 255}, {R: 255, G: 255, B: 255}} {
			m := image.NewYCbCr(image.Rect(0, 0, 1, 1), image.YCbCrSubsampleRatio444)
			m.Y[0], m.Cb[0], m.Cr[0] = c.samples[i].y, c.samples[i].cb, c.samples[i].cr
			conversion, needed := c.colours.toJPEG(m.SubsampleRatio)
			if !needed {
				t.Fatalf("%s: nothing to do", name)
			}
			conversion.apply(m)
			r, g, b := color.YCbCrToRGB(m.Y[0], m.Cb[0], m.Cr[0])
			if far(r, want.R) || far(g, want.G) || far(b, want.B) {
				t.Errorf("%s: colour %d is %d, %d, %d", name, i, r, g, b)
			}
		}
	}
	if _, needed := jpegColours().toJPEG(image.YCbCrSubsampleRatio420); needed {
		t.Error("the colours of JPEG are converted")
	}
}

func far(a, b uint8) bool { return max(a, b)-min(a, b) > 5 }
