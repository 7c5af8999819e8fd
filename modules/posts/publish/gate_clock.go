package publish

import (
	"context"
	"errors"
	"fmt"
	"time"

	"crier/modules/posts"
	"crier/modules/posts/publish/channel"
	"crier/modules/posts/publish/failure"
	"crier/platform/apperror"
	"crier/platform/failpoint"
	"crier/platform/graph"
	"crier/platform/jobs"
	"crier/platform/wiretime"
)

// shortestClockHold and longestClockHold bound the pause between two comparisons for one post. One
// answer with a wrong date must not hold a post for long: the next comparison may find that both
// clocks are right.
const shortestClockHold, longestClockHold = time.Minute, 15 * time.Minute

// early returns how long it is until the post's time: by the network's clock when this machine's is
// ahead of it by more than the tolerance, and by this machine's when that was set back after the
// post had been claimed; 0 when it has come.
func (g *gate) early(run *channel.Run) time.Duration {
	if !run.Post.IsScheduled || run.Post.ScheduledFor == nil || isByHand(run) {
		return 0
	}
	return max(run.Post.ScheduledFor.Time().Sub(g.clock.Network()), 0)
}

// forClock postpones a post whose time has not come. While the clock is wrong it postpones by half
// of the wait, and never for long, so that the post is not late when the clock is corrected in
// between. A job that is due before its post is of a retry before the post's time, or was put off
// by less than the wait: the post only waits for its time. Any other was due by this machine's
// clock, which was set back since.
func (g *gate) forClock(run *channel.Run, early time.Duration) *hold {
	pause, why := early, "this machine's clock was set back; the post is due in "+wiretime.Words(early)
	if run.Claim.Job.RunAt.Time().Before(run.Post.ScheduledFor.Time()) {
		why = "the post waits for the time that it is scheduled for, in " + wiretime.Words(early)
	}
	ahead := g.clock.Off()
	// Where the two clocks differ by less than the tolerance, its time may have come by this one.
	isRight := ahead == 0 && run.Post.ScheduledFor.Time().After(g.clock.Now())
	if ahead > 0 {
		pause = min(max(min(early/2, longestClockHold), shortestClockHold), early)
		why = fmt.Sprintf("this machine's clock is %s ahead of the network's; by that one the post is due in %s", wiretime.Words(ahead), wiretime.Words(early))
	}
	failpoint.Reach("posts.clock.held")
	return &hold{pause: pause, reason: jobs.Reason{Wait: "TIME", Text: why}, isCleared: true, isEarly: isRight} // It waits for nothing else any more.
}

// missedBy is how late the work is, compared with the instant at which it should continue.
func (g *gate) missedBy(run *channel.Run) time.Duration { return g.clock.Network().Sub(wanted(run)) }

// isInDoubt reports whether the clocks must be compared before anything is decided by this
// machine's: it was set since they were compared last, or nobody has compared them since the
// machine was started and the post is missed by it, or goes by a channel whose calls do not compare
// them.
func (g *gate) isInDoubt(run *channel.Run, rules channel.Rules) bool {
	if g.clock.IsFresh() {
		return false
	}
	return g.clock.Off() != 0 || g.clock.Now().Sub(wanted(run)) > g.lateness.Grace ||
		!g.clock.IsCompared() && !rules.ComparesClock && run.Post.IsScheduled
}

// compareClocks asks the network for the date of its answer. It returns why it got none.
func (g *gate) compareClocks(ctx context.Context, run *channel.Run) error {
	err := g.ask(ctx, run.Post)
	if g.clock.IsFresh() {
		return nil
	}
	if err == nil {
		err = errors.New("its answer has no date")
	}
	return fmt.Errorf("read the network's clock: %w", err)
}

// isUnasked reports whether a scheduled post met a network that cannot be reached, while nobody
// knows whether this machine's clock is right: its time may not have come.
func (g *gate) isUnasked(run *channel.Run, err error) bool {
	var failed *graph.Error
	if !run.Post.IsScheduled || isByHand(run) || run.Post.Status != posts.Processing || !errors.As(err, &failed) {
		return false
	}
	return !g.clock.IsCompared() && failure.IsSilent(err)
}

// unasked postpones a post whose time depends on a clock that nobody has compared with the
// network's. The post is neither published nor given up before, and shows what it waits for.
// unasked returns cause when that does not come from the network.
func (g *gate) unasked(run *channel.Run, cause error) (*hold, error) {
	v := failure.Judge(cause, run.Failed())
	if v.Action == failure.Unhandled {
		return nil, cause
	}
	if v.Action == failure.GiveUp {
		return ended(v), nil // Nobody can ask for this account.
	}
	return &hold{
		pause: shortestClockHold, reason: heldUnasked, code: apperror.InvalidSchedule,
		says: fmt.Sprintf("the post waits for the network's clock, for this machine's may be wrong; by that one it is %s late (%s)",
			wiretime.Words(max(g.missedBy(run), 0)), v.Message),
	}, nil
}
