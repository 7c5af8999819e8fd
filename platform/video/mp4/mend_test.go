package mp4_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"crier/platform/video/mp4"
	"crier/platform/video/mp4/mp4test"
)

func mend(t *testing.T, b []byte) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := mp4.Mend(t.Context(), &out, bytes.NewReader(b), int64(len(b))); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// part is a box, read without package mp4.
type part struct {
	kind string
	at   int
	body []byte
}

func parts(b []byte) (all []part) {
	for at := 0; at+8 <= len(b); {
		size := int(binary.BigEndian.Uint32(b[at:]))
		if size < 8 || size > len(b)-at {
			return all
		}
		all = append(all, part{string(b[at+4 : at+8]), at, b[at+8 : at+size]})
		at += size
	}
	return all
}

func find(b []byte, path ...string) []byte {
	for _, kind := range path {
		i := slices.IndexFunc(parts(b), func(p part) bool { return p.kind == kind })
		if i < 0 {
			return nil
		}
		b = parts(b)[i].body
	}
	return b
}

func number(b []byte, at int) int64 { return int64(binary.BigEndian.Uint32(b[at:])) }

// shown returns the times at which the samples of a track are shown, in seconds, with its edit list
// applied.
func shown(trak []byte) (seconds []float64) {
	scale := float64(number(find(trak, "mdia", "mdhd"), 12))
	table := find(trak, "mdia", "minf", "stbl")
	times, shifts := find(table, "stts"), find(table, "ctts")
	start := 0.0
	if list := find(trak, "edts", "elst"); list != nil {
		for i := range number(list, 4) {
			at := int(8 + 12*i)
			if int32(number(list, at+4)) == -1 {
				start += float64(number(list, at)) / mp4test.MovieScale
			} else {
				start -= float64(number(list, at+4)) / scale
			}
		}
	}
	var shift []float64
	for at := 8; at < len(shifts); at += 8 {
		shift = append(shift, slices.Repeat([]float64{float64(int32(number(shifts, at+4)))}, int(number(shifts, at)))...)
	}
	now := 0.0
	for at := 8; at < len(times); at += 8 {
		for range number(times, at) {
			s := now
			if i := len(seconds); i < len(shift) {
				s += shift[i]
			}
			seconds = append(seconds, s/scale+start)
			now += float64(number(times, at+4))
		}
	}
	return seconds
}

// samples compares every sample that the tables of a track point at with what mp4test wrote.
func samples(file, trak []byte, id uint32) error {
	table := find(trak, "mdia", "minf", "stbl")
	places, width := find(table, "stco"), 4
	if places == nil {
		places, width = find(table, "co64"), 8
	}
	size := int(number(find(table, "stsz"), 4))
	for i := range int(number(places, 4)) {
		at := int(number(places, 8+width*i+width-4))
		if !bytes.Equal(file[at:at+size], mp4test.Sample(id, i, size)) {
			return fmt.Errorf("track %d: sample %d is not at %d", id, i, at)
		}
	}
	if number(places, 4) == 0 {
		return errors.New("no places")
	}
	return nil
}

func traks(file []byte) (all [][]byte) {
	for _, p := range parts(find(file, "moov")) {
		if p.kind == "trak" {
			all = append(all, p.body)
		}
	}
	return all
}

// apart returns how much the offset between sound and pictures differs in the two files, and when
// pictures begin in the second.
func apart(before, after []byte) (drift, first float64) {
	b, a := traks(before), traks(after)
	pictures := shown(a[0])
	first = slices.Min(pictures)
	if len(a) == 1 {
		for i, at := range shown(b[0]) {
			drift = max(drift, math.Abs((pictures[i]-pictures[0])-(at-shown(b[0])[0])))
		}
		return drift, first
	}
	oldPictures, oldSound, sound := shown(b[0]), shown(b[1]), shown(a[1])
	for i := range pictures {
		drift = max(drift, math.Abs((pictures[i]-sound[0])-(oldPictures[i]-oldSound[0])))
	}
	return drift, first
}

func faulty() map[string]mp4test.Movie {
	const frame = mp4test.Scale / 30
	reordered := []int32{2 * frame, 4 * frame, 2 * frame, 0}
	whole := mp4test.Edit{Length: 10_000}
	return map[string]mp4test.Movie{
		"late":                {Late: true},
		"late, wide places":   {Late: true, Wide: true},
		"late, no brand":      {Late: true, Brand: mp4test.None},
		"late, mute":          {Late: true, Mute: true},
		"edits of nothing":    {PictureEdits: []mp4test.Edit{whole}, SoundEdits: []mp4test.Edit{whole}},
		"reordered":           {Shifts: reordered, PictureEdits: []mp4test.Edit{{Length: 10_000, Start: 2 * frame}}},
		"reordered, mute":     {Mute: true, Shifts: reordered, PictureEdits: []mp4test.Edit{{Length: 10_000, Start: 2 * frame}}},
		"reordered, late":     {Late: true, Shifts: reordered, PictureEdits: []mp4test.Edit{{Length: 10_000, Start: 2 * frame}}, SoundEdits: []mp4test.Edit{{Length: 10_000, Start: 1024}}},
		"silence before":      {SoundEdits: []mp4test.Edit{{Length: 10_000, Start: 1024}}},
		"an iPhone's silence": {Late: true, Rate: 44_100, SoundEdits: []mp4test.Edit{{Length: 10_000, Start: 2112}}, Shifts: reordered, PictureEdits: []mp4test.Edit{{Length: 10_000, Start: 2 * frame}}},
		"late pictures":       {PictureEdits: []mp4test.Edit{{Length: 40, Start: -1}, {Length: 9_960}}},
		"late pictures, mute": {Mute: true, PictureEdits: []mp4test.Edit{{Length: 4000, Start: -1}, {Length: 10_000}}},
		"a blink of a pause":  {SoundEdits: []mp4test.Edit{{Length: 4, Start: -1}, {Length: 10_000}}},
		"held at the end":     {PictureEdits: []mp4test.Edit{{Length: 12_000}}},
		"to the end":          {PictureEdits: []mp4test.Edit{{Length: 0}}},
		"a place":             {Location: "+52.5+013.4/"},
		"a place as ffmpeg":   {KeyedLocation: "+52.5+013.4/", LocationKey: "location-eng"},
		"a place of a camera": {KeyedLocation: "+52.5+013.4/", LocationKey: "com.maker.camera.recording.GPSCoordinates"},
		"all at once":         {Late: true, Location: "+52.5+013.4/", KeyedLocation: "+52.5+013.4/", Shifts: reordered, PictureEdits: []mp4test.Edit{{Length: 10_000, Start: 2 * frame}}},
		"nothing":             {},
		"padding":             {Late: true, Extra: []byte{0, 0, 0, 0}},
	}
}

func TestMend(t *testing.T) {
	t.Parallel()
	for name, m := range faulty() {
		before := m.Bytes()
		after := mend(t, before)
		was, err := inspect(before)
		if err != nil {
			t.Fatal(name, err)
		}
		is, err := inspect(after)
		// A little of what an edit list left out may appear again.
		for i := range is.Tracks {
			if appears := is.Tracks[i].Duration - was.Tracks[i].Duration; appears >= 0 && appears < 150*time.Millisecond {
				is.Tracks[i].Duration = was.Tracks[i].Duration
			}
		}
		if err != nil || is.MoovLate || is.EditLists || is.HasLocation || is.Truncated || is.Duration != was.Duration || !slices.Equal(is.Tracks, was.Tracks) {
			t.Errorf("%s: %+v became %+v, %v", name, was, is, err)
		}
		if bytes.Contains(after, []byte("+013.4")) {
			t.Errorf("%s: the place is still there", name)
		}
		for i, trak := range traks(after) {
			if err := samples(after, trak, uint32(i+1)); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
		if drift, first := apart(before, after); drift > 0.005 || first < -0.001 || first > 0.25 {
			t.Errorf("%s: sound and pictures drifted apart by %.4f s, pictures begin at %.4f s", name, drift, first)
		}
		untouched(t, name, before, after)
		if again := mend(t, after); !bytes.Equal(again, after) {
			t.Errorf("%s: mended again, it is another", name)
		}
	}
}

// untouched checks that Mend has changed nothing else.
func untouched(t *testing.T, name string, before, after []byte) {
	t.Helper()
	if !bytes.Equal(find(before, "mdat"), find(after, "mdat")) || !bytes.Equal(find(before, "ftyp"), find(after, "ftyp")) {
		t.Errorf("%s: the media data changed", name)
	}
	if !bytes.Equal(find(before, "moov", "mvhd"), find(after, "moov", "mvhd")) || bytes.Contains(before, []byte("a name")) != bytes.Contains(after, []byte("a name")) ||
		bytes.Contains(before, []byte("a maker")) != bytes.Contains(after, []byte("a maker")) {
		t.Errorf("%s: the movie's header or its metadata changed", name)
	}
	old, current := traks(before), traks(after)
	for i := range old {
		for _, path := range [][]string{{"tkhd"}, {"mdia", "mdhd"}, {"mdia", "hdlr"}, {"mdia", "minf", "stbl", "stsd"}, {"mdia", "minf", "stbl", "stts"}, {"mdia", "minf", "stbl", "stsz"}} {
			if !bytes.Equal(find(old[i], path...), find(current[i], path...)) {
				t.Errorf("%s: %v of track %d changed", name, path, i+1)
			}
		}
	}
}

// A place whose tag or key is damaged is not copied either.
func TestMend_DamagedMetadata(t *testing.T) {
	t.Parallel()
	for _, m := range []mp4test.Movie{{Duration: time.Second, Late: true, Location: "+52.5+013.4/"}, {Duration: time.Second, Late: true, KeyedLocation: "+52.5+013.4/"}} {
		whole := m.Bytes()
		movie := find(whole, "moov")
		from := max(bytes.Index(whole, []byte("udta")), bytes.Index(whole, []byte("mdta"))-20) - 4
		if len(movie) == 0 || from < len(whole)-len(movie) {
			t.Fatal("the metadata are not at the end")
		}
		for at := from; at < len(whole); at++ {
			for _, mask := range []byte{1, 2, 4, 8, 16, 32, 64, 128, 255} {
				damaged := bytes.Clone(whole)
				damaged[at] ^= mask
				var out bytes.Buffer
				err := mp4.Mend(t.Context(), &out, bytes.NewReader(damaged), int64(len(damaged)))
				if bytes.Contains(out.Bytes(), []byte("+52.5+013.4")) {
					t.Errorf("byte %d of %q changed by %#x: the place is still there, %v", at-from, whole[from:], mask, err)
				}
			}
		}
	}
}

// What Mend does not know, it does not copy: cameras write places into boxes of their own.
func TestMend_UnknownMetadata(t *testing.T) {
	t.Parallel()
	const place = "+52.5+013.4/"
	item := mp4test.Box("----", mp4test.Box("data", make([]byte, 8), []byte(place)))
	handler := mp4test.Box("hdlr", make([]byte, 25))
	sphere := mp4test.Box("uuid", []byte("\xff\xcc\x82\x63\xf8\x55\x4a\x93\x88\x14\x58\x7a\x02\x52\x1f\xdd"), []byte("<rdf:SphericalVideo/>"))
	for name, extra := range map[string][]byte{
		"a tag":                    mp4test.Box("udta", mp4test.Box("PANA", []byte(place))),
		"a box of the movie":       mp4test.Box("NCDT", []byte(place)),
		"a box of a track":         mp4test.Box("trak", append(traks(mp4test.Movie{NoPicture: true}.Bytes())[0], mp4test.Box("NCTG", []byte(place))...)),
		"a uuid":                   mp4test.Box("uuid", []byte("a camera's uuid."), []byte(place)),
		"a short uuid":             mp4test.Box("uuid", []byte(place)),
		"an item without a key":    mp4test.Box("meta", make([]byte, 4), handler, mp4test.Box("ilst", item)),
		"an XML document":          mp4test.Box("meta", make([]byte, 4), handler, mp4test.Box("xml ", make([]byte, 4), []byte(place))),
		"user data that overflow":  mp4test.Box("udta", []byte("\x00\x00\x00\xff\xa9xyz"), []byte(place)),
		"keys that come afterward": mp4test.Box("meta", handler, mp4test.Box("ilst", mp4test.Box("\x00\x00\x00\x01", []byte(place))), mp4test.Box("keys", make([]byte, 4), []byte("\x00\x00\x00\x01"), mp4test.Box("mdta", []byte("make")))),
	} {
		before := mp4test.Movie{Late: true, Extra: append(extra, sphere...)}.Bytes()
		after := mend(t, before)
		if f, err := inspect(after); err != nil || bytes.Contains(after, []byte("+013.4")) || !bytes.Contains(after, sphere) || len(after) != len(before) {
			t.Errorf("%s: %d bytes became %d, %+v, %v", name, len(before), len(after), f, err)
		}
		untouched(t, name, before, after)
		if f, err := inspect(before); err != nil || f.HasLocation {
			t.Errorf("%s: %+v, %v", name, f, err)
		}
	}
}

// A file without faults comes out unchanged.
func TestMend_Nothing(t *testing.T) {
	t.Parallel()
	for _, m := range []mp4test.Movie{{}, {Wide: true}, {Shifts: []int32{3000, 6000, 0}}} {
		if b := m.Bytes(); !bytes.Equal(b, mend(t, b)) {
			t.Errorf("%+v is not the same", m)
		}
	}
}

func TestMend_Unmendable(t *testing.T) {
	t.Parallel()
	const frame = mp4test.Scale / 30
	for name, m := range map[string]mp4test.Movie{
		"its edit lists cut parts out or repeat them":                      {PictureEdits: []mp4test.Edit{{Length: 1000}, {Length: 1000, Start: 5 * mp4test.Scale}}},
		"its edit lists change its speed":                                  {PictureEdits: []mp4test.Edit{{Length: 10_000, Still: true}}},
		"its edit lists cut off its end":                                   {PictureEdits: []mp4test.Edit{{Length: 9_000}}},
		"its edit lists cut off its start":                                 {PictureEdits: []mp4test.Edit{{Length: 10_000, Start: 20 * frame}}},
		"its edit lists delay the pictures":                                {PictureEdits: []mp4test.Edit{{Length: 1000, Start: -1}, {Length: 10_000}}},
		"its edit lists cut off its start, of sound and pictures alike":    {PictureEdits: []mp4test.Edit{{Length: 8_700, Start: 39 * frame}}, SoundEdits: []mp4test.Edit{{Length: 8_700, Start: 62_400}}},
		"it is made of fragments":                                          {Fragments: 3, PictureEdits: []mp4test.Edit{{Length: 10_000}}},
		"its edit lists delay the sound":                                   {SoundEdits: []mp4test.Edit{{Length: 500, Start: -1}, {Length: 10_000}}},
		"its edit lists shift one sound track against another":             {Extra: secondSound()},
		"it has too many boxes of metadata":                                {Extra: mp4test.Box("udta", bytes.Repeat(mp4test.Box("loci", []byte("a place")), 2000))},
		"it holds tables of places other than those of sound and pictures": {Extra: mp4test.Box("meta", make([]byte, 4), mp4test.Box("hdlr", make([]byte, 25)), mp4test.Box("iloc", make([]byte, 8)))},
	} {
		b := m.Bytes()
		f, err := inspect(b)
		want, _, _ := strings.Cut(name, ",")
		if err != nil || f.Obstacle != want {
			t.Errorf("%q, not %q, %v", f.Obstacle, want, err)
		}
		if err := mp4.Mend(t.Context(), io.Discard, bytes.NewReader(b), int64(len(b))); !errors.Is(err, mp4.ErrUnmendable) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// secondSound is a sound track whose edit list skips its first second.
func secondSound() []byte {
	m := mp4test.Movie{NoPicture: true, SoundEdits: []mp4test.Edit{{Length: 9_000, Start: 48_000}}}
	return mp4test.Box("trak", traks(m.Bytes())[0])
}

// Mend removes the location from a fragmented file too, and moves nothing in it.
func TestMend_Fragments(t *testing.T) {
	t.Parallel()
	before := mp4test.Movie{Fragments: 3, Location: "+52.5+013.4/", KeyedLocation: "+52.5+013.4/"}.Bytes()
	after := mend(t, before)
	first := bytes.Index(before, []byte("moof"))
	if f, err := inspect(after); err != nil || f.HasLocation || !f.Fragmented || len(after) != len(before) || !bytes.Equal(after[first:], before[first:]) || bytes.Contains(after, []byte("013.4")) {
		t.Errorf("%+v, %v", f, err)
	}
}

// sparse is a file whose middle is zeros that take no memory.
type sparse struct {
	head, tail []byte
	size       int64
	longest    int
}

func (s *sparse) ReadAt(p []byte, off int64) (int, error) {
	s.longest = max(s.longest, len(p))
	p = p[:min(int64(len(p)), s.size-off)]
	clear(p)
	if off < int64(len(s.head)) {
		copy(p, s.head[off:])
	}
	if from := s.size - int64(len(s.tail)); off+int64(len(p)) > from {
		copy(p[max(from-off, 0):], s.tail[max(off-from, 0):])
	}
	return len(p), nil
}

// huge returns a late movie with that many bytes of media data.
func huge(media int64) *sparse {
	b := mp4test.Movie{Late: true, Brand: "isom"}.Bytes()
	at := bytes.Index(b, []byte("mdat")) - 4
	moov := bytes.Index(b, []byte("moov")) - 4
	wide := slices.Concat(b[:at], []byte{0, 0, 0, 1}, []byte("mdat"), binary.BigEndian.AppendUint64(nil, uint64(media+16)), b[at+8:moov])
	return &sparse{head: wide, tail: b[moov:], size: int64(at) + 16 + media + int64(len(b)-moov)}
}

// begins keeps the first megabyte that is written, and then fails.
type begins struct {
	bytes.Buffer
	longest int
}

func (w *begins) Write(p []byte) (int, error) {
	w.longest = max(w.longest, len(p))
	if w.Len() > 1<<20 {
		return 0, errBroke
	}
	return w.Buffer.Write(p)
}

// Chunk offsets beyond 4 GB take eight bytes, and no read or write is larger than a buffer.
func TestMend_Huge(t *testing.T) {
	t.Parallel()
	for size, kind := range map[int64]string{3 << 30: "stco", 5 << 30: "co64"} {
		src, out := huge(size), &begins{}
		if err := mp4.Mend(t.Context(), out, src, src.size); !errors.Is(err, errBroke) {
			t.Fatal(err)
		}
		table := find(traks(out.Bytes())[0], "mdia", "minf", "stbl")
		if find(table, kind) == nil {
			t.Errorf("%d bytes: no %s", size, kind)
		}
		shift := int64(len(find(out.Bytes(), "moov")) + 8)
		at, old := number(find(table, kind), len(find(table, kind))-4), number(find(traks(src.tail)[0], "mdia", "minf", "stbl", "stco"), 8+4*299)
		if at != old+shift {
			t.Errorf("%d bytes: the last piece is at %d, not %d", size, at, old+shift)
		}
		if src.longest > 1<<20 || out.longest > 1<<20 {
			t.Errorf("%d bytes read at once, %d written", src.longest, out.longest)
		}
	}
}

func TestMend_Ended(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	src := huge(1 << 30)
	if err := mp4.Mend(ctx, io.Discard, src, src.size); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

func FuzzMend(f *testing.F) {
	for _, m := range seeds() {
		f.Add(m.Bytes())
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		var out bytes.Buffer
		if err := mp4.Mend(t.Context(), &out, bytes.NewReader(b), int64(len(b))); err != nil {
			if !errors.Is(err, mp4.ErrNotMovie) && !errors.Is(err, mp4.ErrUnmendable) {
				t.Error(err)
			}
			return
		}
		if out.Len() > len(b)*3+1024 {
			t.Errorf("%d bytes became %d", len(b), out.Len())
		}
		is, err := inspect(out.Bytes())
		if err != nil || is.MoovLate || is.EditLists || is.HasLocation {
			t.Errorf("%+v, %v", is, err)
		}
	})
}

func BenchmarkMend_100MB(b *testing.B) {
	src := huge(100 << 20)
	b.SetBytes(src.size)
	b.ReportAllocs()
	for b.Loop() {
		if err := mp4.Mend(b.Context(), io.Discard, src, src.size); err != nil {
			b.Fatal(err)
		}
	}
}
