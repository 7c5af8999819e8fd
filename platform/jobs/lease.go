package jobs

import (
	"context"
	"errors"
	"runtime/debug"
	"time"

	"crier/platform/clock"
	"crier/platform/database"
	"crier/platform/failpoint"
	"crier/platform/wireid"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

func (r *Runner) run(ctx context.Context, cancel context.CancelCauseFunc, claim *Claim) {
	defer func() {
		r.dropActive(claim.Job.ID)
		<-r.slots
		notify(r.freed)
		r.announceEnd()
	}()
	renewed := make(chan struct{})
	go func() {
		defer close(renewed)
		r.keepLease(ctx, cancel, claim)
	}()
	err := r.call(ctx, claim)
	if lost := context.Cause(ctx); errors.Is(lost, ErrLost) {
		err = lost
	}
	cancel(nil)
	<-renewed
	if !claim.settled {
		r.release(context.WithoutCancel(ctx), claim, err)
	}
}

var errPanicked = errors.New("jobs: the handler panicked")

func (r *Runner) call(ctx context.Context, claim *Claim) (err error) {
	defer func() {
		if p := recover(); p != nil {
			r.log.Error("jobs: a handler panicked", "job", claim.Job.ID, "panic", p, "stack", string(debug.Stack()))
			err = errPanicked
		}
	}()
	return r.handlers[claim.Job.Type].Run(ctx, claim)
}

// keepLease renews the lease until ctx ends, and ends the handler's context when it is lost.
func (r *Runner) keepLease(ctx context.Context, cancel context.CancelCauseFunc, claim *Claim) {
	for clock.Sleep(ctx, r.clock, renew) == nil {
		held, err := claim.update(ctx, r.db, "lease_until = ?", wiretime.Of(r.clock.Now().Add(lease)))
		if err != nil {
			r.log.Warn("jobs: renew a lease", "job", claim.Job.ID, "error", err)
			continue
		}
		failpoint.Reach("jobs.renewed")
		if !held {
			cancel(ErrLost)
			return
		}
	}
}

// dueByNow makes a job that was in work due now at the latest. It was claimed when it was due by a
// clock that may have been ahead and been set back since. Rebase leaves jobs in work alone, and
// takes one that was given back since for one of the new time. A lease that ran out does not mean
// that the job is due: the lease may have been renewed by the new time.
const dueByNow = "run_at = min(run_at, ?)"

// release gives an unsettled job back: after a pause, unless the Runner stops or the lease was
// lost. It compares only the token: a lease that has run out is still this claim's, because nobody
// else takes a job from a handler that runs.
func (r *Runner) release(ctx context.Context, claim *Claim, cause error) {
	pauses := false
	switch {
	case r.isStopping():
	case errors.Is(cause, ErrLost):
		r.log.Warn("jobs: a lease ran out under its handler", "job", claim.Job.ID)
	default:
		r.log.Error("jobs: a job did not end", "job", claim.Job.ID, "subject", claim.Job.SubjectID, "error", cause)
		pauses = true
	}
	r.giveBack(ctx, claim.Job.ID, func(update *bun.UpdateQuery, now time.Time) {
		update.Where("id = ? AND lease_token = ?", claim.Job.ID, claim.Job.LeaseToken)
		if pauses {
			update.Set("suspicions = 0, named_instant = 0, run_at = ?, wait = ?, last_error = ?",
				wiretime.Of(now.Add(unsettledPause)), BrokenOff, "the work did not come to an end; the log says why")
		} else {
			update.Set(dueByNow, wiretime.Of(now))
		}
		if errors.Is(cause, errPanicked) {
			update.Set("interruptions = interruptions + 1")
		}
	})
	failpoint.Reach("jobs.released")
}

// giveBack makes a job PENDING again, together with what change sets. It tries again while the
// database fails, because a job that is not given back holds its lane until the lease ends. Each
// try reads the clock within its transaction, as putBack does and for the same reason.
func (r *Runner) giveBack(ctx context.Context, job wireid.ID, change func(update *bun.UpdateQuery, now time.Time)) {
	try := func() error {
		return r.db.InTx(ctx, func(ctx context.Context, tx bun.Tx) error {
			now := r.clock.Now()
			update := pendingAgain(tx, now)
			change(update, now)
			_, err := update.Exec(ctx)
			return err
		})
	}
	err := try()
	if err == nil {
		return
	}
	r.log.Error("jobs: give a job back", "job", job, "error", err)
	for until := r.clock.Now().Add(lease); err != nil && r.clock.Now().Before(until); {
		timer := r.clock.NewTimer(giveBackPause)
		select {
		case <-timer.C:
		case <-r.stopping:
			timer.Stop()
			until = r.clock.Now()
		}
		err = try()
	}
}

func pendingAgain(tx bun.Tx, now time.Time) *bun.UpdateQuery {
	return tx.NewUpdate().Model((*ScheduledJob)(nil)).
		Set("status = ?, lease_token = NULL, lease_until = NULL, updated_at = ?", Pending, wiretime.Of(now))
}

// reclaimOrphans runs before the first claim. The lock of the data folder ensures that no other
// process works on a job, so every PROCESSING job lost its holder.
func (r *Runner) reclaimOrphans(ctx context.Context) error {
	n, err := r.suspects.reclaim(ctx)
	if n > 0 {
		r.log.Warn("jobs: resuming what an earlier run left unfinished", "jobs", n)
		failpoint.Reach("jobs.reclaimed")
	}
	return err
}

var expiredJobs = database.SelectFrom[ScheduledJob]("WHERE status = 'PROCESSING' AND lease_until <= ?")

// takeBackExpired handles the jobs whose lease ran out, as when the machine slept. It cancels a
// handler that still works on one. Such a job becomes PENDING only when its handler has returned:
// two handlers never work on one job.
func (r *Runner) takeBackExpired(ctx context.Context) error {
	expired, err := expiredJobs.All(ctx, r.db, wiretime.Of(r.clock.Now()))
	if err != nil {
		return err
	}
	var abandoned []wireid.ID
	for _, job := range expired {
		if !r.endActive(job.ID) {
			abandoned = append(abandoned, job.ID)
		}
	}
	if len(abandoned) == 0 {
		return nil
	}
	n, err := r.reclaim(ctx, abandoned)
	if n > 0 {
		r.log.Warn("jobs: leases ran out", "jobs", n)
	}
	return err
}

// endActive ends the handler that works on the job, and reports false when there is none.
func (r *Runner) endActive(job wireid.ID) bool {
	r.activeMu.Lock()
	defer r.activeMu.Unlock()
	cancel, ok := r.active[job]
	if ok {
		cancel(ErrLost)
	}
	return ok
}

// reclaim makes those of the jobs PENDING that are still in work, and returns how many they are. It
// does not change when a job was due, which shows how late it is; but none is due later than now.
func (r *Runner) reclaim(ctx context.Context, ids []wireid.ID) (n int64, err error) {
	err = r.db.InRelaxedTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		now := r.clock.Now()
		result, err := pendingAgain(tx, now).Set(dueByNow, wiretime.Of(now)).
			Where("status = ? AND id IN (?)", Processing, bun.List(ids)).Exec(ctx)
		if err != nil {
			return err
		}
		n, err = result.RowsAffected()
		return err
	})
	return n, err
}

// notify leaves a token in c, unless there is one already.
func notify(c chan struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}
