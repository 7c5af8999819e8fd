package database

import (
	"context"
	"database/sql"
	"errors"
	"io/fs"
	"testing"
	"time"

	"modernc.org/sqlite"
)

// MigrateTo is Migrate with other migrations than the program's.
func (db *DB) MigrateTo(ctx context.Context, files fs.FS, backups string, now time.Time) error {
	return migrate(ctx, db, files, backups, now)
}

// SyncFailed has db go on as after a sync of its log that failed. Nobody may be writing.
func (db *DB) SyncFailed() { db.log.unsynced.Store(true) }

// Waiting returns how many wait for their turn to write.
func (db *DB) Waiting() int {
	db.writer.mu.Lock()
	defer db.writer.mu.Unlock()
	return len(db.writer.waiting)
}

// Path returns the path of the file.
func (db *DB) Path() string { return db.file.path }

// Forget closes the connection that tells the version.
func (db *DB) Forget() error { return db.version.forget() }

// GiveBackOpen gives the writer's connection back as after a relaxed transaction that could not be
// ended.
func (db *DB) GiveBackOpen(ctx context.Context) error {
	conn, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	if _, err := conn.ExecContext(ctx, "PRAGMA synchronous = NORMAL; BEGIN IMMEDIATE"); err != nil {
		return err
	}
	return (&shared{conn: &conn}).giveBack(ctx)
}

// OpenReader is openReader.
func (db *DB) OpenReader(ctx context.Context) { db.openReader(ctx) }

// Opened waits until the connection of OpenReader is open.
func (db *DB) Opened() { db.opening.Wait() }

// PagesRead returns how many pages the connection that a pool gives next has read from the file.
func PagesRead(tb testing.TB, pool *sql.DB) (n int) {
	tb.Helper()
	taken, err := pool.Conn(tb.Context())
	if err == nil {
		err = taken.Raw(func(own any) error {
			n, _, err = own.(*conn).Status(sqlite.DBStatusCacheMiss, false)
			return err
		})
		err = errors.Join(err, taken.Close())
	}
	if err != nil {
		tb.Fatal(err)
	}
	return n
}
