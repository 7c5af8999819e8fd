package imaging_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"image"
	"io"
	"slices"
	"testing"

	"crier/platform/imaging"
)

func TestNormalise_LeavesNoMetadata(t *testing.T) {
	t.Parallel()
	const secret = "GPS 52.5 13.4"
	jpg := withSegments(jpegOf(t, quad()),
		exifSegment(append(exif(binary.LittleEndian, 1), secret...)),
		segment(0xe1, "http://ns.adobe.com/xap/1.0/\x00"+secret), segment(0xed, "Photoshop 3.0\x00"+secret), segment(0xfe, secret))
	jpg = append(append(jpg, iccSegments(p3Profile(), 1)[0]...), secret...)
	pic := withChunks(pngOf(t, quad()), pngChunk("tEXt", []byte("Comment\x00"+secret)), pngChunk("eXIf", append(exif(binary.BigEndian, 1), secret...)))
	web := riff(vp8x(1<<2|1<<3, quadWidth, quadHeight), webpChunks(fixture(t, "quad-lossy.webp")),
		riffChunk("EXIF", append(exif(binary.BigEndian, 1), secret...)), riffChunk("XMP ", []byte(secret)))
	for name, file := range map[string][]byte{"jpeg": jpg, "png": pic, "webp": web} {
		_, out, thumb, err := normalise(t, file, imaging.Options{})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		for _, made := range [][]byte{out, thumb} {
			// Tables, the frame, more tables, one scan: a baseline JPEG needs nothing else.
			if got, want := markers(t, made), []byte{0xdb, 0xc0, 0xc4, 0xda}; !slices.Equal(got, want) {
				t.Errorf("%s: segments %x, want %x", name, got, want)
			}
			if bytes.Contains(made, []byte(secret)) || !bytes.HasSuffix(made, []byte{0xff, 0xd9}) {
				t.Errorf("%s: there is something of the source left", name)
			}
		}
	}
}

func markers(t *testing.T, file []byte) []byte {
	t.Helper()
	var all []byte
	for at := 2; at+4 <= len(file); {
		marker := file[at+1]
		all = append(all, marker)
		at += 2 + int(binary.BigEndian.Uint16(file[at+2:]))
		if marker != 0xda {
			continue
		}
		for i := at; i+1 < len(file)-2; i++ {
			if file[i] == 0xff && file[i+1] != 0 {
				t.Errorf("a marker %x within the scan", file[i+1])
			}
		}
		break
	}
	return all
}

func TestNormalise_Writes420Baseline(t *testing.T) {
	t.Parallel()
	for name, file := range map[string][]byte{"4:2:0": jpegOf(t, quad()), "with a profile": withSegments(jpegOf(t, quad()), iccSegments(p3Profile(), 1)...)} {
		_, out, _, err := normalise(t, file, imaging.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if m, ok := decoded(t, out).(*image.YCbCr); !ok || m.SubsampleRatio != image.YCbCrSubsampleRatio420 {
			t.Errorf("%s: decoded to %T", name, decoded(t, out))
		}
	}
}

func TestNormalise_LowersTheQualityUntilItFits(t *testing.T) {
	t.Parallel()
	file := jpegOf(t, noise(120, 90))
	res, out, _, err := normalise(t, file, imaging.Options{MaxBytes: 4_000})
	if err != nil {
		t.Fatal(err)
	}
	if len(out) >= 4_000 || res.Quality >= 85 || res.Bytes != len(out) || !slices.Contains(res.Warnings, imaging.QualityLowered) {
		t.Errorf("%d bytes, result %+v", len(out), res)
	}
	again, exact, _, err := normalise(t, file, imaging.Options{MaxBytes: len(out), Quality: res.Quality})
	if err != nil || again.Quality >= res.Quality || len(exact) >= len(out) {
		t.Errorf("a file of exactly the limit was taken as smaller: %+v, %v", again, err)
	}
	_, out, _, err = normalise(t, file, imaging.Options{MaxBytes: 700})
	if e := refusal(t, "700 bytes", err); e.Reason != imaging.TooLarge || len(out) != 0 {
		t.Errorf("got %+v and %d bytes", e, len(out))
	}
}

func TestNormalise_WithoutThumbnail(t *testing.T) {
	t.Parallel()
	var dst bytes.Buffer
	res, err := imaging.Normalise(t.Context(), bytes.NewReader(jpegOf(t, quad())), &dst, nil, imaging.Options{})
	if err != nil || res.ThumbWidth != 0 || dst.Len() == 0 {
		t.Errorf("%+v, %v", res, err)
	}
}

func TestNormalise_PassesOnTheErrorsOfItsStreams(t *testing.T) {
	t.Parallel()
	broken := errors.New("broken stream")
	file := jpegOf(t, noise(300, 300))
	for name, run := range map[string]func() error{
		"read": func() error {
			_, err := imaging.Normalise(t.Context(), &failingReader{Reader: bytes.NewReader(file), after: 10_000, err: broken}, io.Discard, io.Discard, imaging.Options{})
			return err
		},
		"write": func() error {
			_, err := imaging.Normalise(t.Context(), bytes.NewReader(file), failingWriter{broken}, io.Discard, imaging.Options{})
			return err
		},
		"write the thumbnail": func() error {
			_, err := imaging.Normalise(t.Context(), bytes.NewReader(file), io.Discard, failingWriter{broken}, imaging.Options{})
			return err
		},
	} {
		if err := run(); !errors.Is(err, broken) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

type failingReader struct {
	*bytes.Reader
	after int64
	err   error
}

func (r *failingReader) Read(p []byte) (int, error) {
	if at, _ := r.Seek(0, io.SeekCurrent); at >= r.after {
		return 0, r.err
	}
	return r.Reader.Read(p)
}

type failingWriter struct{ err error }

func (w failingWriter) Write([]byte) (int, error) { return 0, w.err }
