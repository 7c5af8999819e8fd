package jobs

import (
	"context"
	"errors"
	"runtime/debug"

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
// clock that may have been ahead and been set back since; nothing else would move it then. A job
// whose lease has run out does not need this, because the lease ends after the job was due.
const dueByNow = "run_at = min(run_at, ?)"

// release gives an unsettled job back: after a pause, unless the Runner stops or the lease was
// lost. It compares only the token: a lease that has run out is still this claim's, because nobody
// else takes a job from a handler that runs.
func (r *Runner) release(ctx context.Context, claim *Claim, cause error) {
	now := r.clock.Now()
	update := r.db.NewUpdate().Model((*ScheduledJob)(nil)).
		Set("status = ?, lease_token = NULL, lease_until = NULL, updated_at = ?", Pending, wiretime.Of(now)).
		Where("id = ? AND lease_token = ?", claim.Job.ID, claim.Job.LeaseToken)
	switch {
	case r.isStopping():
		update.Set(dueByNow, wiretime.Of(now))
	case errors.Is(cause, ErrLost):
		r.log.Warn("jobs: a lease ran out under its handler", "job", claim.Job.ID)
	default:
		r.log.Error("jobs: a job did not end", "job", claim.Job.ID, "subject", claim.Job.SubjectID, "error", cause)
		update.Set("suspicions = 0, run_at = ?, last_error = ?", wiretime.Of(now.Add(unsettledPause)), "the work did not come to an end; the log says why")
	}
	if errors.Is(cause, errPanicked) {
		update.Set("interruptions = interruptions + 1")
	}
	r.giveBack(ctx, claim.Job.ID, update)
	failpoint.Reach("jobs.released")
}

// giveBack runs the update that gives a job back. It repeats the update while the database fails,
// because a job that is not given back holds its lane until the lease ends.
func (r *Runner) giveBack(ctx context.Context, job wireid.ID, update *bun.UpdateQuery) {
	_, err := update.Exec(ctx)
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
		_, err = update.Exec(ctx)
	}
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
	n, err := r.reclaim(ctx, r.reclaiming().Where("id IN (?)", bun.List(abandoned)))
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

// reclaiming makes jobs PENDING again. It does not change when they were due, which shows how late
// they are.
func (r *Runner) reclaiming() *bun.UpdateQuery {
	return r.db.NewUpdate().Model((*ScheduledJob)(nil)).
		Set("status = ?, lease_token = NULL, lease_until = NULL, updated_at = ?", Pending, wiretime.Of(r.clock.Now())).
		Where("status = ?", Processing)
}

func (*Runner) reclaim(ctx context.Context, update *bun.UpdateQuery) (int64, error) {
	result, err := update.Exec(ctx)
	if err != nil {
		return 0, err
	}
	return result.RowsAffected()
}

func notify(c chan struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}
