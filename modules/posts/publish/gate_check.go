package publish

import (
	"context"
	"fmt"
	"math"
	"time"

	"crier/modules/posts"
	"crier/modules/posts/publish/attempt"
	"crier/modules/posts/publish/channel"
	"crier/modules/posts/publish/failure"
	"crier/modules/posts/timeline"
	"crier/platform/apperror"
	"crier/platform/database"
	"crier/platform/jobs"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

// heldForSpacing is the reason of a job whose late post waits for its turn.
var heldForSpacing = jobs.Reason{Wait: "SPACING", Text: "late posts of one account are spaced"}

// check returns what keeps a post back that is about to be worked on, nil when nothing does.
// Whatever depends on a clock waits for the network's where this machine's may be wrong.
func (g *gate) check(ctx context.Context, run *channel.Run, rules channel.Rules) (*hold, error) {
	var unasked error
	if g.isInDoubt(run, rules) {
		unasked = g.compareClocks(ctx, run)
	}
	if held, err := g.forAccount(ctx, run, unasked != nil); held != nil || err != nil {
		return held, err
	}
	if early := g.early(run); early > 0 {
		return g.forClock(run, early), nil
	}
	if late := g.missedBy(run); late > g.lateness.Grace {
		if unasked != nil {
			return g.unasked(run, unasked)
		}
		if g.clock.Away(wanted(run)) > g.lateness.Grace {
			missed := ended(failure.Failure{
				Code:    apperror.InvalidSchedule,
				Message: fmt.Sprintf("missed by %s, because Crier was not running in this mode at %s; retry publishes it now", wiretime.Words(late), wiretime.Of(wanted(run))),
			})
			missed.isMissed = true
			return missed, nil
		}
		timeline.Note(ctx, "it is %s late, but Crier was running: it was not missed", wiretime.Words(late))
	}
	if unasked != nil && !rules.ComparesClock && run.Post.IsScheduled && !isByHand(run) {
		return g.unasked(run, unasked)
	}
	if run.IsSpaced = g.isLate(run) || g.wasHeld(run); !run.IsSpaced {
		return nil, nil
	}
	pause, err := g.turn(ctx, run)
	if err != nil || pause <= 0 {
		return nil, err
	}
	return &hold{pause: pause, reason: heldForSpacing, isCleared: true}, nil // It waits for nothing else any more.
}

// isLate reports whether a scheduled post's time passed before Crier was started, or is so long ago
// that the machine may have slept: others are likely to be late with it. One that somebody retries
// after its time is not. One whose work began in time is late when that is true of the next look at
// its media, however long the network takes over them.
func (g *gate) isLate(run *channel.Run) bool {
	if !run.Post.IsScheduled || run.Post.ScheduledFor == nil || !run.Claim.Job.CreatedAt.Time().Before(run.Post.ScheduledFor.Time()) {
		return false
	}
	at := run.Post.ScheduledFor.Time()
	if run.IsWaiting() {
		at = wanted(run)
	}
	return at.Before(g.started) || g.clock.Now().Sub(at) >= g.lateness.Spacing
}

// wasHeld reports whether the post was held for so long that others of its account may be held with
// it, or was held or late when its work began.
func (g *gate) wasHeld(run *channel.Run) bool {
	switch run.Claim.Job.Wait {
	case channel.WaitsForSpacedMedia.Wait:
		return true
	case heldForAccount.Wait, heldForCheckpoint.Wait, heldOffline.Wait, heldForSpacing.Wait:
		return waited(g.clock, run) >= g.lateness.Spacing
	default:
		return false
	}
}

// turn is how long a late post has to wait for: until some time after the account's latest call,
// and after the late ones that were due before it and wait for their own turn. A post begins, too,
// some time after the one before it, so that the network is likely to be done with that one's media
// first. As it only waits for what has happened, it waits for no other post for ever.
//
// This is asked at the start of each run. No other post of the account is sent during the run,
// because the jobs of an account run one after the other.
func (g *gate) turn(ctx context.Context, run *channel.Run) (time.Duration, error) {
	last, found, err := attempt.Latest(ctx, g.db, run.Post.SocialAccountID)
	if err != nil {
		return 0, err
	}
	since := time.Duration(math.MaxInt64)
	if found {
		since = g.clock.Elapsed(last)
	}
	if run.Post.Status == posts.Queued {
		begun, err := lastBegun(ctx, g.db, run.Post)
		if err != nil {
			return 0, err
		}
		// An instant in the future was written before the clock was set back.
		if ago := g.clock.Now().Sub(begun); ago >= 0 {
			since = min(since, ago)
		}
	}
	before, err := countBefore(ctx, g.db, run.Post)
	return time.Duration(before+1)*g.lateness.Spacing - since, err
}

// lastBegun returns when the work on another post of the same account began that has not been sent
// yet; the zero instant of Unix when there is none.
func lastBegun(ctx context.Context, db bun.IDB, post posts.Post) (time.Time, error) {
	ms, err := database.Value[int64](ctx, db, `SELECT coalesce(max(last_attempt_at), 0) FROM posts INDEXED BY posts_by_status
		WHERE status = 'PROCESSING' AND social_account_id = ? AND id <> ?`, post.SocialAccountID, post.ID)
	return time.UnixMilli(ms), err
}

// countBefore returns how many scheduled posts of the same account are QUEUED and were due before
// the post, or at the same instant and taken in before it.
func countBefore(ctx context.Context, db bun.IDB, post posts.Post) (int64, error) {
	return database.Value[int64](ctx, db, "SELECT count(*) FROM "+posts.WaitingTable+" WHERE "+posts.WaitingCondition+` AND social_account_id = ?1 AND id <> ?2
		AND status = 'QUEUED' AND (scheduled_for, rowid) < (?3, (SELECT rowid FROM posts WHERE id = ?2))`,
		post.SocialAccountID, post.ID, post.ScheduledFor)
}
