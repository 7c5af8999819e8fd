package database

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"
)

const (
	// unfinished ends the names of copies that are being written, or were when the process died.
	unfinished = ".part"
	// abandonedAfter is longer than any copy takes.
	abandonedAfter = time.Hour
)

// backup copies the whole database, as it is committed, into a file named for its last migration.
// It gives a copy that name only when the copy is whole and on the disk, which SQLite does not
// ensure.
func backup(ctx context.Context, db *DB, dir, last string, now time.Time) (err error) {
	part, err := os.CreateTemp(dir, "crier-*"+unfinished)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, removeFile(part.Name())) }()
	_, err = db.DB.DB.ExecContext(ctx, "VACUUM INTO ?", part.Name())
	if err := errors.Join(err, part.Sync(), part.Close()); err != nil {
		return err
	}
	made := filepath.Join(dir, fmt.Sprintf("crier-%s-%s.db", now.UTC().Format("20060102T150405"), last))
	if err := os.Rename(part.Name(), made); err != nil {
		return err
	}
	return errors.Join(removeAbandoned(dir, now), prune(dir, made))
}

// removeAbandoned removes the files of copies that were never completed.
func removeAbandoned(dir string, now time.Time) error {
	parts, err := filepath.Glob(filepath.Join(dir, "crier-*"+unfinished))
	if err != nil {
		return err
	}
	for _, path := range parts {
		info, err := os.Stat(path)
		if err != nil || now.Sub(info.ModTime()) < abandonedAfter {
			continue
		}
		if err := removeFile(path); err != nil {
			return err
		}
	}
	return nil
}

// prune keeps the backup that was just made, and the newest of the others; their names sort by age.
// The one just made may sort before them, because the clock was set back, and is the only copy from
// before the migration that follows.
func prune(dir, made string) error {
	others, err := filepath.Glob(filepath.Join(dir, "crier-*.db"))
	if err != nil {
		return err
	}
	others = slices.DeleteFunc(others, func(path string) bool { return path == made })
	slices.Sort(others)
	for len(others) >= keptBackups {
		if err := removeFile(others[0]); err != nil {
			return err
		}
		others = others[1:]
	}
	return nil
}

func removeFile(path string) error {
	if err := os.Remove(path); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}
