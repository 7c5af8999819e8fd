package ffmpeg_test

import (
	"image"
	"image/color"
	"testing"

	"crier/modules/media/ffmpeg"
)

func edited(t *testing.T, src string, e ffmpeg.Edit) (image.Image, image.Point) {
	t.Helper()
	made := transcoded(t, src, ffmpeg.TranscodeOptions{VideoFilter: ffmpeg.EditFilter(e)})
	v := wantPublishable(t, "edited", made).Streams[0]
	return posterOf(t, made, ffmpeg.PosterOptions{Width: 1920}), image.Pt(v.Width, v.Height)
}

func TestEditFilter_PutsPixelsWhereTheyBelong(t *testing.T) {
	t.Parallel()
	small, large := clip(t, "a.mp4", 640, 360, "0.2"), clip(t, "b.mp4", 1280, 720, "0.2")
	q := quadrants()
	ul, ur, ll, lr := q[0], q[1], q[2], q[3]
	for name, c := range map[string]struct {
		edit  ffmpeg.Edit
		size  image.Point
		order [4]color.RGBA
	}{
		"nothing":               {ffmpeg.Edit{}, image.Pt(640, 360), q},
		"crop":                  {ffmpeg.Edit{CropX: 320, CropY: 0, CropW: 320, CropH: 360}, image.Pt(320, 360), [4]color.RGBA{ur, ur, lr, lr}},
		"crop beyond":           {ffmpeg.Edit{CropX: 320, CropY: 180, CropW: 330, CropH: 190}, image.Pt(330, 190), [4]color.RGBA{lr, lr, lr, lr}},
		"quarter":               {ffmpeg.Edit{Rotate: 90}, image.Pt(360, 640), [4]color.RGBA{ll, ul, lr, ur}},
		"half":                  {ffmpeg.Edit{Rotate: 180}, image.Pt(640, 360), [4]color.RGBA{lr, ll, ur, ul}},
		"back":                  {ffmpeg.Edit{Rotate: 270}, image.Pt(360, 640), [4]color.RGBA{ur, lr, ul, ll}},
		"mirrored":              {ffmpeg.Edit{FlipH: true}, image.Pt(640, 360), [4]color.RGBA{ur, ul, lr, ll}},
		"upside down":           {ffmpeg.Edit{FlipV: true}, image.Pt(640, 360), [4]color.RGBA{ll, lr, ul, ur}},
		"turned, then mirrored": {ffmpeg.Edit{Rotate: 90, FlipH: true}, image.Pt(360, 640), [4]color.RGBA{ul, ll, ur, lr}},
		"scaled":                {ffmpeg.Edit{W: 200, H: 300}, image.Pt(200, 300), q},
		"all":                   {ffmpeg.Edit{CropX: 0, CropY: 0, CropW: 320, CropH: 360, Rotate: 270, W: 180, H: 160}, image.Pt(180, 160), [4]color.RGBA{ul, ll, ul, ll}},
	} {
		img, size := edited(t, small, c.edit)
		if size != c.size {
			t.Errorf("%s: %v, not %v", name, size, c.size)
		}
		wantQuadrants(t, name, img, c.order)
	}
	img, _ := edited(t, large, ffmpeg.Edit{Rotate: 180})
	wantQuadrants(t, "large", img, [4]color.RGBA{lr, ll, ur, ul})
}

func TestEditFilter_PadsWithColour(t *testing.T) {
	t.Parallel()
	q := quadrants()
	for name, width := range map[string]int{"small": 640, "large": 1280} {
		src := clip(t, name+".mp4", width, width/16*9, "0.2")
		for text, want := range map[string]color.RGBA{"#c81e64": {200, 30, 100, 255}, "": {255, 255, 255, 255}, "#000000": {0, 0, 0, 255}} {
			e := ffmpeg.Edit{W: 720, H: 900, ContentX: 0, ContentY: 248, ContentW: 720, ContentH: 404, PadColor: text}
			img, size := edited(t, src, e)
			if size != image.Pt(720, 900) {
				t.Errorf("%s %s: %v", name, text, size)
			}
			for _, at := range [][2]float64{{.1, .05}, {.9, .2}, {.5, .95}, {.1, .8}} {
				wantColour(t, name+" "+text, img, at[0], at[1], want)
			}
			wantColour(t, name, img, .25, .4, q[0])
			wantColour(t, name, img, .75, .4, q[1])
			wantColour(t, name, img, .25, .6, q[2])
			wantColour(t, name, img, .75, .6, q[3])
		}
	}
}

func TestEditFilter_PadsWithABlurredCopy(t *testing.T) {
	t.Parallel()
	q := quadrants()
	e := ffmpeg.Edit{W: 400, H: 800, ContentX: 0, ContentY: 288, ContentW: 400, ContentH: 224, PadBlur: true}
	img, size := edited(t, clip(t, "a.mp4", 640, 360, "0.2"), e)
	if size != image.Pt(400, 800) {
		t.Errorf("%v", size)
	}
	for i, at := range [][2]float64{{.05, .05}, {.95, .05}, {.05, .95}, {.95, .95}} {
		wantColour(t, "ground", img, at[0], at[1], q[i])
	}
	wantColour(t, "picture", img, .25, .45, q[0])
	wantColour(t, "picture", img, .75, .55, q[3])
	mixed := color.RGBA{115, 95, 30, 255}
	wantColour(t, "where the blurred copy's colours meet", img, .5, .1, mixed)
}
