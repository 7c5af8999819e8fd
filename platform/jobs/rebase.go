package jobs

import (
	"context"
	"time"

	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

// rebase keeps a wall clock that was set back from prolonging waits that began before: a job that
// was put off for a minute by a clock that was a day ahead is due in that minute, not in a day and
// a minute, and one that was due at once is due now. A job that waits for an instant that a user
// named keeps it. The instant of a repeating job was named by the work before it.
//
// A job that was created by such a clock counts as created now. What the machine counted then (Age)
// stays true, and is replaced only where it is of an earlier start of the machine.
func (r *Runner) rebase(ctx context.Context) error {
	var moved int64
	err := r.db.InRelaxedTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		// The clock is read when nobody else can write any more. Otherwise a job that is added
		// meanwhile could have another time.
		now := wiretime.Of(r.clock.Now())
		result, err := tx.NewUpdate().Model((*ScheduledJob)(nil)).
			Set("run_at = ? + max(run_at - updated_at, 0), updated_at = ?", now, now).
			Where("status = ? AND run_at > ? AND updated_at > ? AND named_instant = 0", Pending, now, now).Exec(ctx)
		if err != nil {
			return err
		}
		if moved, err = result.RowsAffected(); err != nil {
			return err
		}
		running := r.clock.Running()
		_, err = tx.NewUpdate().Model((*ScheduledJob)(nil)).Set("created_at = ?, created_boot = ?", now, boot(running)).
			Set("created_elapsed_ms = CASE created_boot WHEN ? THEN created_elapsed_ms ELSE ? END", boot(running), running.Elapsed.Milliseconds()).
			Where("status IN (?, ?) AND created_at > ?", Pending, Processing, now).Exec(ctx)
		return err
	})
	if err == nil && moved > 0 {
		r.log.Warn("jobs: the clock was set back; waits that began before that go on from now", "jobs", moved)
	}
	return err
}

// followClock moves the waits when the wall clock shows an earlier time than at the last look. When
// the database fails, it does so at the next look instead: no later step back would tell of these
// waits.
func (r *Runner) followClock(now time.Time) {
	r.rebaseDue = r.rebaseDue || now.Before(r.lastLook)
	r.lastLook = now
	if !r.rebaseDue {
		return
	}
	if err := r.rebase(r.work); err != nil {
		r.log.Error("jobs: move waits to the new time", "error", err)
		return
	}
	r.rebaseDue = false
}
