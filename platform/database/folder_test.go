package database_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
	"time"

	"crier/platform/database"
	"crier/platform/database/databasetest"
	"crier/platform/datadir"
)

func openDir(t *testing.T) *datadir.Dir {
	t.Helper()
	dir, err := datadir.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// look returns what LookInto does of a folder in which nothing is to be read.
func look(t *testing.T, dir *datadir.Dir) (size int64, err error) {
	t.Helper()
	return database.LookInto(t.Context(), dir, func(*database.DB) error { return nil })
}

// TestOpenIn_NewFolder: what an interrupted first start leaves is no sign of a database that was
// there.
func TestOpenIn_NewFolder(t *testing.T) {
	t.Parallel()
	dir := openDir(t)
	if _, err := look(t, dir); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a look at nothing: %v", err)
	}
	for range 2 { // The first one leaves an empty database.
		db, err := database.OpenIn(t.Context(), dir)
		if err != nil {
			t.Fatal(err)
		}
		if err := db.Close(); err != nil {
			t.Error(err)
		}
		if _, err := look(t, dir); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("a look at an empty database: %v", err)
		}
	}
	if err := database.BeginAfresh(t.Context(), dir, time.Unix(0, 0)); err != nil {
		t.Errorf("a folder that is new: %v", err)
	}
}

// TestOpenIn_Lost has each sign that there was a database, and makes none of its own.
func TestOpenIn_Lost(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 22, 9, 30, 0, 0, time.UTC)
	for _, evidence := range []string{"secret.key", "uploads/images/a.jpg", "orphans/2026-11-22/uploads/images/a.jpg", "backups/crier-20261122T093000-x.db", "crier.db-wal"} {
		t.Run(evidence, func(t *testing.T) {
			t.Parallel()
			dir := openDir(t)
			path := filepath.Join(dir.Path(), evidence)
			if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, []byte("x"), 0o600)); err != nil {
				t.Fatal(err)
			}
			if _, err := database.OpenIn(t.Context(), dir); !errors.Is(err, database.ErrLost) {
				t.Errorf("got %v", err)
			}
			if _, err := look(t, dir); !errors.Is(err, database.ErrLost) {
				t.Errorf("a look: %v", err)
			}
			if _, err := os.Stat(dir.Database()); !errors.Is(err, fs.ErrNotExist) {
				t.Errorf("it has made a database: %v", err)
			}
			if err := database.BeginAfresh(t.Context(), dir, now); err != nil {
				t.Fatal(err)
			}
			db, err := database.OpenIn(t.Context(), dir)
			if err != nil {
				t.Fatal(err)
			}
			if err := db.Close(); err != nil {
				t.Error(err)
			}
			if evidence == "crier.db-wal" {
				path = filepath.Join(dir.Path(), "crier.2026-11-22.db-wal")
			}
			if b, err := os.ReadFile(path); err != nil || string(b) != "x" {
				t.Errorf("%s holds %q, %v", path, b, err)
			}
			if err := database.BeginAfresh(t.Context(), dir, now); !errors.Is(err, database.ErrNotLost) {
				t.Errorf("beside a database: %v", err)
			}
		})
	}
}

// TestLook_LeavesNoTrace: neither a log of SQLite nor anything else.
func TestLook_LeavesNoTrace(t *testing.T) {
	t.Parallel()
	dir := openDir(t)
	databasetest.Put(t, dir.Database())
	if size, err := look(t, dir); err != nil || size == 0 {
		t.Errorf("got %d, %v", size, err)
	}
	if files, err := filepath.Glob(dir.Database() + "*"); err != nil || len(files) != 1 {
		t.Errorf("there are %v, %v", files, err)
	}
}
