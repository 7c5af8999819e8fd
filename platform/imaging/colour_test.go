package imaging_test

import (
	"encoding/binary"
	"image"
	"image/color"
	"math"
	"slices"
	"testing"

	"crier/platform/imaging"
)

// p3Colours are Display P3 colours and the same colours in sRGB, by the matrices of CSS Color 4
// (for the D65 white point).
func p3Colours() [][2]color.NRGBA {
	return [][2]color.NRGBA{
		{{255, 255, 255, 255}, {255, 255, 255, 255}},
		{{0, 0, 0, 255}, {0, 0, 0, 255}},
		{{128, 128, 128, 255}, {128, 128, 128, 255}},
		{{255, 0, 0, 255}, {255, 0, 0, 255}},
		{{0, 255, 0, 255}, {0, 255, 0, 255}},
		{{0, 0, 255, 255}, {0, 0, 255, 255}},
		{{200, 100, 50, 255}, {215, 93, 31, 255}},
		{{50, 150, 90, 255}, {0, 153, 84, 255}},
		{{90, 60, 180, 255}, {95, 58, 187, 255}},
		{{220, 200, 40, 255}, {224, 199, 0, 255}},
		{{30, 30, 200, 255}, {30, 30, 208, 255}},
		{{180, 90, 140, 255}, {193, 83, 142, 255}},
		{{235, 180, 160, 255}, {245, 177, 156, 255}},
	}
}

// p3Profile is Display P3 as phones write it: primaries relative to D50, the sRGB curve as a
// formula.
func p3Profile() []byte {
	return matrixProfile(paraCurve(3, 2.4, 1/1.055, 0.055/1.055, 1/12.92, 0.04045),
		[3]float64{0.51512, 0.2412, -0.00105}, [3]float64{0.29198, 0.69225, 0.04189}, [3]float64{0.1571, 0.06657, 0.78407})
}

func srgbProfile(curve []byte) []byte {
	return matrixProfile(curve,
		[3]float64{0.43607, 0.22249, 0.01392}, [3]float64{0.38515, 0.71687, 0.09708}, [3]float64{0.14307, 0.06061, 0.7141})
}

func matrixProfile(curve []byte, r, g, b [3]float64) []byte {
	return profileOf("RGB ", map[string][]byte{
		"rXYZ": xyz(r), "gXYZ": xyz(g), "bXYZ": xyz(b), "rTRC": curve, "gTRC": curve, "bTRC": curve,
	})
}

func profileOf(space string, tags map[string][]byte) []byte {
	names := make([]string, 0, len(tags))
	for name := range tags {
		names = append(names, name)
	}
	slices.Sort(names)
	head := make([]byte, 128)
	copy(head[12:], "mntr"+space+"XYZ ")
	copy(head[36:], "acsp")
	table := binary.BigEndian.AppendUint32(nil, uint32(len(tags)))
	var body []byte
	start := len(head) + 4 + 12*len(tags)
	for _, name := range names {
		table = append(table, name...)
		table = binary.BigEndian.AppendUint32(table, uint32(start+len(body)))
		table = binary.BigEndian.AppendUint32(table, uint32(len(tags[name])))
		body = append(body, tags[name]...)
	}
	all := slices.Concat(head, table, body)
	binary.BigEndian.PutUint32(all, uint32(len(all)))
	return all
}

func xyz(v [3]float64) []byte { return append([]byte("XYZ \x00\x00\x00\x00"), fixed(v[:]...)...) }

func fixed(values ...float64) []byte {
	var b []byte
	for _, v := range values {
		b = binary.BigEndian.AppendUint32(b, uint32(int32(math.Round(v*65536))))
	}
	return b
}

func paraCurve(form uint16, parameters ...float64) []byte {
	b := binary.BigEndian.AppendUint16([]byte("para\x00\x00\x00\x00"), form)
	return append(append(b, 0, 0), fixed(parameters...)...)
}

func sampledCurve(points ...uint16) []byte {
	b := binary.BigEndian.AppendUint32([]byte("curv\x00\x00\x00\x00"), uint32(len(points)))
	for _, p := range points {
		b = binary.BigEndian.AppendUint16(b, p)
	}
	return b
}

// srgbPoints returns n points of the sRGB curve.
func srgbPoints(n int) []uint16 {
	points := make([]uint16, n)
	for i := range points {
		v := float64(i) / float64(n-1)
		if v <= 0.04045 {
			v /= 12.92
		} else {
			v = math.Pow((v+0.055)/1.055, 2.4)
		}
		points[i] = uint16(math.Round(v * 65535))
	}
	return points
}

func TestTransform_TakesP3ToSRGB(t *testing.T) {
	t.Parallel()
	convert, identity, err := imaging.Transform(p3Profile())
	if err != nil || identity {
		t.Fatalf("identity %v, %v", identity, err)
	}
	for _, c := range p3Colours() {
		r, g, b := convert(c[0].R, c[0].G, c[0].B)
		if !alike(color.NRGBA{r, g, b, 255}, c[1], 2) {
			t.Errorf("%v became %d %d %d, want %v", c[0], r, g, b, c[1])
		}
	}
}

func TestTransform_KnowsSRGBByAnyName(t *testing.T) {
	t.Parallel()
	for name, curve := range map[string][]byte{
		"formula 3": paraCurve(3, 2.4, 1/1.055, 0.055/1.055, 1/12.92, 0.04045),
		"formula 4": paraCurve(4, 2.4, 1/1.055, 0.055/1.055, 1/12.92, 0.04045, 0, 0),
		"points":    sampledCurve(srgbPoints(1024)...),
	} {
		if _, identity, err := imaging.Transform(srgbProfile(curve)); err != nil || !identity {
			t.Errorf("%s: identity %v, %v", name, identity, err)
		}
	}
	gray := profileOf("GRAY", map[string][]byte{"kTRC": sampledCurve(srgbPoints(1024)...)})
	if _, identity, err := imaging.Transform(gray); err != nil || !identity {
		t.Errorf("gray: identity %v, %v", identity, err)
	}
	for name, curve := range map[string][]byte{
		"gamma 1.8":     sampledCurve(461),
		"straight line": sampledCurve(),
		"formula 0":     paraCurve(0, 1.8),
	} {
		if _, identity, err := imaging.Transform(srgbProfile(curve)); err != nil || identity {
			t.Errorf("%s: identity %v, %v", name, identity, err)
		}
	}
}

// Every encoding of one curve gives the same result.
func TestTransform_CurveForms(t *testing.T) {
	t.Parallel()
	points := make([]uint16, 4096)
	for i := range points {
		points[i] = uint16(math.Round(65535 * math.Pow(float64(i)/4095, 2)))
	}
	want, _, err := imaging.Transform(srgbProfile(paraCurve(0, 2)))
	if err != nil {
		t.Fatal(err)
	}
	for name, curve := range map[string][]byte{
		"gamma":     sampledCurve(2 * 256),
		"points":    sampledCurve(points...),
		"formula 1": paraCurve(1, 2, 1, 0),
		"formula 2": paraCurve(2, 2, 1, 0, 0),
		"formula 3": paraCurve(3, 2, 1, 0, 5, 0),
		"formula 4": paraCurve(4, 2, 1, 0, 5, 0, 0, 0),
	} {
		got, _, err := imaging.Transform(srgbProfile(curve))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		for v := range 256 {
			c := byte(v)
			r, g, b := got(c, c/2, 255-c)
			wr, wg, wb := want(c, c/2, 255-c)
			if !alike(color.NRGBA{r, g, b, 255}, color.NRGBA{wr, wg, wb, 255}, 1) {
				t.Fatalf("%s: %d became %d %d %d, want %d %d %d", name, v, r, g, b, wr, wg, wb)
			}
		}
	}
}

// Formulas with an offset agree with the last formula, which can express all of them.
func TestTransform_CurveOffsets(t *testing.T) {
	t.Parallel()
	for name, c := range map[string][2][]byte{
		"formula 1": {paraCurve(1, 2, 1.25, -0.25), paraCurve(4, 2, 1.25, -0.25, 0, 0.2, 0, 0)},
		"formula 2": {paraCurve(2, 2, 1.125, -0.25, 0.125), paraCurve(4, 2, 1.125, -0.25, 0, 0.25/1.125, 0.125, 0.125)},
		"formula 3": {paraCurve(3, 2, 0.75, 0.25, 0.5, 0.125), paraCurve(4, 2, 0.75, 0.25, 0.5, 0.125, 0, 0)},
	} {
		got, _, err := imaging.Transform(srgbProfile(c[0]))
		if err != nil {
			t.Fatal(err)
		}
		want, _, err := imaging.Transform(srgbProfile(c[1]))
		if err != nil {
			t.Fatal(err)
		}
		for v := range 256 {
			r, _, _ := got(byte(v), byte(v), byte(v))
			if wr, _, _ := want(byte(v), byte(v), byte(v)); max(r, wr)-min(r, wr) > 1 {
				t.Errorf("%s: %d became %d, want %d", name, v, r, wr)
			}
		}
	}
}

func TestNormalise_ConvertsProfiles(t *testing.T) {
	t.Parallel()
	for _, c := range p3Colours() {
		jpg, pic := jpegOf(t, uniform(c[0], 40, 24)), pngOf(t, uniform(c[0], 40, 24))
		for name, file := range map[string][]byte{
			"jpeg":             withSegments(jpg, iccSegments(p3Profile(), 1)...),
			"jpeg, four parts": withSegments(jpg, iccSegments(p3Profile(), 4)...),
			"png":              withChunks(pic, iccpChunk(t, p3Profile())),
		} {
			res, out, _, err := normalise(t, file, imaging.Options{})
			if err != nil || len(res.Warnings) != 0 {
				t.Fatalf("%s: %+v, %v", name, res, err)
			}
			if got := decoded(t, out).At(20, 12); !alike(got, c[1], 2) && !nearEdge(c) {
				t.Errorf("%s: %v became %v, want %v", name, c[0], color.NRGBAModel.Convert(got), c[1])
			}
		}
	}
}

// nearEdge reports whether a colour is clipped in sRGB, where the rounding of a JPEG has a larger
// effect.
func nearEdge(c [2]color.NRGBA) bool { return min(c[1].R, c[1].G, c[1].B) == 0 }

func TestNormalise_ConvertsProfilesOfWebP(t *testing.T) {
	t.Parallel()
	file := riff(vp8x(1<<5, quadWidth, quadHeight), riffChunk("ICCP", p3Profile()), webpChunks(fixture(t, "quad-lossless.webp")))
	res, out, _, err := normalise(t, file, imaging.Options{})
	if err != nil || len(res.Warnings) != 0 {
		t.Fatalf("%+v, %v", res, err)
	}
	convert, _, err := imaging.Transform(p3Profile())
	if err != nil {
		t.Fatal(err)
	}
	want := quadColours()
	for i, c := range want {
		want[i].R, want[i].G, want[i].B = convert(c.R, c.G, c.B)
	}
	checkQuarters(t, "webp", decoded(t, out), want, 3)
}

func TestNormalise_ConvertsGrayProfiles(t *testing.T) {
	t.Parallel()
	gray := profileOf("GRAY", map[string][]byte{"kTRC": sampledCurve()})
	m := image.NewGray(image.Rect(0, 0, 16, 16))
	for i := range m.Pix {
		m.Pix[i] = 55
	}
	// Linear 55 of 255 is 128 in sRGB.
	res, out, _, err := normalise(t, withSegments(jpegOf(t, m), iccSegments(gray, 1)...), imaging.Options{})
	if err != nil || len(res.Warnings) != 0 || !alike(decoded(t, out).At(8, 8), color.NRGBA{128, 128, 128, 255}, 2) {
		t.Errorf("%v, %+v, %v", decoded(t, out).At(8, 8), res, err)
	}
}

func TestNormalise_WarnsOfProfilesItDoesNotKnow(t *testing.T) {
	t.Parallel()
	jpg := jpegOf(t, quad())
	tables := profileOf("RGB ", map[string][]byte{"A2B0": make([]byte, 40)})
	parts := iccSegments(p3Profile(), 4)
	for name, file := range map[string][]byte{
		"tables":            withSegments(jpg, iccSegments(tables, 1)...),
		"gray for colours":  withSegments(jpg, iccSegments(profileOf("GRAY", map[string][]byte{"kTRC": sampledCurve()}), 1)...),
		"cmyk":              withSegments(fixture(t, "quad-cmyk.jpg"), iccSegments(profileOf("CMYK", nil), 1)...),
		"a part is missing": withSegments(jpg, parts[0], parts[1], parts[3]),
		"no profile at all": withSegments(jpg, iccSegments([]byte("nonsense"), 1)...),
		"packed too large":  withChunks(pngOf(t, quad()), iccpChunk(t, make([]byte, imaging.MaxProfile+1))),
		"badly packed":      withChunks(pngOf(t, quad()), pngChunk("iCCP", []byte("x\x00\x00nonsense"))),
	} {
		res, out, _, err := normalise(t, file, imaging.Options{})
		if err != nil || !slices.Equal(res.Warnings, []imaging.Warning{imaging.ProfileIgnored}) {
			t.Errorf("%s: %+v, %v", name, res, err)
			continue
		}
		checkQuarters(t, name, decoded(t, out), quadColours(), 4)
	}
}

func TestTo8_RoundsToTheNearest(t *testing.T) {
	t.Parallel()
	for v := range 1 << 16 {
		if want := uint8(math.Round(float64(v) / 257)); imaging.To8(uint16(v)) != want {
			t.Fatalf("%d became %d, want %d", v, imaging.To8(uint16(v)), want)
		}
	}
}
