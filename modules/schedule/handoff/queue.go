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

// queue has an entry for each post that the worker has, may have, or should have. It runs SQL only:
// nothing here waits for the worker.
type queue struct {
	db       *database.DB
	clock    clock.Clock
	accounts foreigners
	worker   readiness
	// foreign are the accounts of the other network mode.
	foreign []wireid.ID
	// acting is held, for each post, while something is done about it at the worker.
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
	// Now is Cloudflare's time. It reports false while that is not known.
	Now() (time.Time, bool)
	// Hear asks for that time when it is not known yet.
	Hear(ctx context.Context)
}

func newQueue(db *database.DB, clk clock.Clock, accounts foreigners, worker readiness) *queue {
	return &queue{db: db, clock: clk, accounts: accounts, worker: worker, woken: make(chan struct{}, 1)}
}

// Start finds the accounts that are not of this network mode.
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

// Add hands a post over once the transaction that schedules it has committed.
func (q *queue) Add(ctx context.Context, tx bun.IDB, post posts.Post) error {
	rev, err := lastRevision(ctx, tx)
	if err != nil {
		return err
	}
	exposed, _, err := posts.SelectExposure(ctx, tx, post.ID)
	if err != nil {
		return err
	}
	since := rev
	if exposed.IsThere {
		since = 0 // The job that is there is the post, whatever its revision: it has no earlier life.
	}
	err = insertEntry(ctx, tx, &entry{
		PostID: post.ID, AccountID: post.SocialAccountID, Desired: present, SinceRev: since, Rev: rev, NextAttemptAt: q.nowPtr(),
		// The worker may have the post already, without this folder knowing.
		MayBeDelivered: exposed.IsThere,
	})
	if err != nil {
		return fmt.Errorf("note a post for the cloud worker: %w", err)
	}
	q.wakeAfter(ctx)
	return nil
}

// Abandon has the worker learn that a post is not to be published. It skips a post that the worker
// never had.
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

// MayTearDown refuses while the worker has posts, or should have or give up some. A post that was
// given up here does not count once a fence keeps the worker from publishing it. A first comment
// that the worker is to make counts unless force says that the worker is lost: it is looked for
// from here then.
func (q *queue) MayTearDown(ctx context.Context, force bool) error {
	rows, err := q.entries(ctx)
	if err != nil {
		return err
	}
	rows = slices.DeleteFunc(rows, func(row entry) bool { return row.Desired == absent && row.FencedAt != nil })
	if n := len(rows); n > 0 {
		return apperror.New(apperror.InvalidStatus, "posts are at the cloud worker, or it is to give them up (%d of them); cancel them or take them back first (crier cloud takeover)", n)
	}
	comments, err := posts.CommentsInCloud(ctx, q.db, q.now().Time())
	if err != nil {
		return fmt.Errorf("read which comments the worker is to make: %w", err)
	}
	comments = slices.DeleteFunc(comments, q.isForeign)
	if n := len(comments); n > 0 && !force {
		return apperror.New(apperror.InvalidStatus, "the cloud worker is to make the first comment of posts that are live already (%d of them); wait until it has, some minutes as a rule. "+
			"Tear it down all the same if it never answers again (crier cloud teardown --force): a comment that is missing then is not made, and the post says so", n)
	}
	return nil
}

// entry returns nil when there is none.
func (q *queue) entry(ctx context.Context, post wireid.ID) (*entry, error) {
	return selectEntry(ctx, q.db, post)
}

// entries returns what the worker should know, except for accounts of the other network mode, which
// has its own worker.
func (q *queue) entries(ctx context.Context) ([]entry, error) {
	rows, err := selectEntries(ctx, q.db)
	if err != nil {
		return nil, fmt.Errorf("read what the worker is to know: %w", err)
	}
	return slices.DeleteFunc(rows, func(row entry) bool { return q.isForeign(row.AccountID) }), nil
}

// unsent returns the entries that the worker does not know yet.
func (q *queue) unsent(ctx context.Context) ([]entry, error) {
	rows, err := q.entries(ctx)
	return slices.DeleteFunc(rows, func(row entry) bool { return row.NextAttemptAt == nil && row.FencedAt == nil }), err
}

func (q *queue) isForeign(account wireid.ID) bool { return slices.Contains(q.foreign, account) }

// sendable returns the posts that are to be sent now, the longest waiting first.
func (q *queue) sendable(ctx context.Context) ([]wireid.ID, error) {
	return selectSendable(ctx, q.db, q.now(), q.foreign)
}

// next returns when the next post is to be sent, except those that are being sent. It reports false
// when there is none.
func (q *queue) next(ctx context.Context, sending []wireid.ID) (time.Time, bool, error) {
	return nextSending(ctx, q.db, q.foreign, sending)
}

// touch has posts sent again that the worker has. Work that is acting on one of them sees that it
// has changed.
func (q *queue) touch(ctx context.Context, which func(*bun.UpdateQuery)) (n int64, err error) {
	err = q.inTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		n, err = touch(ctx, tx, q.now(), which)
		return err
	})
	return n, err
}

// makeAllDue makes every waiting attempt due.
func (q *queue) makeAllDue(ctx context.Context) error {
	return q.inTx(ctx, func(ctx context.Context, tx bun.Tx) error { return makeAllDue(ctx, tx, q.now()) })
}

// lock keeps all others from acting on a post at the worker. It returns the context's cause when
// the context ends before the post is free.
func (q *queue) lock(ctx context.Context, id wireid.ID) (free func(), err error) {
	return q.acting.Lock(ctx, id)
}

// withLock runs do while nobody else acts on the post at the worker. It does nothing when the entry
// is gone.
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

// errChanged says that the entry of the post has changed since the work began. The work looks at it
// again.
var errChanged = errors.New("schedule: the post has changed meanwhile")

// change changes the entry of a post, on disk and in row, if it is still as it is known. Otherwise
// it returns errChanged.
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
		// Work that is acting on the post must still see what happened meanwhile.
		changed.Changes = row.Changes
		*row = *changed
	}
	return err
}

// end runs do in a transaction that has deleted the entry, if that is still as it is known.
// Otherwise it returns errChanged.
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

// sendAgain has a post sent as it is stored here.
func (q *queue) sendAgain(ctx context.Context, row *entry) error {
	q.wake()
	return q.change(ctx, row, func(_ context.Context, _ bun.IDB, stored *entry) error {
		stored.NextAttemptAt = q.nowPtr()
		return nil
	})
}

// wake makes the sender look for work. It never blocks.
func (q *queue) wake() {
	select {
	case q.woken <- struct{}{}:
	default: // It has been woken and has not looked yet.
	}
}

func (q *queue) wakeAfter(ctx context.Context) { database.AfterCommit(ctx, q.wake) }

func (q *queue) now() wiretime.Time { return wiretime.Of(q.clock.Now()) }

// workerNow is the time by which the worker publishes, as far as it is known: this machine's clock
// may be wrong.
func (q *queue) workerNow() time.Time {
	if at, known := q.worker.Now(); known {
		return at
	}
	return q.clock.Now()
}

func (q *queue) nowPtr() *wiretime.Time { return wiretime.Ptr(q.clock.Now()) }

// inTx runs a transaction that must be stored whether or not a client still waits for it.
func (q *queue) inTx(ctx context.Context, fn func(ctx context.Context, tx bun.Tx) error) error {
	return q.db.InTx(context.WithoutCancel(ctx), fn)
}
