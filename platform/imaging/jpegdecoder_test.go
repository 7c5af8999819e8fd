package imaging

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/jpeg"
	"testing"

	"crier/platform/corpus"
)

// baseline decodes with decodeBaseline alone.
func baseline(t testing.TB, file []byte) (*image.YCbCr, error) {
	t.Helper()
	in, _, err := openInput(context.Background(), bytes.NewReader(file)) //nolint:usetesting // A fuzz target has no context of its own.
	if err != nil {
		t.Fatal(err)
	}
	return decodeBaseline(in)
}

// mottled has every frequency, and edges.
func mottled(w, h int, ratio image.YCbCrSubsampleRatio) *image.YCbCr {
	m := image.NewYCbCr(image.Rect(0, 0, w, h), ratio)
	state := uint32(7)
	for i, p := range [][]uint8{m.Y, m.Cb, m.Cr} {
		stride := m.CStride
		if i == 0 {
			stride = m.YStride
		}
		for j := range p {
			state = state*1664525 + 1013904223
			x, y := j%stride, j/stride
			p[j] = uint8(int(state>>26) + (x/13+y/7)%2*90 + x*50/stride + 30*i)
		}
	}
	return m
}

func TestDecodeBaseline_IsWhatTheStandardDecoderMakes(t *testing.T) {
	t.Parallel()
	for _, size := range []image.Point{{1, 1}, {8, 8}, {16, 16}, {17, 33}, {200, 99}, {641, 480}} {
		for _, quality := range []int{1, 30, 75, 92, 100} {
			var b bytes.Buffer
			if err := jpeg.Encode(&b, mottled(size.X, size.Y, image.YCbCrSubsampleRatio420), &jpeg.Options{Quality: quality}); err != nil {
				t.Fatal(err)
			}
			compare(t, fmt.Sprintf("%v at %d", size, quality), b.Bytes())
		}
	}
}

func compare(t *testing.T, name string, file []byte) {
	t.Helper()
	got, err := baseline(t, file)
	if err != nil {
		t.Errorf("%s: %v", name, err)
		return
	}
	m, err := jpeg.Decode(bytes.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	want, ok := m.(*image.YCbCr)
	if !ok || got.Rect != want.Rect || got.SubsampleRatio != want.SubsampleRatio || got.YStride != want.YStride || got.CStride != want.CStride {
		t.Fatalf("%s: %v of %v, want %v", name, got.Rect, got.SubsampleRatio, m.Bounds())
	}
	for i, p := range [][2][]uint8{{got.Y, want.Y}, {got.Cb, want.Cb}, {got.Cr, want.Cr}} {
		var sum, most int
		for j := range p[1] {
			off := int(p[0][j]) - int(p[1][j])
			sum, most = sum+off, max(most, off, -off)
		}
		if most > 2 || sum*8 > len(p[1]) || -sum*8 > len(p[1]) {
			t.Errorf("%s: plane %d is off by up to %d, in sum %d of %d", name, i, most, sum, len(p[1]))
		}
	}
}

// TestDecodeBaseline_TakesWhatItCan: decodeBaseline decodes what cameras write, and leaves all
// other files to the standard decoder. Pictures larger than a camera's are left out: Normalise
// refuses them by their header, and each decoder would allocate 13 GB for the one of 65,535 x
// 65,535.
func TestDecodeBaseline_TakesWhatItCan(t *testing.T) {
	t.Parallel()
	const longestSide = 16_384
	fast := 0
	for _, c := range corpus.Pictures() {
		if config, err := jpeg.DecodeConfig(bytes.NewReader(c.Content)); Sniff(c.Content) != JPEG || err == nil && max(config.Width, config.Height) > longestSide {
			continue
		}
		_, err := baseline(t, c.Content)
		if _, standard := jpeg.Decode(bytes.NewReader(c.Content)); err == nil && standard != nil {
			t.Errorf("%s: taken, but %v", c.Name, standard)
		}
		if err == nil {
			fast++
			compare(t, c.Name, c.Content)
		}
		switch c.Name {
		case "jpeg baseline", "jpeg 4:2:0", "jpeg 4:2:2", "jpeg restarting", "jpeg restarting, 4:2:2", "jpeg orientation 6", "jpeg wide gamut", "jpeg of two pictures":
			if err != nil {
				t.Errorf("%s: left to the standard decoder", c.Name)
			}
		case "jpeg progressive", "jpeg cmyk", "jpeg gray", "jpeg half":
			if err == nil {
				t.Errorf("%s: not left to the standard decoder", c.Name)
			}
		}
	}
	if fast < 20 {
		t.Errorf("only %d were taken", fast)
	}
}

// TestDecodeBaseline_CutAnywhere: truncated files are left to the standard decoder.
func TestDecodeBaseline_CutAnywhere(t *testing.T) {
	t.Parallel()
	var b bytes.Buffer
	if err := jpeg.Encode(&b, mottled(70, 50, image.YCbCrSubsampleRatio420), nil); err != nil {
		t.Fatal(err)
	}
	for n := range b.Len() {
		if _, err := baseline(t, b.Bytes()[:n]); err == nil {
			t.Errorf("cut to %d of %d bytes it was taken", n, b.Len())
		}
	}
}

// FuzzDecodeBaseline checks that decodeBaseline accepts nothing that the standard decoder refuses,
// and finds the same size.
func FuzzDecodeBaseline(f *testing.F) {
	for _, c := range corpus.Pictures() {
		if Sniff(c.Content) == JPEG && len(c.Content) < 1<<16 {
			f.Add(c.Content)
		}
	}
	var b bytes.Buffer
	if err := jpeg.Encode(&b, mottled(40, 30, image.YCbCrSubsampleRatio420), nil); err != nil {
		f.Fatal(err)
	}
	f.Add(b.Bytes())
	f.Fuzz(func(t *testing.T, file []byte) {
		if config, err := jpeg.DecodeConfig(bytes.NewReader(file)); err != nil || config.Width*config.Height > 1<<20 {
			return
		}
		got, err := baseline(t, file)
		if err != nil {
			return
		}
		want, err := jpeg.Decode(bytes.NewReader(file))
		if err != nil || want.Bounds() != got.Bounds() {
			t.Errorf("taken as %v, but %v", got.Bounds(), err)
		}
	})
}
