package main

import (
	"encoding"
	"strings"
)

// word is one of a few words. It may be written in capitals too, as crier posts list shows a status.
type word string

var _ encoding.TextUnmarshaler = (*word)(nil)

// UnmarshalText reads the word.
func (w *word) UnmarshalText(text []byte) error {
	*w = word(strings.ToLower(string(text)))
	return nil
}
