package publish

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"crier/modules/posts"
	"crier/modules/posts/publish/attempt"
	"crier/modules/posts/publish/channel"
	"crier/modules/posts/publish/timing"
	"crier/modules/posts/timeline"
	"crier/platform/apperror"
	"crier/platform/failpoint"
	"crier/platform/jobs"
	"crier/platform/wireid"

	"github.com/uptrace/bun"
)

// lookalikes has posts wait while it is not known what became of another post that looks the same:
// were both sent, nobody could tell which of them an item is.
type lookalikes struct {
	clock *timing.Clock
	queue *jobs.Queue
	// hasHeld says that this process held a post because of one that looks the same.
	hasHeld atomic.Bool
}

// lookalikeError says that a post has to wait for another one that looks the same.
type lookalikeError struct{ other attempt.Attempt }

func (e *lookalikeError) Error() string {
	return fmt.Sprintf("posts: it is not known yet whether the post %s, which looks the same, is live", e.other.PostID)
}

// check returns a lookalikeError while the outcome of an attempt of another post with the look of a
// is being asked for. Where only the account's list tells what became of an attempt, the next one
// is sent when an item of that one can no longer appear, whatever has become of its post: so the
// windows of two do not overlap.
func (l *lookalikes) check(ctx context.Context, tx bun.IDB, ch channel.Channel, a attempt.Attempt) error {
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
		if asked || ch.Rules().AbsenceByList && l.clock.Elapsed(other) < timing.InFlight+2*timing.DateSlack {
			return &lookalikeError{other}
		}
	}
	return nil
}

// isBeingAsked reports whether a job is finding out what became of an attempt.
func isBeingAsked(ctx context.Context, tx bun.IDB, a attempt.Attempt) (bool, error) {
	post, err := posts.SelectPost(ctx, tx, a.PostID)
	if isNotFound(err) {
		return false, nil
	}
	switch a.Channel {
	case attempt.Page:
		return post.IsSharing(), err
	case attempt.Comment:
		return post.IsCommenting(), err
	case attempt.Feed, attempt.Story:
	}
	return post.Status == posts.Publishing, err
}

func isNotFound(err error) bool { return errors.Is(err, sql.ErrNoRows) }

// heldForLookalike is the reason of a job whose post waits for another that looks the same.
var heldForLookalike = jobs.Reason{
	Wait: "LOOKALIKE", Text: "another post that looks the same has been sent, and it is not known yet whether it is live",
}

// lookalikePause is how long it waits before it looks again; it goes on at once when the other one
// is settled.
const lookalikePause = 30 * time.Second

// hold returns the hold of what waits until check lets the attempt a pass.
func (l *lookalikes) hold(ch channel.Channel, a attempt.Attempt) *hold {
	l.hasHeld.Store(true)
	return &hold{pause: lookalikePause, reason: heldForLookalike, isOver: func(ctx context.Context, tx bun.IDB) (bool, error) {
		err := l.check(ctx, tx, ch, a)
		if _, ok := errors.AsType[*lookalikeError](err); ok {
			return false, nil
		}
		return err == nil, err
	}}
}

// holdFor returns the hold of a post that has to wait for another one, with what the post says of
// it.
func (l *lookalikes) holdFor(ctx context.Context, e *lookalikeError, ch channel.Channel, a attempt.Attempt) *hold {
	failpoint.Reach("posts.alike.held")
	timeline.Note(ctx, "the post %s, which looks the same, was sent, and it is not known yet whether it is live", e.other.PostID)
	held := l.hold(ch, a)
	held.code = apperror.UnknownError
	held.says = fmt.Sprintf("the post waits for %s, which looks the same: it is not known yet whether that one is live", e.other.PostID)
	return held
}

// letGoOn makes the account's posts due that wait for one that looks the same.
func (l *lookalikes) letGoOn(ctx context.Context, tx bun.IDB, account wireid.ID) error {
	if !l.hasHeld.Load() {
		return nil // None was held by this process; one that an earlier one held looks again soon.
	}
	return l.queue.MakeDue(ctx, tx, account.String(), heldForLookalike.Wait)
}
