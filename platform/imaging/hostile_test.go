package imaging_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"image"
	"image/jpeg"
	"io"
	"slices"
	"strings"
	"testing"

	"crier/platform/corpus"
	"crier/platform/imaging"
)

// samples are small files of every coding.
func samples(t testing.TB) map[string][]byte {
	t.Helper()
	return map[string][]byte{
		"gif":              corpus.AnimatedGIF(40, 30, 1, 0),
		"gif animation":    corpus.AnimatedGIF(20, 15, 3, 10),
		"heic":             phonePicture(t, "heic of 3 by 4"),
		"heic grid":        phonePicture(t, "heic of a phone"),
		"avif":             phonePicture(t, "avif 10 bit with alpha"),
		"jpeg":             withSegments(jpegOf(t, quad()), append([][]byte{exifSegment(exif(binary.BigEndian, 6))}, iccSegments(p3Profile(), 2)...)...),
		"jpeg progressive": fixture(t, "quad-progressive.jpg"),
		"jpeg cmyk":        fixture(t, "quad-cmyk.jpg"),
		"png":              withChunks(pngOf(t, quad()), pngChunk("eXIf", exif(binary.LittleEndian, 3)), iccpChunk(t, p3Profile())),
		"png interlaced":   fixture(t, "quad-interlaced.png"),
		"webp lossy":       fixture(t, "quad-lossy.webp"),
		"webp alpha":       fixture(t, "quad-alpha.webp"),
		"webp lossless":    riff(vp8x(1<<5|1<<3, quadWidth, quadHeight), riffChunk("ICCP", p3Profile()), webpChunks(fixture(t, "quad-lossless.webp")), riffChunk("EXIF", exif(binary.BigEndian, 8))),
		"webp animation":   riff(vp8x(webpAnimation|webpAlpha, 80, 60), riffChunk("ANIM", make([]byte, 6)), anmf(10, 12, quadWidth, quadHeight, webpChunks(fixture(t, "quad-alpha.webp")))),
	}
}

// phonePicture returns a file of the corpus.
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

// smallLimits bound the cost of a hostile sample in a test.
func smallLimits() imaging.Options {
	return imaging.Options{MaxPixels: 1 << 20, MaxSide: 4096, MaxMemory: 16 << 20, MaxWidth: 64, ThumbWidth: 16}
}

// checkOutcome fails unless a file is either refused with a sentence or gives valid pictures. It
// returns the refusal.
func checkOutcome(t testing.TB, name string, file []byte, opts imaging.Options) *imaging.Error {
	t.Helper()
	res, out, thumb, err := normalise(t, file, opts)
	if err != nil {
		e := refusal(t, name, err)
		if e.Message == "" || !strings.HasSuffix(e.Message, ".") || len(out)+len(thumb) != 0 {
			t.Fatalf("%s: message %q, %d bytes written", name, e.Message, len(out)+len(thumb))
		}
		return e
	}
	for _, made := range [][]byte{out, thumb} {
		if _, err := jpeg.Decode(bytes.NewReader(made)); err != nil {
			t.Fatalf("%s: %+v, but %v", name, res, err)
		}
	}
	return nil
}

func TestHostile_CutAnywhere(t *testing.T) {
	t.Parallel()
	for name, file := range samples(t) {
		if e := checkOutcome(t, name, file, smallLimits()); e != nil {
			t.Errorf("%s: the whole file was refused: %v", name, e)
		}
		for n := range file {
			e := checkOutcome(t, name, file[:n], smallLimits())
			if e == nil {
				t.Errorf("%s: cut to %d of %d bytes it was taken", name, n, len(file))
				continue
			}
			if n >= 12 && e.Reason != imaging.Damaged {
				t.Errorf("%s: cut to %d: %v", name, n, e)
			}
		}
		if e := checkOutcome(t, name, file[:len(file)-1], smallLimits()); e != nil && !strings.Contains(e.Message, "cut off: it ends after") {
			t.Errorf("%s: without its last byte: %v", name, e)
		}
	}
}

// TestHostile_CutOffIsSaid: a truncated photo is reported as cut off, wherever it ends.
func TestHostile_CutOffIsSaid(t *testing.T) {
	t.Parallel()
	for name, file := range map[string][]byte{"jpeg": jpegOf(t, noise(300, 300)), "png": pngOf(t, noise(100, 100))} {
		for n := len(file) / 8; n < len(file)-2; n += 997 {
			if e := checkOutcome(t, name, file[:n], smallLimits()); e == nil || !strings.Contains(e.Message, "cut off: it ends after") {
				t.Errorf("%s: cut to %d of %d: %v", name, n, len(file), e)
			}
		}
	}
	pic := pngOf(t, quad())
	short := slices.Concat(pngHeader(quadWidth, 2*quadHeight, 8, 2, 0)[:ihdrEnd], pic[ihdrEnd:])
	if e := checkOutcome(t, "half of its rows", short, smallLimits()); e == nil || !strings.Contains(e.Message, "damaged: it stops making sense") {
		t.Errorf("a whole file with half of its rows: %v", e)
	}
}

// stride skips most variants of files that are slow to decode; the fuzz targets cover the rest.
func stride(name string) int {
	if strings.HasPrefix(name, "heic") || name == "avif" {
		return 11
	}
	return 1
}

func TestHostile_FlippedBits(t *testing.T) {
	t.Parallel()
	for name, file := range samples(t) {
		masks := []byte{1, 0x80, 0xff, 0x10}
		for i := 0; i < len(file); i += stride(name) {
			bad := bytes.Clone(file)
			bad[i] ^= masks[i%len(masks)]
			_ = checkOutcome(t, name, bad, smallLimits())
		}
	}
}

func TestHostile_ZeroedRanges(t *testing.T) {
	t.Parallel()
	for name, file := range samples(t) {
		for _, length := range []int{4, 64} {
			for at := 0; at < len(file); at += 13 * stride(name) {
				bad := bytes.Clone(file)
				clear(bad[at:min(at+length, len(bad))])
				_ = checkOutcome(t, name, bad, smallLimits())
			}
		}
	}
}

// bomb is a file that claims more than it may get, or is not what it claims to be.
type bomb struct {
	file   []byte
	reason imaging.Reason
	// says is a part of the sentence.
	says string
}

func bombs(t testing.TB) map[string]bomb {
	t.Helper()
	arithmetic := bytes.Replace(jpegOf(t, quad()), []byte{0xff, 0xc0}, []byte{0xff, 0xc9}, 1)
	lossless := bytes.Replace(jpegOf(t, quad()), []byte{0xff, 0xc0}, []byte{0xff, 0xc3}, 1)
	deep := jpegOf(t, quad())
	deep[bytes.Index(deep, []byte{0xff, 0xc0})+4] = 12
	thirds := jpegOf(t, quad())
	thirds[bytes.Index(thirds, []byte{0xff, 0xc0})+11] = 0x31
	return map[string]bomb{
		"png 30,000 x 30,000":        {pngHeader(30_000, 30_000, 8, 2, 0), imaging.TooLarge, "30,000 x 30,000 pixels; no side may be longer than 16,384"},
		"png 16,000 x 16,000":        {pngHeader(16_000, 16_000, 8, 2, 0), imaging.TooLarge, "256.0 megapixels; at most 80.0"},
		"png of the longest sides":   {pngHeader(1<<31-1, 1<<31-1, 8, 2, 0), imaging.Unsupported, "dimension overflow"},
		"png of a long side":         {pngHeader(1<<31-1, 1, 8, 2, 0), imaging.TooLarge, "no side may be longer"},
		"png of no side":             {pngHeader(0, 10, 8, 2, 0), imaging.Damaged, "damaged"},
		"png 16 bit, interlaced":     {pngHeader(8000, 9000, 16, 6, 1), imaging.TooLarge, "72.0 megapixels; at most 55.9 are allowed for a PNG picture of this form (16 bits a colour, interlaced)"},
		"jpeg 65,535 x 65,535":       {jpegSized(t, 65_535, 65_535), imaging.TooLarge, "65,535 x 65,535"},
		"jpeg 25,000 x 10,000":       {jpegSized(t, 25_000, 10_000), imaging.TooLarge, "250.0 megapixels; at most 240.0 are allowed. Make it smaller"},
		"jpeg of no height":          {jpegSized(t, 100, 0), imaging.Damaged, "gives no size"},
		"jpeg promising too much":    {jpegSized(t, 8000, 8000), imaging.Damaged, "stops making sense near byte"},
		"jpeg progressive and large": {progressiveSized(t, 9000, 8000), imaging.TooLarge, "72.0 megapixels; at most"},
		"jpeg arithmetic-coded":      {arithmetic, imaging.Unsupported, "arithmetic-coded JPEG"},
		"jpeg lossless":              {lossless, imaging.Unsupported, "lossless JPEG"},
		"jpeg of 12 bits":            {deep, imaging.Unsupported, "other than 8 bits"},
		"jpeg sampled by thirds":     {thirds, imaging.Unsupported, "subsampling"},
		"webp canvas":                {riff(vp8x(webpAnimation, 1<<24, 1<<24), anmf(0, 0, 64, 48, webpChunks(fixture(t, "quad-lossy.webp")))), imaging.TooLarge, "16,777,216"},
		"webp lossless 16,384":       {riff(riffChunk("VP8L", []byte{0x2f, 0xff, 0xff, 0xff, 0x0f, 0})), imaging.TooLarge, "268.4 megapixels"},
		"webp frame off its canvas":  {riff(vp8x(webpAnimation, 100, 80), anmf(60, 60, 64, 48, webpChunks(fixture(t, "quad-lossy.webp")))), imaging.Damaged, "damaged"},
		"webp frame within a frame":  {riff(vp8x(webpAnimation, 64, 48), anmf(0, 0, 64, 48, anmf(0, 0, 64, 48, webpChunks(fixture(t, "quad-lossy.webp"))))), imaging.Damaged, "damaged"},
		"webp of other frames":       {riff(vp8x(webpAnimation, 64, 48), anmf(0, 0, 32, 48, webpChunks(fixture(t, "quad-lossy.webp")))), imaging.Damaged, "damaged"},
		"webp without a picture":     {riff(vp8x(0, 64, 48)), imaging.Damaged, "damaged"},
		"webp that holds a film":     {riff(riffChunk("LIST", []byte("hdrl"))), imaging.Damaged, "damaged"},
		"html behind a jpeg's magic": {[]byte("\xff\xd8\xff<html><script>alert(1)</script>"), imaging.Damaged, "stops making sense near byte"},
		"jpeg behind a png's magic":  {append([]byte("\x89PNG\r\n\x1a\n"), jpegOf(t, quad())...), imaging.Damaged, "damaged"},
		"pdf around a jpeg":          {append([]byte("%PDF-1.4\n"), jpegOf(t, quad())...), imaging.Unsupported, "The file is a PDF document; pictures must be JPEG, PNG, WebP, HEIC, AVIF or GIF files."},
		"heic without a picture":     {[]byte(box("ftyp", "heic\x00\x00\x00\x00mif1heic")), imaging.Damaged, "The file is cut off: it ends after 24 bytes"},
		"svg":                        {[]byte("<svg onload='alert(1)'/>"), imaging.Unsupported, "an SVG drawing"},
		"a video":                    {[]byte(box("ftyp", "isom\x00\x00\x00\x00isom")), imaging.Unsupported, "an MP4 video"},
		"nothing":                    {nil, imaging.Unsupported, "of an unknown type"},
		"zeros":                      {make([]byte, 1<<20), imaging.Unsupported, "of an unknown type"},
	}
}

// pngHeader returns the first chunk of a PNG file and the beginning of its IDAT data.
func pngHeader(w, h uint32, depth, colour, interlaced byte) []byte {
	body := binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(nil, w), h)
	body = append(body, depth, colour, 0, 0, interlaced)
	return slices.Concat([]byte("\x89PNG\r\n\x1a\n"), pngChunk("IHDR", body), pngChunk("IDAT", []byte{0x78, 0x9c, 0x63}))
}

func jpegSized(t testing.TB, w, h uint16) []byte {
	t.Helper()
	return resized(jpegOf(t, quad()), 0xc0, w, h)
}

func progressiveSized(t testing.TB, w, h uint16) []byte {
	t.Helper()
	return resized(fixture(t, "quad-progressive.jpg"), 0xc2, w, h)
}

// resized changes the size in a JPEG file's frame header.
func resized(file []byte, marker byte, w, h uint16) []byte {
	at := bytes.Index(file, []byte{0xff, marker}) + 5
	binary.BigEndian.PutUint16(file[at:], h)
	binary.BigEndian.PutUint16(file[at+2:], w)
	return file
}

func TestHostile_BombsAndImpostors(t *testing.T) {
	t.Parallel()
	for name, b := range bombs(t) {
		e := checkOutcome(t, name, b.file, imaging.Options{})
		if e == nil {
			t.Errorf("%s: taken", name)
			continue
		}
		if e.Reason != b.reason || !strings.Contains(e.Message, b.says) {
			t.Errorf("%s: got %s, %q; want %s, %q", name, e.Reason, e.Message, b.reason, b.says)
		}
		if (e.Reason == imaging.TooLarge) != (e.Width > 0 && e.Height > 0) {
			t.Errorf("%s: figures %d x %d", name, e.Width, e.Height)
		}
	}
}

func TestHostile_GoodPicturesInBadCompany(t *testing.T) {
	t.Parallel()
	jpg, pic := jpegOf(t, quad()), pngOf(t, quad())
	empty := make([][]byte, imaging.MaxChunks+10)
	for i := range empty {
		empty[i] = pngChunk("teSt", nil)
	}
	many := make([][]byte, 20_000)
	for i := range many {
		many[i] = segment(0xe5, "")
	}
	for name, file := range map[string][]byte{
		"jpeg and an archive":         append(bytes.Clone(jpg), "PK\x03\x04..."...),
		"two jpegs":                   append(bytes.Clone(jpg), jpegOf(t, noise(20, 20))...),
		"jpeg of many segments":       withSegments(jpg, many...),
		"jpeg with filling":           withSegments(jpg, []byte{0xff, 0xff, 0xff, 0xff}, exifSegment(exif(binary.BigEndian, 1))),
		"jpeg, exif of nonsense":      withSegments(jpg, exifSegment([]byte("II*\x00\xff\xff\xff\xff\xff\xff"))),
		"jpeg, exif of orientation 9": withSegments(jpg, exifSegment(exif(binary.LittleEndian, 9))),
		"png and a page":              append(bytes.Clone(pic), "<script>"...),
		"png of many chunks":          withChunks(pic, empty...),
		"png, page in a comment":      withChunks(pic, pngChunk("tEXt", []byte("x\x00<script>"))),
		"webp and a page":             append(fixture(t, "quad-lossless.webp"), "<script>"...),
	} {
		res, out, _, err := normalise(t, file, imaging.Options{})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if len(res.Warnings) != 0 || bytes.Contains(out, []byte("script")) {
			t.Errorf("%s: %+v", name, res)
		}
		checkQuarters(t, name, decoded(t, out), quadColours(), 5)
	}
}

// TestHostile_IgnoredChunks: the decoder, which allocates 4 KiB for each chunk that it ignores,
// gets next to none of them.
func TestHostile_IgnoredChunks(t *testing.T) {
	t.Parallel()
	const number = 10_000
	pic := pngOf(t, quad())
	comments, pixels := bytes.Repeat(pngChunk("teSt", []byte("a")), number), bytes.Repeat(pngChunk("IDAT", nil), number)
	for name, file := range map[string][]byte{
		"before the pixels":  withChunks(pic, comments),
		"behind the pixels":  withLateChunk(pic, comments),
		"pixels at the end":  withLateChunk(pic, slices.Concat(pngChunk("teSt", nil), pixels)),
		"a wrong checksum":   withChunks(pic, comments, pngChunk("teSt", nil)[:11], []byte{1}, comments),
		"a missing checksum": withChunks(pic, comments)[:ihdrEnd+len(comments)-2],
	} {
		passed, err := io.ReadAll(imaging.PNGChunks(bytes.NewReader(file)))
		if refused := checkOutcome(t, name, file, smallLimits()); (refused != nil) != (err != nil) || len(passed) > len(pic)+64 {
			t.Errorf("%s: %d of %d bytes, %v, refused: %v", name, len(passed), len(file), err, refused)
		}
	}
}

func TestNormalise_EndsWithItsContext(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	src := &cancellingReader{Reader: bytes.NewReader(jpegOf(t, noise(300, 300))), at: 50_000, cancel: cancel}
	_, err := imaging.Normalise(ctx, src, io.Discard, io.Discard, imaging.Options{})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

// cancellingReader cancels a context once it has been read up to an offset.
type cancellingReader struct {
	*bytes.Reader
	at     int64
	cancel func()
}

func (r *cancellingReader) Read(p []byte) (int, error) {
	if at, _ := r.Seek(0, io.SeekCurrent); at >= r.at {
		r.cancel()
	}
	return r.Reader.Read(p)
}

func TestGuard_TurnsPanicsIntoErrors(t *testing.T) {
	t.Parallel()
	err := imaging.Guard(func() error { panic("index out of range") })
	if err == nil || !strings.Contains(err.Error(), "index out of range") || !strings.Contains(err.Error(), "hostile_test.go") {
		t.Errorf("got %v", err)
	}
}

func TestInspect_ReadsWithoutDecoding(t *testing.T) {
	t.Parallel()
	want := imaging.Inspected{Width: 20_000, Height: 10, Orientation: 6, ProfileBytes: len(p3Profile()), HasProfile: true}
	jpg := withSegments(jpegSized(t, 20_000, 10), append([][]byte{exifSegment(exif(binary.BigEndian, 6))}, iccSegments(p3Profile(), 3)...)...)
	pic := slices.Concat(pngHeader(20_000, 10, 8, 2, 0), pngChunk("eXIf", exif(binary.LittleEndian, 6)))
	pic = withChunks(pic, iccpChunk(t, p3Profile()))
	for kind, file := range map[imaging.Kind][]byte{imaging.JPEG: jpg, imaging.PNG: pic} {
		if got, err := imaging.Inspect(file, kind); err != nil || got != want {
			t.Errorf("%s: got %+v, %v", kind, got, err)
		}
	}
}

// The planes of a decoded picture may be larger than the picture.
func TestNormalise_IgnoresPadding(t *testing.T) {
	t.Parallel()
	m := image.NewYCbCr(image.Rect(0, 0, 31, 17), image.YCbCrSubsampleRatio420)
	for i := range m.Y {
		m.Y[i] = 235
	}
	for i := range m.Cb {
		m.Cb[i], m.Cr[i] = 128, 128
	}
	_, out, _, err := normalise(t, jpegOf(t, m), imaging.Options{})
	if err != nil {
		t.Fatal(err)
	}
	got, ok := decoded(t, out).(*image.YCbCr)
	if !ok || got.YCbCrAt(30, 16).Y < 233 || got.YCbCrAt(30, 16).Y > 237 {
		t.Errorf("the corner is %v", got.YCbCrAt(30, 16))
	}
}
