package heif_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"image"
	"io"
	"slices"
	"testing"

	"crier/platform/corpus"
	"crier/platform/imaging/heif"
)

func open(file []byte) (*heif.Picture, error) {
	return heif.Open(func(offset, n int64) ([]byte, error) {
		if offset < 0 || offset >= int64(len(file)) {
			return nil, nil
		}
		return file[offset:min(offset+n, int64(len(file)))], nil
	}, int64(len(file)))
}

func phonePicture(t testing.TB, name string) []byte {
	t.Helper()
	for _, c := range corpus.PhonePictures() {
		if c.Name == name {
			return c.Content
		}
	}
	t.Fatalf("no case is called %q", name)
	return nil
}

func TestOpen_SaysWhatThePictureIs(t *testing.T) {
	t.Parallel()
	p, err := open(phonePicture(t, "heic of a phone"))
	if err != nil {
		t.Fatal(err)
	}
	if p.Size != image.Pt(120, 100) || p.Orientation != 1 || p.HasProfile || p.Form != "8 bits a colour, in tiles" || p.Memory < 120*100 {
		t.Errorf("%+v", p)
	}
	turned, err := open(phonePicture(t, "heic turned"))
	if err != nil || turned.Size != image.Pt(64, 48) || turned.Orientation != 6 {
		t.Errorf("%+v, %v", turned, err)
	}
	if wide, err := open(phonePicture(t, "heic wide gamut")); err != nil || !wide.HasProfile || len(wide.Profile) < 128 {
		t.Errorf("%+v, %v", wide, err)
	}
	if p3, err := open(phonePicture(t, "heic P3 by code points")); err != nil || p3.Colours != (heif.Colours{Primaries: 12, Transfer: 13, Matrix: 6, FullRange: true}) {
		t.Errorf("%+v, %v", p3, err)
	}
	if coded, err := open(phonePicture(t, "avif P3 by its coding alone")); err != nil || coded.Colours != (heif.Colours{Primaries: 12, Transfer: 13, Matrix: 1}) {
		t.Errorf("%+v, %v", coded, err)
	}
}

func TestDecode_EndsWithItsContext(t *testing.T) {
	t.Parallel()
	p, err := open(phonePicture(t, "heic of a phone"))
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, _, err := p.Decode(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

// TestDecode_ColoursAtTheEdges: the colours at every edge are those a little further inside.
// Otherwise a picture of tiles has coloured lines. Each quarter of these pictures has one colour.
func TestDecode_ColoursAtTheEdges(t *testing.T) {
	t.Parallel()
	const inside, most = 4, 3
	for _, name := range []string{"heic of 3 by 4", "heic of odd sides", "heic 10 bit", "heic 4:2:2", "heic 4:4:4"} {
		p, err := open(phonePicture(t, name))
		if err != nil {
			t.Fatal(err)
		}
		decoded, _, err := p.Decode(t.Context())
		m, ok := decoded.(*image.YCbCr)
		if err != nil || !ok {
			t.Fatalf("%s: %T, %v", name, decoded, err)
		}
		size := m.Rect.Size()
		check := func(edge string, x, y, awayX, awayY int) {
			at, further := m.YCbCrAt(x, y), m.YCbCrAt(x+awayX, y+awayY)
			if distance(at.Cb, further.Cb) > most || distance(at.Cr, further.Cr) > most {
				t.Errorf("%s: %s, at %d, %d: %v, further inside %v", name, edge, x, y, at, further)
			}
		}
		// The middle, where two colours meet, is left out.
		for _, part := range []int{1, 2, 4, 5} {
			x, y := size.X*part/6, size.Y*part/6
			check("top", x, 0, 0, inside)
			check("bottom", x, size.Y-1, 0, -inside)
			check("left", 0, y, inside, 0)
			check("right", size.X-1, y, -inside, 0)
		}
	}
}

func distance(a, b uint8) uint8 { return max(a, b) - min(a, b) }

// TestOpen_HugeCounts: false counts in a small file cost neither memory nor time.
func TestOpen_HugeCounts(t *testing.T) {
	t.Parallel()
	good := phonePicture(t, "heic of a phone")
	for _, kind := range []string{"iinf", "iloc", "ipma", "dimg", "hvcC", "clap", "ispe", "pitm", "ipco", "meta", "hdlr"} {
		at := bytes.Index(good, []byte(kind))
		for from := range 24 {
			for length := 1; length <= 8; length *= 2 {
				bad := slices.Clone(good)
				if at < 0 || at+4+from+length > len(bad) {
					continue
				}
				copy(bad[at+4+from:], bytes.Repeat([]byte{0xff}, length))
				_, _ = open(bad)
			}
		}
	}
	many := slices.Repeat(binary.BigEndian.AppendUint64(nil, 8<<32|0x66726565), 10_000)
	if _, err := open(many); err == nil {
		t.Error("10,000 boxes of nothing are a picture")
	}
	if _, err := open(slices.Concat(good[:28], []byte("\x7f\xff\xff\xffmeta"), good[36:])); !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("a box of 2 GB: %v", err)
	}
}

func FuzzOpen(f *testing.F) {
	for _, c := range corpus.PhonePictures() {
		f.Add(c.Content)
	}
	f.Fuzz(func(t *testing.T, file []byte) {
		p, err := open(file)
		if err == nil && (p.Size.X <= 0 || p.Size.Y <= 0 || p.Orientation < 1 || p.Orientation > 8 || p.Memory <= 0) {
			t.Errorf("%+v", p)
		}
	})
}
