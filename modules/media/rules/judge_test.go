package rules_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"crier/modules/media/rules"
	"crier/platform/video"
)

// good is a video that every use takes.
func good() video.Info {
	return video.Info{
		Container: "mp4", Duration: 10 * time.Second, Width: 1080, Height: 1920, VideoCodec: "h264", FrameRate: 29.97,
		ChromaSubsampling: "4:2:0", AudioCodec: "aac", AudioChannels: 2, AudioRate: 44_100, BitRate: 8_000_000,
	}
}

func of(i video.Info) rules.File {
	return rules.File{Bytes: 1 << 20, Width: i.Width, Height: i.Height, Video: &i}
}

// TestJudge_Videos: each rule at its limit and beyond, with a sentence that names the figure, the
// limit and what to do.
func TestJudge_Videos(t *testing.T) {
	t.Parallel()
	const all = "carousels, stories and reels"
	for name, c := range map[string]struct {
		change func(*video.Info)
		rule   rules.Rule
		says   string
	}{
		"good":               {func(*video.Info) {}, "", ""},
		"nothing is known":   {func(i *video.Info) { *i = video.Info{} }, "", ""},
		"silent":             {func(i *video.Info) { i.AudioCodec, i.AudioChannels, i.AudioRate = "", 0, 0 }, "", ""},
		"3 s":                {func(i *video.Info) { i.Duration = 3 * time.Second }, "", ""},
		"nearly 3 s":         {func(i *video.Info) { i.Duration = 2970 * time.Millisecond }, rules.TooShort, "The video lasts 2.97 s; " + all + " take at least 3 s"},
		"2 ms less than 3 s": {func(i *video.Info) { i.Duration = 2998 * time.Millisecond }, rules.TooShort, "The video lasts 2.998 s; " + all + " take at least 3 s"},
		"a frame more":       {func(i *video.Info) { i.Duration = 15*time.Minute + 21*time.Millisecond }, rules.TooLong, "The video lasts 900.021 s; reels take 15 min at most"},
		"no length":          {func(i *video.Info) { i.Duration = 0 }, rules.TooShort, "The video does not say how long it lasts; "},
		"no size":            {func(i *video.Info) { i.Width, i.Height = 0, 0 }, rules.NoSize, "The video does not say how large its picture is"},
		"half a second":      {func(i *video.Info) { i.Duration = time.Second / 2 }, rules.TooShort, "The video lasts 0.5 s; " + all + " take at least 3 s: use a longer one."},
		"cut off":            {func(i *video.Info) { i.Truncated = true }, rules.Truncated, "The video is cut off: its end is missing; " + all + " take whole files only: copy it"},
		"MKV":                {func(i *video.Info) { i.Container = "mkv" }, rules.Container, "The file is MKV; " + all + " take MP4 or MOV: convert it to MP4 with H.264 and AAC."},
		"MOV":                {func(i *video.Info) { i.Container = "mov" }, "", ""},
		"VP9":                {func(i *video.Info) { i.VideoCodec = "vp9" }, rules.VideoCodec, "Its picture is coded as VP9; " + all + " take H.264 or HEVC: convert"},
		"ProRes":             {func(i *video.Info) { i.VideoCodec = "prores" }, rules.VideoCodec, "Its picture is coded as ProRes; "},
		"MPEG-2":             {func(i *video.Info) { i.VideoCodec = "mpeg2video" }, rules.VideoCodec, "Its picture is coded as MPEG-2; "},
		"an unknown codec":   {func(i *video.Info) { i.VideoCodec = "unknown" }, rules.VideoCodec, "Its picture is coded as something that Crier does not know; "},
		"AC-3":               {func(i *video.Info) { i.AudioCodec = "ac3" }, rules.AudioCodec, "Its sound is coded as AC-3; "},
		"HEVC":               {func(i *video.Info) { i.VideoCodec = "hevc" }, "", ""},
		"4:2:2":              {func(i *video.Info) { i.ChromaSubsampling = "4:2:2" }, rules.Subsampling, "stored as 4:2:2; " + all + " take 4:2:0"},
		"24000/1001":         {func(i *video.Info) { i.FrameRate = 23.976 }, "", ""},
		"120 a second":       {func(i *video.Info) { i.FrameRate = 120 }, rules.FrameRate, "The video has 120 frames a second; " + all + " take 23 to 60 frames a second: convert"},
		"12.5 a second":      {func(i *video.Info) { i.FrameRate = 12.5 }, rules.FrameRate, "12.5 frames a second"},
		"4K":                 {func(i *video.Info) { i.Width, i.Height = 3840, 2160 }, rules.Width, "The video is 3840 pixels wide; " + all + " take 1920 at most: make it smaller."},
		"1920":               {func(i *video.Info) { i.Width, i.Height = 1920, 1080 }, "", ""},
		"a ribbon":           {func(i *video.Info) { i.Width, i.Height = 1600, 100 }, rules.AspectRatio, "1600 by 100 pixels, a ratio of 16.00; "},
		"40 Mbit/s":          {func(i *video.Info) { i.BitRate = 40_000_000 }, rules.BitRate, "40.0 Mbit/s; " + all + " take 25 Mbit/s at most"},
		"MP3":                {func(i *video.Info) { i.AudioCodec = "mp3" }, rules.AudioCodec, "Its sound is coded as MP3; " + all + " take AAC: convert"},
		"96 kHz":             {func(i *video.Info) { i.AudioRate = 96_000 }, rules.SampleRate, "96 kHz; " + all + " take 48 kHz at most"},
		"5.1":                {func(i *video.Info) { i.AudioChannels = 6 }, rules.Channels, "Its sound has 6 channels; " + all + " take one or two"},
		"interlaced":         {func(i *video.Info) { i.Interlaced = true }, rules.Interlaced, "interlaced; " + all + " take progressive pictures"},
		"a late index":       {func(i *video.Info) { i.MoovLate = true }, rules.MoovLate, "Its index stands behind its pictures; " + all + " take the index (moov) first"},
		"an edit list":       {func(i *video.Info) { i.EditLists = true }, rules.EditList, "It has an edit list"},
		"a wrong length":     {func(i *video.Info) { i.ClaimedDuration = time.Hour }, rules.WrongLength, "It says that it lasts 60 min, and its pictures last 10 s; " + all + " take videos that say how long they are: convert"},
		"a quarter of hour":  {func(i *video.Info) { i.Duration = 15 * time.Minute }, "", ""},
		"longer":             {func(i *video.Info) { i.Duration = 15*time.Minute + time.Second }, rules.TooLong, "The video lasts 15 min 1 s; reels take 15 min at most: cut it shorter."},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			info := good()
			c.change(&info)
			verdict := rules.Weigh(of(info))
			if verdict.IsValid() != (c.rule == "") {
				t.Fatalf("valid: %v, %v", verdict.IsValid(), verdict.Problems)
			}
			if c.rule == "" {
				return
			}
			if !slices.ContainsFunc(verdict.Problems[rules.Reel], func(p rules.Problem) bool { return p.Rule == c.rule }) {
				t.Errorf("as a reel: %v", verdict.Problems[rules.Reel])
			}
			if text := strings.Join(verdict.Sentences(), "\n"); !strings.Contains(text, c.says) {
				t.Errorf("it says\n%s\nand not\n%s", text, c.says)
			}
		})
	}
}

func lasting(d time.Duration) video.Info {
	i := good()
	i.Duration = d
	return i
}

// TestJudge_ByUse: the same video is a reel and no story, or the reverse.
func TestJudge_ByUse(t *testing.T) {
	t.Parallel()
	long := good()
	long.Duration = 61 * time.Second
	heavy := of(good())
	heavy.Bytes = 101 << 20
	for name, c := range map[string]struct {
		file rules.File
		want map[rules.Use]rules.Rule
	}{
		"a minute and a second": {of(long), map[rules.Use]rules.Rule{rules.Story: rules.TooLong, rules.Carousel: rules.TooLong, rules.Feed: rules.Kind}},
		"a minute and a frame":  {of(lasting(time.Minute + 22*time.Millisecond)), map[rules.Use]rules.Rule{rules.Story: rules.TooLong, rules.Carousel: rules.TooLong, rules.Feed: rules.Kind}},
		"101 MB":                {heavy, map[rules.Use]rules.Rule{rules.Story: rules.FileSize, rules.Feed: rules.Kind}},
		"a picture of 9:16":     {rules.File{Width: 1080, Height: 1920}, map[rules.Use]rules.Rule{rules.Feed: rules.AspectRatio, rules.Carousel: rules.AspectRatio, rules.Reel: rules.Kind}},
		"a picture of 3:4":      {rules.File{Width: 3024, Height: 4032}, map[rules.Use]rules.Rule{rules.Reel: rules.Kind}},
		"a picture of 4:5":      {rules.File{Width: 1080, Height: 1350}, map[rules.Use]rules.Rule{rules.Reel: rules.Kind}},
		"a banner":              {rules.File{Width: 1440, Height: 300}, map[rules.Use]rules.Rule{rules.Feed: rules.AspectRatio, rules.Carousel: rules.AspectRatio, rules.Reel: rules.Kind}},
		"a heavy picture":       {rules.File{Bytes: 9 << 20, Width: 100, Height: 100}, map[rules.Use]rules.Rule{rules.Feed: rules.FileSize, rules.Carousel: rules.FileSize, rules.Story: rules.FileSize, rules.Reel: rules.Kind}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for _, u := range rules.Uses() {
				problems := rules.Judge(c.file, u)
				want, refused := c.want[u]
				if refused != (len(problems) == 1) || refused && problems[0].Rule != want {
					t.Errorf("as %s: %v", u, problems)
				}
			}
		})
	}
}

// TestVerdict_NeedsConversion: no conversion is spoken of where only another file helps.
func TestVerdict_NeedsConversion(t *testing.T) {
	t.Parallel()
	wide := func(length time.Duration) rules.File {
		v := good()
		v.Width, v.Height, v.Duration = 3840, 2160, length
		return of(v)
	}
	for length, want := range map[time.Duration]bool{2 * time.Second: false, 10 * time.Second: true, 20 * time.Minute: true} {
		if got := rules.Weigh(wide(length)).NeedsConversion(); got != want {
			t.Errorf("%s, too wide: %t", length, got)
		}
	}
}

// TestJudge_Pixels: whole pixels may miss a proportion by one, and not by two.
func TestJudge_Pixels(t *testing.T) {
	t.Parallel()
	for size, ok := range map[[2]int]bool{
		{1080, 1350}: true, {1080, 1440}: true, {1080, 1441}: true, {1080, 1442}: false, {1910, 1000}: true, {1911, 1000}: true, {1912, 1000}: false,
		{1080, 566}: true, {1200, 628}: true, {1, 1}: true, {0, 5}: true, {5, 0}: true,
	} {
		if problems := rules.Judge(rules.File{Width: size[0], Height: size[1]}, rules.Feed); (len(problems) == 0) != ok {
			t.Errorf("%v: %v", size, problems)
		}
	}
}

// TestDoubts: a picture between 4:5 and 3:4 is taken, and the doubt says that the network decides.
func TestDoubts(t *testing.T) {
	t.Parallel()
	for size, isDoubtful := range map[[2]int]bool{
		{1080, 1350}: false, {1080, 1351}: false, {1080, 1352}: true, {1080, 1440}: true, {1080, 1441}: true, {1080, 1920}: false, {3024, 4032}: true, {4032, 3024}: false,
	} {
		for _, use := range []rules.Use{rules.Feed, rules.Carousel} {
			doubts := rules.Doubts(rules.File{Width: size[0], Height: size[1]}, use)
			if (len(doubts) == 1) != isDoubtful {
				t.Errorf("%v as %s: %+v", size, use, doubts)
			}
		}
		if doubts := rules.Doubts(rules.File{Width: size[0], Height: size[1]}, rules.Story); len(doubts) != 0 {
			t.Errorf("%v as a story: %+v", size, doubts)
		}
	}
	doubts := rules.Doubts(rules.File{Width: 1080, Height: 1440}, rules.Feed)
	const says = "The picture is 1080 by 1440 pixels, a ratio of 0.75; feed pictures take 0.80 (4:5) to 1.91 (1.91:1) for sure. " +
		"Not all sources say so, and Crier tries it as it is. If the network refuses it, crop it, pad it, or publish it as a story."
	if len(doubts) != 1 || doubts[0].Sentence(rules.Feed) != says {
		t.Errorf("%+v", doubts)
	}
}

// TestLimits_NameTheirSource: each figure says where it is from, for a reader who doubts it.
func TestLimits_NameTheirSource(t *testing.T) {
	t.Parallel()
	for _, u := range rules.Uses() {
		for _, limits := range []func(rules.Use) (rules.Limits, bool){rules.PictureLimits, rules.VideoLimits} {
			if l, ok := limits(u); ok && l.Source() == "" {
				t.Errorf("%s: %v", u, l)
			}
		}
	}
}
