package publish

import (
	"context"
	"fmt"
	"time"

	"crier/modules/posts"
	"crier/modules/posts/networkclock"
	"crier/platform/database"
	"crier/platform/graph"
	"crier/platform/killpoint"

	"github.com/uptrace/bun"
)

const (
	// shortestClockHold and longestClockHold bound the pause between two comparisons for one post. One answer with a wrong
	// date must not hold a post for long: the next comparison may find that both clocks are right.
	shortestClockHold, longestClockHold = time.Minute, 15 * time.Minute
)

// observeClock takes the date of an answer in.
func (p *Engine) observeClock(call graph.Call) {
	p.clocks.Observe(call)
	if ahead, known := p.clocks.AheadAt(p.clock.Now()); known {
		p.uptime.Agree(ahead)
	}
}

// off returns by how much this machine's clock is ahead of the network's when that is more than the patience, else 0. Where
// they were not compared lately, it is by as much as this machine's was set since.
func (p *Engine) off() time.Duration {
	ahead, known := p.clocks.AheadAt(p.clock.Now())
	if !known {
		ahead, known = p.uptime.Ahead()
	}
	isOff := known && ahead.Abs() > networkclock.Patience
	if p.clocks.FirstWarning(isOff) {
		p.log.Warn("posts: this machine's clock differs from the network's; scheduled posts go by the network's until it is put right", "ahead", ahead.Round(time.Second).String())
	}
	if !isOff {
		return 0
	}
	return ahead
}

// networkNow returns the time by the network's clock where this machine's is known to be ahead of it, and else by this machine's.
func (p *Engine) networkNow() time.Time { return p.clock.Now().Add(-max(p.off(), 0)) }

// early returns how long it is until the post's time: by the network's clock when this machine's is ahead of it by more
// than the patience, and by this machine's when that was set back after the post had been claimed; 0 when it has come.
func (w *work) early() time.Duration {
	if !w.post.IsScheduled || w.post.ScheduledFor == nil || w.isByHand() {
		return 0
	}
	return max(w.post.ScheduledFor.Time().Sub(w.networkNow()), 0)
}

// holdForClock puts a post off whose time has not come. While the clock is wrong, half of the wait at a time, and never for
// long: whenever it is put right in between, the post is not late.
func (w *work) holdForClock(ctx context.Context, early time.Duration) error {
	pause, why := early, "this machine's clock was set back; the post is due in "+posts.Roughly(early)
	if ahead := w.off(); ahead > 0 {
		pause = min(max(min(early/2, longestClockHold), shortestClockHold), early)
		why = fmt.Sprintf("this machine's clock is %s ahead of the network's; by that one the post is due in %s", posts.Roughly(ahead), posts.Roughly(early))
	}
	killpoint.Reach("posts.clock.held")
	return w.claim.Snooze(ctx, w.clock.Now().Add(pause), why, func(ctx context.Context, tx bun.IDB) error {
		err := w.backToQueue(ctx, tx)
		if err != nil || w.post.ErrorCode == nil {
			return err
		}
		// It waits for nothing else any more.
		return posts.Update(ctx, tx, w.post.ID, w.now(), func(u *database.Update) { u.Set("error_code = NULL, error_message = NULL") })
	})
}

// backToQueue has a post that is held be QUEUED, where it can be cancelled; one that was deleted is errTaken.
func (w *work) backToQueue(ctx context.Context, tx bun.IDB) error {
	if w.post.Status == posts.Queued {
		return w.exists(ctx, tx)
	}
	return w.change(ctx, tx, posts.Queued, nil)
}
