package database_test

import (
	"context"
	"errors"
	"testing"

	"crier/platform/database"
	"crier/platform/wireid"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

// TestRemembered: a value is read again after every change, of another process too, and only then.
func TestRemembered(t *testing.T) {
	t.Parallel()
	db := withThings(t)
	other := open(t, db.Path())
	memory, reads := database.Remember[string, int](2), 0
	get := func(key string, wantCount, wantReads int) {
		t.Helper()
		n, err := memory.Get(t.Context(), db, key, func() (int, error) {
			reads++
			return database.Value[int](t.Context(), db, "SELECT count(*) FROM things WHERE name = ?", key)
		})
		if err != nil || n != wantCount || reads != wantReads {
			t.Errorf("%s: %d after %d reads, want %d after %d, %v", key, n, reads, wantCount, wantReads, err)
		}
	}
	add := func(to *database.DB, name string) {
		t.Helper()
		if err := to.InRelaxedTx(t.Context(), func(ctx context.Context, tx bun.Tx) error {
			return insertThing.Exec(ctx, tx, &thing{ID: wireid.New(), Name: name, At: wiretime.Of(now)})
		}); err != nil {
			t.Fatal(err)
		}
	}
	get("a", 0, 1)
	get("a", 0, 1)
	add(db, "a")
	get("a", 1, 2)
	add(other, "a")
	get("a", 2, 3)
	get("b", 0, 4)
	get("a", 2, 4)
	if err := errors.Join(other.Close(), db.Forget()); err != nil {
		t.Fatal(err)
	}
	get("a", 2, 5) // A new connection's numbers say nothing of those before.
	get("b", 0, 6)
	get("c", 0, 7) // One too many.
	get("c", 0, 7)
	get("a", 2, 8)
	boom := errors.New("boom")
	for range 2 {
		if _, err := memory.Get(t.Context(), db, "d", func() (int, error) { return 0, boom }); !errors.Is(err, boom) {
			t.Errorf("got %v", err)
		}
	}
}

// TestRemembered_WhatChangesWhileItIsRead: a value that was read while the database changed is not
// kept as what came after.
func TestRemembered_WhatChangesWhileItIsRead(t *testing.T) {
	t.Parallel()
	db := withThings(t)
	memory := database.Remember[string, int](2)
	read := func(change bool) (int, error) {
		return memory.Get(t.Context(), db, "", func() (int, error) {
			n, err := database.Value[int](t.Context(), db, "SELECT count(*) FROM things WHERE whole = ?", 0)
			if change {
				err = errors.Join(err, db.InTx(t.Context(), func(ctx context.Context, tx bun.Tx) error {
					return insertThing.Exec(ctx, tx, &thing{ID: wireid.New(), At: wiretime.Of(now)})
				}))
			}
			return n, err
		})
	}
	if n, err := read(true); err != nil || n != 0 {
		t.Errorf("%d, %v", n, err)
	}
	if n, err := read(false); err != nil || n != 1 {
		t.Errorf("what came meanwhile is not seen: %d, %v", n, err)
	}
}

// ending is a context that ends when it has been looked at so often.
type ending struct {
	context.Context
	looks int
}

var closed = func() chan struct{} {
	c := make(chan struct{})
	close(c)
	return c
}()

func (e *ending) Done() <-chan struct{} {
	if e.looks--; e.looks < 0 {
		return closed
	}
	return e.Context.Done()
}

func (e *ending) Err() error {
	if e.looks--; e.looks < 0 {
		return context.Canceled
	}
	return nil
}

// TestVersion_AfterACallThatWasCancelled: a call that is cancelled while the connection is opened
// leaves a database that answers the next.
func TestVersion_AfterACallThatWasCancelled(t *testing.T) {
	t.Parallel()
	db := withThings(t)
	failed := 0
	for looks := range 40 {
		if err := db.Forget(); err != nil {
			t.Fatal(err)
		}
		if _, err := db.Version(&ending{t.Context(), looks}); err != nil {
			failed++
		}
		if _, err := db.Version(t.Context()); err != nil {
			t.Fatalf("after a call that ended at its look %d: %v", looks, err)
		}
	}
	if failed == 0 {
		t.Error("no call was cancelled")
	}
}

// TestVersion_OfAClosedDatabase: no connection is opened that nobody would close.
func TestVersion_OfAClosedDatabase(t *testing.T) {
	t.Parallel()
	for what, before := range map[string]func(*database.DB) error{
		"asked before":     func(db *database.DB) error { _, err := db.Version(t.Context()); return err },
		"not asked before": func(*database.DB) error { return nil },
	} {
		db := withThings(t)
		if err := errors.Join(before(db), db.Close()); err != nil {
			t.Fatal(err)
		}
		if n, err := db.Version(t.Context()); err == nil {
			t.Errorf("%s: a closed database has the version %d", what, n)
		}
	}
}
