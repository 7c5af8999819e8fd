package posts

import (
	"context"
	"fmt"
	"time"

	"crier/platform/apperror"
)

// Lateness says what happens to scheduled posts whose time passed while Crier was not running.
type Lateness struct {
	// Grace is how late a post is still published.
	Grace time.Duration
	// Spacing is the least time between two late posts of one account.
	Spacing time.Duration
}

// hold keeps a scheduled post back whose time passed while nobody was there to publish it: for good when it is later than
// the grace, and for a while when another post of the account has just gone out.
func (w *work) hold(ctx context.Context) (bool, error) {
	if w.post.Status != Queued || !w.post.IsScheduled || w.post.ScheduledFor == nil || w.post.RetryCount > 0 ||
		w.claim.Job.CreatedAt.Time().After(w.post.ScheduledFor.Time()) {
		return false, nil
	}
	late := w.clock.Now().Sub(w.post.ScheduledFor.Time())
	if late > w.lateness.Grace {
		return true, w.fail(ctx, verdict{
			code:    apperror.InvalidSchedule,
			message: fmt.Sprintf("missed by %s, because Crier was not running at %s; retry publishes it now", roughly(late), w.post.ScheduledFor),
		})
	}
	if late < w.lateness.Spacing {
		return false, nil
	}
	last, ok, err := lastPublished(ctx, w.db, w.post.SocialAccountID)
	if err != nil {
		return true, err
	}
	next := last.Add(w.lateness.Spacing)
	if !ok || !next.After(w.clock.Now()) {
		return false, nil
	}
	return true, w.claim.Snooze(ctx, next, "late posts of one account are spaced", nil)
}

// roughly words a duration as a person would.
func roughly(d time.Duration) string {
	const day = 24 * time.Hour
	if d >= 2*day {
		return fmt.Sprintf("%d days", d/day)
	}
	return d.Round(time.Minute).String()
}
