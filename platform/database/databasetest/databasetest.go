// Package databasetest gives tests a real database of their own.
package databasetest

import (
	"path/filepath"
	"testing"

	"crier/platform/clock"
	"crier/platform/database"
)

// New returns an empty, migrated database in a temporary folder. It is closed when the test ends.
func New(tb testing.TB) *database.DB {
	tb.Helper()
	dir := tb.TempDir()
	db, err := database.Open(tb.Context(), filepath.Join(dir, "crier.db"))
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() {
		if err := db.Close(); err != nil {
			tb.Error(err)
		}
	})
	if err := db.Migrate(tb.Context(), dir, clock.System().Now()); err != nil {
		tb.Fatal(err)
	}
	return db
}
