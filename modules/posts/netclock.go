package posts

import (
	"context"
	"fmt"
	"sync"
	"time"

	"crier/platform/database"
	"crier/platform/graph"
	"crier/platform/killpoint"

	"github.com/uptrace/bun"
)

const (
	// clockPatience is how far this machine's clock may be off before the network's decides when a post is due.
	clockPatience = 5 * time.Minute
	// clockFreshness is for how long a comparison of the two clocks counts.
	clockFreshness = time.Minute
	// shortestClockHold and longestClockHold bound the pause between two comparisons for one post. One answer with a wrong
	// date must not hold a post for long: the next comparison may find that both clocks are right.
	shortestClockHold, longestClockHold = time.Minute, 15 * time.Minute
)

// networkClock knows by how much this machine's clock is ahead of the network's, from the dates of its answers. It is safe
// for concurrent use.
type networkClock struct {
	mu      sync.Mutex
	ahead   time.Duration
	checked time.Time
	warned  bool
}

// observe takes the date of an answer in. That of a call which took longer than a comparison counts for says nothing: the
// clock may have moved, or the machine slept, between the answer and the reading of it.
func (c *networkClock) observe(call graph.Call) {
	if call.Date.IsZero() || call.Duration < 0 || call.Duration > clockFreshness {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.checked = call.At.Add(call.Duration)
	// A date is cut to its second.
	c.ahead = c.checked.Sub(call.Date.Add(time.Second / 2))
}

// aheadAt returns by how much this machine's clock is ahead, and false when that was not compared lately.
func (c *networkClock) aheadAt(now time.Time) (time.Duration, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	age := now.Sub(c.checked)
	return c.ahead, age >= 0 && age <= clockFreshness
}

// firstWarning reports whether a clock that is off has not been told of yet; one that is right is told of anew later.
func (c *networkClock) firstWarning(isOff bool) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	first := isOff && !c.warned
	c.warned = isOff
	return first
}

// observeClock takes the date of an answer in.
func (p *Publisher) observeClock(call graph.Call) {
	p.posts.clocks.observe(call)
	if ahead, known := p.posts.clocks.aheadAt(p.clock.Now()); known {
		p.uptime.Agree(ahead)
	}
}

// off returns by how much this machine's clock is ahead of the network's when that is more than the patience, else 0. Where
// they were not compared lately, it is by as much as this machine's was set since.
func (p *Publisher) off() time.Duration {
	ahead, known := p.posts.clocks.aheadAt(p.clock.Now())
	if !known {
		ahead, known = p.uptime.Ahead()
	}
	isOff := known && ahead.Abs() > clockPatience
	if p.posts.clocks.firstWarning(isOff) {
		p.log.Warn("posts: this machine's clock differs from the network's; scheduled posts go by the network's until it is put right", "ahead", ahead.Round(time.Second).String())
	}
	if !isOff {
		return 0
	}
	return ahead
}

// ahead returns by how much this machine's clock is ahead of the network's, however little; 0 when nobody knows.
func (p *Publisher) ahead() time.Duration {
	if ahead, known := p.posts.clocks.aheadAt(p.clock.Now()); known {
		return ahead
	}
	return 0
}

// networkNow returns the time by the network's clock where this machine's is known to be ahead of it, and else by this machine's.
func (p *Publisher) networkNow() time.Time { return p.clock.Now().Add(-max(p.off(), 0)) }

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
	pause, why := early, "this machine's clock was set back; the post is due in "+roughly(early)
	if ahead := w.off(); ahead > 0 {
		pause = min(max(min(early/2, longestClockHold), shortestClockHold), early)
		why = fmt.Sprintf("this machine's clock is %s ahead of the network's; by that one the post is due in %s", roughly(ahead), roughly(early))
	}
	killpoint.Reach("posts.clock.held")
	return w.claim.Snooze(ctx, w.clock.Now().Add(pause), why, func(ctx context.Context, tx bun.IDB) error {
		err := w.backToQueue(ctx, tx)
		if err != nil || w.post.ErrorCode == nil {
			return err
		}
		// It waits for nothing else any more.
		return updatePost(ctx, tx, w.post.ID, w.now(), func(u *database.Update) { u.Set("error_code = NULL, error_message = NULL") })
	})
}

// backToQueue has a post that is held be QUEUED, where it can be cancelled; one that was deleted is errTaken.
func (w *work) backToQueue(ctx context.Context, tx bun.IDB) error {
	if w.post.Status == Queued {
		return w.exists(ctx, tx)
	}
	return w.change(ctx, tx, Queued, nil)
}
