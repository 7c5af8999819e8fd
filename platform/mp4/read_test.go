package mp4_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"testing"
	"time"

	"crier/platform/mp4"
)

func box(kind string, content ...[]byte) []byte {
	body := bytes.Join(content, nil)
	return append(binary.BigEndian.AppendUint32(nil, uint32(len(body)+8)), append([]byte(kind), body...)...)
}

// header returns an mvhd of ten seconds.
func header() []byte {
	b := make([]byte, 100)
	binary.BigEndian.PutUint32(b[12:], 1000)
	binary.BigEndian.PutUint32(b[16:], 10_000)
	return box("mvhd", b)
}

// track returns a trak of the size, turned by a quarter if turned, in the version of its header.
func track(width, height int, turned bool, version byte) []byte {
	size := 84
	if version == 1 {
		size = 96
	}
	b := make([]byte, size)
	b[0] = version
	matrix := b[size-44:]
	one := []int{0, 16}
	if turned {
		one = []int{4, 12}
	}
	for _, at := range one {
		binary.BigEndian.PutUint32(matrix[at:], 1<<16)
	}
	binary.BigEndian.PutUint32(b[size-8:], uint32(width)<<16)
	binary.BigEndian.PutUint32(b[size-4:], uint32(height)<<16)
	return box("trak", box("tkhd", b))
}

func movie(content ...[]byte) []byte {
	return bytes.Join([][]byte{box("ftyp"), box("moov", content...), box("mdat", make([]byte, 8))}, nil)
}

func TestRead(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		file          []byte
		width, height int
	}{
		"upright":                {movie(header(), track(1080, 1920, false, 0)), 1080, 1920},
		"turned by its matrix":   {movie(header(), track(1920, 1080, true, 0)), 1080, 1920},
		"the long header":        {movie(header(), track(1080, 1920, false, 1)), 1080, 1920},
		"sound before pictures":  {movie(header(), track(0, 0, false, 0), track(540, 960, false, 0)), 540, 960},
		"a small one beside it":  {movie(header(), track(1080, 1920, false, 0), track(16, 16, false, 0)), 1080, 1920},
		"a track of nothing":     {movie(header(), box("trak", make([]byte, 16))), 0, 0},
		"a header cut off":       {movie(header(), box("trak", box("tkhd", make([]byte, 20)))), 0, 0},
		"no tracks":              {movie(header()), 0, 0},
		"tracks before the head": {movie(track(540, 960, false, 0), header()), 540, 960},
	} {
		got, err := mp4.Read(bytes.NewReader(c.file), int64(len(c.file)))
		if err != nil || got != (mp4.Movie{Duration: 10 * time.Second, Width: c.width, Height: c.height}) {
			t.Errorf("%s: %+v, %v", name, got, err)
		}
	}
	for name, file := range map[string][]byte{"nothing": nil, "no ftyp": box("moov", header()), "no moov": box("ftyp"), "noise": []byte("noise noise noise")} {
		if _, err := mp4.Read(bytes.NewReader(file), int64(len(file))); !errors.Is(err, mp4.ErrNotMovie) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add(movie(header(), track(1080, 1920, true, 1)))
	f.Add([]byte("\x00\x00\x00\x01moov\xff\xff\xff\xff\xff\xff\xff\xff"))
	f.Fuzz(func(t *testing.T, b []byte) {
		m, err := mp4.Read(bytes.NewReader(b), int64(len(b)))
		if err == nil && (m.Duration < 0 || m.Width < 0 || m.Height < 0 || m.Width > 1<<16 || m.Height > 1<<16) {
			t.Errorf("%+v", m)
		}
	})
}
