package ffmpeg_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"crier/platform/ffmpeg"
)

// The filter graphs can be tested without an ffmpeg.
func TestGraph(t *testing.T) {
	t.Parallel()
	large := ffmpeg.Facts{Large: true}
	for name, c := range map[string]struct {
		facts         ffmpeg.Facts
		o             ffmpeg.TranscodeOptions
		with, without []string
	}{
		"plain":       {ffmpeg.Facts{}, ffmpeg.TranscodeOptions{}, []string{"[0:0]fps=", "source_fps", "1920*iw/ih", "[made]"}, []string{"yadif", "in_color_matrix", "overlay", "4096", ",,"}},
		"untagged":    {large, ffmpeg.TranscodeOptions{}, []string{"in_color_matrix=bt709"}, nil},
		"tagged":      {ffmpeg.Facts{Large: true, MatrixKnown: true}, ffmpeg.TranscodeOptions{}, nil, []string{"in_color_matrix"}},
		"interlaced":  {large, ffmpeg.TranscodeOptions{Deinterlace: true}, []string{"[0:0]yadif=mode=send_frame,fps="}, nil},
		"fields seen": {ffmpeg.Facts{Interlaced: true}, ffmpeg.TranscodeOptions{}, []string{"[0:0]yadif=mode=send_frame,fps="}, nil},
		"rate":        {large, ffmpeg.TranscodeOptions{FrameRate: 29.97}, []string{"fps='29.970000'"}, []string{"source_fps"}},
		"narrow":      {large, ffmpeg.TranscodeOptions{MaxWidth: 721}, []string{"min(720,iw)"}, []string{"721", "1920,iw"}},
		"too wide":    {large, ffmpeg.TranscodeOptions{MaxWidth: 5000}, []string{"min(1920,iw)"}, []string{"5000"}},
		"edited":      {large, ffmpeg.TranscodeOptions{VideoFilter: "hflip"}, []string{"format=yuv420p,hflip,scale=", "4096*iw/ih"}, []string{"overlay"}},
		"overlaid":    {large, ffmpeg.TranscodeOptions{VideoFilter: "hflip", Overlay: "a"}, []string{"hflip[edited];[1:V:0]", "[edited][overlay]overlay="}, nil},
		"HDR":         {ffmpeg.Facts{HDR: true, MatrixKnown: true}, ffmpeg.TranscodeOptions{}, []string{"gbrp16le", "out_color_matrix=bt709"}, []string{"in_color_matrix"}},
		"another":     {large, ffmpeg.TranscodeOptions{Tracks: ffmpeg.Tracks{Picture: 3}}, []string{"[0:3]fps="}, nil},
	} {
		got := ffmpeg.Graph(c.facts, c.o)
		for _, w := range c.with {
			if !strings.Contains(got, w) {
				t.Errorf("%s: no %q in %s", name, w, got)
			}
		}
		for _, w := range c.without {
			if strings.Contains(got, w) {
				t.Errorf("%s: %q in %s", name, w, got)
			}
		}
	}
}

func TestVideoRate(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		length   time.Duration
		maxBytes int64
		least    float64
		most     float64
	}{
		"no limit":       {time.Minute, 0, 20e6, 20e6},
		"unknown length": {0, 1 << 20, 20e6, 20e6},
		"short":          {3 * time.Second, 300 << 20, 20e6, 20e6},
		"100 MB, 60 s":   {time.Minute, 100e6, 12e6, 13e6},
		"300 MB, 15 min": {15 * time.Minute, 300e6, 2.4e6, 2.5e6},
	} {
		got, err := ffmpeg.VideoRate(c.length, c.maxBytes)
		if err != nil || got < c.least || got > c.most {
			t.Errorf("%s: %.0f, %v", name, got, err)
		}
	}
	_, err := ffmpeg.VideoRate(time.Hour, 20e6)
	if e, ok := errors.AsType[*ffmpeg.Error](err); !ok || e.Reason != ffmpeg.TooLarge {
		t.Errorf("%v", err)
	}
}

func TestEditFilter(t *testing.T) {
	t.Parallel()
	for want, e := range map[string]ffmpeg.Edit{
		"":                         {},
		"transpose=clock,hflip":    {Rotate: 90, FlipH: true},
		"hflip,vflip,hflip,vflip":  {Rotate: 180, FlipH: true, FlipV: true},
		"scale=720:900,setsar=1":   {W: 720, H: 900},
		"vflip,scale=2:4,setsar=1": {W: 2, H: 4, ContentW: 2, ContentH: 4, FlipV: true, PadBlur: true},
		"scale=720:404,setsar=1,split[picture][copy];[copy]scale=16:16,lutyuv=y=63:u=102:v=240,scale=720:900:flags=bicubic,setsar=1[ground];[ground][picture]overlay=0:248": {W: 720, H: 900, ContentY: 248, ContentW: 720, ContentH: 404, PadColor: "#ff0000"},
	} {
		if got := ffmpeg.EditFilter(e); got != want {
			t.Errorf("%+v: %s, not %s", e, got, want)
		}
	}
}

func TestEditFilter_TakesColoursOnly(t *testing.T) {
	t.Parallel()
	white := ffmpeg.EditFilter(ffmpeg.Edit{W: 4, H: 4, ContentW: 2, ContentH: 2})
	for _, colour := range []string{"red", "#fff", "#ffffff,drawtext=textfile=/etc/passwd", "#gggggg", "0"} {
		if got := ffmpeg.EditFilter(ffmpeg.Edit{W: 4, H: 4, ContentW: 2, ContentH: 2, PadColor: colour}); got != white {
			t.Errorf("%q: %s", colour, got)
		}
	}
}
