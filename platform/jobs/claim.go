package jobs

import (
	"context"
	"errors"
	"time"

	"crier/platform/clock"
	"crier/platform/database"
	"crier/platform/failpoint"
	"crier/platform/secrets"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

var (
	// ErrLost says that a claim has lost its lease. Another claim may own the job, so this one must
	// change nothing.
	ErrLost = errors.New("jobs: the lease is lost")
	// ErrStopping says that the Runner is shutting down. The handler should return and leave the
	// job to the next start.
	ErrStopping = errors.New("jobs: the runner is stopping")
)

// Claim is the right to work on a job. It is used by one goroutine.
type Claim struct {
	// Job is the row as it was claimed.
	Job ScheduledJob

	db       *database.DB
	clock    clock.Clock
	stopping <-chan struct{}
	freed    chan struct{}
	settled  bool
	watch    Watch
}

// InTx runs fn in a durable transaction in which the claim still holds; otherwise it returns
// ErrLost and changes nothing.
func (c *Claim) InTx(ctx context.Context, fn func(ctx context.Context, tx bun.IDB) error) error {
	return c.inTx(ctx, c.db.InTx, "updated_at = ?", fn)
}

// Progress is InTx for a step that the work takes once; it resets the count of interruptions. Do
// not use it for a step that every restart repeats, because a job that kills the process could then
// do so for ever.
func (c *Claim) Progress(ctx context.Context, fn func(ctx context.Context, tx bun.IDB) error) error {
	return c.inTx(ctx, c.db.InTx, progress, fn)
}

// Prepared is Progress for a step that is invisible from outside and can be repeated, because a
// power cut may undo it.
func (c *Claim) Prepared(ctx context.Context, fn func(ctx context.Context, tx bun.IDB) error) error {
	return c.inTx(ctx, c.db.InRelaxedTx, progress, fn)
}

// progress is what a step sets that the work takes once.
const progress = "updated_at = ?, interruptions = 0, suspicions = 0"

type transaction func(ctx context.Context, fn func(ctx context.Context, tx bun.Tx) error) error

func (c *Claim) inTx(ctx context.Context, begin transaction, set string, fn func(ctx context.Context, tx bun.IDB) error) error {
	return begin(ctx, func(ctx context.Context, tx bun.Tx) error {
		holds, err := c.update(ctx, tx, set, c.now())
		if err != nil {
			return err
		}
		if !holds {
			return ErrLost
		}
		if c.Job.Suspicions > 0 {
			// The job may be no suspect any more: then others may be claimed beside it.
			database.AfterCommit(ctx, func() { notify(c.freed) })
		}
		c.watch.inTx(ctx, tx, Change{Status: Processing})
		failpoint.Reach("jobs.progressing")
		return fn(ctx, tx)
	})
}

// Complete ends the job as COMPLETED, together with fn, in one transaction. It returns ErrLost, and
// changes nothing, when the claim is lost; so do Fail, Retry, Snooze and Wait.
func (c *Claim) Complete(ctx context.Context, fn func(ctx context.Context, tx bun.IDB) error) error {
	return c.complete(ctx, c.db.InTx, fn)
}

// CompleteRelaxed is Complete without the wait for the disk, for work whose last step can be
// repeated. A power cut may undo it, and the job then goes on at the next start.
func (c *Claim) CompleteRelaxed(ctx context.Context, fn func(ctx context.Context, tx bun.IDB) error) error {
	return c.complete(ctx, c.db.InRelaxedTx, fn)
}

func (c *Claim) complete(ctx context.Context, begin transaction, fn func(ctx context.Context, tx bun.IDB) error) error {
	completed := func() (Change, []any) { return Change{Status: Completed, Counts: true}, []any{c.now()} }
	err := c.settle(ctx, begin, completed, fn, "attempts = attempts + 1, last_error = NULL, wait = '', completed_at = ?")
	failpoint.Reach("jobs.completed")
	return err
}

// Fail ends the job as FAILED for the given reason, together with fn.
func (c *Claim) Fail(ctx context.Context, reason string, fn func(ctx context.Context, tx bun.IDB) error) error {
	reason = secrets.HideKeys(reason)
	failed := func() (Change, []any) {
		return Change{Status: Failed, Reason: reason, Counts: true}, []any{reason, c.now()}
	}
	err := c.settle(ctx, c.db.InTx, failed, fn, "attempts = attempts + 1, last_error = ?, wait = '', completed_at = ?")
	failpoint.Reach("jobs.failed")
	return err
}

// Retry puts the job back for another attempt after pause, together with fn. It counts as an
// attempt.
func (c *Claim) Retry(ctx context.Context, pause time.Duration, reason string, fn func(ctx context.Context, tx bun.IDB) error) error {
	err := c.putBack(ctx, c.db.InTx, pause, Change{Status: Pending, Wait: BackOff, Reason: reason, Counts: true}, fn, "attempts = attempts + 1, ")
	failpoint.Reach("jobs.retried")
	return err
}

// Snooze puts the job back to go on after pause, together with fn. It does not count as an attempt.
func (c *Claim) Snooze(ctx context.Context, pause time.Duration, reason Reason, fn func(ctx context.Context, tx bun.IDB) error) error {
	return c.snooze(ctx, c.db.InTx, pause, reason, fn)
}

// Wait is Snooze for a wait that can be repeated, such as polling the network. A power cut may undo
// it, and the job then goes on at the next start.
func (c *Claim) Wait(ctx context.Context, pause time.Duration, reason Reason, fn func(ctx context.Context, tx bun.IDB) error) error {
	return c.snooze(ctx, c.db.InRelaxedTx, pause, reason, fn)
}

func (c *Claim) snooze(ctx context.Context, begin transaction, pause time.Duration, reason Reason, fn func(ctx context.Context, tx bun.IDB) error) error {
	err := c.putBack(ctx, begin, pause, Change{Status: Pending, Wait: reason.Wait, Reason: reason.Text}, fn, "")
	failpoint.Reach("jobs.snoozed")
	return err
}

// putBack reads the clock within the transaction. A wait that was computed before could be written
// after the clock was set back and rebase has run, with an instant of the old time.
func (c *Claim) putBack(
	ctx context.Context, begin transaction, pause time.Duration, change Change, fn func(context.Context, bun.IDB) error, set string,
) error {
	change.Reason = secrets.HideKeys(change.Reason)
	return c.settle(ctx, begin, func() (Change, []any) {
		change.At = wholeMilliseconds(c.clock.Now().Add(pause))
		return change, []any{change.Reason, change.Wait, wiretime.Of(change.At)}
	}, fn, set+"last_error = ?, wait = ?, named_instant = 0, run_at = ?")
}

// wholeMilliseconds returns the first instant that can be stored and is not before t. An earlier
// one would end a pause of less than a millisecond at once, and the job would find that it has to
// wait again and again.
func wholeMilliseconds(t time.Time) time.Time {
	return t.Add(time.Millisecond - time.Nanosecond).Truncate(time.Millisecond)
}

// Sleep waits for d. It returns ErrStopping as soon as the Runner stops, and the context's cause
// when that ends.
func (c *Claim) Sleep(ctx context.Context, d time.Duration) error {
	c.watch.sleeps(ctx)
	t := c.clock.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-c.stopping:
		return ErrStopping
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// settle ends the claim. It calls changing within the transaction, which returns the change and
// the arguments of set.
func (c *Claim) settle(
	ctx context.Context, begin transaction, changing func() (Change, []any), fn func(context.Context, bun.IDB) error, set string,
) error {
	err := begin(ctx, func(ctx context.Context, tx bun.Tx) error {
		change, args := changing()
		held, err := c.update(ctx, tx, "status = ?, lease_token = NULL, lease_until = NULL, suspicions = 0, updated_at = ?, "+set, append([]any{change.Status, c.now()}, args...)...)
		if err != nil {
			return err
		}
		if !held {
			return ErrLost
		}
		c.watch.inTx(ctx, tx, change)
		failpoint.Reach("jobs.settling")
		if fn == nil {
			return nil
		}
		return fn(ctx, tx)
	})
	if err == nil {
		c.settled = true
	}
	return err
}

// update sets columns of the job while the claim holds, and reports false when it does not hold any
// more.
func (c *Claim) update(ctx context.Context, db bun.IDB, set string, args ...any) (held bool, err error) {
	return database.Changed(database.Exec(ctx, db, "UPDATE scheduled_jobs SET "+set+" WHERE id = ? AND lease_token = ? AND lease_until > ?",
		append(args, c.Job.ID, c.Job.LeaseToken, c.now())...))
}

func (c *Claim) now() wiretime.Time { return wiretime.Of(c.clock.Now()) }
