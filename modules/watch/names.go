package watch

import (
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"crier/platform/wiretime"
)

// isLeft reports whether a name is none of a picture, a video or a caption: it is hidden, belongs
// to a copy that is under way, or is kept beside pictures by a camera or a system.
func isLeft(name string) bool {
	small := strings.ToLower(name)
	switch filepath.Ext(small) {
	case ".part", ".partial", ".tmp", ".temp", ".crdownload", ".download", ".opdownload", ".filepart", ".swp", ".icloud", ".!sync", ".!ut", ".bts", ".aria2":
		return true
	case ".aae", ".xmp", ".thm", ".lrv", ".lnk", ".url":
		return true
	}
	return strings.HasPrefix(small, ".") || strings.HasPrefix(small, "~") || strings.HasSuffix(small, "~") || slices.Contains([]string{"thumbs.db", "desktop.ini", "icon\r"}, small)
}

// isCaption reports whether a name is that of a text.
func isCaption(name string) bool {
	return slices.Contains([]string{".txt", ".md"}, strings.ToLower(filepath.Ext(name)))
}

// stem is what a picture and its caption have in common.
func stem(name string) string { return strings.TrimSuffix(name, filepath.Ext(name)) }

var planned = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(\d{4}-\d{2}-\d{2})[ _T](\d{2})[.:h-](\d{2})(?:[ _]|$)`)
})

const lastYear = 2100

// plannedFor returns the time with which a name begins, nil for none, and for one that has passed:
// cameras write when they took a picture. A time that the zone's clocks skip is the next one that
// they show, and of one that they show twice it is the first.
func plannedFor(name string, now time.Time, zone *time.Location) *wiretime.Time {
	m := planned().FindStringSubmatch(stem(name))
	if m == nil {
		return nil
	}
	wall, err := wiretime.ParseLocal(m[1] + "T" + m[2] + ":" + m[3])
	if err != nil {
		return nil
	}
	_, at := wiretime.Resolve(wall, zone)
	if !at.Time().After(now) || at.Time().Year() > lastYear {
		return nil
	}
	return &at
}
