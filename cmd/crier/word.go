package main

import "strings"

// word is one of a few words. It may be written in capitals too, as crier posts list shows a status.
type word string

// UnmarshalText reads the word.
func (w *word) UnmarshalText(text []byte) error { //nolint:unparam // What reads a flag expects the error.
	*w = word(strings.ToLower(string(text)))
	return nil
}
