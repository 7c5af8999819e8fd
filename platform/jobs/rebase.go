package jobs

import (
	"context"
	"time"

	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

// rebase keeps a wall clock that was set back from stretching the waits that were begun before: a
// job that was put off for a minute by a clock that was a day ahead is due in that minute, not in a
// day and a minute, and one that was due at once is due now. A job that waits for an instant which
// somebody named keeps it: that lies after the job's making, and it has never been put off, so that
// it has no last error. That of a repeating job was named by the work before it.
//
// A job that was made by such a clock is made now: how long it has been there counts from here.
func (r *Runner) rebase(ctx context.Context) error {
	var moved int64
	err := r.db.InRelaxedTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		// The clock is read once nobody else can write: a job that is added meanwhile is not of
		// another time.
		now := wiretime.Of(r.clock.Now())
		result, err := tx.NewUpdate().Model((*ScheduledJob)(nil)).
			Set("run_at = ? + max(run_at - updated_at, 0), updated_at = ?", now, now).
			Where("status = ? AND run_at > ? AND updated_at > ?", Pending, now, now).
			Where("last_error IS NOT NULL OR run_at <= created_at OR repeat_key IS NOT NULL").Exec(ctx)
		if err != nil {
			return err
		}
		if moved, err = result.RowsAffected(); err != nil {
			return err
		}
		_, err = tx.NewUpdate().Model((*ScheduledJob)(nil)).Set("created_at = ?", now).
			Where("status IN (?, ?) AND created_at > ?", Pending, Processing, now).Exec(ctx)
		return err
	})
	if err == nil && moved > 0 {
		r.log.Warn("jobs: the clock was set back; waits that were begun before go on from now", "jobs", moved)
	}
	return err
}

// hasGoneBack reports whether the wall clock shows an earlier time than at the last look.
func (r *Runner) hasGoneBack(now time.Time) bool {
	back := now.Before(r.lastLook)
	r.lastLook = now
	return back
}
