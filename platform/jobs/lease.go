package jobs

import (
	"context"
	"errors"
	"runtime/debug"

	"crier/platform/clock"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

func (r *Runner) run(claim *Claim) {
	defer func() {
		<-r.slots
		notify(r.freed)
		r.announceEnd()
	}()
	ctx, cancel := context.WithCancelCause(r.work)
	renewed := make(chan struct{})
	go func() {
		defer close(renewed)
		r.keepLease(ctx, cancel, claim)
	}()
	err := r.call(ctx, claim)
	cancel(nil)
	<-renewed
	if claim.settled {
		return
	}
	r.release(claim, err)
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
		held, err := changedOne(claim.held(r.db).Set("lease_until = ?", wiretime.Of(r.clock.Now().Add(lease))).Exec(ctx))
		if err != nil {
			r.log.Warn("jobs: renew a lease", "job", claim.Job.ID, "error", err)
			continue
		}
		if !held {
			cancel(ErrLost)
			return
		}
	}
}

// release gives an unsettled job back: at once when the Runner stops, after a pause otherwise.
func (r *Runner) release(claim *Claim, cause error) {
	if errors.Is(cause, ErrLost) {
		r.log.Warn("jobs: a lease was lost", "job", claim.Job.ID)
		return
	}
	now := r.clock.Now()
	runAt, interruptions := now.Add(unsettledPause), 0
	if r.isStopping() {
		runAt = now
	} else {
		r.log.Error("jobs: a job did not end", "job", claim.Job.ID, "subject", claim.Job.SubjectID, "error", cause)
	}
	if errors.Is(cause, errPanicked) {
		interruptions = 1
	}
	_, err := claim.held(r.db).
		Set("status = ?, lease_token = NULL, lease_until = NULL, run_at = ?", Pending, wiretime.Of(runAt)).
		Set("interruptions = interruptions + ?, updated_at = ?", interruptions, wiretime.Of(now)).
		Exec(context.WithoutCancel(r.work))
	if err != nil {
		r.log.Error("jobs: give a job back", "job", claim.Job.ID, "error", err)
	}
}

// reclaimOrphans runs before the first claim: the data folder's lock says that no other process works on a job, so
// whatever is PROCESSING lost its holder.
func (r *Runner) reclaimOrphans(ctx context.Context) error {
	n, err := r.reclaim(ctx, r.reclaiming().Set("interruptions = interruptions + 1"))
	if n > 0 {
		r.log.Warn("jobs: resuming what an earlier run left unfinished", "jobs", n)
	}
	return err
}

// reclaimExpired takes back the jobs whose holder let the lease run out, as it does when the machine slept.
func (r *Runner) reclaimExpired(ctx context.Context) error {
	n, err := r.reclaim(ctx, r.reclaiming().Where("lease_until <= ?", wiretime.Of(r.clock.Now())))
	if n > 0 {
		r.log.Warn("jobs: leases ran out", "jobs", n)
	}
	return err
}

func (r *Runner) reclaiming() *bun.UpdateQuery {
	now := wiretime.Of(r.clock.Now())
	return r.db.NewUpdate().Model((*ScheduledJob)(nil)).
		Set("status = ?, lease_token = NULL, lease_until = NULL, run_at = ?, updated_at = ?", Pending, now, now).
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
