package database

import (
	"context"

	"github.com/uptrace/bun"
)

// InTx runs fn in a transaction that holds the write lock from its beginning. It commits when fn
// returns nil, and is then on disk; otherwise it changes nothing and returns fn's error. When ctx
// ends before fn has returned, nothing changes either, although fn's own statements run to their
// end.
//
// Transactions that wait for each other share one commit, see writer.
func (db *DB) InTx(ctx context.Context, fn func(ctx context.Context, tx bun.Tx) error) error {
	return db.inTx(ctx, durable, fn)
}

// InRelaxedTx is InTx without the wait for the disk: a power cut may undo what it committed,
// together with every relaxed transaction after it, but never leaves half of it.
func (db *DB) InRelaxedTx(ctx context.Context, fn func(ctx context.Context, tx bun.Tx) error) error {
	return db.inTx(ctx, relaxed, fn)
}

func (db *DB) inTx(ctx context.Context, d durability, fn func(ctx context.Context, tx bun.Tx) error) error {
	hooks := &commitHooks{}
	// A statement that is interrupted takes the whole transaction with it, and with it those that
	// share its commit.
	within := context.WithValue(context.WithoutCancel(ctx), hooksKey{}, hooks)
	if err := db.writer.do(ctx, d, func(tx bun.Tx) error { return fn(within, tx) }); err != nil {
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

// AfterCommit runs fn once the transaction that ctx belongs to has committed, and never when it is
// rolled back. Outside a transaction it runs fn at once.
func AfterCommit(ctx context.Context, fn func()) {
	hooks, ok := ctx.Value(hooksKey{}).(*commitHooks)
	if !ok {
		fn()
		return
	}
	hooks.fns = append(hooks.fns, fn)
}
