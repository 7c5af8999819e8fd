package textimage

import (
	"slices"
	"strings"
	"unicode"
)

const (
	textStyle  = 0xFE0E // asks for an emoji in black and white
	emojiStyle = 0xFE0F
)

// isEmoji reports whether a character is shown in colour, by default or by a variation selector.
func isEmoji(character []rune) bool {
	for i, r := range character {
		switch {
		case r == textStyle:
			return false
		case r == emojiStyle || i > 0 && isSkinTone(r):
			return true
		}
	}
	return len(character) > 0 && unicode.Is(colourful(), character[0])
}

func isSkinTone(r rune) bool { return r >= 0x1F3FB && r <= 0x1F3FF }

// colourful returns the code points that Unicode shows as emoji (Emoji_Presentation), rounded up to
// whole blocks above U+1F000.
func colourful() *unicode.RangeTable {
	return &unicode.RangeTable{
		R16: []unicode.Range16{
			{0x231A, 0x231B, 1},
			{0x23E9, 0x23EC, 1},
			{0x23F0, 0x23F3, 3},
			{0x25FD, 0x25FE, 1},
			{0x2614, 0x2615, 1},
			{0x2648, 0x2653, 1},
			{0x267F, 0x2693, 20},
			{0x26A1, 0x26AA, 9},
			{0x26AB, 0x26BD, 18},
			{0x26BE, 0x26C4, 6},
			{0x26C5, 0x26CE, 9},
			{0x26D4, 0x26EA, 22},
			{0x26F2, 0x26F3, 1},
			{0x26F5, 0x26FA, 5},
			{0x26FD, 0x2705, 8},
			{0x270A, 0x270B, 1},
			{0x2728, 0x274C, 36},
			{0x274E, 0x2753, 5},
			{0x2754, 0x2755, 1},
			{0x2757, 0x2795, 62},
			{0x2796, 0x2797, 1},
			{0x27B0, 0x27BF, 15},
			{0x2B1B, 0x2B1C, 1},
			{0x2B50, 0x2B55, 5},
		},
		R32: []unicode.Range32{
			{0x1F004, 0x1F0CF, 203},
			{0x1F18E, 0x1F191, 3},
			{0x1F192, 0x1F19A, 1},
			{0x1F1E6, 0x1F1FF, 1},
			{0x1F201, 0x1F21A, 25},
			{0x1F22F, 0x1F232, 3},
			{0x1F233, 0x1F236, 1},
			{0x1F238, 0x1F23A, 1},
			{0x1F250, 0x1F251, 1},
			{0x1F300, 0x1F64F, 1},
			{0x1F680, 0x1F6FF, 1},
			{0x1F7E0, 0x1F7EB, 1},
			{0x1F7F0, 0x1F90C, 284},
			{0x1F90D, 0x1F9FF, 1},
			{0x1FA70, 0x1FAFF, 1},
		},
	}
}

// isInvisible reports whether r needs no glyph: it is a space, or only affects how others are
// shown.
func isInvisible(r rune) bool {
	return unicode.IsSpace(r) || unicode.Is(unicode.Cf, r) || unicode.Is(unicode.Variation_Selector, r) || r == 0x034F
}

func isAllInvisible(character []rune) bool {
	return !slices.ContainsFunc(character, func(r rune) bool { return !isInvisible(r) })
}

// paragraphs splits the text at its line breaks and removes control characters.
func paragraphs(text string) [][]rune {
	text = strings.NewReplacer("\r\n", "\n", "\r", "\n", "\v", "\n", "\f", "\n", "\u0085", "\n", "\u2028", "\n", "\u2029", "\n", "\t", " ").Replace(text)
	var all [][]rune
	for line := range strings.SplitSeq(strings.Trim(text, "\n"), "\n") {
		all = append(all, []rune(strings.Map(func(r rune) rune {
			if unicode.IsControl(r) {
				return -1
			}
			return r
		}, line)))
	}
	return all
}
