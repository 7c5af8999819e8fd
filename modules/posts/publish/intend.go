package publish

import (
	"context"
	"errors"
	"fmt"
	"time"

	"crier/modules/posts"
	"crier/modules/posts/publish/attempt"
	"crier/modules/posts/timeline"
	"crier/platform/apperror"
	"crier/platform/database"
	"crier/platform/intent"
	"crier/platform/killpoint"

	"github.com/uptrace/bun"
)

// intend writes down that the reference is about to be made visible, together with what also does, and returns the permission to do
// so. It is the last thing before the call, and on disk before that is sent. Nothing is sent for an account that has been
// disconnected while the network was at the media, nor while it is not known what became of a post that looks the same.
func (w *work) intend(ctx context.Context, ch channel, ref string, in attempt.Transaction, also func(context.Context, bun.IDB) error) (intent.Intent, error) {
	look, _ := ch.look(w.post)
	a := attempt.Attempt{PostID: w.post.ID, AccountID: w.post.SocialAccountID, Channel: ch.name(), Ref: ref, Look: look, SeenBefore: w.seenBefore}
	w.stamp(&a)
	permission, err := w.ledger.Intend(ctx, in, &a, func(ctx context.Context, tx bun.IDB) error {
		if _, err := w.connected(ctx, tx); err != nil {
			return err
		}
		if err := w.waitsFor(ctx, tx, ch, a); err != nil {
			return err
		}
		return also(ctx, tx)
	})
	if err == nil {
		w.last = a
	}
	return permission, err
}

// intendFirst is intend for a post that has not been sent in this life of its container, and moves it to PUBLISHING.
func (w *work) intendFirst(ctx context.Context, ch channel, ref string) (intent.Intent, error) {
	permission, err := w.intend(ctx, ch, ref, w.claim.Progress, w.publishing)
	if err == nil {
		killpoint.Reach("posts.intended")
		w.post.Status = posts.Publishing
	}
	return permission, err
}

// publishing moves the post to PUBLISHING (contract 3: PROCESSING -> PUBLISHING), with the attempt that it is written down with.
func (w *work) publishing(ctx context.Context, tx bun.IDB) error {
	return w.change(ctx, tx, posts.Publishing, nil)
}

// alikeError says that a post has to wait for another one that looks the same.
type alikeError struct{ other attempt.Attempt }

func (e *alikeError) Error() string {
	return fmt.Sprintf("posts: it is not known yet whether the post %s, which looks the same, is live", e.other.PostID)
}

// waitsFor returns an alikeError while the outcome of another attempt of the look is being asked for: were both sent, nobody could
// tell which of them an item is. Where only the account's list tells what became of an attempt, the next one is sent when an item of
// that one can no longer appear, whatever has become of its post: so the windows of two do not overlap.
func (w *work) waitsFor(ctx context.Context, tx bun.IDB, ch channel, a attempt.Attempt) error {
	others, err := attempt.Alike(ctx, tx, a.AccountID, a.Channel, a.Look)
	if err != nil {
		return err
	}
	for _, other := range others {
		if other.PostID == a.PostID || !other.IsOpen() {
			continue
		}
		asked, err := isBeingAsked(ctx, tx, other)
		if err != nil {
			return err
		}
		if asked || ch.rules().absenceByList && w.elapsed(other) < inFlight+2*dateSlack {
			return &alikeError{other}
		}
	}
	return nil
}

// isBeingAsked reports whether a job is at finding out what became of an attempt.
func isBeingAsked(ctx context.Context, tx bun.IDB, a attempt.Attempt) (bool, error) {
	post, err := posts.SelectPost(ctx, tx, a.PostID)
	if isNotFound(err) {
		return false, nil
	}
	if a.Channel == attempt.Page {
		return post.ShareState != nil, err
	}
	return post.Status == posts.Publishing, err
}

// mostBaselineReads is how often the baseline is tried to be read.
const mostBaselineReads = 2

const (
	// heldForAlike is what the job of a post says that waits for one that looks the same.
	heldForAlike = "another post that looks the same has been sent, and it is not known yet whether it is live"
	// alikePause is how long it waits at most before it looks again; it goes on at once when the other one is settled.
	alikePause = 30 * time.Second
)

// holdForAlike puts the post off until it is known what became of the other one.
func (w *work) holdForAlike(ctx context.Context, e *alikeError) error {
	killpoint.Reach("posts.alike.held")
	w.hasAlikeHeld.Store(true)
	timeline.Note(ctx, "the post %s, which looks the same, was sent, and it is not known yet whether it is live", e.other.PostID)
	why := fmt.Sprintf("the post waits for %s, which looks the same: it is not known yet whether that one is live", e.other.PostID)
	return w.claim.Snooze(ctx, w.clock.Now().Add(alikePause), heldForAlike, func(ctx context.Context, tx bun.IDB) error {
		return errors.Join(w.backToQueue(ctx, tx), w.say(ctx, tx, apperror.UnknownError, why))
	})
}

// say writes onto the post what it waits for.
func (w *work) say(ctx context.Context, tx bun.IDB, code apperror.Code, why string) error {
	return posts.Update(ctx, tx, w.post.ID, w.now(), func(u *database.Update) { u.Set("error_code = ?, error_message = ?", code, why) })
}

// decide settles the attempt in the transaction of what follows from it, and has the posts go on that wait for it.
func (w *work) decide(ctx context.Context, tx bun.IDB, d attempt.Decision) error {
	if w.last.Seq == 0 {
		return nil
	}
	if _, err := attempt.Decide(ctx, tx, w.last.Seq, w.now(), d); err != nil {
		return err
	}
	return w.letAlikeGoOn(ctx, tx)
}

// letAlikeGoOn has the posts go on that wait for one that looks the same.
func (w *work) letAlikeGoOn(ctx context.Context, tx bun.IDB) error {
	if !w.hasAlikeHeld.Load() {
		return nil // None was held by this process; one that an earlier one held looks again soon.
	}
	return w.queue.Hasten(ctx, tx, w.post.SocialAccountID.String(), heldForAlike)
}

// absent is the decision that the attempt took no effect.
func absent(why string) attempt.Decision {
	return attempt.Decision{Verdict: attempt.Absent, Evidence: why}
}

// baseline notes what the account shows that looks like the post, before it is sent: none of it is the post. That it cannot be read
// is no reason to wait: the attempt's window excludes what was there before, too.
//
// It is read once for each reference, and at most twice where that fails.
func (w *work) baseline(ctx context.Context, ch channel) error {
	if w.processing.isBaselined {
		w.seenBefore = w.processing.seenBefore
		return nil
	}
	shown, err := ch.lately(ctx, w)
	killpoint.Reach("posts.baseline.read")
	w.processing.baselineReads++
	if err != nil {
		w.processing.isBaselined = w.processing.baselineReads >= mostBaselineReads
		if unprovable(err) {
			timeline.Note(ctx, "what the account shows before the call could not be read")
			return nil
		}
		return err
	}
	w.seenBefore = nil
	for _, one := range shown.items {
		if one.isAlike {
			w.seenBefore = append(w.seenBefore, one.id)
		}
	}
	w.processing.isBaselined, w.processing.seenBefore = true, w.seenBefore
	return nil
}

// windowBegins is the earliest instant, by the network's clock, at which the item of a call could appear that is sent now.
func (w *work) windowBegins(slack time.Duration) time.Time {
	now, ahead := w.clock.Now(), time.Duration(0)
	if known, ok := w.uptime.Ahead(); ok {
		ahead, slack = known, dateSlack
	}
	return now.Add(-ahead - slack - glanceAge).Truncate(time.Second)
}
