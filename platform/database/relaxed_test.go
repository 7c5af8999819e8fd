package database_test

import (
	"context"
	"testing"
	"time"

	"crier/platform/clock"
	"crier/platform/database"

	"github.com/uptrace/bun"
)

type inTx func(context.Context, func(context.Context, bun.Tx) error) error

// isDurable reports whether the connection of the writer waits for the disk.
func isDurable(t *testing.T, db *database.DB) bool {
	t.Helper()
	const full = 2
	var level int
	if err := db.QueryRowContext(t.Context(), "PRAGMA synchronous").Scan(&level); err != nil {
		t.Fatal(err)
	}
	return level == full
}

// TestFinding13_InRelaxedTxLeavesTheWriterDurable: whenever its context ends, the next transaction
// waits for the disk again. The contexts end at random moments of it, before its PRAGMA, in it and
// after it.
func TestFinding13_InRelaxedTxLeavesTheWriterDurable(t *testing.T) {
	t.Parallel()
	db := tabled(t)
	clk := clock.System()
	began := clk.Now()
	for range 20 {
		if err := db.InRelaxedTx(t.Context(), insert); err != nil {
			t.Fatal(err)
		}
	}
	longest := max(clk.Now().Sub(began)/20, 10*time.Microsecond) * 3 / 2
	const tries = 5000
	inWork, ended, relaxed := 0, 0, 0
	for i := range tries {
		ctx, cancel := context.WithTimeout(t.Context(), longest*time.Duration(i)/tries)
		err := db.InRelaxedTx(ctx, func(ctx context.Context, tx bun.Tx) error {
			inWork++
			return insert(ctx, tx)
		})
		cancel()
		if err != nil {
			ended++
		}
		if !isDurable(t, db) {
			relaxed++
		}
	}
	t.Logf("%d of %d ended, %d had begun their work", ended, tries, inWork)
	if relaxed > 0 || ended == 0 || inWork == 0 {
		t.Errorf("the writer was left relaxed %d times; of %d tries %d ended, and %d had begun their work", relaxed, tries, ended, inWork)
	}
	if n := count(t, db); n != 20+tries-ended {
		t.Errorf("there are %d rows", n)
	}
}

// TestFinding13_AConnectionThatStaysRelaxedIsClosed: in a transaction that is still open the
// setting cannot be restored.
func TestFinding13_AConnectionThatStaysRelaxedIsClosed(t *testing.T) {
	t.Parallel()
	db := tabled(t)
	if err := db.GiveBackOpen(t.Context()); err == nil {
		t.Error("the setting was restored")
	}
	if !isDurable(t, db) {
		t.Error("the writer was left relaxed")
	}
	if err := db.InTx(t.Context(), insert); err != nil || count(t, db) != 1 {
		t.Errorf("the next transaction: %v, %d rows", err, count(t, db))
	}
}

// TestFinding13_ACommitThatFailsLeavesTheWriterDurable: what is refused at the commit alone leaves
// neither the setting nor the transaction behind.
func TestFinding13_ACommitThatFailsLeavesTheWriterDurable(t *testing.T) {
	t.Parallel()
	for name, inTx := range map[string]func(*database.DB) inTx{
		"relaxed": func(db *database.DB) inTx { return db.InRelaxedTx },
		"durable": func(db *database.DB) inTx { return db.InTx },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			db := tabled(t)
			if _, err := db.ExecContext(t.Context(),
				"CREATE TABLE p (a INTEGER PRIMARY KEY) STRICT; CREATE TABLE c (a INTEGER REFERENCES p (a) DEFERRABLE INITIALLY DEFERRED) STRICT"); err != nil {
				t.Fatal(err)
			}
			err := inTx(db)(t.Context(), func(ctx context.Context, tx bun.Tx) error {
				_, err := tx.ExecContext(ctx, "INSERT INTO c VALUES (7)")
				return err
			})
			if err == nil {
				t.Error("the commit succeeded")
			}
			if !isDurable(t, db) {
				t.Error("the writer was left relaxed")
			}
			if err := db.InTx(t.Context(), insert); err != nil || count(t, db) != 1 {
				t.Errorf("the next transaction: %v, %d rows", err, count(t, db))
			}
			var left int
			if err := db.QueryRowContext(t.Context(), "SELECT count(*) FROM c").Scan(&left); err != nil || left != 0 {
				t.Errorf("%d rows are left of what failed, %v", left, err)
			}
		})
	}
}
