package probe_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"crier/platform/video"
	"crier/platform/video/mp4/mp4test"
	"crier/platform/video/probe"
	"crier/platform/video/videotest"
)

func probeBytes(b []byte) (video.Info, error) {
	return probe.File(bytes.NewReader(b), int64(len(b)))
}

func TestProbe(t *testing.T) {
	t.Parallel()
	mkv := func(change func(*video.Info)) video.Info {
		i := video.Info{
			Container: video.Matroska, Duration: 10 * time.Second, Width: 1080, Height: 1920, CodedWidth: 1080, CodedHeight: 1920,
			VideoCodec: "h264", FrameRate: 30, AudioCodec: "aac", AudioChannels: 2, AudioRate: 48_000,
		}
		change(&i)
		return i
	}
	avi := func(change func(*video.Info)) video.Info {
		i := video.Info{
			Container: video.AVI, Duration: 10 * time.Second, Width: 640, Height: 480, CodedWidth: 640, CodedHeight: 480,
			VideoCodec: "mpeg4", FrameRate: 25, MaxFrameRate: 25, AudioCodec: "mp3", AudioChannels: 2, AudioRate: 44_100,
		}
		change(&i)
		return i
	}
	isobmff := func(change func(*video.Info)) video.Info {
		i := mkv(func(*video.Info) {})
		i.Container, i.MaxFrameRate, i.ChromaSubsampling, i.BitDepth = video.MP4, 30, "4:2:0", 8
		change(&i)
		return i
	}
	same := func(*video.Info) {}
	for name, c := range map[string]struct {
		file []byte
		want video.Info
	}{
		"mp4": {mp4test.Movie{}.Bytes(), isobmff(same)},
		"mov": {mp4test.Movie{Brand: "qt  ", Late: true, SoundCodec: "sowt"}.Bytes(), isobmff(func(i *video.Info) {
			i.Container, i.MoovLate, i.AudioCodec = video.MOV, true, "pcm"
		})},
		"mp4 with everything": {mp4test.Movie{
			Width: 1920, Height: 1080, Rotation: 90, Mute: true, Location: "+1+2/", PictureEdits: []mp4test.Edit{{Length: 9000}},
		}.Bytes(), isobmff(func(i *video.Info) {
			i.CodedWidth, i.CodedHeight, i.Rotation, i.AudioCodec, i.AudioChannels, i.AudioRate = 1920, 1080, 90, "", 0, 0
			i.EditLists, i.HasLocation, i.Obstacle = true, true, "its edit lists cut off its end"
			i.Duration = 9 * time.Second
		})},
		"mkv":  {videotest.Matroska{}.Bytes(), mkv(same)},
		"webm": {videotest.Matroska{DocType: "webm", VideoCodec: "V_VP9", AudioCodec: "A_OPUS"}.Bytes(), mkv(func(i *video.Info) { i.Container, i.VideoCodec, i.AudioCodec = video.WebM, "vp9", "opus" })},
		"vp8": {videotest.Matroska{DocType: "webm", VideoCodec: "V_VP8", Mute: true}.Bytes(), mkv(func(i *video.Info) {
			i.Container, i.VideoCodec, i.ChromaSubsampling, i.BitDepth = video.WebM, "vp8", "4:2:0", 8
			i.AudioCodec, i.AudioChannels, i.AudioRate = "", 0, 0
		})},
		"live":        {videotest.Matroska{Live: true, NoDuration: true, NoInterval: true}.Bytes(), mkv(same)},
		"no duration": {videotest.Matroska{NoDuration: true}.Bytes(), mkv(same)},
		"no interval": {videotest.Matroska{NoInterval: true}.Bytes(), mkv(same)},
		"turned":      {videotest.Matroska{Width: 1920, Height: 1080, Roll: -90}.Bytes(), mkv(func(i *video.Info) { i.CodedWidth, i.CodedHeight, i.Rotation = 1920, 1080, 90 })},
		"wide pixels": {videotest.Matroska{Width: 720, Height: 576, DisplayWidth: 16, DisplayHeight: 9}.Bytes(), mkv(func(i *video.Info) {
			i.CodedWidth, i.CodedHeight, i.Width, i.Height = 720, 576, 1024, 576
		})},
		"a place in mkv":  {videotest.Matroska{Tag: "com.apple.quicktime.location.ISO6709"}.Bytes(), mkv(func(i *video.Info) { i.HasLocation = true })},
		"fields in mkv":   {videotest.Matroska{Interlaced: true}.Bytes(), mkv(func(i *video.Info) { i.Interlaced = true })},
		"HE-AAC in mkv":   {videotest.Matroska{AudioData: []byte("\x2b\x11\x88\x00"), Channels: 1, Rate: 24_000}.Bytes(), mkv(func(i *video.Info) { i.AudioRate = 48_000 })},
		"from a capture":  {videotest.Matroska{VideoCodec: "V_MS/VFW/FOURCC", VideoData: []byte("0123456789abcdefMJPG456789abcdef01234567")}.Bytes(), mkv(func(i *video.Info) { i.VideoCodec = "mjpeg" })},
		"avi":             {videotest.AVI{}.Bytes(), avi(same)},
		"avi of a crash":  {videotest.AVI{Crashed: true}.Bytes(), avi(same)},
		"avi of H.264":    {videotest.AVI{FourCC: "H264", Tag: 0xff}.Bytes(), avi(func(i *video.Info) { i.VideoCodec, i.AudioCodec = "h264", "aac" })},
		"avi of surround": {videotest.AVI{Tag: videotest.Extensible, Channels: 6}.Bytes(), avi(func(i *video.Info) { i.AudioCodec, i.AudioChannels = "pcm", 6 })},
		"avi in fields":   {videotest.AVI{Interlaced: true, AcrossTo: 16, DownTo: 9, Width: 720, Height: 480}.Bytes(), avi(func(i *video.Info) { i.Interlaced, i.CodedWidth, i.Width = true, 720, 853 })},
		"mute avi":        {videotest.AVI{Mute: true}.Bytes(), avi(func(i *video.Info) { i.AudioCodec, i.AudioChannels, i.AudioRate = "", 0, 0 })},
	} {
		got, err := probeBytes(c.file)
		c.want.BitRate = int64(len(c.file)) * 8 / 10
		got.FrameRate = math.Round(got.FrameRate*10) / 10
		got.Duration = got.Duration.Round(5 * time.Millisecond)
		c.want.BitRate = got.BitRate
		c.want.Pictures, c.want.SoundDuration = got.Pictures, got.SoundDuration
		if c.want.SoundTrack = 1; got.AudioCodec == "" {
			c.want.SoundTrack = -1
		}
		if err != nil || got != c.want {
			t.Errorf("%s: %+v, %v\nnot %+v", name, got, err, c.want)
		}
	}
}

func TestProbe_BitRate(t *testing.T) {
	t.Parallel()
	b := mp4test.Movie{Padding: 1_250_000, Mute: true}.Bytes()
	if i, err := probeBytes(b); err != nil || i.BitRate != int64(len(b))*8/10 {
		t.Errorf("%+v, %v", i, err)
	}
}

// An Info survives JSON.
func TestInfo_JSON(t *testing.T) {
	t.Parallel()
	i, err := probeBytes(mp4test.Movie{Late: true, Location: "+1+2/"}.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	b, err := json.Marshal(i)
	if err != nil {
		t.Fatal(err)
	}
	back := video.Info{PictureTrack: i.PictureTrack, SoundTrack: i.SoundTrack}
	if err := json.Unmarshal(b, &back); err != nil || back != i || !strings.Contains(string(b), `"durationNs":10000000000`) {
		t.Errorf("%s: %+v, %v", b, back, err)
	}
}

func TestProbe_Refused(t *testing.T) {
	t.Parallel()
	mkv, avi, late := videotest.Matroska{}.Bytes(), videotest.AVI{}.Bytes(), mp4test.Movie{Late: true}.Bytes()
	tracks := max(bytes.Index(mkv, []byte("\x16\x54\xae\x6b")), 0)
	damaged := mp4test.Movie{}.Bytes()
	damaged[bytes.Index(damaged, []byte("stts"))+8] = 0xff
	for name, c := range map[string]struct {
		file []byte
		want string
	}{
		"nothing":              {nil, "not a video"},
		"text":                 {[]byte("a text that is no video at all"), "not a video"},
		"a picture":            {[]byte("\xff\xd8\xff\xe0\x00\x10JFIF\x00\x01\x01\x00"), "not a video"},
		"sound alone":          {mp4test.Movie{NoPicture: true}.Bytes(), "no pictures"},
		"sound alone, mkv":     {videotest.Matroska{NoPicture: true}.Bytes(), "no pictures"},
		"sound alone, avi":     {videotest.AVI{NoPicture: true}.Bytes(), "no pictures"},
		"no moov":              {late[:len(late)-100], "cut off"},
		"a table that is off":  {damaged, "damaged at byte"},
		"no tracks, mkv":       {mkv[:tracks], "cut off"},
		"within tracks, mkv":   {mkv[:tracks+30], "damaged at byte"},
		"within headers, avi":  {avi[:60], "damaged at byte"},
		"HEIC":                 {slices.Concat(mp4test.Box("ftyp", []byte("heic\x00\x00\x00\x00mif1heic")), mp4test.Box("meta", make([]byte, 40)), mp4test.Box("mdat", make([]byte, 400))), "not a video"},
		"another document":     {videotest.Matroska{DocType: "something"}.Bytes(), "not a video"},
		"nothing but a header": {mkv[:40], "damaged at byte 0"},
	} {
		_, err := probeBytes(c.file)
		var own *video.Error
		if !errors.As(err, &own) || !strings.Contains(own.Message, c.want) || !strings.HasSuffix(own.Message, ".") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A file that ends early is Truncated or refused with a sentence, wherever it ends.
func TestProbe_EndsEarly(t *testing.T) {
	t.Parallel()
	for name, whole := range map[string][]byte{
		"mkv": videotest.Matroska{Duration: time.Second}.Bytes(), "live": videotest.Matroska{Duration: time.Second, Live: true}.Bytes(),
		"avi": videotest.AVI{Duration: time.Second}.Bytes(),
	} {
		for n := range len(whole) {
			i, err := probeBytes(whole[:n])
			var own *video.Error
			if err != nil && !errors.As(err, &own) {
				t.Fatalf("%s, ended at %d: %v", name, n, err)
			}
			if err == nil && name != "live" && !i.Truncated {
				t.Fatalf("%s, ended at %d: nobody noticed", name, n)
			}
		}
	}
}

// A recording that ended before its first picture is Truncated.
func TestProbe_NoMedia(t *testing.T) {
	t.Parallel()
	live := videotest.Matroska{Live: true}.Bytes()
	first := max(bytes.Index(live, []byte("\x1f\x43\xb6\x75")), 0)
	if i, err := probeBytes(live[:first]); err != nil || !i.Truncated {
		t.Errorf("%+v, %v", i, err)
	}
}

// Endless and endlessly nested elements are refused.
func TestProbe_Endless(t *testing.T) {
	t.Parallel()
	header := videotest.Element(0x1a45dfa3, videotest.Element(0x4282, []byte("webm")))
	nested := func(id uint32) []byte {
		deep := make([]byte, 0, 11<<20)
		for left := 1_000_000; left > 0; left-- {
			length := 10 * (left - 1)
			deep = append(append(deep, byte(id>>8), byte(id)), videotest.Size(length)...)
		}
		return deep
	}
	for name, b := range map[string][]byte{
		"clusters in clusters": slices.Concat(header, videotest.Endless(0x18538067, bytes.Repeat(videotest.Endless(0x1f43b675), 200_000))),
		"segments in segments": slices.Concat(header, bytes.Repeat(videotest.Endless(0x18538067), 200_000)),
		"empty elements":       slices.Concat(header, videotest.Endless(0x18538067, bytes.Repeat([]byte("\xec\x80"), 3_000_000))),
		"tags in tags":         slices.Concat(header, videotest.Endless(0x18538067, videotest.Element(0x1254c367, nested(0x67c8)))),
		"shapes in shapes":     slices.Concat(header, videotest.Endless(0x18538067, videotest.Element(0x1654ae6b, videotest.Element(0xae, videotest.Element(0xe0, nested(0x7670)))))),
		"an endless header":    videotest.Endless(0x1a45dfa3, bytes.Repeat([]byte("\xec\x80"), 3_000_000)),
	} {
		var own *video.Error
		if i, err := probeBytes(b); !errors.As(err, &own) {
			t.Errorf("%s: %+v, %v", name, i, err)
		}
	}
}

var errBroke = errors.New("broke")

// broken fails to read from an offset on.
type broken struct {
	*bytes.Reader
	from int64
}

func (b broken) ReadAt(p []byte, off int64) (int, error) {
	if off+int64(len(p)) > b.from {
		return 0, errBroke
	}
	return b.Reader.ReadAt(p, off)
}

// An error of the disk is not a *video.Error.
func TestProbe_BrokenDisk(t *testing.T) {
	t.Parallel()
	for name, b := range map[string][]byte{
		"mp4": mp4test.Movie{Padding: 1 << 20, Late: true}.Bytes(), "mkv": videotest.Matroska{Duration: time.Minute * 10}.Bytes(), "avi": videotest.AVI{Duration: time.Minute * 10}.Bytes(),
	} {
		for _, from := range []int64{0, 40_000} {
			var own *video.Error
			if _, err := probe.File(broken{bytes.NewReader(b), from}, int64(len(b))); !errors.Is(err, errBroke) || errors.As(err, &own) {
				t.Errorf("%s from %d: %v", name, from, err)
			}
		}
	}
}

// Nested tags are read as deep as in real files, and no deeper.
func TestProbe_Depth(t *testing.T) {
	t.Parallel()
	whole := videotest.Matroska{Live: true}.Bytes()
	for depth, want := range map[int]bool{0: true, 3: true, 20: false} {
		tag := videotest.Element(0x67c8, videotest.Element(0x45a3, []byte("LOCATION")))
		for range depth {
			tag = videotest.Element(0x67c8, tag)
		}
		i, err := probeBytes(slices.Concat(whole, videotest.Element(0x1254c367, videotest.Element(0x7373, tag))))
		if err != nil || i.HasLocation != want {
			t.Errorf("%d deep: %+v, %v", depth, i, err)
		}
	}
}
