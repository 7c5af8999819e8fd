package card_test

import (
	"bytes"
	"errors"
	"image"
	"image/color"
	"image/jpeg"
	"testing"
	"time"

	"crier/platform/imaging/card"
)

func drawn(t *testing.T, width, height int, d time.Duration) (image.Image, []byte) {
	t.Helper()
	var b bytes.Buffer
	if err := card.Draw(&b, width, height, d); err != nil {
		t.Fatal(err)
	}
	img, err := jpeg.Decode(bytes.NewReader(b.Bytes()))
	if err != nil {
		t.Fatal(err)
	}
	return img, b.Bytes()
}

func TestDraw_HasTheShapeOfTheVideo(t *testing.T) {
	t.Parallel()
	for size, height := range map[image.Point]int{
		{1080, 1920}: 960, {1920, 1080}: 304, {720, 720}: 540, {1440, 1080}: 406, {1, 1}: 540,
		{0, 0}: 960, {-5, 7}: 960, {10_000, 10}: 180, {10, 10_000}: 1350, {1 << 40, 1 << 41}: 1080,
	} {
		img, b := drawn(t, size.X, size.Y, 75*time.Second)
		if got := img.Bounds().Size(); got != image.Pt(card.Width, height) {
			t.Errorf("%v: %v, not %d high", size, got, height)
		}
		const most = 40 << 10
		if len(b) > most {
			t.Errorf("%v: %d bytes", size, len(b))
		}
	}
}

// The triangle in the middle is dark, in a light disc on a dark background.
func TestDraw_ShowsAPlayMark(t *testing.T) {
	t.Parallel()
	for _, size := range []image.Point{{1080, 1920}, {1920, 1080}, {10_000, 10}} {
		img, _ := drawn(t, size.X, size.Y, 0)
		at := img.Bounds().Size()
		x, y, r := at.X/2, at.Y/2, min(at.X, at.Y)*3/20
		for place, light := range map[image.Point]bool{
			{x, y}: false, {x + r/3, y}: false, {x - r*2/3, y}: true, {x + r*4/5, y}: true, {x, y - r*4/5}: true, {x, y + r*4/5}: true,
			{x + r*5/4, y}: false, {x - r*5/4, y}: false, {10, 10}: false, {at.X - 40, at.Y - 40}: false,
		} {
			if got := brightness(img, place) > 128; got != light {
				t.Errorf("%v at %v of %v: %d", size, place, at, brightness(img, place))
			}
		}
	}
}

func brightness(img image.Image, at image.Point) int {
	grey, _ := color.GrayModel.Convert(img.At(at.X, at.Y)).(color.Gray)
	return int(grey.Y)
}

func TestDraw_WritesTheDuration(t *testing.T) {
	t.Parallel()
	img, plain := drawn(t, 1080, 1920, 0)
	seen := map[string]time.Duration{}
	for _, d := range []time.Duration{time.Second, 75 * time.Second, 90 * time.Minute} {
		labelled, b := drawn(t, 1080, 1920, d)
		if other, ok := seen[string(b)]; ok || bytes.Equal(b, plain) {
			t.Errorf("%v and %v look alike", d, other)
		}
		seen[string(b)] = d
		changed := difference(img, labelled)
		if lower := image.Rect(360, 890, 532, 952); changed.Empty() || !changed.In(lower) {
			t.Errorf("%v: what is written is in %v", d, changed)
		}
	}
	for d, same := range map[time.Duration]time.Duration{time.Millisecond: time.Second, 75*time.Second + 999*time.Millisecond: 75 * time.Second, 100 * time.Hour: 0, -1: 0} {
		_, a := drawn(t, 1080, 1920, d)
		if _, b := drawn(t, 1080, 1920, same); !bytes.Equal(a, b) {
			t.Errorf("%v is not written as %v", d, same)
		}
	}
}

// difference returns the area in which two pictures of one size differ clearly.
func difference(a, b image.Image) image.Rectangle {
	var where image.Rectangle
	for y := 0; y < a.Bounds().Dy(); y += 2 {
		for x := 0; x < a.Bounds().Dx(); x += 2 {
			at := image.Pt(x, y)
			if d := brightness(a, at) - brightness(b, at); d > 24 || d < -24 {
				where = where.Union(image.Rectangle{at, at.Add(image.Pt(1, 1))})
			}
		}
	}
	return where
}

type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("the disk is full") }

func TestDraw_SaysThatItCannotBeWritten(t *testing.T) {
	t.Parallel()
	if err := card.Draw(full{}, 9, 16, time.Second); err == nil {
		t.Error("no error")
	}
}

func BenchmarkDraw(b *testing.B) {
	for b.Loop() {
		if err := card.Draw(full{}, 1080, 1920, 75*time.Second); err == nil {
			b.Fatal("no error")
		}
	}
}
