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

	"crier/platform/datadir"
)

const (
	// unfinished ends the names of copies that are being written, or were when the process died.
	// SQLite's own file beside such a copy has a name that goes on after it.
	unfinished = ".part"
	// copyPattern matches the names of the copies that are complete.
	copyPattern = "crier-*.db"
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
	if err := datadir.SyncFolder(dir); err != nil {
		return err
	}
	return prune(dir, made)
}

// removeAbandoned removes the files of copies that were never completed. One that cannot be removed
// is left for the next time, because it is in nobody's way.
func removeAbandoned(dir string, now time.Time) {
	parts, err := filesIn(dir, "crier-*"+unfinished+"*")
	if err != nil {
		return
	}
	for _, path := range parts {
		if info, err := os.Lstat(path); err == nil && now.Sub(info.ModTime()) >= abandonedAfter {
			_ = os.Remove(path)
		}
	}
}

// prune keeps the backup that was just made, and the newest of the others; their names sort by age.
// The one just made may sort before them, because the clock was set back, and is the only copy from
// before the migration that follows.
func prune(dir, made string) error {
	others, err := filesIn(dir, copyPattern)
	if err != nil {
		return err
	}
	others = slices.DeleteFunc(others, func(path string) bool { return path == made })
	for len(others) >= keptBackups {
		if err := removeFile(others[0]); err != nil {
			return err
		}
		others = others[1:]
	}
	return nil
}

// filesIn returns the paths of the files in dir whose names match the pattern, sorted by name. It
// returns none for a folder that is not there. filepath.Glob is no help: it takes the whole path
// for a pattern, and the user's folder may be called data[1].
func filesIn(dir, pattern string) ([]string, error) {
	paths, err := fs.Glob(os.DirFS(dir), pattern)
	for i, name := range paths {
		paths[i] = filepath.Join(dir, name)
	}
	slices.Sort(paths)
	return paths, err
}

func removeFile(path string) error {
	if err := os.Remove(path); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}
