package publish

import (
	"context"
	"fmt"
	"time"

	"crier/modules/posts"
	"crier/modules/posts/publish/attempt"
	"crier/modules/posts/timeline"
	"crier/platform/apperror"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

// Lateness says what happens to posts whose time passed while Crier was not running.
type Lateness struct {
	// Grace is how late a post is still published.
	Grace time.Duration
	// Spacing is the least time between two late posts of one account.
	Spacing time.Duration
}

// heldForSpacing is what the job of a post says that waits for its turn.
const heldForSpacing = "late posts of one account are spaced"

// hold keeps a post back whose time passed while nobody was there to publish it: for good when Crier did not run for longer
// than the grace since then, and for a while when another post of the account has just gone out. Whatever depends on a clock waits
// for the network's where this machine's may be wrong.
func (w *work) hold(ctx context.Context) (bool, error) {
	if w.isInDoubt() {
		w.unasked = w.compareClocks(ctx)
	}
	if held, err := w.holdForAccount(ctx); held || err != nil {
		return held, err
	}
	if early := w.early(); early > 0 {
		return true, w.holdForClock(ctx, early)
	}
	if w.missedBy() > w.lateness.Grace {
		if w.unasked != nil {
			return true, w.holdUnasked(ctx, w.unasked)
		}
		if away := w.uptime.Away(w.wanted()); away > w.lateness.Grace {
			return true, w.fail(ctx, verdict{
				code:    apperror.InvalidSchedule,
				message: fmt.Sprintf("missed by %s, because Crier was not running at %s; retry publishes it now", posts.Roughly(w.missedBy()), wiretime.Of(w.wanted())),
			})
		}
		timeline.Note(ctx, "it comes late by %s, but Crier ran meanwhile: it was not missed", posts.Roughly(w.missedBy()))
	}
	if w.unasked != nil && w.post.IsNative() && w.post.IsScheduled && !w.isByHand() {
		return true, w.holdUnasked(ctx, w.unasked) // Its own calls do not compare the clocks.
	}
	if w.post.Status != posts.Queued || !w.isLate() && !w.wasHeld() {
		return false, nil
	}
	pause, err := w.turn(ctx)
	if err != nil || pause <= 0 {
		return err != nil, err
	}
	return true, w.claim.Snooze(ctx, w.clock.Now().Add(pause), heldForSpacing, w.exists)
}

// missedBy is by how much the work comes after the instant at which it was to go on.
func (w *work) missedBy() time.Duration { return w.networkNow().Sub(w.wanted()) }

// wanted is when the work was to go on. A wait for the network's clock does not make it later.
func (w *work) wanted() time.Time {
	if value(w.claim.Job.LastError) == heldUnasked {
		return w.due()
	}
	return w.claim.Job.RunAt.Time()
}

// exists returns errTaken when the post has been deleted, so that its job is not put off.
func (w *work) exists(ctx context.Context, tx bun.IDB) error {
	_, err := posts.SelectPost(ctx, tx, w.post.ID)
	if isNotFound(err) {
		return errTaken
	}
	return err
}

// isLate reports whether a scheduled post's time passed before Crier was started, or is so long ago that the machine may
// have slept: others are likely to be late with it. One that somebody retries after its time is not.
func (w *work) isLate() bool {
	if !w.post.IsScheduled || w.post.ScheduledFor == nil {
		return false
	}
	at := w.post.ScheduledFor.Time()
	return w.claim.Job.CreatedAt.Time().Before(at) && (at.Before(w.started) || w.clock.Now().Sub(at) >= w.lateness.Spacing)
}

// wasHeld reports whether the post was held for so long that others of its account may be held with it.
func (w *work) wasHeld() bool {
	why := value(w.claim.Job.LastError)
	return (why == heldForAccount || why == heldOffline || why == heldForSpacing) && w.networkNow().Sub(w.due()) >= w.lateness.Spacing
}

// turn is how long a late post has to wait for: until some time after the account's latest call, and after the late ones that were due
// before it and wait for their own turn.
func (w *work) turn(ctx context.Context) (time.Duration, error) {
	last, found, err := attempt.Latest(ctx, w.db, w.post.SocialAccountID)
	if err != nil || !found {
		return 0, err
	}
	before, err := countBefore(ctx, w.db, w.post)
	return time.Duration(before+1)*w.lateness.Spacing - w.elapsed(last), err
}
