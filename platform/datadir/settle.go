package datadir

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// ReadySuffix ends the name of a restored folder that is whole and about to take the place of the
// one beside it.
const ReadySuffix = ".restored"

// Settle returns where the folder at path really is, past links. When a restore was ended between
// its last two steps, by a death or a power cut, it takes the last one: the former folder has been
// moved away, and the restored one gets its name. So there is always one of the two.
func Settle(path string) (string, error) {
	path, err := absolute(path)
	if err != nil {
		return "", err
	}
	if real, err := filepath.EvalSymlinks(path); err == nil {
		return real, nil
	} else if !errors.Is(err, fs.ErrNotExist) {
		return "", err
	}
	// A link to a folder that has been moved away is followed to where that was.
	if target, err := os.Readlink(path); err == nil {
		if !filepath.IsAbs(target) {
			target = filepath.Join(filepath.Dir(path), target)
		}
		path = target
	}
	if _, err := os.Lstat(path); !errors.Is(err, fs.ErrNotExist) {
		return path, err
	}
	former, err := filepath.Glob(escaped(path) + ".before-restore-*")
	if err != nil || len(former) == 0 {
		return path, err // Nothing was moved away: what is ready beside it may belong to a restore that goes on.
	}
	if err := os.Rename(path+ReadySuffix, path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return "", fmt.Errorf("put the restored data folder %s in its place: %w", path+ReadySuffix, err)
	}
	return path, nil
}

// settled returns the absolute path, links as they are, after Settle where nothing is there.
func settled(path string) (string, error) {
	abs, err := absolute(path)
	if err != nil {
		return "", err
	}
	if _, err := os.Stat(abs); errors.Is(err, fs.ErrNotExist) {
		_, err = Settle(abs)
		return abs, err
	}
	return abs, nil
}

// escaped returns the path as a pattern that matches nothing else.
func escaped(path string) string {
	var pattern []rune
	for _, r := range path {
		if r == '*' || r == '?' || r == '[' {
			pattern = append(pattern, '[', r, ']')
			continue
		}
		if r == '\\' && filepath.Separator != '\\' {
			pattern = append(pattern, '\\')
		}
		pattern = append(pattern, r)
	}
	return string(pattern)
}
