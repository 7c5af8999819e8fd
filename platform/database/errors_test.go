package database_test

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"syscall"
	"testing"

	"crier/platform/database"
	"crier/platform/database/databasetest"
)

func TestDiskFull(t *testing.T) {
	t.Parallel()
	for _, err := range []error{
		syscall.ENOSPC, syscall.EDQUOT, fmt.Errorf("store: %w", &fs.PathError{Op: "write", Path: "x", Err: syscall.ENOSPC}),
		errors.Join(io.EOF, syscall.ENOSPC),
	} {
		if !database.DiskFull(err) {
			t.Errorf("%v is not recognised", err)
		}
	}
	for _, err := range []error{nil, io.EOF, syscall.EIO, errors.New("database or disk is full (13)")} {
		if database.DiskFull(err) {
			t.Errorf("%v is taken for a full disk", err)
		}
	}
}

// TestDiskFull_OfSQLite has a database that may not grow, which SQLite says in the words of a full
// disk.
func TestDiskFull_OfSQLite(t *testing.T) {
	t.Parallel()
	db := databasetest.New(t)
	for _, statement := range []string{"PRAGMA max_page_count = 1", "CREATE TABLE big (x BLOB)"} {
		if _, err := db.ExecContext(t.Context(), statement); err != nil {
			if !database.DiskFull(fmt.Errorf("write: %w", err)) {
				t.Errorf("%v is not recognised", err)
			}
			return
		}
	}
	_, err := db.ExecContext(t.Context(), "INSERT INTO big VALUES (zeroblob(1048576))")
	if !database.DiskFull(fmt.Errorf("write: %w", err)) {
		t.Errorf("%v is not recognised", err)
	}
	if _, err := db.ExecContext(t.Context(), "SELECT * FROM nothing"); err == nil || database.DiskFull(err) {
		t.Errorf("%v is taken for a full disk", err)
	}
}
