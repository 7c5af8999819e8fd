// Package databasetest gives tests a real database of their own.
package databasetest

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"crier/platform/clock"
	"crier/platform/database"

	"modernc.org/libc"
	sqlite "modernc.org/sqlite/lib"
)

const (
	fileName = "crier.db"
	fileMode = 0o600
)

// New returns an empty, migrated database in a temporary folder. It is closed when the test ends.
func New(tb testing.TB) *database.DB {
	tb.Helper()
	path := filepath.Join(tb.TempDir(), fileName)
	Put(tb, path)
	db, err := database.Open(tb.Context(), path)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() {
		if err := db.Close(); err != nil {
			tb.Error(err)
		}
	})
	return db
}

// Put writes the file of an empty, migrated database to path. The migrations run once for all that
// a test program asks for: they take far longer than to copy what they make.
func Put(tb testing.TB, path string) {
	tb.Helper()
	content, err := migrated()
	if err == nil {
		err = os.WriteFile(path, content, fileMode)
	}
	if err != nil {
		tb.Fatal(err)
	}
}

// migrated returns the content of the file. It is made on behalf of no test in particular.
var migrated = sync.OnceValues(func() (content []byte, err error) {
	dir, err := os.MkdirTemp("", "databasetest-")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	path, ctx := filepath.Join(dir, fileName), context.Background()
	db, err := database.Open(ctx, path)
	if err != nil {
		return nil, err
	}
	// The last connection that is closed leaves all in the one file.
	if err := errors.Join(db.Migrate(ctx, dir, clock.System().Now()), db.Close()); err != nil {
		return nil, err
	}
	return os.ReadFile(path)
})

// LockOnce makes this process lock a database's files once for all its connections instead of at
// each statement, and keep the shared memory of the log in its own memory. Connections read and
// wait for the same as before, and a statement takes fewer system calls. No other process may open
// the databases. Call it before the first one is opened.
func LockOnce() {
	tls := libc.NewTLS()
	defer tls.Close()
	name, err := libc.CString("unix-excl")
	if err != nil {
		return
	}
	defer libc.Xfree(tls, name)
	// Where SQLite does not know this way, as on Windows, nothing changes.
	if way := sqlite.Xsqlite3_vfs_find(tls, name); way != 0 {
		sqlite.Xsqlite3_vfs_register(tls, way, 1)
	}
}
