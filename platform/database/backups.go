package database

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
)

// prune keeps the newest backups; their names sort by age.
func prune(dir string) error {
	copies, err := filepath.Glob(filepath.Join(dir, "crier-*.db"))
	if err != nil {
		return err
	}
	slices.Sort(copies)
	for len(copies) > keptBackups {
		if err := removeFile(copies[0]); err != nil {
			return err
		}
		copies = copies[1:]
	}
	return nil
}

func removeFile(path string) error {
	if err := os.Remove(path); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}
