package database_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"crier/platform/database"
	"crier/platform/database/databasetest"

	"github.com/uptrace/bun"
)

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

// TestInTx_AfterAFailedSync: the log that may have a gap is emptied before anything more is committed to it.
func TestInTx_AfterAFailedSync(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "crier.db")
	db := open(t, path)
	write := func(statement string) error {
		return db.InTx(t.Context(), func(ctx context.Context, tx bun.Tx) error {
			_, err := tx.Tx.ExecContext(ctx, statement)
			return err
		})
	}
	for _, statement := range []string{"CREATE TABLE t (x BLOB)", "INSERT INTO t VALUES (zeroblob(1000000))"} {
		if err := write(statement); err != nil {
			t.Fatal(err)
		}
	}
	log := func() int64 {
		info, err := os.Stat(path + "-wal")
		if err != nil {
			t.Fatal(err)
		}
		return info.Size()
	}
	if log() < 1_000_000 {
		t.Fatalf("the log has %d bytes", log())
	}
	db.SyncFailed()
	if err := write("INSERT INTO t VALUES (1)"); err != nil {
		t.Fatal(err)
	}
	if log() > 100_000 {
		t.Errorf("the log still has %d bytes", log())
	}
	var rows int
	if err := db.QueryRowContext(t.Context(), "SELECT count(*) FROM t").Scan(&rows); err != nil || rows != 2 {
		t.Errorf("%d rows, %v", rows, err)
	}
}
