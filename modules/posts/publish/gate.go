package publish

import (
	"context"
	"time"

	"crier/modules/auth"
	"crier/modules/posts"
	"crier/modules/posts/publish/channel"
	"crier/modules/posts/publish/timing"
	"crier/platform/database"
	"crier/platform/jobs"
)

// Lateness says what happens to posts whose time passed while Crier was not running.
type Lateness struct {
	// Grace is how late a post is still published.
	Grace time.Duration
	// Spacing is the least time between two late posts of one account.
	Spacing time.Duration
}

// gate decides which posts must not go out now: those of an account that cannot publish, those
// before their time by the network's clock, those that are too late, and those right after another.
// It only decides; the caller postpones the post.
type gate struct {
	db       *database.DB
	clock    *timing.Clock
	accounts *auth.Service
	reach    *reach
	lateness Lateness
	// started is when the gate was made. Posts that were due before are late.
	started time.Time
	// ask makes any call about a post's account, for the date of its answer.
	ask func(ctx context.Context, post posts.Post) error
}

// heldUnasked is the reason of a job whose post waits for the network's clock.
var heldUnasked = jobs.Reason{Wait: "CLOCK", Text: "the network's clock must be compared with this machine's, and the network cannot be asked"}

// heldUnsearched is the reason of a job whose missed post the cloud may have published.
var heldUnsearched = jobs.Reason{Wait: "CLOUD_SEARCH", Text: "the network must be asked whether the cloud worker has published the post"}

// due is when the post should go out: at its time, or when it was accepted.
func due(run *channel.Run) time.Time {
	taken := run.Claim.Job.CreatedAt.Time()
	if at := run.Post.ScheduledFor; run.Post.IsScheduled && at != nil && at.Time().After(taken) {
		return at.Time()
	}
	return taken
}

// waited is how long the post has been due, for a scheduled post by the network's clock. It is
// negative before the time of a scheduled post.
func waited(clk *timing.Clock, run *channel.Run) time.Duration {
	waited := clk.JobAge(run.Claim.Job)
	if at := run.Post.ScheduledFor; run.Post.IsScheduled && at != nil {
		return min(waited, clk.Network().Sub(at.Time()))
	}
	return waited
}

// wanted is when the work should continue. A wait for the network's clock, or for the look for a
// missed post, does not make it later, and a clock that was behind does not make it earlier than
// the post's own time.
func wanted(run *channel.Run) time.Time {
	switch run.Claim.Job.Wait {
	case heldUnasked.Wait, heldUnsearched.Wait:
		return due(run)
	default:
	}
	at := run.Claim.Job.RunAt.Time()
	if own := run.Post.ScheduledFor; run.Post.IsScheduled && own != nil && own.Time().After(at) {
		return own.Time()
	}
	return at
}

// isByHand reports whether a person retries the post after its time, or after its account was found
// dead. Such a post is tried in any case.
func isByHand(run *channel.Run) bool {
	taken := run.Claim.Job.CreatedAt.Time()
	if at := run.Post.ScheduledFor; run.Post.IsScheduled && at != nil {
		return taken.After(at.Time())
	}
	return run.Post.CompletedAt != nil
}
