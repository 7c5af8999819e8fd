package ffmpeg_test

import (
	"image"
	"image/color"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"crier/platform/ffmpeg"
	"crier/platform/needtest"
)

func transcoded(t *testing.T, src string, o ffmpeg.TranscodeOptions) string {
	t.Helper()
	dst := filepath.Join(t.TempDir(), "made.mp4")
	o.Tracks = tracksOf(t, src)
	if err := realTool(t).Transcode(t.Context(), src, dst, o); err != nil {
		t.Fatalf("%s: %v", filepath.Base(src), err)
	}
	return dst
}

func TestTranscode_MakesWhatTheNetworkTakes(t *testing.T) {
	needtest.Night(t)
	t.Parallel()
	q := quadrants()
	for name, c := range map[string]struct {
		src  string
		o    ffmpeg.TranscodeOptions
		size image.Point
		rate string
	}{
		"vp8":        {src: clip(t, "a.webm", 320, 180, "0.6", "-c:v", "libvpx", "-threads", "1", "-deadline", "realtime", "-c:a", "libopus"), size: image.Pt(320, 180), rate: "25/1"},
		"mpeg4":      {src: clip(t, "b.avi", 640, 480, "0.6", "-c:v", "mpeg4", "-c:a", "mp3"), size: image.Pt(640, 480), rate: "25/1"},
		"10 bits":    {src: clip(t, "c.mkv", 640, 360, "0.6", "-pix_fmt", "yuv422p10le"), size: image.Pt(640, 360), rate: "25/1"},
		"slow":       {src: clip(t, "d.mp4", 320, 180, "0.6", "-r", "12"), size: image.Pt(320, 180), rate: "30/1"},
		"fast":       {src: clip(t, "e.mp4", 320, 180, "0.6", "-r", "120"), size: image.Pt(320, 180), rate: "60/1"},
		"ntsc":       {src: clip(t, "g.mkv", 320, 180, "0.6", "-r", "30000/1001"), size: image.Pt(320, 180), rate: "30000/1001"},
		"wide":       {src: clip(t, "h.mp4", 2560, 640, "0.4", "-preset", "ultrafast"), size: image.Pt(1920, 480), rate: "25/1"},
		"tall":       {src: clip(t, "i.mp4", 640, 2560, "0.4", "-preset", "ultrafast"), size: image.Pt(480, 1920), rate: "25/1"},
		"oblong":     {src: clip(t, "k.mp4", 720, 576, "0.6", "-aspect", "16:9"), size: image.Pt(1024, 576), rate: "25/1"},
		"interlaced": {src: clip(t, "m.mp4", 320, 240, "0.6", "-flags", "+ilme+ildct", "-x264-params", "tff=1"), o: ffmpeg.TranscodeOptions{Deinterlace: true, FrameRate: 30}, size: image.Pt(320, 240), rate: "30/1"},
	} {
		made := transcoded(t, c.src, c.o)
		p := wantPublishable(t, name, made)
		v := p.Streams[0]
		if v.Codec != "h264" || v.Profile != "High" || v.Format != "yuv420p" || v.Field != "progressive" || v.BFrames != 0 || v.Space != "bt709" || v.Shape != "1:1" {
			t.Errorf("%s: %+v", name, v)
		}
		if image.Pt(v.Width, v.Height) != c.size || v.Rate != c.rate || v.Average != c.rate || v.Start != "0.000000" {
			t.Errorf("%s: %+v", name, v)
		}
		if a := p.Streams[1]; len(p.Streams) != 2 || a.Codec != "aac" || a.Channels != 2 || a.Sampling != "48000" || a.Start != "0.000000" {
			t.Errorf("%s: %+v", name, p.Streams)
		}
		wantQuadrants(t, name, posterOf(t, made, ffmpeg.PosterOptions{}), q)
	}
}

func TestTranscode_EvensOddSides(t *testing.T) {
	needtest.Night(t)
	t.Parallel()
	src := makeClip(t, "a.mkv", []string{"-f", "lavfi", "-i", "color=red:s=321x181:d=0.2,format=yuv444p"}, "-c:v", "ffv1")
	if v := wantPublishable(t, "odd", transcoded(t, src, ffmpeg.TranscodeOptions{})).Streams[0]; v.Width != 320 || v.Height != 180 {
		t.Errorf("%+v", v)
	}
}

// A large picture without a matrix is taken as BT.709.
func TestTranscode_GuessesColours(t *testing.T) {
	needtest.Night(t)
	t.Parallel()
	src := makeClip(t, "a.avi", quadrantGraph(1280, 720, "0.4"), "-c:v", "mpeg4", "-q:v", "2")
	wantQuadrants(t, "untagged", posterOf(t, transcoded(t, src, ffmpeg.TranscodeOptions{}), ffmpeg.PosterOptions{}), quadrants())
}

// Half of HLG's range becomes a medium grey without a tint.
func TestTranscode_MakesHDROrdinary(t *testing.T) {
	needtest.Night(t)
	t.Parallel()
	for name, primaries := range map[string]string{"whole": "bt2020", "incomplete": "unknown"} {
		src := makeClip(t, "a.mp4", []string{"-f", "lavfi", "-i", "color=gray:s=320x240:d=0.2,format=yuv420p10le"}, "-c:v", "libx265",
			"-x265-params", "log-level=none:colorprim="+strings.ReplaceAll(primaries, "unknown", "undef")+":transfer=arib-std-b67:colormatrix=bt2020nc", "-preset", "ultrafast")
		made := transcoded(t, src, ffmpeg.TranscodeOptions{})
		if v := wantPublishable(t, name, made).Streams[0]; v.Space != "bt709" || v.Format != "yuv420p" {
			t.Errorf("%s: %+v", name, v)
		}
		r, g, b, _ := posterOf(t, made, ffmpeg.PosterOptions{}).At(160, 120).RGBA()
		if r, g, b := int(r>>8), int(g>>8), int(b>>8); min(r, g, b) < 60 || max(r, g, b) > 220 || max(r, g, b)-min(r, g, b) > 12 {
			t.Errorf("%s: %d %d %d", name, r, g, b)
		}
	}
}

// TestFound_HDRKeepsWhite: diffuse white and a grey of pictures of a high dynamic range are as
// bright in a poster and in a conversion as package imaging makes them of stills.
func TestFound_HDRKeepsWhite(t *testing.T) {
	t.Parallel()
	for transfer, codes := range map[string][2]int{"arib-std-b67": {721, 502}, "smpte2084": {573, 449}} {
		src := makeClip(t, "a.mkv", []string{"-f", "lavfi", "-i", "color=gray:s=64x64:d=0.2,format=yuv420p10le,geq=lum=if(lt(X\\,32)\\," +
			strconv.Itoa(codes[0]) + "\\," + strconv.Itoa(codes[1]) + "):cb=512:cr=512"},
			"-c:v", "ffv1", "-color_range", "tv", "-color_primaries", "bt2020", "-colorspace", "bt2020nc", "-color_trc", transfer)
		for name, img := range map[string]image.Image{
			"poster": posterOf(t, src, ffmpeg.PosterOptions{}), "conversion": posterOf(t, transcoded(t, src, ffmpeg.TranscodeOptions{}), ffmpeg.PosterOptions{}),
		} {
			wantColour(t, transfer+", white, "+name, img, .25, .5, color.RGBA{242, 242, 242, 255})
			wantColour(t, transfer+", grey, "+name, img, .75, .5, color.RGBA{137, 137, 137, 255})
		}
	}
}

func TestTranscode_TurnsPicturesUpright(t *testing.T) {
	t.Parallel()
	q := quadrants()
	made := transcoded(t, turned(t, clip(t, "a.mp4", 640, 360, "0.6")), ffmpeg.TranscodeOptions{})
	v := wantPublishable(t, "turned", made).Streams[0]
	if v.Width != 360 || v.Height != 640 || len(v.SideDatas) != 0 {
		t.Errorf("%+v", v)
	}
	wantQuadrants(t, "turned", posterOf(t, made, ffmpeg.PosterOptions{}), [4]color.RGBA{q[2], q[0], q[3], q[1]})
}

func TestTranscode_SilentStaysSilent(t *testing.T) {
	needtest.Night(t)
	t.Parallel()
	silent := clip(t, "a.mkv", 320, 180, "0.6", "-an")
	if p := wantPublishable(t, "silent", transcoded(t, silent, ffmpeg.TranscodeOptions{})); len(p.Streams) != 1 {
		t.Errorf("%+v", p.Streams)
	}
}

// TestTranscode_CutsAtTheLongest: no packet of the sound reaches beyond the longest length, which
// is the network's.
func TestTranscode_CutsAtTheLongest(t *testing.T) {
	needtest.Night(t)
	t.Parallel()
	made := transcoded(t, clip(t, "a.mp4", 320, 180, "3"), ffmpeg.TranscodeOptions{MaxDuration: 1200 * time.Millisecond})
	p := wantPublishable(t, "cut", made)
	if length, err := strconv.ParseFloat(p.Format.Duration, 64); err != nil || length > 1.2 || !nearly(p.Format.Duration, "1.2", .05) {
		t.Errorf("%+v, %v", p.Format, err)
	}
}

func TestTranscode_KeepsTracksTogether(t *testing.T) {
	needtest.Night(t)
	t.Parallel()
	src := clip(t, "a.mkv", 320, 240, "2")
	for name, order := range map[string][]string{"sound": {"0:v", "1:a"}, "picture": {"1:v", "0:a"}} {
		late := makeClip(t, "late.mkv", []string{"-i", src, "-itsoffset", "0.5", "-i", src, "-map", order[0], "-map", order[1], "-c", "copy"})
		p := wantPublishable(t, name, transcoded(t, late, ffmpeg.TranscodeOptions{}))
		longer := map[string]int{"sound": 1, "picture": 0}[name]
		if !nearly(p.Streams[longer].Duration, "2.5", .1) || p.Streams[0].Start != "0.000000" || p.Streams[1].Start != "0.000000" {
			t.Errorf("%s: %+v", name, p.Streams)
		}
	}
}

// noise makes a video that hardly compresses.
func noise(t testing.TB, name, length string) string {
	t.Helper()
	return makeClip(t, name, []string{
		"-f", "lavfi", "-i", "color=gray:s=640x360:r=30:d=" + length, "-f", "lavfi", "-i", "sine=d=" + length,
		"-vf", "noise=alls=100:allf=t", "-preset", "ultrafast", "-crf", "10",
	})
}

func TestTranscode_FitsIntoTheSize(t *testing.T) {
	needtest.Night(t)
	t.Parallel()
	src := noise(t, "a.mp4", "2")
	for _, most := range []int64{150_000, 2_000_000} {
		info, err := os.Stat(transcoded(t, src, ffmpeg.TranscodeOptions{MaxBytes: most}))
		if err != nil {
			t.Fatal(err)
		}
		if info.Size() > most || info.Size() < most/3 {
			t.Errorf("%d bytes are asked to be at most %d", info.Size(), most)
		}
	}
	dst := filepath.Join(t.TempDir(), "made.mp4")
	err := realTool(t).Transcode(t.Context(), src, dst, ffmpeg.TranscodeOptions{Tracks: alone(), MaxBytes: 50_000})
	if e := failed(t, err); e.Reason != ffmpeg.TooLarge {
		t.Errorf("%v", e)
	}
}

func TestTranscode_LaysTheOverlayOn(t *testing.T) {
	needtest.Night(t)
	t.Parallel()
	q, orange := quadrants(), color.RGBA{240, 120, 20, 255}
	src := clip(t, "a.mp4", 1280, 720, "0.6")
	img := image.NewNRGBA(image.Rect(0, 0, 1280, 720))
	for y := range 200 {
		for x := range 400 {
			img.Set(x, y, orange)
		}
	}
	made := transcoded(t, src, ffmpeg.TranscodeOptions{VideoFilter: "hflip", Overlay: pngFile(t, img), MaxWidth: 640})
	if v := wantPublishable(t, "overlay", made).Streams[0]; v.Width != 640 || v.Height != 360 {
		t.Errorf("%+v", v)
	}
	shown := posterOf(t, made, ffmpeg.PosterOptions{At: 400 * time.Millisecond})
	wantColour(t, "overlay", shown, .1, .1, orange)
	wantColour(t, "beside it", shown, .45, .1, q[1])
	wantQuadrants(t, "below it", shown, [4]color.RGBA{orange, q[0], q[3], q[2]})
}

func TestTranscode_NeedsItsEncoders(t *testing.T) {
	t.Parallel()
	tool, err := ffmpeg.Inspect(t.Context(), fakeAt(t, t.TempDir(), "bare"))
	if err != nil {
		t.Fatal(err)
	}
	e := failed(t, tool.Transcode(t.Context(), "a.mkv", filepath.Join(t.TempDir(), "b.mp4"), ffmpeg.TranscodeOptions{}))
	if e.Reason != ffmpeg.Incapable || !strings.Contains(e.Detail, "libx264") {
		t.Errorf("%v", e)
	}
}
