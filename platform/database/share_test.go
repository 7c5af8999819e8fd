package database_test

import (
	"context"
	"database/sql"
	"path/filepath"
	"testing"

	"crier/platform/database"

	"github.com/uptrace/bun"
)

// TestShare: whatever connections have read or written before, one that reads or writes little
// finds its pages in memory the second time.
//
//nolint:paralleltest // All databases of the process share the memory for pages.
func TestShare(t *testing.T) {
	const (
		allRows  = "SELECT count(*) FROM t NOT INDEXED"
		someRows = allRows + " WHERE id <= 100"
	)
	db := open(t, filepath.Join(t.TempDir(), "crier.db"))
	read := func(question string, pools ...*sql.DB) {
		var taken []*sql.Conn
		for _, pool := range pools {
			conn, err := pool.Conn(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			taken = append(taken, conn)
			var n int
			if err := conn.QueryRowContext(t.Context(), question).Scan(&n); err != nil || n == 0 {
				t.Fatal(n, err)
			}
		}
		// The one that has read last is given back first, and is the last one to be taken again.
		for i := range taken {
			if err := taken[len(taken)-1-i].Close(); err != nil {
				t.Fatal(err)
			}
		}
	}
	write := func(change string) {
		if err := db.InRelaxedTx(t.Context(), func(ctx context.Context, tx bun.Tx) error {
			_, err := tx.Tx.ExecContext(ctx, change)
			return err
		}); err != nil {
			t.Fatal(err)
		}
	}
	readers, writer := db.Reader(), db.DB.DB
	write("CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT) STRICT")
	// Each row fills a page.
	write("INSERT INTO t WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000) SELECT i, printf('%3000d', i) FROM n")
	for _, after := range []struct {
		what string
		do   func()
	}{
		{"a look at some rows and a change of all", func() { read(allRows+" WHERE id <= 200", readers); write("UPDATE t SET a = printf('%3000d', id + 1)") }},
		{"all readers have read all rows at once", func() { read(allRows, readers, readers, readers, readers) }},
		{"the writer has read all rows", func() { read(allRows, writer) }},
		{"a change that is undone", func() {
			_ = db.InTx(t.Context(), func(ctx context.Context, tx bun.Tx) error {
				if _, err := tx.Tx.ExecContext(ctx, "UPDATE t SET a = ''"); err != nil {
					t.Error(err)
				}
				return context.Canceled
			})
		}},
	} {
		after.do()
		for _, again := range []struct {
			who  string
			pool *sql.DB
			do   func()
		}{
			{"reader", readers, func() { read(someRows, readers) }},
			{"writer", writer, func() { write("UPDATE t SET a = printf('%3000d', id) WHERE id <= 100") }},
		} {
			again.do()
			before := database.PagesRead(t, again.pool)
			again.do()
			if n := database.PagesRead(t, again.pool) - before; n != 0 {
				t.Errorf("after %s, the %s reads %d pages a second time", after.what, again.who, n)
			}
		}
	}
}
