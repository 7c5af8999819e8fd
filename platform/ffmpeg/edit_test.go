package ffmpeg_test

import (
	"image"
	"image/color"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"crier/platform/ffmpeg"
	"crier/platform/needtest"
)

func edited(t *testing.T, src string, e ffmpeg.Edit) (image.Image, image.Point) {
	t.Helper()
	made := transcoded(t, src, ffmpeg.TranscodeOptions{VideoFilter: ffmpeg.EditFilter(e)})
	v := wantPublishable(t, "edited", made).Streams[0]
	return posterOf(t, made, ffmpeg.PosterOptions{Width: 1920}), image.Pt(v.Width, v.Height)
}

// filtered returns frames of coloured quadrants that one run of a bare ffmpeg has edited.
func filtered(t *testing.T, width, height int, edits ...ffmpeg.Edit) []image.Image {
	t.Helper()
	realTool(t)
	graph := quadrantGraph(width, height, "0.1")
	at := slices.Index(graph, "-filter_complex") + 1
	matrix := "bt601"
	if width >= 1280 {
		matrix = "bt709"
	}
	dir := t.TempDir()
	filters := strings.TrimSuffix(graph[at], "[v]") + ",scale=in_color_matrix=" + matrix + ":out_color_matrix=bt709,format=yuv420p,split=" + strconv.Itoa(len(edits))
	var chains, outputs, frames []string
	for i, e := range edits {
		n := strconv.Itoa(i)
		edit := ffmpeg.EditFilter(e)
		if edit == "" {
			edit = "null"
		}
		filters += "[plain" + n + "]"
		chains = append(chains, "[plain"+n+"]"+edit+",scale=in_color_matrix=bt709,format=rgb24[edited"+n+"]")
		frames = append(frames, filepath.Join(dir, n+".png"))
		outputs = append(outputs, "-map", "[edited"+n+"]", "-frames:v", "1", "-f", "image2", "-update", "1", frames[i])
	}
	graph[at] = filters + ";" + strings.Join(chains, ";")
	args := append([]string{"-nostdin", "-v", "error"}, graph[:at+1]...)
	native(t, "ffmpeg", append(args, outputs...)...)
	return pngs(t, frames)
}

func TestEditFilter_PutsPixelsWhereTheyBelong(t *testing.T) {
	t.Parallel()
	q := quadrants()
	ul, ur, ll, lr := q[0], q[1], q[2], q[3]
	cases := map[string]struct {
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
	}
	names := slices.Collect(maps.Keys(cases))
	var edits []ffmpeg.Edit
	for _, name := range names {
		edits = append(edits, cases[name].edit)
	}
	for i, img := range filtered(t, 640, 360, edits...) {
		name, c := names[i], cases[names[i]]
		if size := img.Bounds().Size(); size != c.size {
			t.Errorf("%s: %v, not %v", name, size, c.size)
		}
		wantQuadrants(t, name, img, c.order)
	}
	img, size := edited(t, clip(t, "a.mp4", 1280, 720, "0.2"), ffmpeg.Edit{CropX: 640, CropW: 640, CropH: 720, Rotate: 90, W: 360, H: 320})
	if size != image.Pt(360, 320) {
		t.Errorf("a video: %v", size)
	}
	wantQuadrants(t, "a video", img, [4]color.RGBA{lr, ur, lr, ur})
}

func TestEditFilter_PadsWithColour(t *testing.T) {
	needtest.Night(t)
	t.Parallel()
	q := quadrants()
	for name, width := range map[string]int{"small": 640, "large": 1280} {
		grounds := map[string]color.RGBA{"#c81e64": {200, 30, 100, 255}, "": {255, 255, 255, 255}, "#000000": {0, 0, 0, 255}}
		texts := slices.Collect(maps.Keys(grounds))
		var edits []ffmpeg.Edit
		for _, text := range texts {
			edits = append(edits, ffmpeg.Edit{W: 720, H: 900, ContentX: 0, ContentY: 248, ContentW: 720, ContentH: 404, PadColor: text})
		}
		for i, img := range filtered(t, width, width/16*9, edits...) {
			text, want := texts[i], grounds[texts[i]]
			if size := img.Bounds().Size(); size != image.Pt(720, 900) {
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
	e := ffmpeg.Edit{W: 400, H: 800, ContentX: 0, ContentY: 288, ContentW: 400, ContentH: 224, PadColor: "#1e1ec8"}
	img, _ := edited(t, clip(t, "a.mp4", 640, 360, "0.2"), e)
	wantColour(t, "a video's ground", img, .5, .1, q[2])
	wantColour(t, "a video's picture", img, .25, .45, q[0])
}

func TestEditFilter_PadsWithABlurredCopy(t *testing.T) {
	needtest.Night(t)
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
