package ffmpeg_test

import (
	"bytes"
	"errors"
	"image"
	"image/color"
	"image/gif"
	"image/png"
	"os"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"crier/platform/corpus"
	"crier/platform/ffmpeg"
	"crier/platform/needtest"
)

// movingGIF is a file of two frames of 200 ms: the quadrants, and a transparent one.
func movingGIF(t *testing.T, width, height int) string {
	t.Helper()
	q := quadrants()
	palette := color.Palette{q[0], q[1], q[2], q[3], color.RGBA{}}
	first, second := image.NewPaletted(image.Rect(0, 0, width, height), palette), image.NewPaletted(image.Rect(0, 0, width, height), palette)
	for y := range height {
		for x := range width {
			first.SetColorIndex(x, y, uint8(2*y/height*2+2*x/width))
			second.SetColorIndex(x, y, 4)
		}
	}
	var b bytes.Buffer
	g := gif.GIF{Image: []*image.Paletted{first, second}, Delay: []int{20, 20}, Disposal: []byte{gif.DisposalBackground, gif.DisposalBackground}}
	if err := gif.EncodeAll(&b, &g); err != nil {
		t.Fatal(err)
	}
	return written(t, "a.gif", b.String())
}

func animated(t *testing.T, src string, o ffmpeg.AnimationOptions) (string, error) {
	t.Helper()
	dst := filepath.Join(t.TempDir(), "made.mp4")
	err := ffmpeg.Animate(t.Context(), realTool(t), src, dst, o)
	if err != nil {
		wantFiles(t, filepath.Dir(dst))
	}
	return dst, err
}

func TestAnimate_MakesWhatTheNetworkTakes(t *testing.T) {
	needtest.Night(t)
	t.Parallel()
	for name, c := range map[string]struct{ size, want image.Point }{
		"small": {image.Pt(320, 240), image.Pt(320, 240)},
		"odd":   {image.Pt(321, 241), image.Pt(320, 240)},
		"wide":  {image.Pt(2400, 600), image.Pt(1920, 480)},
	} {
		made, err := animated(t, movingGIF(t, c.size.X, c.size.Y), ffmpeg.AnimationOptions{Times: 8, Length: 400 * time.Millisecond, MaxBytes: 10 << 20})
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		p := wantPublishable(t, name, made)
		v := p.Streams[0]
		if len(p.Streams) != 1 || v.Codec != "h264" || v.Profile != "High" || v.Format != "yuv420p" || v.Field != "progressive" || v.BFrames != 0 || v.Space != "bt709" || v.Shape != "1:1" {
			t.Errorf("%s: %+v", name, v)
		}
		if image.Pt(v.Width, v.Height) != c.want || v.Rate != "30/1" || v.Average != "30/1" || v.Start != "0.000000" || !nearly(p.Format.Duration, "3.2", .01) {
			t.Errorf("%s: %+v, %+v", name, v, p.Format)
		}
		const rounds, frame = 3, 100 * time.Millisecond
		var times []time.Duration
		for _, round := range [rounds]time.Duration{0, 4, 7} {
			times = append(times, 4*round*frame+frame, 4*round*frame+3*frame)
		}
		shown := framesAt(t, made, times...)
		for i := range rounds {
			wantQuadrants(t, name, shown[2*i], quadrants())
			wantColour(t, name, shown[2*i+1], .3, .3, color.RGBA{255, 255, 255, 255})
		}
	}
}

// framesAt returns the frames of a video in BT.709 at these times. One run of ffmpeg shows all.
func framesAt(t *testing.T, path string, times ...time.Duration) []image.Image {
	t.Helper()
	dir := t.TempDir()
	inputs, outputs, pictures := []string{"-nostdin", "-v", "error"}, []string{}, []string{}
	for i, at := range times {
		n := strconv.Itoa(i)
		inputs = append(inputs, "-ss", strconv.FormatFloat(at.Seconds(), 'f', 3, 64), "-i", path)
		pictures = append(pictures, filepath.Join(dir, n+".png"))
		outputs = append(outputs, "-map", n+":V", "-frames:v", "1", "-vf", "scale=in_color_matrix=bt709,format=rgb24", "-f", "image2", "-update", "1", pictures[i])
	}
	native(t, "ffmpeg", append(inputs, outputs...)...)
	return pngs(t, pictures)
}

// pngs decodes PNG files.
func pngs(t *testing.T, paths []string) (all []image.Image) {
	t.Helper()
	for _, path := range paths {
		f, err := os.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		img, err := png.Decode(f)
		if err = errors.Join(err, f.Close()); err != nil {
			t.Fatal(err)
		}
		all = append(all, img)
	}
	return all
}

// A short animation holds its last frame, a long one is cut, and the length is a whole number of
// frames.
func TestAnimate_LastsAsLongAsItIsAsked(t *testing.T) {
	t.Parallel()
	src := movingGIF(t, 64, 48)
	for want, o := range map[string]ffmpeg.AnimationOptions{
		"3.1": {Length: 3100 * time.Millisecond},
		"0.1": {Length: 90 * time.Millisecond},
		"3":   {Length: 20 * time.Millisecond, Times: 90},
		"3.2": {Length: 240 * time.Millisecond, Times: 12},
	} {
		o.MaxBytes = 1 << 20
		made, err := animated(t, src, o)
		if err != nil {
			t.Fatal(err)
		}
		if p := wantPublishable(t, "length", made); !nearly(p.Format.Duration, want, .01) {
			t.Errorf("%+v: %+v", o, p.Format)
		}
	}
}

func TestAnimate_Refuses(t *testing.T) {
	t.Parallel()
	bomb := corpus.AnimatedGIF(64, 48, 2, 10)
	copy(bomb[6:], "\xff\xff\xff\xff")
	for name, src := range map[string]string{
		"noise":         written(t, "a.gif", "noise"),
		"a bomb":        written(t, "b.gif", string(bomb)),
		"another video": clip(t, "c.mp4", 320, 180, "0.2"),
		"a playlist":    written(t, "d.gif", "#EXTM3U\n#EXTINF:1,\n/etc/passwd\n"),
	} {
		_, err := animated(t, src, ffmpeg.AnimationOptions{Length: 3 * time.Second, MaxBytes: 1 << 20})
		if e := failed(t, err); e.Reason != ffmpeg.Unusable {
			t.Errorf("%s: %v", name, err)
		}
	}
	_, err := animated(t, movingGIF(t, 64, 48), ffmpeg.AnimationOptions{Length: time.Minute, MaxBytes: 1 << 10})
	if e := failed(t, err); e.Reason != ffmpeg.TooLarge {
		t.Errorf("too small: %v", err)
	}
}
