package handoff

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync/atomic"
	"time"

	"crier/modules/auth"
	"crier/modules/posts"
	"crier/platform/apperror"
	"crier/platform/clock"
	"crier/platform/database"
	"crier/platform/keylock"
	"crier/platform/wireid"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

// queue has an entry for each post that the worker has, may have, or is to have. It is SQL alone:
// nothing here waits for the worker.
type queue struct {
	db       *database.DB
	clock    clock.Clock
	accounts foreigners
	worker   readiness
	// foreign are the accounts of the other network mode.
	foreign []wireid.ID
	// acting is held by the one who acts on a post at the worker.
	acting keylock.Locks[wireid.ID]
	// isTaking says that posts are being taken back, so that none is sent.
	isTaking atomic.Bool
	woken    chan struct{}
}

type foreigners interface {
	ForeignAccounts(ctx context.Context) ([]auth.SocialAccount, error)
}

type readiness interface {
	Ready() bool
	// Now is the time at Cloudflare, and false before anything was heard of it.
	Now() (time.Time, bool)
	// Hear asks for that time where nothing was heard yet.
	Hear(ctx context.Context)
}

func newQueue(db *database.DB, clk clock.Clock, accounts foreigners, worker readiness) *queue {
	return &queue{db: db, clock: clk, accounts: accounts, worker: worker, woken: make(chan struct{}, 1)}
}

// Start finds out which accounts are not of this network mode.
func (q *queue) Start(ctx context.Context) error {
	accounts, err := q.accounts.ForeignAccounts(ctx)
	if err != nil {
		return fmt.Errorf("find the accounts of the other network: %w", err)
	}
	for _, account := range accounts {
		q.foreign = append(q.foreign, account.ID)
	}
	return nil
}

// Takes reports whether posts that are scheduled now go to the worker.
func (q *queue) Takes() bool { return q.worker.Ready() && !q.isTaking.Load() }

// Add has a post handed over once the transaction that schedules it has committed.
func (q *queue) Add(ctx context.Context, tx bun.IDB, post posts.Post) error {
	rev, err := lastRevision(ctx, tx)
	if err != nil {
		return err
	}
	exposed, _, err := posts.SelectExposure(ctx, tx, post.ID)
	if err != nil {
		return err
	}
	err = insertEntry(ctx, tx, &entry{
		PostID: post.ID, AccountID: post.SocialAccountID, Desired: present, SinceRev: rev, Rev: rev, NextAttemptAt: q.nowPtr(),
		// The worker may have the post already, without this folder having known.
		MayBeDelivered: exposed.IsThere,
	})
	if err != nil {
		return fmt.Errorf("note a post for the cloud worker: %w", err)
	}
	q.wakeAfter(ctx)
	return nil
}

// Abandon has the worker told that a post is not to be published. What it never had, it need not
// hear of.
func (q *queue) Abandon(ctx context.Context, tx bun.IDB, id wireid.ID) error {
	row, err := selectEntry(ctx, tx, id)
	if err != nil || row == nil {
		return err
	}
	if !row.MayBeDelivered {
		return deleteEntry(ctx, tx, id)
	}
	row.Desired, row.NextAttemptAt, row.Attempts, row.Changes = absent, q.nowPtr(), 0, row.Changes+1
	q.wakeAfter(ctx)
	return updateEntry(ctx, tx, row)
}

// Revived sends again the posts of an account whose token works.
func (q *queue) Revived(ctx context.Context, tx bun.IDB, account wireid.ID) error {
	_, err := touch(ctx, tx, q.now(), func(u *bun.UpdateQuery) { u.Where("account_id = ?", account) })
	q.wakeAfter(ctx)
	return err
}

// MayTearDown refuses while the worker has posts, or is to have or give up some. What was given up
// here is no reason any more once it stands behind a fence.
func (q *queue) MayTearDown(ctx context.Context) error {
	rows, err := q.entries(ctx)
	if err != nil {
		return err
	}
	rows = slices.DeleteFunc(rows, func(row entry) bool { return row.Desired == absent && row.FencedAt != nil })
	if n := len(rows); n > 0 {
		return apperror.New(apperror.InvalidStatus, "the cloud worker has, or is to give up, %d posts; cancel them or take them back first (crier cloud takeover)", n)
	}
	return nil
}

// entry returns nil when there is none.
func (q *queue) entry(ctx context.Context, post wireid.ID) (*entry, error) {
	return selectEntry(ctx, q.db, post)
}

// entries returns what the worker is to know, but for the accounts of the other network mode, which
// has a worker of its own.
func (q *queue) entries(ctx context.Context) ([]entry, error) {
	rows, err := selectEntries(ctx, q.db)
	if err != nil {
		return nil, fmt.Errorf("read what the worker is to know: %w", err)
	}
	return slices.DeleteFunc(rows, func(row entry) bool { return q.isForeign(row.AccountID) }), nil
}

// unsent returns what the worker does not know yet as it should.
func (q *queue) unsent(ctx context.Context) ([]entry, error) {
	rows, err := q.entries(ctx)
	return slices.DeleteFunc(rows, func(row entry) bool { return row.NextAttemptAt == nil && row.FencedAt == nil }), err
}

func (q *queue) isForeign(account wireid.ID) bool { return slices.Contains(q.foreign, account) }

// sendable returns the posts that are to be sent now, the longest waiting first.
func (q *queue) sendable(ctx context.Context) ([]wireid.ID, error) {
	return selectSendable(ctx, q.db, q.now(), q.foreign)
}

// next returns when a post is to be sent next, and false when none is, without those that are being
// sent.
func (q *queue) next(ctx context.Context, sending []wireid.ID) (time.Time, bool, error) {
	return nextSending(ctx, q.db, q.foreign, sending)
}

// touch has posts sent again that the worker has; anyone who is at one of them finds it changed.
func (q *queue) touch(ctx context.Context, which func(*bun.UpdateQuery)) (n int64, err error) {
	err = q.inTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		n, err = touch(ctx, tx, q.now(), which)
		return err
	})
	return n, err
}

// hasten makes everything that waits for an attempt due.
func (q *queue) hasten(ctx context.Context) error {
	return q.inTx(ctx, func(ctx context.Context, tx bun.Tx) error { return hasten(ctx, tx, q.now()) })
}

// lock keeps all others from acting on a post at the worker, or returns the context's cause when it
// ends before the post is free.
func (q *queue) lock(ctx context.Context, id wireid.ID) (free func(), err error) {
	return q.acting.Lock(ctx, id)
}

// withLock runs do while nobody else acts on the post at the worker. There may be no entry any
// more: then it does nothing.
func (q *queue) withLock(ctx context.Context, id wireid.ID, do func(row *entry) error) error {
	free, err := q.lock(ctx, id)
	if err != nil {
		return err
	}
	defer free()
	row, err := q.entry(ctx, id)
	if err != nil || row == nil {
		return err
	}
	return do(row)
}

// errChanged says that the post's entry is not the one any more that the work began with: it is
// looked at again.
var errChanged = errors.New("schedule: the post has changed meanwhile")

// change changes the entry of a post that is as it is known, on disk and in row. It returns
// errChanged when it is another one.
func (q *queue) change(ctx context.Context, row *entry, change func(ctx context.Context, tx bun.IDB, stored *entry) error) error {
	var changed *entry
	err := q.inTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		stored, err := selectEntry(ctx, tx, row.PostID)
		if err != nil {
			return err
		}
		if !row.isUnchanged(stored) {
			return errChanged
		}
		if err := change(ctx, tx, stored); err != nil {
			return err
		}
		changed = stored
		return updateEntry(ctx, tx, stored)
	})
	if err == nil {
		// Anyone who is at the post is still to see what happened beside it.
		changed.Changes = row.Changes
		*row = *changed
	}
	return err
}

// end runs do in a transaction that has deleted the entry, which is as it is known; errChanged says
// that it is not.
func (q *queue) end(ctx context.Context, row *entry, do func(ctx context.Context, tx bun.IDB) error) error {
	return q.inTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		if err := unchanged(ctx, tx, row); err != nil {
			return err
		}
		if err := deleteEntry(ctx, tx, row.PostID); err != nil {
			return err
		}
		return do(ctx, tx)
	})
}

// unchanged returns errChanged when the entry is not as it is known.
func unchanged(ctx context.Context, tx bun.IDB, row *entry) error {
	stored, err := selectEntry(ctx, tx, row.PostID)
	if err == nil && !row.isUnchanged(stored) {
		err = errChanged
	}
	return err
}

// sendAgain has a post sent as it stands here.
func (q *queue) sendAgain(ctx context.Context, row *entry) error {
	q.wake()
	return q.change(ctx, row, func(_ context.Context, _ bun.IDB, stored *entry) error {
		stored.NextAttemptAt = q.nowPtr()
		return nil
	})
}

// wake has the sender look what is to be sent. It never waits.
func (q *queue) wake() {
	select {
	case q.woken <- struct{}{}:
	default: // It has been woken and has not looked yet.
	}
}

func (q *queue) wakeAfter(ctx context.Context) { database.AfterCommit(ctx, q.wake) }

func (q *queue) now() wiretime.Time { return wiretime.Of(q.clock.Now()) }

// workerNow is the time by which the worker publishes, as far as it is known: this machine's clock
// may be set otherwise.
func (q *queue) workerNow() time.Time {
	if at, known := q.worker.Now(); known {
		return at
	}
	return q.clock.Now()
}

func (q *queue) nowPtr() *wiretime.Time { return wiretime.Ptr(q.clock.Now()) }

// inTx is for what has to be stored whether or not somebody still waits for it.
func (q *queue) inTx(ctx context.Context, fn func(ctx context.Context, tx bun.Tx) error) error {
	return q.db.InTx(context.WithoutCancel(ctx), fn)
}
