package textimage

import (
	"cmp"
	"io/fs"
	"os"
	"os/user"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/go-text/typesetting/font"
)

const (
	// maxFontFiles and maxEntries bound how many font files and folder entries are read.
	maxFontFiles = 1500
	maxEntries   = 20_000
)

// systemFonts are the installed fonts. Each file's character maps are read at most once, and only
// for a character that the built-in fonts lack.
type systemFonts struct {
	folders []string
	listed  bool
	files   []*fontFile
}

// SystemFontFolders returns the font folders of this system. Some may not exist.
func SystemFontFolders() []string {
	home, err := homeFolder()
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

// homeFolder returns the user's home folder. A picture worker has no environment, so that only the
// system's list of users has it there.
func homeFolder() (string, error) {
	if home, err := os.UserHomeDir(); err == nil {
		return home, nil
	}
	own, err := user.Current()
	if err != nil {
		return "", err
	}
	return own.HomeDir, nil
}

// find returns an installed font that has the character, or nil. emoji selects emoji fonts or all
// others.
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
		// Ignore folders that cannot be read.
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
	return slices.Contains([]string{".ttf", ".otf", ".ttc", ".otc"}, strings.ToLower(filepath.Ext(path)))
}

// rank rates a font by its file name: plain, upright sans-serif fonts come first.
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
