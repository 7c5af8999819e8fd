package imaging_test

import (
	"bytes"
	"image"
	"image/color"
	"image/gif"
	"slices"
	"testing"
	"time"

	"crier/platform/corpus"
	"crier/platform/imaging"
)

func TestReadAnimation(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		frames, delay int
		length        time.Duration
	}{
		"still":        {1, 0, 100 * time.Millisecond},
		"ten a second": {20, 10, 2 * time.Second},
		"too quick":    {3, 1, 300 * time.Millisecond},
		"quick":        {5, 2, 100 * time.Millisecond},
		"of many":      {3000, 2, time.Minute},
	} {
		got, err := imaging.ReadAnimation(t.Context(), bytes.NewReader(corpus.AnimatedGIF(16, 12, c.frames, c.delay)))
		if err != nil || got != (imaging.Animation{Frames: c.frames, Length: c.length}) {
			t.Errorf("%s: %+v, %v", name, got, err)
		}
	}
}

// TestReadAnimation_Padded: zero bytes behind a frame, as some programs write them, change nothing.
func TestReadAnimation_Padded(t *testing.T) {
	t.Parallel()
	file := corpus.AnimatedGIF(16, 12, 3, 10)
	padded := slices.Insert(slices.Clone(file), len(file)-1, 0, 0)
	got, err := imaging.ReadAnimation(t.Context(), bytes.NewReader(padded))
	if err != nil || got != (imaging.Animation{Frames: 3, Length: 300 * time.Millisecond}) {
		t.Errorf("%+v, %v", got, err)
	}
	still := corpus.AnimatedGIF(16, 12, 1, 10)
	if res, _, _, err := normalise(t, slices.Insert(slices.Clone(still), len(still)-1, 0, 0), imaging.Options{}); err != nil || res.Width != 16 || len(res.Warnings) > 0 {
		t.Errorf("%+v, %v", res, err)
	}
}

// TestReadAnimation_Refuses: broken and too large files are refused without decoding.
func TestReadAnimation_Refuses(t *testing.T) {
	t.Parallel()
	file := corpus.AnimatedGIF(16, 12, 3, 10)
	for n := range file {
		if n < 6 {
			continue // It is no GIF yet.
		}
		if _, err := imaging.ReadAnimation(t.Context(), bytes.NewReader(file[:n])); refusal(t, "cut", err).Reason != imaging.Damaged {
			t.Errorf("cut to %d: %v", n, err)
		}
	}
	large := slices.Clone(file)
	copy(large[6:], "\xff\xff\xff\xff")
	if _, err := imaging.ReadAnimation(t.Context(), bytes.NewReader(large)); refusal(t, "large", err).Reason != imaging.TooLarge {
		t.Errorf("65535 x 65535: %v", err)
	}
}

// TestNormalise_GIF: the first frame is laid on a white canvas, whatever its position and size.
func TestNormalise_GIF(t *testing.T) {
	t.Parallel()
	red := color.NRGBA{200, 30, 30, 255}
	frame := func(x, y, w, h int) *image.Paletted {
		return image.NewPaletted(image.Rect(x, y, x+w, y+h), color.Palette{red, color.NRGBA{}})
	}
	first := frame(16, 8, 16, 16)
	for y := 16; y < 24; y++ {
		for x := 16; x < 32; x++ {
			first.SetColorIndex(x, y, 1)
		}
	}
	var b bytes.Buffer
	g := gif.GIF{Image: []*image.Paletted{first, frame(0, 0, 64, 48)}, Delay: []int{10, 10}, Config: image.Config{Width: 64, Height: 48}}
	if err := gif.EncodeAll(&b, &g); err != nil {
		t.Fatal(err)
	}
	res, out, _, err := normalise(t, b.Bytes(), imaging.Options{})
	if err != nil || res.Width != 64 || res.Height != 48 || !slices.Equal(res.Warnings, []imaging.Warning{imaging.FirstFrameOnly}) {
		t.Fatalf("%+v, %v", res, err)
	}
	m, _, err := image.Decode(bytes.NewReader(out))
	if err != nil {
		t.Fatal(err)
	}
	for at, isRed := range map[image.Point]bool{{2, 2}: false, {24, 11}: true, {24, 20}: false, {60, 40}: false} {
		_, g, _, _ := m.At(at.X, at.Y).RGBA()
		if (g < 0x5000) != isRed || !isRed && g < 0xf000 {
			t.Errorf("at %v there is %v", at, m.At(at.X, at.Y))
		}
	}
}
