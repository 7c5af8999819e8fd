package datadir

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Spelled returns the path by which the system knows what somebody has named. Letters with accents
// can be written in two ways, a Mac and Linux write them differently, and most file systems take
// the two for different names. A name that is there as it is written stays, and so does one that is
// there in neither way.
func Spelled(path string) string {
	if !strings.ContainsFunc(path, func(r rune) bool { return r >= utf8.RuneSelf }) {
		return path
	}
	if _, err := os.Lstat(path); !errors.Is(err, fs.ErrNotExist) {
		return path
	}
	folder, name := filepath.Dir(path), filepath.Base(path)
	if folder == path {
		return path
	}
	spelled := Spelled(folder)
	entries, _ := os.ReadDir(spelled) // What cannot be read has no other name for it.
	composed := norm.NFC.String(name)
	for _, e := range entries {
		if norm.NFC.String(e.Name()) == composed {
			return filepath.Join(spelled, e.Name())
		}
	}
	if spelled == folder {
		return path
	}
	return filepath.Join(spelled, name)
}
