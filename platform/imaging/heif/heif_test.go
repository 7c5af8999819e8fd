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
