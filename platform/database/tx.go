package database

import (
	"context"
	"errors"
	"fmt"

	"github.com/uptrace/bun"
)

// InTx runs fn in a transaction that holds the write lock from its beginning. It commits when fn returns nil, and is
// then on disk; otherwise it changes nothing and returns fn's error.
func (db *DB) InTx(ctx context.Context, fn func(ctx context.Context, tx bun.Tx) error) error {
	hooks := &commitHooks{}
	err := db.RunInTx(context.WithValue(ctx, hooksKey{}, hooks), nil, fn)
	if err != nil {
		return err
	}
	hooks.run()
	return nil
}

// InRelaxedTx is InTx without the wait for the disk: a power cut may undo what it committed, together with every
// relaxed transaction after it, but never leaves half of it.
func (db *DB) InRelaxedTx(ctx context.Context, fn func(ctx context.Context, tx bun.Tx) error) (err error) {
	conn, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, conn.Close()) }()
	if _, err := conn.ExecContext(ctx, "PRAGMA synchronous = NORMAL"); err != nil {
		return err
	}
	// The connection goes back to InTx: it must never do so with the relaxed setting.
	defer func() {
		if _, resetErr := conn.ExecContext(context.WithoutCancel(ctx), "PRAGMA synchronous = FULL"); resetErr != nil {
			err = errors.Join(err, fmt.Errorf("restore the durable setting: %w", resetErr))
		}
	}()
	hooks := &commitHooks{}
	if err := conn.RunInTx(context.WithValue(ctx, hooksKey{}, hooks), nil, fn); err != nil {
		return err
	}
	hooks.run()
	return nil
}

type hooksKey struct{}

type commitHooks struct{ fns []func() }

func (h *commitHooks) run() {
	for _, fn := range h.fns {
		fn()
	}
}

// AfterCommit runs fn once the transaction that ctx belongs to has committed, and never when it is rolled back.
// Outside a transaction it runs fn at once.
func AfterCommit(ctx context.Context, fn func()) {
	hooks, ok := ctx.Value(hooksKey{}).(*commitHooks)
	if !ok {
		fn()
		return
	}
	hooks.fns = append(hooks.fns, fn)
}
