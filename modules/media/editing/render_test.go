package editing_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/jpeg"
	"io"
	"testing"

	"crier/modules/media/editing"
	"crier/platform/imaging"
)

// fields are the colours of a picture of two by three fields, by rows.
func fields() [6]color.RGBA {
	return [6]color.RGBA{{255, 0, 0, 255}, {0, 255, 0, 255}, {0, 0, 255, 255}, {255, 255, 0, 255}, {255, 255, 255, 255}, {0, 0, 0, 255}}
}

// picture returns a JPEG of two by three fields of size pixels each.
func picture(tb testing.TB, size int) *bytes.Reader {
	tb.Helper()
	m := image.NewRGBA(image.Rect(0, 0, 2*size, 3*size))
	for y := range 3 * size {
		for x := range 2 * size {
			m.SetRGBA(x, y, fields()[y/size*2+x/size])
		}
	}
	return encoded(tb, m)
}

func encoded(tb testing.TB, m image.Image) *bytes.Reader {
	tb.Helper()
	var b bytes.Buffer
	if err := jpeg.Encode(&b, m, &jpeg.Options{Quality: 95}); err != nil {
		tb.Fatal(err)
	}
	return bytes.NewReader(b.Bytes())
}

func rendered(t *testing.T, src io.ReadSeeker, s editing.Spec) image.Image {
	t.Helper()
	var b bytes.Buffer
	res, err := editing.RenderImage(t.Context(), &b, src, s, editing.Options{FontFolders: []string{}})
	if err != nil {
		t.Fatal(err)
	}
	size := b.Len()
	m, err := jpeg.Decode(&b)
	if err != nil {
		t.Fatal(err)
	}
	if res.Width != m.Bounds().Dx() || res.Height != m.Bounds().Dy() || res.Bytes != size {
		t.Errorf("%+v is said of %v, %d bytes", res, m.Bounds(), size)
	}
	return m
}

func near(a, b color.Color, off int) bool {
	r1, g1, b1, _ := a.RGBA()
	r2, g2, b2, _ := b.RGBA()
	for _, d := range []int{int(r1>>8) - int(r2>>8), int(g1>>8) - int(g2>>8), int(b1>>8) - int(b2>>8)} {
		if d > off || d < -off {
			return false
		}
	}
	return true
}

// shows fails unless the middles of across by down fields are of these colours, by their index.
func shows(t *testing.T, what string, m image.Image, across, down int, want ...int) {
	t.Helper()
	w, h := m.Bounds().Dx(), m.Bounds().Dy()
	for i, field := range want {
		x, y := (2*(i%across)+1)*w/(2*across), (2*(i/across)+1)*h/(2*down)
		if got := m.At(x, y); !near(got, fields()[field], 12) {
			t.Errorf("%s: the field %d is %v, want %v", what, i, got, fields()[field])
		}
	}
}

func TestRenderImage_TurnsAndFlips(t *testing.T) {
	t.Parallel()
	for _, size := range []int{40, 37} {
		src := func() io.ReadSeeker { return picture(t, size) }
		shows(t, "as it is", rendered(t, src(), editing.Spec{}), 2, 3, 0, 1, 2, 3, 4, 5)
		shows(t, "90", rendered(t, src(), editing.Spec{Rotate: 90}), 3, 2, 4, 2, 0, 5, 3, 1)
		shows(t, "180", rendered(t, src(), editing.Spec{Rotate: 180}), 2, 3, 5, 4, 3, 2, 1, 0)
		shows(t, "270", rendered(t, src(), editing.Spec{Rotate: 270}), 3, 2, 1, 3, 5, 0, 2, 4)
		shows(t, "flipped", rendered(t, src(), editing.Spec{FlipHorizontal: true}), 2, 3, 1, 0, 3, 2, 5, 4)
		shows(t, "upside down", rendered(t, src(), editing.Spec{FlipVertical: true}), 2, 3, 4, 5, 2, 3, 0, 1)
		shows(t, "90 and flipped", rendered(t, src(), editing.Spec{Rotate: 90, FlipHorizontal: true}), 3, 2, 0, 2, 4, 1, 3, 5)
		shows(t, "90 upside down", rendered(t, src(), editing.Spec{Rotate: 90, FlipVertical: true}), 3, 2, 5, 3, 1, 4, 2, 0)
		shows(t, "180 and flipped", rendered(t, src(), editing.Spec{Rotate: 180, FlipHorizontal: true}), 2, 3, 4, 5, 2, 3, 0, 1)
		shows(t, "270 and flipped", rendered(t, src(), editing.Spec{Rotate: 270, FlipHorizontal: true}), 3, 2, 5, 3, 1, 4, 2, 0)
		shows(t, "270 upside down", rendered(t, src(), editing.Spec{Rotate: 270, FlipVertical: true}), 3, 2, 0, 2, 4, 1, 3, 5)
		shows(t, "both ways", rendered(t, src(), editing.Spec{FlipHorizontal: true, FlipVertical: true}), 2, 3, 5, 4, 3, 2, 1, 0)
	}
}

func TestRenderImage_CropsAndScales(t *testing.T) {
	t.Parallel()
	src := func() io.ReadSeeker { return picture(t, 120) }
	low := rendered(t, src(), editing.Spec{Crop: &editing.Crop{X: 0.5, Y: 1.0 / 3, Width: 0.5, Height: 2.0 / 3}})
	if low.Bounds() != image.Rect(0, 0, 120, 240) {
		t.Errorf("the crop is %v", low.Bounds())
	}
	shows(t, "a rectangle", low, 1, 2, 3, 5)
	square := rendered(t, src(), editing.Spec{Crop: &editing.Crop{Ratio: "1:1", FocusY: at(0)}})
	shows(t, "a ratio", square, 2, 2, 0, 1, 2, 3)
	shows(t, "turned after it", rendered(t, src(), editing.Spec{Crop: &editing.Crop{Ratio: "1:1", FocusY: at(1)}, Rotate: 90}), 2, 2, 4, 2, 5, 3)
	for what, r := range map[string]editing.Resize{"smaller": {Width: 60}, "larger": {Height: 900}, "stretched": {Width: 300, Height: 90}} {
		m := rendered(t, src(), editing.Spec{Resize: &r})
		shows(t, what, m, 2, 3, 0, 1, 2, 3, 4, 5)
		if r.Width != 0 && m.Bounds().Dx() != r.Width || r.Height != 0 && m.Bounds().Dy() != r.Height {
			t.Errorf("%s: %v", what, m.Bounds())
		}
	}
}

func TestRenderImage_Pads(t *testing.T) {
	t.Parallel()
	src := func() io.ReadSeeker { return picture(t, 100) }
	m := rendered(t, src(), editing.Spec{Pad: &editing.Pad{Ratio: "2:1", Fill: editing.FillColor, Color: "#ff00ff"}})
	if m.Bounds() != image.Rect(0, 0, 600, 300) {
		t.Fatalf("the padded picture is %v", m.Bounds())
	}
	for _, x := range []int{0, 100, 190, 410, 599} {
		if got := m.At(x, 150); !near(got, color.RGBA{255, 0, 255, 255}, 12) {
			t.Errorf("beside the picture, at %d, it is %v", x, got)
		}
	}
	shows(t, "the middle", crop(m, image.Rect(200, 0, 400, 300)), 2, 3, 0, 1, 2, 3, 4, 5)
	if white := rendered(t, src(), editing.Spec{Pad: &editing.Pad{Ratio: "1:1", Fill: editing.FillColor}}); !near(white.At(10, 10), color.White, 3) {
		t.Errorf("no colour is %v", white.At(10, 10))
	}

	m = rendered(t, src(), editing.Spec{Pad: &editing.Pad{Ratio: "2:1", Fill: editing.FillBlur}})
	shows(t, "before the blur", crop(m, image.Rect(200, 0, 400, 300)), 2, 3, 0, 1, 2, 3, 4, 5)
	// What covers 600 x 300 is the middle row of fields, blue and yellow.
	if left, right := m.At(20, 150), m.At(580, 150); !near(left, fields()[2], 90) || !near(right, fields()[3], 90) {
		t.Errorf("the blur is %v and %v at its ends", left, right)
	}
	// Above and below the picture its columns run into each other.
	m = rendered(t, src(), editing.Spec{Pad: &editing.Pad{Ratio: "1:3", Fill: editing.FillBlur}})
	if left, right := m.At(75, 75), m.At(125, 75); near(left, fields()[0], 25) || near(right, fields()[1], 25) || near(left, right, 40) {
		t.Errorf("on both sides of the middle the blur is %v and %v", left, right)
	}
}

func crop(m image.Image, r image.Rectangle) image.Image {
	part := image.NewRGBA(image.Rect(0, 0, r.Dx(), r.Dy()))
	for y := range r.Dy() {
		for x := range r.Dx() {
			part.Set(x, y, m.At(r.Min.X+x, r.Min.Y+y))
		}
	}
	return part
}

func TestRenderImage_OddSizes(t *testing.T) {
	t.Parallel()
	for _, size := range [][2]int{{1, 1}, {2, 1}, {1, 3}, {17, 5}, {5, 1001}, {1439, 3}} {
		m := image.NewGray(image.Rect(0, 0, size[0], size[1]))
		for _, s := range []editing.Spec{
			{},
			{Rotate: 90},
			{Pad: &editing.Pad{Ratio: "4:5", Fill: editing.FillBlur}},
			{Pad: &editing.Pad{Ratio: "10:1", Fill: editing.FillBlur}},
			{Crop: &editing.Crop{Ratio: "1:1"}, Resize: &editing.Resize{Width: 17}, Texts: []editing.Text{text("x")}},
			{Crop: &editing.Crop{X: 0.99, Y: 0.99, Width: 0.01, Height: 0.01}, Pad: &editing.Pad{Ratio: "1:10", Fill: editing.FillColor}},
		} {
			rendered(t, encoded(t, m), s)
		}
	}
}

// TestRenderImage_Gray: a decoder's picture that is not of planes is edited as well.
func TestRenderImage_Gray(t *testing.T) {
	t.Parallel()
	m := image.NewGray(image.Rect(0, 0, 200, 100))
	for i := range m.Pix {
		m.Pix[i] = uint8(i % 200 / 100 * 255)
	}
	shows(t, "gray", rendered(t, encoded(t, m), editing.Spec{FlipHorizontal: true}), 2, 1, 4, 5)
}

func TestRenderImage_Refuses(t *testing.T) {
	t.Parallel()
	var refused *imaging.Error
	_, err := editing.RenderImage(t.Context(), io.Discard, bytes.NewReader([]byte("no picture")), editing.Spec{}, editing.Options{})
	if !errors.As(err, &refused) {
		t.Errorf("no picture: %v", err)
	}
	if _, err := editing.RenderImage(t.Context(), io.Discard, picture(t, 10), editing.Spec{Rotate: 1}, editing.Options{}); err == nil {
		t.Error("a turn by one degree was taken")
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := editing.RenderImage(ctx, io.Discard, picture(t, 10), editing.Spec{}, editing.Options{}); !errors.Is(err, ctx.Err()) {
		t.Errorf("cancelled: %v", err)
	}
	small := editing.Options{Imaging: imaging.Options{MaxPixels: 100}}
	if _, err := editing.RenderImage(t.Context(), io.Discard, picture(t, 10), editing.Spec{}, small); !errors.As(err, &refused) || refused.Reason != imaging.TooLarge {
		t.Errorf("beyond the limit: %v", err)
	}
}

func ExampleFixFor() {
	fix, _ := editing.FixFor(1000, 1500, "4:5", "1.91:1")
	g, _ := fix.Pad.Plan(1000, 1500)
	fmt.Println(fix.Ratio, g.Width, g.Height)
	// Output: 4:5 1200 1500
}

// TestRenderImage_SeeThroughText: letters with an opacity let the picture show through, and what is
// beside them stays as it is.
func TestRenderImage_SeeThroughText(t *testing.T) {
	t.Parallel()
	half := text("█")
	half.Size, half.Color = 0.5, "#0000ff80"
	source := image.NewGray(image.Rect(0, 0, 400, 300))
	for i := range source.Pix {
		source.Pix[i] = 200
	}
	over := rendered(t, encoded(t, source), editing.Spec{Texts: []editing.Text{half}})
	if got := over.At(200, 150); !near(got, color.RGBA{100, 100, 228, 255}, 8) {
		t.Errorf("over gray it is %v", got)
	}
	if got := over.At(5, 5); !near(got, color.Gray{200}, 2) {
		t.Errorf("beside it is %v", got)
	}
}
