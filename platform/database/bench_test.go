package database_test

import (
	"context"
	"path/filepath"
	"runtime"
	"strconv"
	"testing"

	"crier/platform/database"

	"github.com/uptrace/bun"
)

// BenchmarkInTx is one durable row by each of so many that write at once.
func BenchmarkInTx(b *testing.B) {
	for _, writers := range []int{1, 4, 16} {
		b.Run(strconv.Itoa(writers), func(b *testing.B) {
			writeRows(b, tableOf(b).InTx, writers)
		})
	}
}

// BenchmarkWatch is a row by one writer that does not wait for the disk, unwatched and watched.
func BenchmarkWatch(b *testing.B) {
	b.Run("off", func(b *testing.B) { writeRows(b, tableOf(b).InRelaxedTx, 1) })
	b.Run("on", func(b *testing.B) {
		db := tableOf(b)
		if err := database.Watch(b.Context(), db, []database.Watched{{Table: "t", Kind: "t", ID: "id", Updated: "a"}}, func([]database.Change) {}); err != nil {
			b.Fatal(err)
		}
		writeRows(b, db.InRelaxedTx, 1)
	})
}

func tableOf(b *testing.B) *database.DB {
	b.Helper()
	db, err := database.Open(b.Context(), filepath.Join(b.TempDir(), "crier.db"))
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = db.Close() })
	if _, err := db.ExecContext(b.Context(), "CREATE TABLE t (id TEXT, a INTEGER) STRICT"); err != nil {
		b.Fatal(err)
	}
	return db
}

func writeRows(b *testing.B, inTx inTx, writers int) {
	b.Helper()
	b.SetParallelism((writers + runtime.GOMAXPROCS(0) - 1) / runtime.GOMAXPROCS(0))
	b.ReportAllocs()
	b.ResetTimer()
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
			if err := inTx(b.Context(), func(ctx context.Context, tx bun.Tx) error {
				_, err := tx.Tx.ExecContext(ctx, "INSERT INTO t VALUES ('3f2b8c1e-6d4a-4f7b-9c0d-5e8a1b2c3d4e', ?)", 1)
				return err
			}); err != nil {
				b.Error(err)
			}
		}
	})
}
