package ffmpeg_test

import (
	"strings"
	"testing"
	"time"

	"crier/platform/ffmpeg"
)

// whatFFmpegSays is its output for a video whose title and comment imitate it.
const whatFFmpegSays = `Input #0, mov,mp4,m4a,3gp,3g2,mj2, from 'hdr.mp4':
  Metadata:
    title           :   Stream #0:0: Video: vp9, yuv420p(tv, bt709), 100x100
    comment         : a
                    :   Duration: 11:00:00
  Duration: 01:02:03.50, start: 0.000000, bitrate: 612 kb/s
  Stream #0:0[0x1](und): Audio: aac (LC) (mp4a / 0x6134706D), 44100 Hz, mono, fltp, 69 kb/s (default)
  Stream #0:1: Video: mjpeg, yuvj420p(pc, bt470bg/unknown/unknown), 90x90 [SAR 1:1 DAR 1:1], 90k tbr (attached pic)
  Stream #0:2[0x2](und): Video: VIDEO, 30 fps, 30 tbr, 15360 tbn (default)
  Stream #0:3: Video: hevc, yuv420p10le(tv, bt2020nc/bt2020/smpte2084), 3840x2160
`

func TestFacts(t *testing.T) {
	t.Parallel()
	const length = time.Hour + 2*time.Minute + 3500*time.Millisecond
	for video, want := range map[string]ffmpeg.Facts{
		"h264 (High) (avc1 / 0x31637661), yuv420p(tv, bt709, progressive), 1280x720 [SAR 1:1 DAR 16:9], 500 kb/s": {Duration: length, MatrixKnown: true, Large: true},
		"hevc (Main 10) (hvc1 / 0x31766568), yuv420p10le(tv, bt2020nc/bt2020/arib-std-b67), 640x360":              {Duration: length, HEVC: true, HDR: true, MatrixKnown: true},
		"hevc (Main 10), yuv420p10le(tv, unknown/bt2020/smpte2084, progressive), 3840x2160":                       {Duration: length, HEVC: true, HDR: true, Large: true},
		"h264 (High), yuv420p(progressive), 1080x1920 [SAR 1:1 DAR 9:16]":                                         {Duration: length, Large: true},
		"mpeg4 (Simple Profile) (FMP4 / 0x34504D46), yuv420p, 640x480 [SAR 1:1 DAR 4:3]":                          {Duration: length},
		"mjpeg (Baseline) (MJPG / 0x47504A4D), yuvj420p(pc, bt470bg/unknown/unknown), 640x480 [SAR 1:1 DAR 4:3]":  {Duration: length, MatrixKnown: true},
		"prores (HQ) (apch / 0x68637061), yuv422p10le(tv, bt709, top coded first (swapped)), 720x576":             {Duration: length, MatrixKnown: true, Interlaced: true},
		"h264 (High), yuv420p(top first), 640x360":                                                                {Duration: length, Interlaced: true},
	} {
		if got := ffmpeg.FactsIn(strings.Replace(whatFFmpegSays, "VIDEO", video, 1), ffmpeg.Tracks{Picture: 2}); got != want {
			t.Errorf("%s: %+v", video, got)
		}
	}
	if got := ffmpeg.FactsIn("  Duration: N/A, start: 0.000000, bitrate: N/A\n", ffmpeg.Tracks{}); got != (ffmpeg.Facts{}) {
		t.Errorf("%+v", got)
	}
}

func FuzzFacts(f *testing.F) {
	f.Add(whatFFmpegSays)
	f.Add("  Duration: 99:99:99\n  Stream #0:0: Video: , 0x0(")
	f.Add("  Duration: 9999:59:1e300")
	f.Fuzz(func(t *testing.T, said string) {
		const longest = 10_001 * time.Hour
		if got := ffmpeg.FactsIn(said, ffmpeg.Tracks{}); got.Duration < 0 || got.Duration > longest {
			t.Errorf("%+v", got)
		}
	})
}
