package mp4_test

import (
	"bytes"
	"errors"
	"io"
	"math"
	"slices"
	"testing"
	"time"

	"crier/platform/video/mp4"
	"crier/platform/video/mp4/mp4test"
)

func inspect(b []byte) (*mp4.File, error) { return mp4.Inspect(bytes.NewReader(b), int64(len(b))) }

// plain is what Inspect returns for the zero mp4test.Movie.
func plain() mp4.File {
	return mp4.File{Brand: "isom", Duration: 10 * time.Second, Tracks: []mp4.Track{
		{
			ID: 1, Kind: mp4.Picture, Enabled: true, Duration: 10 * time.Second, Codec: "h264", CodedWidth: 1080, CodedHeight: 1920, Width: 1080, Height: 1920,
			FrameRate: 30, MaxFrameRate: 30, Chroma: "4:2:0", BitDepth: 8,
		},
		{ID: 2, Kind: mp4.Sound, Enabled: true, Duration: 469 * 1024 * time.Second / 48_000, Codec: "aac", Channels: 2, SampleRate: 48_000},
	}}
}

func TestInspect(t *testing.T) {
	t.Parallel()
	type change func(f *mp4.File, picture, sound *mp4.Track)
	for name, c := range map[string]struct {
		movie mp4test.Movie
		want  change
	}{
		"plain":         {mp4test.Movie{}, func(*mp4.File, *mp4.Track, *mp4.Track) {}},
		"late":          {mp4test.Movie{Late: true}, func(f *mp4.File, _, _ *mp4.Track) { f.MoovLate = true }},
		"co64":          {mp4test.Movie{Wide: true}, func(*mp4.File, *mp4.Track, *mp4.Track) {}},
		"quicktime":     {mp4test.Movie{Brand: "qt  "}, func(f *mp4.File, _, _ *mp4.Track) { f.Brand = "qt  " }},
		"old quicktime": {mp4test.Movie{Brand: mp4test.None}, func(f *mp4.File, _, _ *mp4.Track) { f.Brand = "" }},
		"turned": {mp4test.Movie{Width: 1920, Height: 1080, Rotation: 90}, func(_ *mp4.File, p, _ *mp4.Track) {
			p.CodedWidth, p.CodedHeight, p.Rotation = 1920, 1080, 90
		}},
		"turned back": {mp4test.Movie{Width: 1920, Height: 1080, Rotation: 270}, func(_ *mp4.File, p, _ *mp4.Track) {
			p.CodedWidth, p.CodedHeight, p.Rotation = 1920, 1080, 270
		}},
		"upside down": {mp4test.Movie{Rotation: 180}, func(_ *mp4.File, p, _ *mp4.Track) { p.Rotation = 180 }},
		"wide pixels": {mp4test.Movie{Width: 720, Height: 576, PixelWidth: 64, PixelHeight: 45}, func(_ *mp4.File, p, _ *mp4.Track) {
			p.CodedWidth, p.CodedHeight, p.Width, p.Height = 720, 576, 1024, 576
		}},
		"hevc of 10 bits": {mp4test.Movie{Codec: "hvc1", Config: []byte("\x01\x02\x20\x00\x00\x00\x40\x00\x00\x00\x00\x00\x78\xf0\x00\xfc\xfe\xfa\xfa\x00\x00\x0f\x00")}, func(_ *mp4.File, p, _ *mp4.Track) {
			p.Codec, p.BitDepth, p.Chroma, p.Interlaced = "hevc", 10, "4:2:2", true
		}},
		// A camera's progressive recording: its parameter set allows fields, and there are none.
		"h264 that may have fields": {mp4test.Movie{Config: []byte("\x01\x4d\x00\x1e\xff\xe1\x00\x07\x67\x4d\x00\x1e\xda\x6c\x80")}, func(*mp4.File, *mp4.Track, *mp4.Track) {}},
		"h264 in fields":            {mp4test.Movie{Fields: 2}, func(_ *mp4.File, p, _ *mp4.Track) { p.Interlaced = true }},
		"hevc in frames after all": {mp4test.Movie{Codec: "hvc1", Fields: 1, Config: []byte("\x01\x02\x20\x00\x00\x00\x40\x00\x00\x00\x00\x00\x78\xf0\x00\xfc\xfd\xf8\xf8\x00\x00\x0f\x00")}, func(_ *mp4.File, p, _ *mp4.Track) {
			p.Codec = "hevc"
		}},
		"av1":               {mp4test.Movie{Codec: "av01"}, func(_ *mp4.File, p, _ *mp4.Track) { p.Codec = "av1" }},
		"a code of its own": {mp4test.Movie{Codec: "Ab\x01d"}, func(_ *mp4.File, p, _ *mp4.Track) { p.Codec, p.Chroma, p.BitDepth = "abd", "", 0 }},
		"mute":              {mp4test.Movie{Mute: true}, func(f *mp4.File, _, _ *mp4.Track) { f.Tracks = f.Tracks[:1] }},
		"mono": {mp4test.Movie{Channels: 1, Rate: 16_000}, func(_ *mp4.File, _, s *mp4.Track) {
			s.Channels, s.SampleRate, s.Duration = 1, 16_000, 157*64*time.Millisecond
		}},
		"surround": {mp4test.Movie{Channels: 7}, func(_ *mp4.File, _, s *mp4.Track) { s.Channels = 8 }},
		"ac3":      {mp4test.Movie{SoundCodec: "ac-3", Channels: 6}, func(_ *mp4.File, _, s *mp4.Track) { s.Codec, s.Channels = "ac3", 6 }},
		"fast for half a second": {mp4test.Movie{Deltas: slices.Repeat([]uint32{mp4test.Scale / 120}, 60)}, func(_ *mp4.File, p, _ *mp4.Track) {
			p.FrameRate, p.MaxFrameRate = 34.5, 120
		}},
		"fast before a still": {mp4test.Movie{Deltas: append(slices.Repeat([]uint32{1500}, 20), mp4test.Scale)}, func(_ *mp4.File, p, _ *mp4.Track) {
			p.FrameRate, p.MaxFrameRate = 28.1, 40.3
		}},
		"fast before slower ones": {mp4test.Movie{Deltas: slices.Repeat([]uint32{1500}, 20)}, func(_ *mp4.File, p, _ *mp4.Track) {
			p.FrameRate, p.MaxFrameRate = 31, 50
		}},
		"fast at the end": {mp4test.Movie{Duration: 1400 * time.Millisecond, Deltas: append([]uint32{mp4test.Scale}, slices.Repeat([]uint32{1800}, 20)...)}, func(f *mp4.File, p, s *mp4.Track) {
			f.Duration, p.Duration, s.Duration = 1400*time.Millisecond, 1400*time.Millisecond, 66*1024*time.Second/48_000
			p.FrameRate, p.MaxFrameRate = 15, 40
		}},
		"one hasty frame": {mp4test.Movie{Deltas: []uint32{3000, 3000, 100, 5900}}, func(*mp4.File, *mp4.Track, *mp4.Track) {}},
		"jitter": {mp4test.Movie{Duration: time.Second, Deltas: slices.Repeat([]uint32{1000, 2000}, 30)}, func(f *mp4.File, p, s *mp4.Track) {
			f.Duration, p.Duration, s.Duration = time.Second, time.Second, 47*1024*time.Second/48_000
			p.FrameRate, p.MaxFrameRate = 60, 60
		}},
		"edits":             {mp4test.Movie{PictureEdits: []mp4test.Edit{{Length: 10_000}}}, func(f *mp4.File, _, _ *mp4.Track) { f.EditLists = true }},
		"a place":           {mp4test.Movie{Location: "+52.5+013.4/"}, func(f *mp4.File, _, _ *mp4.Track) { f.HasLocation = true }},
		"quicktime's place": {mp4test.Movie{KeyedLocation: "+52.5+013.4/"}, func(f *mp4.File, _, _ *mp4.Track) { f.HasLocation = true }},
		"a place in XMP": {mp4test.Movie{Extra: mp4test.Box("udta", mp4test.Box("XMP_", make([]byte, 9000), []byte("exif:GPSLatitude")))}, func(f *mp4.File, _, _ *mp4.Track) {
			f.HasLocation = true
		}},
		"other metadata": {mp4test.Movie{Extra: mp4test.Box("udta", mp4test.Box("XMP_", make([]byte, 9000)), make([]byte, 4))}, func(*mp4.File, *mp4.Track, *mp4.Track) {}},
		"in fragments": {mp4test.Movie{Fragments: 5, Deltas: slices.Repeat([]uint32{1500}, 100)}, func(f *mp4.File, p, s *mp4.Track) {
			f.Fragmented, f.Duration = true, s.Duration
			p.FrameRate, p.MaxFrameRate = 35, 60
		}},
	} {
		want := plain()
		c.want(&want, &want.Tracks[0], &want.Tracks[1])
		for i := range want.Tracks {
			want.Tracks[i].Number, want.Tracks[i].Pictures = i, int64(math.Round(want.Tracks[i].FrameRate*want.Tracks[i].Duration.Seconds()))
		}
		got, err := inspect(c.movie.Bytes())
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		for i := range got.Tracks {
			got.Tracks[i].FrameRate = math.Round(10*got.Tracks[i].FrameRate) / 10
			got.Tracks[i].MaxFrameRate = math.Round(10*got.Tracks[i].MaxFrameRate) / 10
		}
		if !slices.Equal(got.Tracks, want.Tracks) {
			t.Errorf("%s: %+v, not %+v", name, got.Tracks, want.Tracks)
		}
		got.Tracks, want.Tracks = nil, nil
		if g, w := *got, want; g.Brand != w.Brand || g.Duration != w.Duration || flags(g) != flags(w) || g.Obstacle != w.Obstacle {
			t.Errorf("%s: %+v, not %+v", name, g, w)
		}
	}
}

func flags(f mp4.File) [5]bool {
	return [...]bool{f.MoovLate, f.EditLists, f.Fragmented, f.Truncated, f.HasLocation}
}

func TestInspect_CutOff(t *testing.T) {
	t.Parallel()
	for name, m := range map[string]mp4test.Movie{
		"early": {Duration: time.Second}, "fragments": {Duration: time.Second, Fragments: 4}, "late": {Duration: time.Second, Late: true},
	} {
		whole := m.Bytes()
		for n := range len(whole) {
			f, err := inspect(whole[:n])
			switch {
			case err != nil && !errors.Is(err, mp4.ErrNotMovie):
				t.Fatalf("%s, cut off at %d: %v", name, n, err)
			case err == nil && m.Fragments == 0 && !f.Truncated:
				t.Fatalf("%s, cut off at %d: nobody noticed", name, n)
			case err == nil && m.Late:
				t.Fatalf("%s, cut off at %d: read without its end", name, n)
			}
		}
	}
	late := mp4test.Movie{Late: true}.Bytes()
	if _, err := inspect(late[:len(late)-1]); !errors.Is(err, mp4.ErrNoMoov) {
		t.Errorf("without its moov: %v", err)
	}
}

func TestInspect_Damaged(t *testing.T) {
	t.Parallel()
	whole := mp4test.Movie{}.Bytes()
	at := bytes.Index(whole, []byte("stts"))
	broken := slices.Clone(whole)
	broken[at+8] = 0xff
	var damage *mp4.DamageError
	if _, err := inspect(broken); !errors.As(err, &damage) || damage.At != int64(at-4) || !errors.Is(err, mp4.ErrNotMovie) {
		t.Errorf("a table larger than its box: %v", err)
	}
	junk := slices.Concat(whole, []byte("junk behind the end"))
	if f, err := inspect(junk); err != nil || f.Truncated {
		t.Errorf("junk behind the end: %+v, %v", f, err)
	}
	if _, err := mp4.Inspect(broke{}, 1<<20); !errors.Is(err, errBroke) {
		t.Errorf("a disk that fails: %v", err)
	}
}

var errBroke = errors.New("broke")

type broke struct{}

func (broke) ReadAt([]byte, int64) (int, error) { return 0, errBroke }

// Cover art and pictures of chapters are not the main picture track.
func TestInspect_Choice(t *testing.T) {
	t.Parallel()
	f := mp4.File{Tracks: []mp4.Track{
		{ID: 1, Kind: mp4.Picture, Codec: "mjpeg", CodedWidth: 4000, CodedHeight: 3000},
		{ID: 2, Kind: mp4.Picture, Codec: "h264", Enabled: true, CodedWidth: 320, CodedHeight: 180},
		{ID: 3, Kind: mp4.Picture, Codec: "h264", Enabled: true, CodedWidth: 1920, CodedHeight: 1080},
		{ID: 4, Kind: mp4.Sound, Codec: "ac3"},
		{ID: 5, Kind: mp4.Sound, Codec: "aac", Enabled: true},
	}}
	if f.Picture().ID != 3 || f.Sound().ID != 5 {
		t.Errorf("picture %d, sound %d", f.Picture().ID, f.Sound().ID)
	}
	if (&mp4.File{}).Picture() != nil || (&mp4.File{}).Sound() != nil {
		t.Error("something of nothing")
	}
}

// counting counts the bytes that are read.
type counting struct {
	r    io.ReaderAt
	read int64
}

func (c *counting) ReadAt(p []byte, off int64) (int, error) {
	n, err := c.r.ReadAt(p, off)
	c.read += int64(n)
	return n, err
}

// Inspect reads little of a file, however much media data it has.
func TestInspect_ReadsLittle(t *testing.T) {
	t.Parallel()
	for name, m := range map[string]mp4test.Movie{"early": {Padding: 8 << 20}, "late": {Padding: 8 << 20, Late: true}} {
		b := m.Bytes()
		r := &counting{r: bytes.NewReader(b)}
		if _, err := mp4.Inspect(r, int64(len(b))); err != nil || r.read > 256<<10 {
			t.Errorf("%s: read %d of %d bytes, %v", name, r.read, len(b), err)
		}
	}
}

func FuzzInspect(f *testing.F) {
	for _, m := range seeds() {
		f.Add(m.Bytes())
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		r := &counting{r: bytes.NewReader(b)}
		got, err := mp4.Inspect(r, int64(len(b)))
		if err != nil {
			if !errors.Is(err, mp4.ErrNotMovie) {
				t.Error(err)
			}
			return
		}
		for _, track := range got.Tracks {
			if track.Width < 0 || track.Height < 0 || track.Duration < 0 || track.FrameRate < 0 || track.Channels < 0 || track.SampleRate < 0 ||
				math.IsNaN(track.FrameRate) || math.IsNaN(track.MaxFrameRate) || track.MaxFrameRate+1e-6 < track.FrameRate/2 {
				t.Errorf("%+v", track)
			}
		}
	})
}

func seeds() []mp4test.Movie {
	const second = time.Second
	return []mp4test.Movie{
		{Duration: second / 4},
		{Duration: second / 4, Late: true, Mute: true, Wide: true},
		{Duration: second / 4, Fragments: 2, Codec: "hvc1"},
		{
			Duration: second / 4, Late: true, Location: "+1+2/", KeyedLocation: "+1+2/", Shifts: []int32{6000, 12_000, 0, 3000},
			PictureEdits: []mp4test.Edit{{Length: 250, Start: 6000}}, SoundEdits: []mp4test.Edit{{Length: 250, Start: 1024}},
		},
		{Duration: second / 4, PictureEdits: []mp4test.Edit{{Length: 10, Start: -1}, {Length: 250}}, Deltas: []uint32{1, 2, 3}},
		{Duration: 2 * second, Mute: true, Deltas: append(slices.Repeat([]uint32{1500}, 20), mp4test.Scale)},
		{Duration: 2 * second, Mute: true, Late: true, Deltas: []uint32{mp4test.Scale, mp4test.Scale - 3, 1, 1, 1}},
	}
}

func TestRead(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		file []byte
		want mp4.Movie
	}{
		"upright":              {mp4test.Movie{}.Bytes(), mp4.Movie{Duration: 10 * time.Second, Width: 1080, Height: 1920, FrameRate: 30}},
		"turned by its matrix": {mp4test.Movie{Width: 1920, Height: 1080, Rotation: 90}.Bytes(), mp4.Movie{Duration: 10 * time.Second, Width: 1080, Height: 1920, FrameRate: 30}},
		"late":                 {mp4test.Movie{Late: true, FrameRate: 25}.Bytes(), mp4.Movie{Duration: 10 * time.Second, Width: 1080, Height: 1920, FrameRate: 25}},
		"sound alone":          {mp4test.Movie{NoPicture: true}.Bytes(), mp4.Movie{Duration: 10 * time.Second}},
		"a header alone":       {mp4test.File(10 * time.Second), mp4.Movie{Duration: 10 * time.Second}},
		"a track of nothing":   {mp4test.File(10*time.Second, mp4test.Box("trak", make([]byte, 16))), mp4.Movie{Duration: 10 * time.Second}},
	} {
		if got, err := mp4.Read(bytes.NewReader(c.file), int64(len(c.file))); err != nil || got != c.want {
			t.Errorf("%s: %+v, %v", name, got, err)
		}
	}
	whole := mp4test.Movie{}.Bytes()
	for name, file := range map[string][]byte{"nothing": nil, "no moov": mp4test.Box("ftyp"), "noise": []byte("noise noise noise"), "cut off": whole[:len(whole)-1]} {
		if _, err := mp4.Read(bytes.NewReader(file), int64(len(file))); !errors.Is(err, mp4.ErrNotMovie) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
