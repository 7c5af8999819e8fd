package textimage

import (
	"cmp"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/go-text/typesetting/font"
)

const (
	// maxFontFiles and maxEntries bound how many fonts are looked at, and how many entries of
	// folders.
	maxFontFiles = 1500
	maxEntries   = 20_000
)

// systemFonts are the fonts that are installed. Each is opened at most once, and only to look for
// something that the built-in font does not have.
type systemFonts struct {
	folders []string
	listed  bool
	files   []*fontFile
}

// SystemFontFolders returns where this system keeps fonts. Some folders may not exist.
func SystemFontFolders() []string {
	home, err := os.UserHomeDir()
	own := func(path ...string) []string {
		if err != nil {
			return nil
		}
		return []string{filepath.Join(append([]string{home}, path...)...)}
	}
	switch runtime.GOOS {
	case "windows":
		root := cmp.Or(os.Getenv("SYSTEMROOT"), `C:\Windows`)
		return append([]string{filepath.Join(root, "Fonts")}, own("AppData", "Local", "Microsoft", "Windows", "Fonts")...)
	case "darwin":
		return append([]string{"/System/Library/Fonts", "/Library/Fonts"}, own("Library", "Fonts")...)
	default:
		shared := []string{"/usr/share/fonts", "/usr/local/share/fonts", "/run/host/fonts"}
		return append(append(shared, own(".local", "share", "fonts")...), own(".fonts")...)
	}
}

// find returns an installed font that has the character, for emoji or for anything else, or nil.
func (s *systemFonts) find(character []rune, emoji bool) *font.Face {
	s.list()
	for _, file := range s.files {
		if file.emoji != emoji {
			continue
		}
		if face := file.find(character); face != nil {
			return face
		}
	}
	return nil
}

func (s *systemFonts) list() {
	if s.listed {
		return
	}
	s.listed = true
	seen := 0
	for _, folder := range s.folders {
		// What cannot be read has no fonts for us.
		_ = filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
			if seen++; seen > maxEntries || len(s.files) == maxFontFiles {
				return filepath.SkipAll
			}
			if err == nil && !d.IsDir() && isFontName(path) {
				s.files = append(s.files, newFontFile(path))
			}
			return nil
		})
	}
	slices.SortStableFunc(s.files, func(a, b *fontFile) int {
		return cmp.Or(cmp.Compare(a.rank, b.rank), cmp.Compare(a.path, b.path))
	})
}

func isFontName(path string) bool {
	switch strings.ToLower(filepath.Ext(path)) {
	case ".ttf", ".otf", ".ttc", ".otc":
		return true
	default:
		return false
	}
}

// rank puts plain, upright sans-serif fonts first, by their file names.
func rank(name string) int {
	points := 0
	for word, cost := range map[string]int{
		"bold": 4, "italic": 4, "oblique": 4, "black": 4, "light": 2, "thin": 2, "medium": 1, "semi": 1, "condensed": 2, "narrow": 2,
		"serif": 2, "mono": 2, "math": 4, "kufi": 1, "nastaliq": 2, "looped": 1, "ui": 1, "fallback": 3,
	} {
		if strings.Contains(name, word) {
			points += cost
		}
	}
	if strings.Contains(name, "sansserif") || strings.Contains(name, "sans-serif") {
		points -= 2
	}
	if !strings.Contains(name, "regular") {
		points++
	}
	return points
}
