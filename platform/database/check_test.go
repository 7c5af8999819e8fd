package database_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"crier/platform/clock"
	"crier/platform/database"
	"crier/platform/database/databasetest"

	"github.com/uptrace/bun"
)

// TestCheck_ADamagedTable has the pages of one table overwritten in the file.
func TestCheck_ADamagedTable(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "crier.db")
	databasetest.Put(t, path)
	db := open(t, path)
	if err := errors.Join(db.Check(t.Context()), database.CheckPages(t.Context(), db)); err != nil {
		t.Fatal(err)
	}
	var root, size int64
	if err := db.QueryRowContext(t.Context(), "SELECT rootpage, page_size FROM sqlite_schema, pragma_page_size WHERE name = 'api_keys'").Scan(&root, &size); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.WriteAt(bytes.Repeat([]byte{0xff}, int(size)), (root-1)*size); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	db = open(t, path)
	if err := db.Check(t.Context()); err == nil {
		t.Error("the database is well")
	}
	if err := database.CheckPages(t.Context(), db); !errors.Is(err, database.ErrNoDatabase) {
		t.Errorf("the pages: %v", err)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if err := database.CheckPages(ended, db); err == nil || errors.Is(err, database.ErrNoDatabase) {
		t.Errorf("pages that were not read are damaged: %v", err)
	}
	if err := database.Snapshot(t.Context(), path, filepath.Join(t.TempDir(), "copy.db")); !errors.Is(err, database.ErrNoDatabase) {
		t.Errorf("the copy: %v", err)
	}
}

// TestCheckWrite changes nothing that anybody sees, leaves no file, and notices a folder that takes
// no file.
func TestCheckWrite(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path := filepath.Join(dir, "crier.db")
	databasetest.Put(t, path)
	db := open(t, path)
	if _, err := db.ExecContext(t.Context(), "PRAGMA user_version = 7"); err != nil {
		t.Fatal(err)
	}
	if err := db.CheckWrite(t.Context()); err != nil {
		t.Error(err)
	}
	var version int
	if err := db.QueryRowContext(t.Context(), "PRAGMA user_version").Scan(&version); err != nil || version != 7 {
		t.Errorf("user_version became %d, %v", version, err)
	}
	if _, err := os.Stat(path + "-room"); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the file is still there: %v", err)
	}
	if err := os.Mkdir(path+"-room", 0o700); err != nil {
		t.Fatal(err)
	}
	if err := db.CheckWrite(t.Context()); err == nil {
		t.Error("no file can be written, and all is well")
	}
}

func TestCancelled(t *testing.T) {
	t.Parallel()
	db := databasetest.New(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := db.ExecContext(ctx, "SELECT 1")
	if err == nil || !database.Cancelled(ctx, err) {
		t.Errorf("%v is taken for a failure", err)
	}
	if database.Cancelled(t.Context(), err) || database.Cancelled(ctx, errors.New("disk I/O error (10)")) {
		t.Error("a failure is taken for a cancelled question")
	}
}

// TestConnect_ToTheSameFileAlone: no connection is opened to a file that stands in the place of the
// database, nor is an empty one made where it was moved away. Once it is back, what there is can be
// read.
func TestConnect_ToTheSameFileAlone(t *testing.T) {
	t.Parallel()
	for name, stand := range map[string]func(path string) error{
		"gone":     func(string) error { return nil },
		"replaced": func(path string) error { return os.WriteFile(path, nil, 0o600) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			ctx, path := t.Context(), filepath.Join(t.TempDir(), "crier.db")
			db := open(t, path)
			if _, err := db.ExecContext(ctx, "CREATE TABLE t (a INTEGER) STRICT"); err != nil {
				t.Fatal(err)
			}
			if err := errors.Join(os.Rename(path, path+".away"), stand(path)); err != nil {
				t.Fatal(err)
			}
			// The first reader has its connection perhaps; of several at once most need another.
			for range 4 {
				if conn, err := db.Reader().Conn(ctx); err == nil {
					t.Cleanup(func() { _ = conn.Close() })
					if _, err := conn.ExecContext(ctx, "SELECT * FROM t"); err != nil {
						t.Errorf("a connection was opened to another file: %v", err)
					}
				}
			}
			if _, err := db.Version(ctx); err == nil {
				t.Error("the version of another file was taken")
			}
			if _, err := os.Stat(path); (err == nil) != (name == "replaced") {
				t.Errorf("after it: %v", err)
			}
			if err := os.Rename(path+".away", path); err != nil {
				t.Fatal(err)
			}
			if n := count(t, db); n != 0 {
				t.Errorf("there are %d rows", n)
			}
		})
	}
}

func TestFailed(t *testing.T) {
	t.Parallel()
	db := databasetest.New(t)
	_, readOnly := db.Reader().ExecContext(t.Context(), "CREATE TABLE t (x)")
	if readOnly == nil || !database.Failed(fmt.Errorf("write: %w", readOnly)) {
		t.Errorf("%v is not recognised", readOnly)
	}
	_, wrong := db.ExecContext(t.Context(), "SELECT * FROM nothing")
	for _, err := range []error{nil, wrong, errors.New("disk I/O error")} {
		if database.Failed(err) {
			t.Errorf("%v is taken for a failure of the database", err)
		}
	}
}

// TestInTx_AfterAFailedSync: the log that may have a gap is emptied before anything more is
// committed to it, in a transaction or by a statement of its own.
func TestInTx_AfterAFailedSync(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "crier.db")
	db := open(t, path)
	within := func(in func(context.Context, func(context.Context, bun.Tx) error) error) func(string) error {
		return func(statement string) error {
			return in(t.Context(), func(ctx context.Context, tx bun.Tx) error {
				_, err := tx.Tx.ExecContext(ctx, statement)
				return err
			})
		}
	}
	writes := []func(string) error{
		within(db.InTx), within(db.InRelaxedTx),
		func(statement string) error { _, err := db.ExecContext(t.Context(), statement); return err },
		func(statement string) error {
			return db.QueryRowContext(t.Context(), statement+" RETURNING 1").Scan(new(int))
		},
	}
	if err := writes[0]("CREATE TABLE t (x BLOB)"); err != nil {
		t.Fatal(err)
	}
	log := func() int64 {
		info, err := os.Stat(path + "-wal")
		if err != nil {
			t.Fatal(err)
		}
		return info.Size()
	}
	for i, write := range writes {
		if err := write("INSERT INTO t VALUES (zeroblob(1000000))"); err != nil {
			t.Fatal(err)
		}
		if log() < 1_000_000 {
			t.Fatalf("%d: the log has %d bytes", i, log())
		}
		db.SyncFailed()
		if err := write("INSERT INTO t VALUES (1)"); err != nil {
			t.Fatal(err)
		}
		if log() > 100_000 {
			t.Errorf("%d: the log still has %d bytes", i, log())
		}
	}
	if n := count(t, db); n != 2*len(writes) {
		t.Errorf("%d rows", n)
	}
}

// TestCheck_EndsWithItsContext: while every connection that reads is taken, /health is answered all
// the same.
func TestCheck_EndsWithItsContext(t *testing.T) {
	t.Parallel()
	db := databasetest.New(t)
	for range db.Reader().Stats().MaxOpenConnections {
		taken, err := db.Reader().Conn(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = taken.Close() })
	}
	ctx, cancel := context.WithCancel(t.Context())
	checked := make(chan error, 1)
	go func() { checked <- db.Check(ctx) }()
	for db.Reader().Stats().WaitCount == 0 {
		runtime.Gosched()
	}
	cancel()
	patience := clock.System().NewTimer(time.Minute)
	defer patience.Stop()
	select {
	case err := <-checked:
		if !errors.Is(err, context.Canceled) {
			t.Errorf("got %v", err)
		}
	case <-patience.C:
		t.Error("it goes on waiting")
	}
}
