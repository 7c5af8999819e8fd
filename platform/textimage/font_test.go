package textimage_test

import (
	"bytes"
	"encoding/binary"
	"image/color"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"crier/platform/textimage"

	"golang.org/x/image/font/gofont/goregular"
)

// fontOf returns a font with one character, in the shape of an A.
func fontOf(tb testing.TB, character rune) []byte {
	tb.Helper()
	file := bytes.Clone(goregular.TTF)
	const glyphA = 36
	// One subtable, for Unicode (3, 10), of format 12, with one group.
	table := binary.BigEndian.AppendUint64(nil, 0x0000_0001_0003_000A)
	for _, v := range []uint32{12, 12 << 16, 28, 0, 1, uint32(character), uint32(character), glyphA} {
		table = binary.BigEndian.AppendUint32(table, v)
	}
	for entry := file[12:]; ; entry = entry[16:] {
		if string(entry[:4]) == "cmap" {
			binary.BigEndian.PutUint32(entry[8:], uint32(len(file)))
			binary.BigEndian.PutUint32(entry[12:], uint32(len(table)))
			return append(file, table...)
		}
	}
}

func collectionOf(font []byte) []byte {
	// The offsets of the font's tables are then wrong, except for that of the first one.
	return append([]byte("ttcf\x00\x01\x00\x00\x00\x00\x00\x01\x00\x00\x00\x10"), font...)
}

func TestSystemFonts(t *testing.T) {
	t.Parallel()
	with := fontOf(t, '日')
	if m, missing := overlay(t, folderWith(t, "Some-Regular.TTF", with), text("日")); len(missing) > 0 || inked(m).Empty() {
		t.Errorf("missing %q, drawn at %v", missing, inked(m))
	}
	if _, missing := overlay(t, folderWith(t, "Some.ttf", with), text("日本")); !slices.Equal(missing, []string{"本"}) {
		t.Errorf("missing %q", missing)
	}
	for name, file := range map[string][]byte{
		"readme.txt":     with,
		"empty.ttf":      nil,
		"cut.ttf":        with[:len(with)-10],
		"short.ttf":      with[:40],
		"text.otf":       []byte("this is no font, whatever it is called"),
		"collection.ttc": collectionOf(with)[:100],
		"many.ttc":       append([]byte("ttcf\x00\x01\x00\x00\xff\xff\xff\xff"), make([]byte, 1000)...),
	} {
		if _, missing := overlay(t, folderWith(t, name, file), text("日")); len(missing) != 1 {
			t.Errorf("%s was taken for a font", name)
		}
	}
}

// TestSystemFonts_Collection: every font of a collection is found, and a damaged one does not hide
// the others.
func TestSystemFonts_Collection(t *testing.T) {
	t.Parallel()
	const head = 12 + 2*4
	first, second := fontOf(t, '日'), fontOf(t, '月')
	file := []byte("ttcf\x00\x01\x00\x00\x00\x00\x00\x02")
	file = binary.BigEndian.AppendUint32(file, head)
	file = binary.BigEndian.AppendUint32(file, uint32(head+len(first)))
	for _, one := range [][]byte{first, second} {
		base := uint32(len(file))
		for entry := one[12 : 12+16*int(binary.BigEndian.Uint16(one[4:]))]; len(entry) > 0; entry = entry[16:] {
			binary.BigEndian.PutUint32(entry[8:], base+binary.BigEndian.Uint32(entry[8:]))
		}
		file = append(file, one...)
	}
	if _, missing := overlay(t, folderWith(t, "two.ttc", file), text("日月")); len(missing) > 0 {
		t.Errorf("missing %q", missing)
	}
	clear(file[head+12 : head+12+16]) // Damage the first font's first table.
	if _, missing := overlay(t, folderWith(t, "two.ttc", file), text("月")); len(missing) > 0 {
		t.Errorf("with one damaged, missing %q", missing)
	}
}

// TestSystemFonts_LyingTable: no memory is allocated for a table that claims to be larger than the
// file.
func TestSystemFonts_LyingTable(t *testing.T) {
	t.Parallel()
	font := fontOf(t, '日')
	for entry := font[12 : 12+16*int(binary.BigEndian.Uint16(font[4:]))]; len(entry) > 0; entry = entry[16:] {
		if string(entry[:4]) == "glyf" {
			binary.BigEndian.PutUint32(entry[12:], 0x1000_0000)
		}
	}
	allocated := testing.Benchmark(func(b *testing.B) {
		folders := folderWith(t, "liar.ttf", font)
		b.ReportAllocs()
		for b.Loop() {
			overlay(b, folders, text("日"))
		}
	}).AllocedBytesPerOp()
	if allocated > 64<<20 {
		t.Errorf("%d MB were allocated", allocated>>20)
	}
}

// TestSystemFonts_BreaksWhenDrawn: a font that can be read, and on which the font library panics
// when it shapes a text, does not keep the rest of the text from being drawn.
func TestSystemFonts_BreaksWhenDrawn(t *testing.T) {
	t.Parallel()
	font := fontOf(t, '日')
	const inPlaceOfATable = 135
	font[inPlaceOfATable] = '0'
	layer, missing := overlay(t, folderWith(t, "broken.ttf", font), text("a日"))
	if layer == nil || !slices.Equal(missing, []string{"日"}) {
		t.Errorf("missing %q", missing)
	}
}

func FuzzFont(f *testing.F) {
	font := fontOf(f, '日')
	f.Add(uint32(0), []byte("ttcf"))
	f.Add(uint32(12), []byte("CBDT\x00\x00\x00\x00\x00\x00\x01\x00\x00\x00\x00\x10"))
	f.Add(uint32(len(font)-28), []byte{0, 4, 0xff, 0xff})
	f.Fuzz(func(t *testing.T, at uint32, patch []byte) {
		broken := bytes.Clone(font)
		if uint64(at) < uint64(len(broken)) {
			copy(broken[at:], patch)
		}
		overlay(t, folderWith(t, "broken.ttf", broken), text("日 日"))
	})
}

func FuzzText(f *testing.F) {
	for _, s := range []string{"plain", "שלום 123", "مرحبا\nab", "👩🏾‍🚀🇵🇹1️⃣", "\u202e\u2066a\u2069\u202c", "e\u0301\u0302\u0303", "\u200d\ufe0f", "ﷺ", "नी", "\x00\x1b"} {
		f.Add(s, 0.06, 0.9, 0.0, false)
	}
	write := textimage.NewWriter(f)
	f.Fuzz(func(t *testing.T, s string, size, width, rotation float64, bold bool) {
		one := textimage.Text{
			Text: s, X: 0.5, Y: 0.5, Size: size, MaxWidth: width, Rotation: rotation, Bold: bold, Color: white(), Background: color.NRGBA{A: 0x80},
		}
		if !utf8.ValidString(s) || utf8.RuneCountInString(s) > 500 || strings.TrimSpace(s) == "" || !(size >= 0.01 && size <= 0.5) || !(width >= 0 && width <= 1) ||
			!(rotation >= -360 && rotation <= 360) {
			return
		}
		missing := write(one, overlayWidth, overlayHeight)
		if len(missing) > 20 {
			t.Errorf("%d are said to be missing", len(missing))
		}
		for _, m := range missing {
			if m == "" || len(m) > 64 || !utf8.ValidString(m) {
				t.Errorf("%q is said to be missing", m)
			}
		}
	})
}
