package database

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"sync"

	"github.com/uptrace/bun"
)

// maxTurns is how many turns share a commit at most, so that the first one does not wait for ever.
const maxTurns = 32

// writer lets transactions write one at a time, in the order in which they came. One that comes
// while another one writes joins that one's transaction: it begins at a savepoint when the turn
// before it ends, and goes back to that savepoint when it fails. The last turn commits for all of
// them. No turn succeeds before that commit: what InTx has written is on disk when it returns, and
// many transactions wait for the disk only once.
type writer struct {
	db *bun.DB

	mu sync.Mutex
	// taken says that somebody writes.
	taken   bool
	waiting []*turn
}

type durability bool

const (
	// relaxed does not wait for the disk.
	relaxed durability = false
	// durable is on disk when it is committed.
	durable durability = true
)

// turn is a request to write.
type turn struct {
	durability durability
	// granted gets the transaction to join, or nil to begin one.
	granted chan *shared
}

// shared is a transaction that several turns share. Only the one whose turn it is touches it until
// done is closed.
type shared struct {
	durability durability
	tx         bun.Tx
	// conn is the connection whose setting was relaxed, nil for a durable transaction.
	conn *bun.Conn
	// turns have been taken, and succeeded are those that changed what they wanted to.
	turns, succeeded int
	// lost says why SQLite has rolled the whole transaction back by itself, as it does when the
	// disk is full.
	lost error
	// done is closed when the transaction has ended, and err says how.
	done chan struct{}
	err  error
}

// The statements around a turn.
const (
	beginTurn = "SAVEPOINT turn"
	undoTurn  = "ROLLBACK TO turn"
	endTurn   = "RELEASE turn"
)

// The statements around a relaxed transaction.
const (
	relaxDurable   = "PRAGMA synchronous = NORMAL"
	restoreDurable = "PRAGMA synchronous = FULL"
)

// do runs fn as one turn and returns when its transaction has ended.
func (w *writer) do(ctx context.Context, d durability, fn func(tx bun.Tx) error) error {
	s, err := w.take(ctx, d)
	if err != nil {
		return err
	}
	if s == nil {
		if s, err = w.begin(ctx, d); err != nil {
			w.pass()
			return err
		}
	}
	err = errUnfinished
	// It ends the turn of work that panics, too.
	defer func() {
		if errors.Is(err, errUnfinished) {
			_ = w.end(ctx, s, err)
		}
	}()
	err = s.run(ctx, fn)
	return w.end(ctx, s, err)
}

var errUnfinished = errors.New("database: the work in the transaction did not come to its end")

// take waits for the turn. It returns the transaction to join, or nil when there is none.
func (w *writer) take(ctx context.Context, d durability) (*shared, error) {
	w.mu.Lock()
	if !w.taken {
		w.taken = true
		w.mu.Unlock()
		return nil, nil
	}
	t := &turn{durability: d, granted: make(chan *shared, 1)}
	w.waiting = append(w.waiting, t)
	w.mu.Unlock()
	select {
	case s := <-t.granted:
		return s, nil
	case <-ctx.Done():
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if i := slices.Index(w.waiting, t); i >= 0 {
		w.waiting = slices.Delete(w.waiting, i, i+1)
		return nil, ctx.Err()
	}
	// The turn has come all the same, and has to be taken so that it goes on.
	return <-t.granted, nil
}

// begin begins a transaction. It is durable when a waiting turn asks for that, because such a turn
// may then join it.
func (w *writer) begin(ctx context.Context, d durability) (*shared, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	w.mu.Lock()
	for _, t := range w.waiting {
		d = d || t.durability
	}
	w.mu.Unlock()
	s := &shared{durability: d, done: make(chan struct{})}
	// The transaction belongs to all its turns: the end of one's context must not end it.
	ctx = context.WithoutCancel(ctx)
	var err error
	if d == durable {
		s.tx, err = w.db.BeginTx(ctx, nil)
		return s, err
	}
	conn, err := w.db.Conn(ctx)
	if err != nil {
		return nil, err
	}
	s.conn = &conn
	if _, err = conn.ExecContext(ctx, relaxDurable); err == nil {
		s.tx, err = conn.BeginTx(ctx, nil)
	}
	if err != nil {
		return nil, errors.Join(err, s.giveBack(ctx))
	}
	return s, nil
}

// run does a turn's work behind a savepoint, and goes back to that when it fails.
func (s *shared) run(ctx context.Context, fn func(tx bun.Tx) error) error {
	s.turns++
	s.exec(ctx, beginTurn)
	if s.lost != nil {
		return s.lost
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	if err := fn(s.tx); err != nil {
		return err
	}
	return ctx.Err()
}

// exec runs one of the statements around a turn. They fail only when there is no transaction any
// more.
func (s *shared) exec(ctx context.Context, statement string) {
	if s.lost != nil {
		return
	}
	if _, err := s.tx.Tx.ExecContext(context.WithoutCancel(ctx), statement); err != nil {
		s.lost = err
	}
}

// end ends a turn whose work returned err, and returns how it ends for the one who wanted it. The
// next one joins the transaction, or it is committed. A turn that failed waits for that too,
// because it may have failed over rows that others have written.
func (w *writer) end(ctx context.Context, s *shared, err error) error {
	if err != nil {
		s.exec(ctx, undoTurn)
	} else {
		s.succeeded++
	}
	s.exec(ctx, endTurn)
	if s.lost != nil {
		s.lost = errors.Join(err, s.lost)
	}
	next := w.joining(s)
	if next == nil {
		// Those who only need a processor to come here get it before the commit, and share it.
		runtime.Gosched()
		next = w.joining(s)
	}
	if next != nil {
		next.granted <- s
	} else {
		s.err = s.commit(ctx)
		close(s.done)
		w.pass()
	}
	<-s.done
	if err != nil {
		return err
	}
	return s.err
}

// joining returns the turn that comes next in the transaction, and nil when the transaction ends.
func (w *writer) joining(s *shared) *turn {
	w.mu.Lock()
	defer w.mu.Unlock()
	if s.lost != nil || s.turns >= maxTurns || len(w.waiting) == 0 || w.waiting[0].durability && !s.durability {
		return nil
	}
	return w.shift()
}

// pass lets the next turn begin a transaction of its own.
func (w *writer) pass() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if len(w.waiting) == 0 {
		w.taken = false
		return
	}
	w.shift().granted <- nil
}

func (w *writer) shift() *turn {
	first := w.waiting[0]
	w.waiting = slices.Delete(w.waiting, 0, 1)
	return first
}

func (s *shared) commit(ctx context.Context) (err error) {
	defer func() { err = errors.Join(err, s.giveBack(ctx)) }()
	if s.lost != nil || s.succeeded == 0 {
		// Where the transaction is lost there is nothing left to be rolled back, which is an error
		// as well.
		_ = s.tx.Rollback()
		return s.lost
	}
	return s.tx.Commit()
}

// giveBack returns a connection to those of the durable transactions. It must never go there with
// the relaxed setting: one whose setting cannot be restored is closed, and the next transaction
// opens another.
func (s *shared) giveBack(ctx context.Context) error {
	if s.conn == nil {
		return nil
	}
	_, err := s.conn.ExecContext(context.WithoutCancel(ctx), restoreDurable)
	if err == nil {
		return s.conn.Close()
	}
	// The pool closes a connection that is reported as bad.
	discarded := s.conn.Raw(func(any) error { return driver.ErrBadConn })
	if errors.Is(discarded, driver.ErrBadConn) {
		discarded = nil
	}
	return errors.Join(fmt.Errorf("restore the durable setting: %w", err), discarded)
}
