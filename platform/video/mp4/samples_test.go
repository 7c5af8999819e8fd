package mp4_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"slices"
	"strings"
	"testing"

	"crier/platform/video/mp4"
	"crier/platform/video/mp4/mp4test"
)

// TestInspect_ZeroedTables: if a table leads to no media, the error names the table.
func TestInspect_ZeroedTables(t *testing.T) {
	t.Parallel()
	for kind, c := range map[string]struct {
		movie mp4test.Movie
		// from is the offset in the box's content at which the zeros begin.
		from int
		why  string
	}{
		"stsz": {mp4test.Movie{SizeTable: true}, 12, "the sizes of its samples are all zero"},
		"stco": {mp4test.Movie{}, 8, "the places of its samples are zero"},
		"co64": {mp4test.Movie{Wide: true}, 8, "the places of its samples are zero"},
		"stsc": {mp4test.Movie{}, 8, "no chunk has samples"},
		"stts": {mp4test.Movie{}, 8, "its samples last no time"},
	} {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			file := c.movie.Bytes()
			if _, err := mp4.Inspect(bytes.NewReader(file), int64(len(file))); err != nil {
				t.Fatal(err)
			}
			at := bytes.Index(file, []byte(kind))
			size := int(binary.BigEndian.Uint32(file[at-4:]))
			broken := slices.Clone(file)
			clear(broken[at+4+c.from : at-4+size])
			var damage *mp4.DamageError
			if _, err := mp4.Inspect(bytes.NewReader(broken), int64(len(broken))); !errors.As(err, &damage) || damage.At != int64(at-4) || !strings.Contains(err.Error(), c.why) {
				t.Errorf("got %v, want %q at byte %d", err, c.why, at-4)
			}
		})
	}
}

// TestInspect_SamplesLargerThanTheFile: samples larger than the file are damage.
func TestInspect_SamplesLargerThanTheFile(t *testing.T) {
	t.Parallel()
	file := mp4test.Movie{}.Bytes()
	at := bytes.Index(file, []byte("stsz"))
	binary.BigEndian.PutUint32(file[at+8:], 1<<30)
	if _, err := mp4.Inspect(bytes.NewReader(file), int64(len(file))); err == nil || !strings.Contains(err.Error(), "its samples are larger than the file") {
		t.Errorf("got %v", err)
	}
}

// TestInspect_SecondScale: samples that were measured by another time scale have only an average.
func TestInspect_SecondScale(t *testing.T) {
	t.Parallel()
	file := mp4test.Movie{Late: true, Mute: true}.Bytes()
	boxAt := func(kind string) (from, to int) {
		from = bytes.Index(file, []byte(kind)) - 4
		return from, from + int(binary.BigEndian.Uint32(file[from:]))
	}
	from, to := boxAt("mdhd")
	header := slices.Clone(file[from:to])
	binary.BigEndian.PutUint32(header[20:], 10*mp4test.Scale)
	_, end := boxAt("mdia")
	for _, kind := range []string{"moov", "trak", "mdia"} {
		from, to := boxAt(kind)
		binary.BigEndian.PutUint32(file[from:], uint32(to-from+len(header)))
	}
	file = slices.Insert(file, end, header...)
	got, err := mp4.Inspect(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		t.Fatal(err)
	}
	if p := got.Tracks[0]; p.FrameRate != 300 || p.MaxFrameRate != 300 {
		t.Errorf("%+v", p)
	}
}
