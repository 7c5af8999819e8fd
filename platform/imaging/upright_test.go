package imaging_test

import (
	"encoding/binary"
	"fmt"
	"image"
	"image/color"
	"testing"

	"crier/platform/imaging"
)

func TestNormalise_TurnsUpright(t *testing.T) {
	t.Parallel()
	// The stored quarter at each position of the upright picture, by orientation.
	places := [9][4]int{
		{0, 1, 2, 3},
		{0, 1, 2, 3},
		{1, 0, 3, 2},
		{3, 2, 1, 0},
		{2, 3, 0, 1},
		{0, 2, 1, 3},
		{2, 0, 3, 1},
		{3, 1, 2, 0},
		{1, 3, 0, 2},
	}
	jpg, pic, web := jpegOf(t, quad()), pngOf(t, quad()), fixture(t, "quad-lossless.webp")
	for o, place := range places {
		little, big := exif(binary.LittleEndian, uint16(o)), exif(binary.BigEndian, uint16(o))
		for name, file := range map[string][]byte{
			"jpeg":                  withSegments(jpg, exifSegment(big)),
			"jpeg, second APP1":     withSegments(jpg, segment(0xe1, "http://ns.adobe.com/xap/1.0/\x00"), exifSegment(little)),
			"png":                   withChunks(pic, pngChunk("eXIf", little)),
			"png, after the pixels": withLateChunk(pic, pngChunk("eXIf", big)),
			"webp":                  riff(vp8x(1<<3, quadWidth, quadHeight), webpChunks(web), riffChunk("EXIF", little)),
			"webp, with a header":   riff(vp8x(1<<3, quadWidth, quadHeight), webpChunks(web), riffChunk("EXIF", append([]byte("Exif\x00\x00"), big...))),
		} {
			checkTurned(t, fmt.Sprintf("%s, orientation %d", name, o), file, o, place)
		}
	}
}

func checkTurned(t *testing.T, name string, file []byte, o int, place [4]int) {
	t.Helper()
	res, out, _, err := normalise(t, file, imaging.Options{MaxWidth: 30})
	if err != nil {
		t.Errorf("%s: %v", name, err)
		return
	}
	w, h, sw, sh := 30, 23, quadWidth, quadHeight
	if o >= 5 {
		h, sw, sh = 40, sh, sw
	}
	if res.Width != w || res.Height != h || res.SourceWidth != sw || res.SourceHeight != sh {
		t.Errorf("%s: result %+v", name, res)
	}
	colours := quadColours()
	checkQuarters(t, name, decoded(t, out), [4]color.NRGBA{colours[place[0]], colours[place[1]], colours[place[2]], colours[place[3]]}, 25)
}

func TestNormalise_TurnsEveryPixel(t *testing.T) {
	t.Parallel()
	const w, h = 37, 23
	m := image.NewNRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			m.SetNRGBA(x, y, color.NRGBA{uint8(6 * x), uint8(10 * y), uint8(250 - 4*x - 4*y), 255})
		}
	}
	at := [9]func(x, y int) (sx, sy int){
		1: func(x, y int) (int, int) { return x, y },
		2: func(x, y int) (int, int) { return w - 1 - x, y },
		3: func(x, y int) (int, int) { return w - 1 - x, h - 1 - y },
		4: func(x, y int) (int, int) { return x, h - 1 - y },
		5: func(x, y int) (int, int) { return y, x },
		6: func(x, y int) (int, int) { return y, h - 1 - x },
		7: func(x, y int) (int, int) { return w - 1 - y, h - 1 - x },
		8: func(x, y int) (int, int) { return w - 1 - y, x },
	}
	for o := 1; o <= 8; o++ {
		file := withChunks(pngOf(t, m), pngChunk("eXIf", exif(binary.BigEndian, uint16(o))))
		_, out, _, err := normalise(t, file, imaging.Options{Quality: 100})
		if err != nil {
			t.Fatal(err)
		}
		got := decoded(t, out)
		for y := range got.Bounds().Dy() {
			for x := range got.Bounds().Dx() {
				if want := m.NRGBAAt(at[o](x, y)); !alike(got.At(x, y), want, 14) {
					t.Fatalf("orientation %d: %v at %d, %d, want %v", o, color.NRGBAModel.Convert(got.At(x, y)), x, y, want)
				}
			}
		}
	}
}
