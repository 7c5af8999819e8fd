package database_test

import (
	"context"
	"errors"
	"path/filepath"
	"runtime"
	"sync"
	"testing"

	"crier/platform/database"

	"github.com/uptrace/bun"
)

// together runs the works in transactions, one after the other in one shared commit: none ends
// before all wait.
func together(t *testing.T, db *database.DB, works ...func(context.Context, bun.Tx) error) []error {
	t.Helper()
	errs := make([]error, len(works))
	var running sync.WaitGroup
	first := make(chan struct{})
	for i, work := range works {
		if i > 0 {
			<-first
			wait(db, i-1)
		}
		running.Go(func() {
			errs[i] = db.InTx(t.Context(), func(ctx context.Context, tx bun.Tx) error {
				if i == 0 {
					close(first)
					wait(db, len(works)-1)
				}
				return work(ctx, tx)
			})
		})
	}
	running.Wait()
	return errs
}

// wait returns when that many wait for their turn.
func wait(db *database.DB, n int) {
	for db.Waiting() != n {
		runtime.Gosched()
	}
}

func tabled(t *testing.T) *database.DB {
	t.Helper()
	db := open(t, filepath.Join(t.TempDir(), "crier.db"))
	if _, err := db.ExecContext(t.Context(), "CREATE TABLE t (a INTEGER) STRICT"); err != nil {
		t.Fatal(err)
	}
	return db
}

func insert(ctx context.Context, tx bun.Tx) error {
	_, err := tx.ExecContext(ctx, "INSERT INTO t VALUES (1)")
	return err
}

func TestInTx_ThoseWhoWaitShareACommit(t *testing.T) {
	t.Parallel()
	db := tabled(t)
	inTx, hooks := int64(0), 0
	errs := together(t, db,
		func(ctx context.Context, tx bun.Tx) error {
			database.AfterCommit(ctx, func() { hooks++ })
			return insert(ctx, tx)
		},
		func(ctx context.Context, tx bun.Tx) error {
			n, err := tx.NewSelect().Table("t").Count(ctx)
			inTx = n
			if n := count(t, db); n != 0 || hooks != 0 {
				t.Errorf("before the commit that both share, a reader sees %d rows and %d hooks ran", n, hooks)
			}
			return err
		})
	if err := errors.Join(errs...); err != nil || inTx != 1 || hooks != 1 || count(t, db) != 1 {
		t.Errorf("the second saw %d rows of the first, %d hooks ran: %v", inTx, hooks, err)
	}
}

// TestInTx_ThoseWhoAreReadyShareACommit: with one processor, a goroutine that is ready when a turn
// ends has had no time to come. The scheduler may go on with the turn all the same, though seldom.
func TestInTx_ThoseWhoAreReadyShareACommit(t *testing.T) { //nolint:paralleltest // It sets the processors of all.
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	db := tabled(t)
	for tries := range 20 {
		ended, isShared := make(chan error, 1), false
		err := db.InTx(t.Context(), func(ctx context.Context, tx bun.Tx) error {
			go func() {
				ended <- db.InTx(t.Context(), func(ctx context.Context, tx bun.Tx) error {
					isShared = count(t, db) == 2*tries
					return insert(ctx, tx)
				})
			}()
			return insert(ctx, tx)
		})
		if err := errors.Join(err, <-ended); err != nil {
			t.Fatal(err)
		}
		if isShared {
			return
		}
	}
	t.Error("nobody shared a commit")
}

func TestInTx_WhatFailsUndoesItselfAlone(t *testing.T) {
	t.Parallel()
	db, boom, hooks := tabled(t), errors.New("boom"), 0
	errs := together(t, db, insert,
		func(ctx context.Context, tx bun.Tx) error {
			database.AfterCommit(ctx, func() { hooks++ })
			return errors.Join(insert(ctx, tx), boom)
		},
		func(ctx context.Context, tx bun.Tx) error {
			_, err := tx.ExecContext(ctx, "INSERT INTO t VALUES ('no number')")
			return err
		}, insert)
	if errs[0] != nil || !errors.Is(errs[1], boom) || errs[2] == nil || errs[3] != nil || hooks != 0 || count(t, db) != 2 {
		t.Errorf("%v, %d hooks, %d rows", errs, hooks, count(t, db))
	}
}

func TestInTx_WorkThatPanicsLetsTheOthersGoOn(t *testing.T) {
	t.Parallel()
	db := tabled(t)
	errs := together(t, db, insert,
		func(ctx context.Context, _ bun.Tx) error {
			// The writer's turn is over when the goroutine is.
			runtime.Goexit()
			return nil
		}, insert)
	if errs[0] != nil || errs[2] != nil || count(t, db) != 2 {
		t.Errorf("%v, %d rows", errs, count(t, db))
	}
}

// TestInTx_ALostTransactionIsNobodysSuccess: SQLite rolls a whole transaction back by itself when
// the disk is full, for one.
func TestInTx_ALostTransactionIsNobodysSuccess(t *testing.T) {
	t.Parallel()
	db := tabled(t)
	rollBack := func(ctx context.Context, tx bun.Tx) error {
		_, err := tx.ExecContext(ctx, "ROLLBACK")
		return err
	}
	errs := together(t, db, insert, rollBack, insert)
	if errs[0] == nil || errs[1] == nil || errs[2] != nil || count(t, db) != 1 {
		t.Errorf("%v, %d rows", errs, count(t, db))
	}
}

func TestInTx_EndsWithItsContext(t *testing.T) {
	t.Parallel()
	db := tabled(t)
	waiting, cancelWaiting := context.WithCancel(t.Context())
	inWork, cancelInWork := context.WithCancel(t.Context())
	var whileWaiting, whileWorking error
	var running sync.WaitGroup
	errs := together(t, db, func(ctx context.Context, tx bun.Tx) error {
		running.Go(func() { whileWaiting = db.InTx(waiting, insert) })
		wait(db, 1)
		cancelWaiting()
		wait(db, 0)
		running.Go(func() {
			whileWorking = db.InTx(inWork, func(ctx context.Context, tx bun.Tx) error {
				cancelInWork()
				return insert(ctx, tx)
			})
		})
		wait(db, 1)
		return insert(ctx, tx)
	})
	running.Wait()
	if errs[0] != nil || !errors.Is(whileWaiting, context.Canceled) || !errors.Is(whileWorking, context.Canceled) || count(t, db) != 1 {
		t.Errorf("%v, %v, %v, %d rows", errs, whileWaiting, whileWorking, count(t, db))
	}
}

// TestInTx_IsDurableWhoeverBegins: a durable transaction never joins a relaxed one, and a relaxed
// one may join a durable one.
func TestInTx_IsDurableWhoeverBegins(t *testing.T) {
	t.Parallel()
	db := tabled(t)
	level := func(want int) func(context.Context, bun.Tx) error {
		return func(ctx context.Context, tx bun.Tx) error {
			var got int
			err := tx.QueryRowContext(ctx, "PRAGMA synchronous").Scan(&got)
			if got != want {
				t.Errorf("synchronous is %d, not %d", got, want)
			}
			return err
		}
	}
	const normal, full = 1, 2
	var running sync.WaitGroup
	run := func(inTx func(context.Context, func(context.Context, bun.Tx) error) error, work func(context.Context, bun.Tx) error) {
		running.Go(func() {
			if err := inTx(t.Context(), work); err != nil {
				t.Error(err)
			}
		})
	}
	run(db.InRelaxedTx, func(ctx context.Context, tx bun.Tx) error {
		run(db.InTx, level(full))
		wait(db, 1)
		run(db.InRelaxedTx, level(full))
		wait(db, 2)
		return level(normal)(ctx, tx)
	})
	running.Wait()
}
