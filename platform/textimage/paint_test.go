package textimage_test

import (
	"encoding/binary"
	"slices"
	"testing"
)

// withTables returns the font with two additional tables.
func withTables(font []byte, tags [2]string, content [2][]byte) []byte {
	const entrySize, headSize, more = 16, 12, 32
	count := int(binary.BigEndian.Uint16(font[4:]))
	entries := slices.Clone(font[headSize : headSize+entrySize*count])
	for e := entries; len(e) > 0; e = e[entrySize:] {
		binary.BigEndian.PutUint32(e[8:], binary.BigEndian.Uint32(e[8:])+more)
	}
	end := len(font) + more
	for i, tag := range tags {
		entry := append([]byte(tag), 0, 0, 0, 0)
		entry = binary.BigEndian.AppendUint32(entry, uint32(end))
		entries = append(entries, binary.BigEndian.AppendUint32(entry, uint32(len(content[i])))...)
		end += len(content[i])
	}
	head := slices.Clone(font[:headSize])
	binary.BigEndian.PutUint16(head[4:], uint16(count+len(tags)))
	return slices.Concat(head, entries, font[headSize+entrySize*count:], content[0], content[1])
}

func words(values ...int) (b []byte) {
	for _, v := range values {
		b = binary.BigEndian.AppendUint16(b, uint16(v))
	}
	return b
}

// paintedFont returns a font with one character, an A filled by the encoded paint fill. The palette
// is red and blue.
func paintedFont(tb testing.TB, character rune, fill []byte) []byte {
	tb.Helper()
	const glyphA = 36
	colr := slices.Concat(
		words(1, 0, 0, 0, 0, 0, 0), words(0, 34), make([]byte, 16), // The header, up to the list of glyphs.
		words(0, 1, glyphA, 0, 10),
		[]byte{10, 0, 0, 6}, words(glyphA), fill, // The outline of the A, filled.
	)
	cpal := slices.Concat(words(0, 2, 1, 2, 0, 14, 0), []byte{0, 0, 255, 255, 255, 0, 0, 255})
	return withTables(fontOf(tb, character), [2]string{"COLR", "CPAL"}, [2][]byte{colr, cpal})
}

func TestPaintedEmoji(t *testing.T) {
	t.Parallel()
	const one = 1 << 14 // 1 as F2DOT14.
	colours := slices.Concat([]byte{0}, words(2, 0, 0, one, one, 1, one))
	for name, fill := range map[string][]byte{
		"from left to right": slices.Concat([]byte{4, 0, 0, 16}, words(0, 0, 1400, 0, 0, 1000), colours),
		"around a corner":    slices.Concat([]byte{6, 0, 0, 16}, words(0, 0, 0, 0, 0, 1700), colours),
		"moved":              slices.Concat([]byte{14, 0, 0, 8}, words(200, 0), []byte{4, 0, 0, 16}, words(-200, 0, 1200, 0, -200, 1000), colours),
		"turned":             slices.Concat([]byte{24, 0, 0, 6}, words(one/2), []byte{4, 0, 0, 16}, words(0, 0, 0, -1400, 1000, 0), colours),
	} {
		m, missing := overlay(t, folderWith(t, "emoji.ttf", paintedFont(t, '🤖', fill)), text("🤖 🤖"))
		box := inked(m)
		if len(missing) > 0 || box.Empty() {
			t.Errorf("%s: missing %q, drawn at %v", name, missing, box)
			continue
		}
		left, right := m.NRGBAAt(box.Min.X+3, box.Max.Y-2), m.NRGBAAt(box.Max.X-4, box.Max.Y-2)
		if left.R < 180 || left.B > 80 || right.R > 110 || right.B < 140 || left.A < 200 || right.A < 200 {
			t.Errorf("%s: the ends are %v and %v", name, left, right)
		}
	}
}

// TestPaintedEmoji_GoesRound: drawing a glyph that paints itself ends.
func TestPaintedEmoji_GoesRound(t *testing.T) {
	t.Parallel()
	const glyphA = 36
	overlay(t, folderWith(t, "emoji.ttf", paintedFont(t, '🤖', append([]byte{11}, words(glyphA)...))), text("🤖"))
}

func FuzzPaint(f *testing.F) {
	f.Add(slices.Concat([]byte{4, 0, 0, 16}, words(0, 0, 1400, 0, 0, 1000), []byte{0}, words(1, 0, 0, 1<<14)))
	f.Add(slices.Concat([]byte{6, 0, 0, 16}, words(0, 0, 9, 0, 0, 1700), []byte{2}, words(1, 0, 0, 1<<14)))
	f.Add(slices.Concat([]byte{8, 0, 0, 12}, words(0, 0, 0, 1<<14), []byte{1}, words(1, 0, 0, 1<<14)))
	f.Add(slices.Concat([]byte{32, 0, 0, 8, 3, 0, 0, 8, 2}, words(0, 1<<14)))
	f.Add(slices.Concat([]byte{30, 0, 0, 12}, words(1<<13, 1<<13, 5, 5), []byte{2}, words(1, 1<<14)))
	f.Fuzz(func(t *testing.T, fill []byte) {
		overlay(t, folderWith(t, "emoji.ttf", paintedFont(t, '🤖', fill)), text("🤖"))
	})
}
