package main

import (
	"fmt"
	"unicode"
	"unicode/utf8"
)

// checkPlain refuses a text that would be published as something else than it shows: one that is
// not UTF-8, whose wrong bytes JSON replaces, or one with characters that tell a terminal what to
// do. A line may end as on any system, and a tab is a space.
func checkPlain(name, text string) error {
	if !utf8.ValidString(text) {
		return fmt.Errorf("%s is not UTF-8, so that its letters cannot be told; save it as UTF-8", name)
	}
	place := 0
	for _, r := range text {
		place++
		if r == utf8.RuneError {
			return fmt.Errorf("%s has the sign %c in place %d, which stands for a letter that was lost; write the letter", name, r, place)
		}
		if unicode.IsControl(r) && r != '\n' && r != '\r' && r != '\t' {
			return fmt.Errorf("%s has a control character (%U) in place %d, which nobody can read; take it out", name, r, place)
		}
	}
	return nil
}
