package database

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// MostPatterns is how many patterns Containing returns at most.
const MostPatterns = 4

var likeEscaper = strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`)

// Containing returns patterns for LIKE ? ESCAPE '\', of which one matches a text that contains the
// part, whether in capital or in small letters. LIKE ignores that only within ASCII: any other part
// is looked for as it is, in small letters, in capitals and with a capital first. No text matches a
// part with a NUL, for which there is no pattern: LIKE would end there.
func Containing(part string) []string {
	if strings.ContainsRune(part, 0) {
		return nil
	}
	spellings := []string{part}
	if strings.ContainsFunc(part, func(r rune) bool { return r >= utf8.RuneSelf }) {
		_, first := utf8.DecodeRuneInString(part)
		spellings = append(spellings, strings.ToLower(part), strings.ToUpper(part), strings.ToUpper(part[:first])+strings.ToLower(part[first:]))
		slices.Sort(spellings)
		spellings = slices.Compact(spellings)
	}
	for i, spelling := range spellings {
		spellings[i] = "%" + likeEscaper.Replace(spelling) + "%"
	}
	return spellings
}
