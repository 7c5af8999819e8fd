package storyrepost

import (
	"math/rand/v2"
	"sync"
	"time"

	"crier/platform/clock"
	"crier/platform/wireid"
	"crier/platform/wiretime"
)

const (
	// callGap is the least time between two calls for one account; up to callSpread more is added at random.
	callGap    = 2 * time.Second
	callSpread = 2 * time.Second
	// longestTurn is more than any wait for a turn: a clock that was set back must not make one.
	longestTurn = time.Minute
	// readGap is the least time between two readings of an inbox, by polling or by hand.
	readGap = 5 * time.Minute
	// firstPoll is the least time from switching on to the first poll; up to as much again is added at random.
	firstPoll = 5 * time.Minute
	// warmUpPoll is the shortest interval of the polls while a configuration is new, and warmUpLimit how many reposts by
	// themselves it may have a day.
	warmUpPoll  = 12 * time.Hour
	warmUpLimit = 1
	// longestPoll bounds an interval that failures make longer.
	longestPoll = 48 * time.Hour
	// offlinePoll is when a poll is tried again to which nobody answered.
	offlinePoll = time.Hour
	// repostGap is the least time between two reposts by themselves; up to repostSpread more is added at random.
	repostGap    = 20 * time.Minute
	repostSpread = 10 * time.Minute
	// challengePause follows the first challenge of 30 days; each further one doubles it, to at most longestPause.
	challengePause = 24 * time.Hour
	longestPause   = 7 * 24 * time.Hour
	// breaker is how many polls fail in a row before story repost is switched off.
	breaker = 5
)

// zone returns the zone of the configuration, machine when it has none of its own.
func (c *StoryRepostConfig) zone(machine *time.Location) *time.Location {
	if c.TimeZone == nil {
		return machine
	}
	zone, err := time.LoadLocation(*c.TimeZone)
	if err != nil {
		return machine // It was checked when it was set; another build may know fewer.
	}
	return zone
}

func (c *StoryRepostConfig) quiet(machine *time.Location) quiet {
	return quiet{c.SleepWindowStart, c.SleepWindowEnd, c.zone(machine)}
}

// interval returns how long it is from one poll to the next, before jitter. Failures in a row make it longer.
func (c *StoryRepostConfig) interval(now time.Time) time.Duration {
	every := time.Duration(c.PollIntervalHours) * time.Hour
	if c.isWarmingUp(now) {
		every = max(every, warmUpPoll)
	}
	for range min(c.ConsecutiveFailures, breaker) {
		every = min(2*every, longestPoll)
	}
	return every
}

// following returns when to poll after the instant from: an interval later, moved by the jitter as chance says, which is -1 to 1,
// and out of the quiet hours.
func (c *StoryRepostConfig) following(from time.Time, chance float64, machine *time.Location) time.Time {
	jitter := time.Duration(c.JitterMinutes) * time.Minute
	at := from.Add(c.interval(from) + time.Duration(chance*float64(jitter)))
	return c.awake(at, chance, machine)
}

// awake returns at, or when the quiet hours that it lies in are over and not everybody's machine calls at once; a day may be shorter
// than the spread.
func (c *StoryRepostConfig) awake(at time.Time, chance float64, machine *time.Location) time.Time {
	q := c.quiet(machine)
	end := q.after(at)
	if end.Equal(at) {
		return at
	}
	spread := time.Duration((chance + 1) / 2 * float64(c.JitterMinutes) * float64(time.Minute))
	for q.covers(end.Add(spread)) {
		spread /= 2
	}
	return end.Add(spread)
}

// repostsLeft returns how many more reposts the day of now allows, and until when that holds. A new configuration has fewer of
// those that are made by themselves.
func (c *StoryRepostConfig) repostsLeft(now time.Time, automatic bool) (left int, until time.Time) {
	limit, used := c.DailyRepostLimit, c.RepostsToday
	if automatic && c.isWarmingUp(now) {
		limit = min(limit, warmUpLimit)
	}
	if c.isNewDay(now) || c.RepostsTodayResetAt == nil {
		return limit, now
	}
	return limit - used, c.RepostsTodayResetAt.Time()
}

// spend counts a repost. The count begins again once on each local day.
func (c *StoryRepostConfig) spend(now time.Time, machine *time.Location) {
	if c.RepostsTodayResetAt == nil || c.isNewDay(now) {
		c.RepostsToday = 0
		c.RepostsTodayResetAt = wiretime.Ptr(nextDay(now, c.zone(machine)))
	}
	c.RepostsToday++
}

// pauseAfter returns how long a challenge makes the polls rest that is the nth of 30 days.
func pauseAfter(n int) time.Duration {
	pause := challengePause
	for range n - 1 {
		pause = min(2*pause, longestPause)
	}
	return pause
}

// chance returns a number from -1 to 1.
func chance() float64 { return 2*rand.Float64() - 1 }

// pace keeps the calls for an account apart.
type pace struct {
	clock clock.Clock

	mu sync.Mutex
	// next is when the next call of an account may begin.
	next map[wireid.ID]time.Time
}

func newPace(clk clock.Clock) *pace { return &pace{clock: clk, next: make(map[wireid.ID]time.Time)} }

// turn returns how long the next call for the account has to wait, and counts on it being made then.
func (p *pace) turn(account wireid.ID) time.Duration {
	p.mu.Lock()
	defer p.mu.Unlock()
	now := p.clock.Now()
	at := now
	if next := p.next[account]; next.After(now) && next.Sub(now) <= longestTurn {
		at = next
	}
	p.next[account] = at.Add(callGap + rand.N(callSpread))
	return at.Sub(now)
}
