package main

import (
	"context"
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"crier/platform/database"
	"crier/platform/database/databasetest"
	"crier/platform/datadir"

	"github.com/uptrace/bun"
)

// TestFolder_OlderCrierIsRunning: a command of a newer version does not migrate the database that a
// running service of an older version works with.
func TestFolder_OlderCrierIsRunning(t *testing.T) {
	t.Parallel()
	dir, err := datadir.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir.Path(), "crier.db")
	databasetest.Put(t, path)
	db, err := database.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	err = db.InTx(t.Context(), func(ctx context.Context, tx bun.Tx) error {
		_, err := tx.ExecContext(ctx, "DELETE FROM schema_migrations WHERE name = (SELECT min(name) FROM schema_migrations)")
		return err
	})
	if err := errors.Join(err, db.Close()); err != nil {
		t.Fatal(err)
	}
	lock, err := dir.Lock()
	if err != nil {
		t.Fatal(err)
	}
	err = folder{DataDir: dir.Path()}.withDatabase(t.Context(), func(*datadir.Dir, *database.DB) error {
		t.Error("the command went on")
		return nil
	})
	if !errors.Is(err, datadir.ErrLocked) || !strings.Contains(err.Error(), "stop it") {
		t.Errorf("got %v", err)
	}
	if err := lock.Release(); err != nil {
		t.Error(err)
	}
	// The change is there already, so that making it again fails: the database is migrated.
	err = folder{DataDir: dir.Path()}.withDatabase(t.Context(), func(*datadir.Dir, *database.DB) error { return nil })
	if err == nil || !strings.Contains(err.Error(), "migration ") {
		t.Errorf("without a service: %v", err)
	}
}
