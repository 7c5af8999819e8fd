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
	if err := os.Rename(part.Name(), filepath.Join(dir, fmt.Sprintf("crier-%s-%s.db", now.UTC().Format("20060102T150405"), last))); err != nil {
		return err
	}
	return errors.Join(removeAbandoned(dir, now), prune(dir))
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
