package imaging_test

import (
	"bytes"
	"errors"
	"image"
	"image/color"
	"image/jpeg"
	"slices"
	"strings"
	"testing"

	"crier/platform/imaging"
)

func normalise(t testing.TB, file []byte, opts imaging.Options) (res imaging.Result, out, thumb []byte, err error) {
	t.Helper()
	var dst, small bytes.Buffer
	res, err = imaging.Normalise(t.Context(), bytes.NewReader(file), &dst, &small, opts)
	return res, dst.Bytes(), small.Bytes(), err
}

func decoded(t testing.TB, file []byte) image.Image {
	t.Helper()
	m, err := jpeg.Decode(bytes.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func checkQuarters(t *testing.T, name string, m image.Image, want [4]color.NRGBA, tolerance int) {
	t.Helper()
	b := m.Bounds()
	for i, c := range want {
		x, y := b.Dx()*(1+2*(i%2))/4, b.Dy()*(1+2*(i/2))/4
		if got := m.At(x, y); !alike(got, c, tolerance) {
			t.Errorf("%s: quarter %d is %v, want %v", name, i, color.NRGBAModel.Convert(got), c)
		}
	}
}

func alike(got color.Color, want color.NRGBA, tolerance int) bool {
	g, _ := color.NRGBAModel.Convert(got).(color.NRGBA)
	for _, d := range []int{int(g.R) - int(want.R), int(g.G) - int(want.G), int(g.B) - int(want.B)} {
		if max(d, -d) > tolerance {
			return false
		}
	}
	return true
}

func TestNormalise_TakesEveryForm(t *testing.T) {
	t.Parallel()
	half := quad()
	for i := range half.Pix {
		if i%4 == 3 && i/4%quadWidth >= quadWidth/2 {
			half.Pix[i] = 128
		}
	}
	half16 := drawQuad(image.NewNRGBA64(quadRect()))
	for y := range quadHeight {
		for x := quadWidth / 2; x < quadWidth; x++ {
			c := half16.NRGBA64At(x, y)
			c.A = 0x8080
			half16.SetNRGBA64(x, y, c)
		}
	}
	colours := quadColours()
	palette := color.Palette{colours[0], colours[1], colours[2], colours[3], color.Black}
	clear := color.Palette{colours[0], color.NRGBA{}, colours[2], color.NRGBA{A: 128}}
	seeThrough := image.NewPaletted(quadRect(), clear)
	for i := range seeThrough.Pix {
		seeThrough.Pix[i] = byte(i/quadWidth*2/quadHeight*2 + i%quadWidth*2/quadWidth)
	}
	plain, flattened, gray := quadColours(), overWhite(), grayQuarters()
	for name, c := range map[string]struct {
		file []byte
		want [4]color.NRGBA
	}{
		"jpeg 4:2:0":       {jpegOf(t, quad()), plain},
		"jpeg gray":        {jpegOf(t, drawQuad(image.NewGray(quadRect()))), gray},
		"jpeg progressive": {fixture(t, "quad-progressive.jpg"), plain},
		"jpeg 4:1:0":       {fixture(t, "quad-410.jpg"), plain},
		"jpeg cmyk":        {fixture(t, "quad-cmyk.jpg"), plain},
		"jpeg rgb":         {rgbJPEG(t), plain},
		"png 24":           {pngOf(t, quad()), plain},
		"png 48":           {pngOf(t, drawQuad(image.NewRGBA64(quadRect()))), plain},
		"png palette":      {pngOf(t, drawQuad(image.NewPaletted(quadRect(), palette))), plain},
		"png gray":         {pngOf(t, drawQuad(image.NewGray(quadRect()))), gray},
		"png gray 16":      {pngOf(t, drawQuad(image.NewGray16(quadRect()))), gray},
		"png interlaced":   {fixture(t, "quad-interlaced.png"), plain},
		"png alpha":        {pngOf(t, half), flattened},
		"png alpha 16":     {pngOf(t, half16), flattened},
		"png see-through palette": {
			pngOf(t, seeThrough), [4]color.NRGBA{colours[0], {255, 255, 255, 255}, colours[2], {127, 127, 127, 255}},
		},
		"webp lossy":    {fixture(t, "quad-lossy.webp"), plain},
		"webp lossless": {fixture(t, "quad-lossless.webp"), plain},
		"webp alpha":    {fixture(t, "quad-alpha.webp"), flattened},
	} {
		res, out, thumb, err := normalise(t, c.file, imaging.Options{})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if res.Width != quadWidth || res.Height != quadHeight || res.Bytes != len(out) || res.Quality != 85 || len(res.Warnings) != 0 {
			t.Errorf("%s: result %+v", name, res)
		}
		checkQuarters(t, name, decoded(t, out), c.want, 7)
		checkQuarters(t, name+", thumbnail", decoded(t, thumb), c.want, 7)
	}
}

func overWhite() [4]color.NRGBA {
	c := quadColours()
	for i := 1; i < len(c); i += 2 {
		c[i] = color.NRGBA{mixed(c[i].R), mixed(c[i].G), mixed(c[i].B), 255}
	}
	return c
}

func mixed(v uint8) uint8 { return uint8((int(v)*128 + 255*127) / 255) }

func grayQuarters() [4]color.NRGBA {
	c := quadColours()
	for i := range c {
		g, _ := color.GrayModel.Convert(c[i]).(color.Gray)
		c[i] = color.NRGBA{g.Y, g.Y, g.Y, 255}
	}
	return c
}

func rgbJPEG(t *testing.T) []byte {
	t.Helper()
	m := image.NewYCbCr(quadRect(), image.YCbCrSubsampleRatio420)
	for y := range quadHeight {
		for x := range quadWidth {
			c := quadColours()[y*2/quadHeight*2+x*2/quadWidth]
			m.Y[m.YOffset(x, y)], m.Cb[m.COffset(x, y)], m.Cr[m.COffset(x, y)] = c.R, c.G, c.B
		}
	}
	return withSegments(jpegOf(t, m), segment(0xee, "Adobe\x00\x64\x00\x00\x00\x00\x00"))
}

func TestNormalise_Sizes(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ w, h, wantW, wantH, thumbW, thumbH int }{
		{2880, 200, 1440, 100, 540, 38},
		{1441, 600, 1440, 600, 540, 225},
		{1440, 3, 1440, 3, 540, 1},
		{600, 900, 600, 900, 540, 810},
		{540, 540, 540, 540, 540, 540},
		{33, 17, 33, 17, 33, 17},
		{1, 1, 1, 1, 1, 1},
		{1, 3000, 1, 3000, 1, 3000},
		{4000, 1, 1440, 1, 540, 1},
		{9000, 61, 1440, 10, 540, 4},
	} {
		for name, file := range map[string][]byte{"jpeg": jpegOf(t, image.NewGray(image.Rect(0, 0, c.w, c.h))), "png": pngOf(t, image.NewGray(image.Rect(0, 0, c.w, c.h)))} {
			res, out, thumb, err := normalise(t, file, imaging.Options{})
			if err != nil {
				t.Errorf("%s %+v: %v", name, c, err)
				continue
			}
			big, small := decoded(t, out).Bounds(), decoded(t, thumb).Bounds()
			if big != image.Rect(0, 0, c.wantW, c.wantH) || small != image.Rect(0, 0, c.thumbW, c.thumbH) {
				t.Errorf("%s %+v: got %v and %v", name, c, big, small)
			}
			if res.Width != c.wantW || res.Height != c.wantH || res.ThumbWidth != c.thumbW || res.ThumbHeight != c.thumbH ||
				res.SourceWidth != c.w || res.SourceHeight != c.h {
				t.Errorf("%s %+v: result %+v", name, c, res)
			}
		}
	}
}

func TestNormalise_KeepsFlatColoursFlat(t *testing.T) {
	t.Parallel()
	for _, c := range []color.NRGBA{{255, 255, 255, 255}, {0, 0, 0, 255}, {200, 100, 50, 255}} {
		for _, w := range []int{100, 333, 1001} {
			_, out, _, err := normalise(t, pngOf(t, uniform(c, w, 20)), imaging.Options{MaxWidth: 99})
			if err != nil {
				t.Fatal(err)
			}
			m := decoded(t, out)
			for y := range m.Bounds().Dy() {
				for x := range m.Bounds().Dx() {
					if !alike(m.At(x, y), c, 2) {
						t.Fatalf("%v, %d wide: %v at %d, %d", c, w, m.At(x, y), x, y)
					}
				}
			}
		}
	}
}

func TestNormalise_TakesTheFirstFrame(t *testing.T) {
	t.Parallel()
	colours, white := quadColours(), color.NRGBA{255, 255, 255, 255}
	still := func(name string) []byte { return webpChunks(fixture(t, name)) }
	other := still("quad-lossless.webp")
	corner := [4]color.NRGBA{white, white, white, colours[3]}
	for name, c := range map[string]struct {
		file []byte
		w, h int
		want [4]color.NRGBA
	}{
		"lossy":    {riff(vp8x(webpAnimation, 64, 48), riffChunk("ANIM", make([]byte, 6)), anmf(0, 0, 64, 48, still("quad-lossy.webp")), anmf(0, 0, 64, 48, other)), 64, 48, colours},
		"lossless": {riff(vp8x(webpAnimation, 64, 48), riffChunk("ANIM", make([]byte, 6)), anmf(0, 0, 64, 48, other)), 64, 48, colours},
		"alpha":    {riff(vp8x(webpAnimation|webpAlpha, 64, 48), anmf(0, 0, 64, 48, still("quad-alpha.webp"))), 64, 48, overWhite()},
		"placed":   {riff(vp8x(webpAnimation, 100, 80), anmf(36, 32, 64, 48, other)), 100, 80, [4]color.NRGBA{white, white, white, colours[3]}},
		"placed, lossy": {
			riff(vp8x(webpAnimation, 100, 80), anmf(36, 32, 64, 48, still("quad-lossy.webp"))), 100, 80, corner,
		},
	} {
		res, out, _, err := normalise(t, c.file, imaging.Options{})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if !slices.Equal(res.Warnings, []imaging.Warning{imaging.FirstFrameOnly}) || res.Width != c.w || res.Height != c.h {
			t.Errorf("%s: result %+v", name, res)
		}
		checkQuarters(t, name, decoded(t, out), c.want, 5)
	}
	res, _, _, err := normalise(t, withChunks(pngOf(t, quad()), pngChunk("acTL", make([]byte, 8))), imaging.Options{})
	if err != nil || !slices.Contains(res.Warnings, imaging.FirstFrameOnly) {
		t.Errorf("animated PNG: %+v, %v", res, err)
	}
}

func refusal(t testing.TB, name string, err error) *imaging.Error {
	t.Helper()
	e, ok := errors.AsType[*imaging.Error](err)
	if !ok {
		t.Fatalf("%s: got %v, want an *imaging.Error", name, err)
	}
	return e
}

// TestFound_LargePictures: the largest pictures of phones are taken, and what is refused for its
// size says what to do.
func TestFound_LargePictures(t *testing.T) {
	t.Parallel()
	panorama := jpegOf(t, image.NewYCbCr(image.Rect(0, 0, 20_000, 20), image.YCbCrSubsampleRatio420))
	if res, _, _, err := normalise(t, panorama, imaging.Options{}); err != nil || res.Width != 1440 {
		t.Errorf("a panorama: %+v, %v", res, err)
	}
	// The size passes. That there are no pixels is noticed while they are decoded.
	for _, sides := range [][2]uint16{{12_000, 9_000}, {16_320, 12_240}} {
		_, _, _, err := normalise(t, jpegSized(t, sides[0], sides[1]), imaging.Options{})
		if e := refusal(t, "jpeg", err); e.Reason != imaging.Damaged {
			t.Errorf("%v: %v", sides, e)
		}
	}
	for name, c := range map[string]struct {
		file []byte
		says string
	}{
		"png":         {pngHeader(12_000, 9_000, 8, 2, 0), "108.0 megapixels; at most 80.0 are allowed. Save it as an ordinary JPEG, not a progressive one, or make it smaller: it is shown 1,440 pixels wide."},
		"progressive": {progressiveSized(t, 12_000, 9_000), "Save it as an ordinary JPEG"},
		"beyond all":  {pngHeader(30_000, 30_000, 8, 2, 0), "Make it smaller and upload that"},
	} {
		_, _, _, err := normalise(t, c.file, imaging.Options{})
		if e := refusal(t, name, err); e.Reason != imaging.TooLarge || !strings.Contains(e.Message, c.says) {
			t.Errorf("%s: %v", name, e)
		}
	}
}
