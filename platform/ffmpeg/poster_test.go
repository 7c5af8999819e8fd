package ffmpeg_test

import (
	"image"
	"image/color"
	"os"
	"path/filepath"
	"testing"
	"time"

	"crier/platform/ffmpeg"
	"crier/platform/needtest"
)

func posterOf(t *testing.T, src string, o ffmpeg.PosterOptions) image.Image {
	t.Helper()
	dst := filepath.Join(t.TempDir(), "poster.jpg")
	o.Tracks = tracksOf(t, src)
	if err := realTool(t).Poster(t.Context(), src, dst, o); err != nil {
		t.Fatalf("%s: %v", filepath.Base(src), err)
	}
	info, err := os.Stat(dst)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info, err)
	}
	return picture(t, dst)
}

func TestPoster_IsUprightAndOfTheRightSize(t *testing.T) {
	needtest.Night(t)
	t.Parallel()
	q := quadrants()
	for name, c := range map[string]struct {
		file  string
		size  image.Point
		order [4]color.RGBA
	}{
		"mp4":     {clip(t, "a.mp4", 1280, 720, "2"), image.Pt(540, 304), q},
		"mkv":     {clip(t, "a.mkv", 1280, 720, "2"), image.Pt(540, 304), q},
		"webm":    {clip(t, "a.webm", 320, 180, "2", "-c:v", "libvpx", "-threads", "1", "-deadline", "realtime"), image.Pt(320, 180), q},
		"avi":     {clip(t, "a.avi", 640, 480, "2", "-c:v", "mpeg4"), image.Pt(540, 406), q},
		"turned":  {turned(t, clip(t, "b.mp4", 1280, 720, "2")), image.Pt(540, 960), [4]color.RGBA{q[2], q[0], q[3], q[1]}},
		"oblong":  {clip(t, "c.mp4", 720, 576, "2", "-aspect", "16:9"), image.Pt(540, 304), q},
		"a strip": {clip(t, "d.mp4", 64, 2048, "2"), image.Pt(64, 2048), q},
		"short":   {clip(t, "e.mp4", 640, 360, "0.2"), image.Pt(540, 304), q},
	} {
		img := posterOf(t, c.file, ffmpeg.PosterOptions{At: time.Second})
		if img.Bounds().Size() != c.size {
			t.Errorf("%s: %v, not %v", name, img.Bounds().Size(), c.size)
		}
		wantQuadrants(t, name, img, c.order)
	}
}

func TestPoster_IsTheFrameAsked(t *testing.T) {
	t.Parallel()
	red, blue := color.RGBA{200, 30, 30, 255}, color.RGBA{30, 30, 200, 255}
	graph := []string{
		"-f", "lavfi", "-i", "color=c=0x" + hex(red) + ":s=320x180:r=25:d=2", "-f", "lavfi", "-i", "color=c=0x" + hex(blue) + ":s=320x180:r=25:d=2",
		"-filter_complex", "[0][1]concat",
	}
	file := makeClip(t, "a.mp4", graph)
	for at, want := range map[time.Duration]color.RGBA{0: red, time.Second: red, 2500 * time.Millisecond: blue, time.Hour: red} {
		img := posterOf(t, file, ffmpeg.PosterOptions{At: at, Width: 100})
		if img.Bounds().Size() != image.Pt(100, 56) {
			t.Errorf("%v", img.Bounds())
		}
		wantColour(t, at.String(), img, .5, .5, want)
	}
}

func TestPoster_RefusesWhatIsNoVideo(t *testing.T) {
	t.Parallel()
	tool := realTool(t)
	for name, file := range map[string]string{
		"sound only": makeClip(t, "a.mp4", []string{"-f", "lavfi", "-i", "sine=d=1"}),
		"empty":      written(t, "b.mp4", ""),
		"noise":      written(t, "c.mp4", "noise noise noise noise"),
		"gone":       filepath.Join(t.TempDir(), "d.mp4"),
	} {
		dst := filepath.Join(t.TempDir(), "poster.jpg")
		if e := failed(t, tool.Poster(t.Context(), file, dst, ffmpeg.PosterOptions{At: time.Second})); e.Reason != ffmpeg.Unusable {
			t.Errorf("%s: %v", name, e)
		}
		if _, err := os.Stat(dst); err == nil {
			t.Errorf("%s: a file is left", name)
		}
	}
}

func written(t *testing.T, name, content string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}
