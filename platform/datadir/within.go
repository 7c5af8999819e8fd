package datadir

import (
	"os"
	"path/filepath"
)

// Within reports whether a path is the folder or in it, whatever links lead there and however its
// letters are written. Of a path that is not there it is asked of what it would be in. The answer
// is false for a folder that cannot be read.
func Within(folder, path string) bool {
	own, err := os.Stat(folder)
	if err != nil {
		return false
	}
	for {
		if real, err := filepath.EvalSymlinks(path); err == nil {
			path = real
		}
		if info, err := os.Stat(path); err == nil && os.SameFile(info, own) {
			return true
		}
		up := filepath.Dir(path)
		if up == path {
			return false
		}
		path = up
	}
}
