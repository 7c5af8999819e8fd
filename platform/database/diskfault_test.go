package database_test

import (
	"context"
	"errors"
	"testing"

	"crier/platform/database"

	"github.com/uptrace/bun"
)

// fill makes the database full: no page can be added to it until the result is called.
func fill(t *testing.T, db *database.DB) (widen func()) {
	t.Helper()
	var pages int
	if err := db.QueryRowContext(t.Context(), "PRAGMA max_page_count = 1").Scan(&pages); err != nil {
		t.Fatal(err)
	}
	return func() {
		if err := db.QueryRowContext(t.Context(), "PRAGMA max_page_count = 1000000").Scan(&pages); err != nil {
			t.Fatal(err)
		}
	}
}

// TestInTx_EndsWithTheDisk: SQLite rolls a transaction back by itself when the disk is full in the
// middle of a change. What its work does after that, because it takes the error for one that does
// not matter or joins several, must not be committed statement by statement.
func TestInTx_EndsWithTheDisk(t *testing.T) {
	t.Parallel()
	for name, in := range map[string]func(*database.DB) func(context.Context, func(context.Context, bun.Tx) error) error{
		"durable": func(db *database.DB) func(context.Context, func(context.Context, bun.Tx) error) error { return db.InTx },
		"relaxed": func(db *database.DB) func(context.Context, func(context.Context, bun.Tx) error) error {
			return db.InRelaxedTx
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			db := tabled(t)
			if _, err := db.ExecContext(t.Context(), "CREATE TABLE large (a BLOB) STRICT"); err != nil {
				t.Fatal(err)
			}
			widen := fill(t, db)
			var full, exec, query error
			err := in(db)(t.Context(), func(ctx context.Context, tx bun.Tx) error {
				if err := insert(ctx, tx); err != nil {
					return err
				}
				_, full = tx.Tx.ExecContext(ctx, "INSERT INTO large VALUES (zeroblob(1000000))")
				_, exec = database.Exec(ctx, tx, "INSERT INTO t VALUES (?)", 2)
				_, query = database.Value[int64](ctx, tx, "INSERT INTO t VALUES (?) RETURNING a", 3)
				return nil
			})
			if !database.Failed(full) || !database.Failed(exec) || !database.Failed(query) || !database.Failed(err) {
				t.Errorf("the disk is full: %v, then %v, %v, in the end %v", full, exec, query, err)
			}
			if n := count(t, db); n != 0 {
				t.Errorf("%d rows of a transaction that failed", n)
			}
			widen()
			if err := in(db)(t.Context(), insert); err != nil || count(t, db) != 1 {
				t.Errorf("the next transaction: %v, %d rows", err, count(t, db))
			}
		})
	}
}

// TestInTx_AFailedTurnLeavesTheOthers: a turn that a full disk ends is undone, and those that share
// its transaction are committed where SQLite has not rolled it back.
func TestInTx_AFailedTurnLeavesTheOthers(t *testing.T) {
	t.Parallel()
	db := tabled(t)
	for _, statement := range []string{"CREATE TABLE large (a BLOB CHECK (length(a) > 0)) STRICT", "INSERT INTO large VALUES (x'00')"} {
		if _, err := db.ExecContext(t.Context(), statement); err != nil {
			t.Fatal(err)
		}
	}
	widen := fill(t, db)
	defer widen()
	errs := together(t, db, insert,
		func(ctx context.Context, tx bun.Tx) error {
			// A statement that changes several rows and may be refused is undone alone.
			_, err := tx.ExecContext(ctx, "UPDATE large SET a = zeroblob(1000000 * (rowid > 0))")
			return errors.Join(err, insert(ctx, tx))
		}, insert)
	if errs[0] != nil || !database.Failed(errs[1]) || errs[2] != nil || count(t, db) != 2 {
		t.Errorf("%v, %d rows", errs, count(t, db))
	}
}
