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
			db, err := database.Open(b.Context(), filepath.Join(b.TempDir(), "crier.db"))
			if err != nil {
				b.Fatal(err)
			}
			b.Cleanup(func() { _ = db.Close() })
			if _, err := db.ExecContext(b.Context(), "CREATE TABLE t (a INTEGER) STRICT"); err != nil {
				b.Fatal(err)
			}
			b.SetParallelism((writers + runtime.GOMAXPROCS(0) - 1) / runtime.GOMAXPROCS(0))
			b.ReportAllocs()
			b.RunParallel(func(pb *testing.PB) {
				for pb.Next() {
					if err := db.InTx(b.Context(), func(ctx context.Context, tx bun.Tx) error {
						_, err := tx.Tx.ExecContext(ctx, "INSERT INTO t VALUES (?)", 1)
						return err
					}); err != nil {
						b.Error(err)
					}
				}
			})
		})
	}
}
