package imaging_test

import (
	"encoding/binary"
	"image"
	"image/color"
	"image/draw"
	"slices"
	"testing"

	"crier/platform/imaging"
)

func numbers(values ...uint32) (b []byte) {
	for _, v := range values {
		b = binary.BigEndian.AppendUint32(b, v)
	}
	return b
}

// TestFound_ColoursOfPNG: chunks that tell how the colours of a PNG are meant are followed in the
// order of browsers, and one that is not is told.
func TestFound_ColoursOfPNG(t *testing.T) {
	t.Parallel()
	gray, brick := color.NRGBA{128, 128, 128, 255}, color.NRGBA{200, 30, 30, 255}
	gamma := func(v uint32) []byte { return pngChunk("gAMA", numbers(v)) }
	adobe := pngChunk("cHRM", numbers(31270, 32900, 64000, 33000, 21000, 71000, 15000, 6000))
	plain := pngChunk("cHRM", numbers(31270, 32900, 64000, 33000, 30000, 60000, 15000, 6000))
	for name, c := range map[string]struct {
		chunks  [][]byte
		in      color.NRGBA
		want    color.NRGBA
		warning imaging.Warning
	}{
		"untold":                     {nil, gray, gray, ""},
		"gamma of sRGB":              {[][]byte{gamma(45455)}, gray, gray, ""},
		"primaries of sRGB":          {[][]byte{gamma(45455), plain}, color.NRGBA{51, 51, 51, 255}, color.NRGBA{51, 51, 51, 255}, ""},
		"linear":                     {[][]byte{gamma(100000)}, gray, color.NRGBA{188, 188, 188, 255}, ""},
		"an old Mac's":               {[][]byte{gamma(55100)}, gray, color.NRGBA{146, 146, 146, 255}, ""},
		"no gamma at all":            {[][]byte{gamma(0)}, gray, gray, ""},
		"Adobe RGB":                  {[][]byte{gamma(45455), adobe}, brick, color.NRGBA{233, 24, 24, 255}, ""},
		"Adobe RGB, but sRGB":        {[][]byte{gamma(45455), adobe, pngChunk("sRGB", []byte{0})}, brick, brick, ""},
		"linear, but P3":             {[][]byte{gamma(100000), pngChunk("cICP", []byte{12, 13, 0, 1})}, color.NRGBA{200, 100, 50, 255}, color.NRGBA{215, 93, 31, 255}, ""},
		"PQ":                         {[][]byte{pngChunk("cICP", []byte{9, 16, 0, 1})}, gray, color.NRGBA{181, 181, 181, 255}, imaging.RangeReduced},
		"sRGB in code points":        {[][]byte{pngChunk("cICP", []byte{1, 13, 0, 1})}, brick, brick, ""},
		"code points, limited range": {[][]byte{pngChunk("cICP", []byte{1, 13, 0, 0})}, brick, brick, imaging.ProfileIgnored},
		"primaries of nothing":       {[][]byte{pngChunk("cHRM", make([]byte, 32))}, brick, brick, imaging.ProfileIgnored},
	} {
		m := image.NewNRGBA(image.Rect(0, 0, 16, 16))
		draw.Draw(m, m.Rect, image.NewUniform(c.in), image.Point{}, draw.Src)
		const header = 8 + 12 + 13
		file := pngOf(t, m)
		res, out, _, err := normalise(t, slices.Concat(file[:header], slices.Concat(c.chunks...), file[header:]), imaging.Options{})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		r, g, b, _ := decoded(t, out).At(8, 8).RGBA()
		got := color.NRGBA{uint8(r >> 8), uint8(g >> 8), uint8(b >> 8), 255}
		off := func(a, b uint8) bool { return max(a, b)-min(a, b) > 4 }
		if off(got.R, c.want.R) || off(got.G, c.want.G) || off(got.B, c.want.B) {
			t.Errorf("%s: %v became %v, not %v", name, c.in, got, c.want)
		}
		if told := slices.Contains(res.Warnings, c.warning); told != (c.warning != "") || len(res.Warnings) > 1 {
			t.Errorf("%s: %v", name, res.Warnings)
		}
	}
}
