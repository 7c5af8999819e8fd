package probe_test

import (
	"math"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"
	"time"

	"crier/platform/video"

	"github.com/go-json-experiment/json"
)

func needFFmpeg(t *testing.T) {
	t.Helper()
	for _, name := range []string{"ffmpeg", "ffprobe"} {
		if _, err := exec.LookPath(name); err != nil {
			t.Skipf("%s is not installed: nothing to compare with", name)
		}
	}
}

func probeFile(t *testing.T, path string) (video.Info, error) {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return probeBytes(b)
}

type probedPacket struct {
	Index int    `json:"stream_index"`
	At    string `json:"pts_time"`
}

type probedStream struct {
	Index       int    `json:"index"`
	Type        string `json:"codec_type"`
	Codec       string `json:"codec_name"`
	Width       int    `json:"width"`
	Height      int    `json:"height"`
	Aspect      string `json:"sample_aspect_ratio"`
	Average     string `json:"avg_frame_rate"`
	PixelFormat string `json:"pix_fmt"`
	FieldOrder  string `json:"field_order"`
	SampleRate  string `json:"sample_rate"`
	Channels    int    `json:"channels"`
	SideData    []struct {
		Rotation int `json:"rotation"`
	} `json:"side_data_list"`
}

// probed is what ffprobe says about a file.
type probed struct {
	Streams []probedStream `json:"streams"`
	Packets []probedPacket `json:"packets"`
	Format  struct {
		Duration string `json:"duration"`
	} `json:"format"`
}

func ffprobe(t *testing.T, path string, more ...string) (p probed) {
	t.Helper()
	args := append([]string{"-v", "error", "-of", "json", "-show_format", "-show_streams"}, more...)
	out, err := exec.CommandContext(t.Context(), "ffprobe", append(args, path)...).Output()
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(out, &p); err != nil {
		t.Fatal(err)
	}
	return p
}

func (p probed) stream(kind string) (s probedStream) {
	for _, s := range p.Streams {
		if s.Type == kind {
			return s
		}
	}
	return s
}

// want converts what ffprobe says to the Info that probe.File should return.
func (p probed) want(t *testing.T) (i video.Info) {
	t.Helper()
	seconds, err := strconv.ParseFloat(p.Format.Duration, 64)
	if err != nil {
		t.Logf("ffprobe knows no duration: %q", p.Format.Duration)
	}
	i.Duration = time.Duration(seconds * float64(time.Second))
	v, a := p.stream("video"), p.stream("audio")
	i.VideoCodec, i.AudioCodec = v.Codec, a.Codec
	if strings.HasPrefix(a.Codec, "pcm") {
		i.AudioCodec = "pcm"
	}
	i.AudioChannels = a.Channels
	i.AudioRate, _ = strconv.Atoi(a.SampleRate)
	i.CodedWidth, i.CodedHeight = v.Width, v.Height
	i.Width, i.Height = int(math.Round(float64(v.Width)*fraction(v.Aspect, ":"))), v.Height
	for _, s := range v.SideData {
		i.Rotation = (360 - s.Rotation) % 360
	}
	if i.Rotation%180 != 0 {
		i.Width, i.Height = i.Height, i.Width
	}
	i.FrameRate = fraction(v.Average, "/")
	i.Interlaced = v.FieldOrder != "" && v.FieldOrder != "progressive" && v.FieldOrder != "unknown"
	i.ChromaSubsampling, i.BitDepth = pixelFormat(v.PixelFormat)
	return i
}

func pixelFormat(name string) (chroma string, depth int) {
	for part, c := range map[string]string{"420": "4:2:0", "422": "4:2:2", "444": "4:4:4"} {
		if strings.Contains(name, part) {
			chroma = c
		}
	}
	if strings.HasSuffix(name, "10le") {
		return chroma, 10
	}
	return chroma, 8
}

func fraction(s, by string) float64 {
	above, below, _ := strings.Cut(s, by)
	a, errA := strconv.ParseFloat(above, 64)
	b, errB := strconv.ParseFloat(below, 64)
	if errA != nil || errB != nil || a == 0 || b == 0 {
		return 1
	}
	return a / b
}

func compare(t *testing.T, got, want video.Info) {
	t.Helper()
	if off := got.Duration - want.Duration; want.Duration > 0 && off.Abs() > 50*time.Millisecond {
		t.Errorf("duration %v, ffprobe says %v", got.Duration, want.Duration)
	}
	if math.Abs(got.FrameRate-want.FrameRate) > 0.02*want.FrameRate {
		t.Errorf("frame rate %v, ffprobe says %v", got.FrameRate, want.FrameRate)
	}
	type facts struct {
		width, height, codedWidth, codedHeight, rotation, channels, rate int
		video, audio                                                     string
		interlaced                                                       bool
	}
	of := func(i video.Info) facts {
		return facts{
			i.Width, i.Height, i.CodedWidth, i.CodedHeight, i.Rotation, i.AudioChannels, i.AudioRate,
			i.VideoCodec, i.AudioCodec, i.Interlaced,
		}
	}
	if of(got) != of(want) {
		t.Errorf("%+v, ffprobe says %+v", of(got), of(want))
	}
	if got.ChromaSubsampling != "" && got.ChromaSubsampling != want.ChromaSubsampling || got.BitDepth != 0 && got.BitDepth != want.BitDepth {
		t.Errorf("%q of %d bits, ffprobe says %q of %d", got.ChromaSubsampling, got.BitDepth, want.ChromaSubsampling, want.BitDepth)
	}
}

func TestProbe_LikeFFprobe(t *testing.T) {
	t.Parallel()
	needFFmpeg(t)
	tall, wide := picture("180x320", "30"), picture("320x180", "30")
	stereo, mono := sound("44100", "stereo"), sound("48000", "mono")
	cases := map[string][]string{
		"h264 and aac.mp4":       args(tall, stereo, words(x264+"-bf 2 -c:a aac")),
		"faststart.mp4":          args(tall, mono, words(x264+"-c:a aac -movflags +faststart")),
		"quicktime.mov":          args(wide, stereo, words(x264+"-c:a aac")),
		"raw sound.mov":          args(wide, stereo, words(x264+"-c:a pcm_s16le")),
		"hevc.mp4":               args(tall, mono, words("-c:v libx265 -preset ultrafast -x265-params log-level=none -pix_fmt yuv420p -tag:v hvc1 -c:a aac")),
		"hevc of 10 bits.mov":    args(tall, words("-c:v libx265 -preset ultrafast -x265-params log-level=none -pix_fmt yuv420p10le -tag:v hvc1")),
		"h264 of 10 bits.mp4":    args(wide, words("-c:v libx264 -preset ultrafast -pix_fmt yuv420p10le")),
		"h264 of 4:2:2.mp4":      args(wide, words("-c:v libx264 -preset ultrafast -pix_fmt yuv422p")),
		"h264 of 4:4:4.mkv":      args(wide, words("-c:v libx264 -preset ultrafast -pix_fmt yuv444p")),
		"interlaced.mkv":         args(wide, words(x264+"-flags +ildct+ilme -x264opts tff=1")),
		"odd pixels.mp4":         args(picture("240x320", "25"), words(x264+"-vf setsar=4/3")),
		"odd pixels.mkv":         args(picture("240x320", "25"), words(x264+"-vf setsar=4/3")),
		"odd pixels.avi":         args(picture("240x320", "25"), words("-c:v mpeg4 -vf setsar=4/3")),
		"mpeg4.mp4":              args(wide, words("-c:v mpeg4 -q:v 8")),
		"mpeg4 and mp3.avi":      args(wide, stereo, words("-c:v mpeg4 -q:v 8 -c:a libmp3lame")),
		"h264 and aac.avi":       args(wide, stereo, words(x264+"-c:a aac")),
		"mjpeg and pcm.avi":      args(wide, mono, words("-c:v mjpeg -q:v 8 -pix_fmt yuvj420p -c:a pcm_s16le")),
		"mjpeg.mov":              args(wide, words("-c:v mjpeg -q:v 8 -pix_fmt yuvj420p")),
		"prores.mov":             args(wide, words("-c:v prores_ks -profile:v 0 -pix_fmt yuv422p10le")),
		"h264 and aac.mkv":       args(tall, stereo, words(x264+"-bf 2 -c:a aac")),
		"h264 and flac.mkv":      args(tall, mono, words(x264+"-c:a flac")),
		"vp9 and opus.webm":      args(tall, sound("48000", "stereo"), words("-c:v libvpx-vp9 -deadline realtime -cpu-used 8 -threads 1 -pix_fmt yuv420p -c:a libopus")),
		"vp8 and vorbis.webm":    args(tall, stereo, words("-c:v libvpx -deadline realtime -cpu-used 8 -threads 1 -pix_fmt yuv420p -c:a libvorbis")),
		"vp9.mp4":                args(tall, words("-c:v libvpx-vp9 -deadline realtime -cpu-used 8 -threads 1 -pix_fmt yuv420p")),
		"fragmented.mp4":         args(tall, stereo, words(x264+"-g 15 -c:a aac -movflags +frag_keyframe+empty_moov+default_base_moof")),
		"fragmented, moov.mp4":   args(tall, stereo, words(x264+"-g 15 -c:a aac -movflags +frag_keyframe")),
		"no sound.mp4":           args(tall, words(x264)),
		"varying.mp4":            args(picture("180x320", "60"), words(x264+"-vf select='lt(n,60)+not(mod(n,4))' -vsync vfr")),
		"varying.mkv":            args(picture("180x320", "60"), words(x264+"-vf select='lt(n,60)+not(mod(n,4))' -vsync vfr")),
		"ntsc.mp4":               args(picture("320x180", "30000/1001"), words(x264)),
		"ntsc.mkv":               args(picture("320x180", "30000/1001"), words(x264)),
		"sound of surround.mp4":  args(wide, sound("48000", "5.1"), words(x264+"-c:a aac")),
		"sound of 16 kHz.m4v":    args(wide, sound("16000", "mono"), words("-f mp4 "+x264+"-c:a aac")),
		"sound of ac3.mp4":       args(wide, sound("48000", "stereo"), words(x264+"-c:a ac3")),
		"sound of mp3.mp4":       args(wide, sound("44100", "stereo"), words(x264+"-c:a libmp3lame")),
		"a phone of old.3gp":     args(picture("176x144", "15"), words("-c:v h263")),
		"cut by an edit.mp4":     args(tall, stereo, words(x264+"-bf 2 -c:a aac -ss 0.5")),
		"large header boxes.mov": args(wide, stereo, words(x264+"-c:a aac -metadata title=long -movflags use_metadata_tags")),
	}
	paths := encodeAll(t, cases)
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			path := encoded(t, paths, name, c...)
			got, err := probeFile(t, path)
			if err != nil {
				t.Fatal(err)
			}
			compare(t, got, ffprobe(t, path).want(t))
		})
	}
}

func TestProbe_TurnedLikeFFprobe(t *testing.T) {
	t.Parallel()
	needFFmpeg(t)
	upright := encode(t, "upright.mp4", args(picture("320x180", "30"), words(x264))...)
	turned := map[string][]string{}
	for _, degrees := range []string{"90", "180", "270"} {
		for _, name := range []string{"turned.mp4", "turned.mov"} {
			turned[degrees+name] = []string{"-i", upright, "-c", "copy", "-metadata:s:v", "rotate=" + degrees}
		}
	}
	paths := encodeAll(t, turned)
	for _, degrees := range []string{"90", "180", "270"} {
		for _, name := range []string{"turned.mp4", "turned.mov"} {
			path := encoded(t, paths, degrees+name, turned[degrees+name]...)
			want := ffprobe(t, path).want(t)
			if want.Rotation == 0 {
				// Newer versions of ffmpeg rotate by an option of the input.
				path = encode(t, name, "-display_rotation:v:0", "-"+degrees, "-i", upright, "-c", "copy")
				want = ffprobe(t, path).want(t)
			}
			got, err := probeFile(t, path)
			if err != nil || got.Rotation == 0 || got.Rotation != want.Rotation {
				t.Errorf("%s turned by %s: %d, %v; ffprobe says %d", name, degrees, got.Rotation, err, want.Rotation)
			}
			compare(t, got, want)
		}
	}
}

// A recording that goes to a pipe has no duration, and parts of unknown size.
func TestProbe_Live(t *testing.T) {
	t.Parallel()
	needFFmpeg(t)
	cases := map[string][]string{
		"live.mkv":  args(picture("180x320", "30"), words(x264+"-live 1")),
		"live.webm": args(picture("180x320", "30"), words("-c:v libvpx -deadline realtime -cpu-used 8 -threads 1 -pix_fmt yuv420p -live 1")),
	}
	paths := encodeAll(t, cases)
	for name, c := range cases {
		path := encoded(t, paths, name, c...)
		got, err := probeFile(t, path)
		if err != nil || (got.Duration-2*time.Second).Abs() > 50*time.Millisecond || got.Truncated || math.Abs(got.FrameRate-30) > 0.5 {
			t.Errorf("%s: %+v, %v", name, got, err)
		}
	}
}

// A truncated file is Truncated, and no error while its headers are complete.
func TestProbe_CutOff(t *testing.T) {
	t.Parallel()
	needFFmpeg(t)
	cases := map[string][]string{}
	for name, c := range map[string]string{
		"whole.mp4": "-movflags +faststart", "fragments.mp4": "-g 10 -movflags +frag_keyframe+empty_moov", "whole.mkv": "", "whole.mov": "-movflags +faststart", "whole.avi": "",
	} {
		cases[name] = args(picture("180x320", "30"), words(x264+c))
	}
	paths := encodeAll(t, cases)
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			path := encoded(t, paths, name, c...)
			b, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			whole, err := probeBytes(b)
			if err != nil || whole.Truncated {
				t.Fatalf("%+v, %v", whole, err)
			}
			cut, err := probeBytes(b[:len(b)*3/4])
			if err != nil || !cut.Truncated || cut.Width != whole.Width {
				t.Errorf("%+v, %v", cut, err)
			}
		})
	}
}
