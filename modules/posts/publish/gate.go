package publish

import (
	"context"
	"time"

	"crier/modules/auth"
	"crier/modules/posts"
	"crier/modules/posts/publish/channel"
	"crier/modules/posts/publish/failure"
	"crier/modules/posts/publish/timing"
	"crier/platform/apperror"
	"crier/platform/database"
)

// Lateness says what happens to posts whose time passed while Crier was not running.
type Lateness struct {
	// Grace is how late a post is still published.
	Grace time.Duration
	// Spacing is the least time between two late posts of one account.
	Spacing time.Duration
}

// gate keeps posts back that must not go out now: of an account that cannot publish, before their
// time by the network's clock, too late, or one right after the other. It only says so; the caller
// puts the post off.
type gate struct {
	db       *database.DB
	clock    *timing.Clock
	accounts *auth.Service
	reach    *reach
	lateness Lateness
	// started is when the gate was made: what was due before is late.
	started time.Time
	// ask makes any call about a post's account, for the date of its answer.
	ask func(ctx context.Context, post posts.Post) error
}

// hold is what keeps a post back.
type hold struct {
	// pause is how long it is put off.
	pause time.Duration
	// reason is what its job says, by which it is found again.
	reason string
	// code and says are written onto the post, if there is a code; isCleared takes off what it said
	// before.
	code      apperror.Code
	says      string
	isCleared bool
	// failure is what the post ends with instead of waiting; nil when it waits.
	failure *failure.Verdict
}

// ended is a hold that ends the post.
func ended(v failure.Verdict) *hold { return &hold{failure: &v} }

// heldUnasked is what the job of a post says while it waits for the network's clock.
const heldUnasked = "the network's clock must be compared with this machine's, and the network cannot be asked"

// due is when the post was to go out: at its time, or when it was taken in.
func due(run *channel.Run) time.Time {
	taken := run.Claim.Job.CreatedAt.Time()
	if at := run.Post.ScheduledFor; run.Post.IsScheduled && at != nil && at.Time().After(taken) {
		return at.Time()
	}
	return taken
}

// waited is for how long, by the network's clock, the post has been due. It is negative for a
// scheduled post before its time.
func waited(clk *timing.Clock, run *channel.Run) time.Duration {
	waited := clk.Since(run.Claim.Job.CreatedAt.Time())
	if at := run.Post.ScheduledFor; run.Post.IsScheduled && at != nil {
		return min(waited, clk.Network().Sub(at.Time()))
	}
	return waited
}

// wanted is when the work was to go on. A wait for the network's clock does not make it later, and
// a clock that was behind does not make it earlier than the post's own time.
func wanted(run *channel.Run) time.Time {
	if channel.Text(run.Claim.Job.LastError) == heldUnasked {
		return due(run)
	}
	at := run.Claim.Job.RunAt.Time()
	if own := run.Post.ScheduledFor; run.Post.IsScheduled && own != nil && own.Time().After(at) {
		return own.Time()
	}
	return at
}

// isByHand reports whether somebody retries the post after its time, or after its account was found
// dead: then it is tried, whatever is known.
func isByHand(run *channel.Run) bool {
	taken := run.Claim.Job.CreatedAt.Time()
	if at := run.Post.ScheduledFor; run.Post.IsScheduled && at != nil {
		return taken.After(at.Time())
	}
	return run.Post.CompletedAt != nil
}
