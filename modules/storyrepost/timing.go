package storyrepost

import (
	"time"

	"crier/platform/apperror"
	"crier/platform/wiretime"
)

func (c *StoryRepostConfig) isWarmingUp(now time.Time) bool {
	return c.ConfiguredAt == nil || now.Sub(c.ConfiguredAt.Time()) < warmUp
}

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

func (c *StoryRepostConfig) quietHours(machine *time.Location) quietHours {
	return quietHours{c.SleepWindowStart, c.SleepWindowEnd, c.zone(machine)}
}

// interval returns the time between two polls, before jitter. Failures in a row make it longer.
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

// nextPoll returns when to poll after the instant from: an interval later, moved by the jitter as
// chance says, which is -1 to 1, and out of the quiet hours.
func (c *StoryRepostConfig) nextPoll(from time.Time, chance float64, machine *time.Location) time.Time {
	jitter := time.Duration(c.JitterMinutes) * time.Minute
	at := from.Add(c.interval(from) + time.Duration(chance*float64(jitter)))
	return c.afterQuietHours(at, chance, machine)
}

// afterQuietHours returns at, or when the quiet hours that it lies in are over and not everybody's
// machine calls at once; a day may be shorter than the spread.
func (c *StoryRepostConfig) afterQuietHours(at time.Time, chance float64, machine *time.Location) time.Time {
	q := c.quietHours(machine)
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

// pollAt returns when the inbox is to be polled: never right after it was read, and not in a pause.
// A reading that lies further ahead than readGap was noted by a clock that was set back since then,
// and does not count. beginPoll goes by the same rule: a job that is due by another one would find
// nothing to do, and come again at once.
func (c *StoryRepostConfig) pollAt(now time.Time) time.Time {
	var at time.Time
	if c.NextPollAt != nil {
		at = c.NextPollAt.Time()
	}
	if c.LastPollAt != nil && !c.LastPollAt.Time().After(now.Add(readGap)) {
		at = later(at, c.LastPollAt.Time().Add(readGap))
	}
	if c.ChallengePauseUntil != nil {
		at = later(at, c.ChallengePauseUntil.Time())
	}
	if c.PausedUntil != nil {
		at = later(at, c.PausedUntil.Time())
	}
	return at
}

// waitsToReadAgain reports whether the reading that is due has been begun and did not end, and
// waits for nothing but readGap.
func (c *StoryRepostConfig) waitsToReadAgain(now time.Time) bool {
	return c.NextPollAt != nil && !c.NextPollAt.Time().After(now) && !c.isPaused(now) && !c.isOnHold(now) && c.pollAt(now).After(now)
}

// What lies further ahead than a plan of its kind ever does comes from a clock that was ahead.
const (
	// farPoll is more than the longest interval, three hours of jitter and a day of quiet hours.
	farPoll = longestPoll + 30*time.Hour
	// farPause and farReset are almost a day more than the longest pause and the longest day: a
	// clock that is corrected by hours must not make a pause shorter or a day's reposts more.
	farPause = longestPause + 24*time.Hour
	farReset = 2 * 24 * time.Hour
)

// dropFarPlans drops plans made by a clock that was far ahead, and reports whether there were any.
// Call it before reading a plan.
func (c *StoryRepostConfig) dropFarPlans(now time.Time) (dropped bool) {
	if isFar(c.ChallengePauseUntil, now, farPause) {
		c.ChallengePauseUntil, dropped = nil, true
	}
	if isFar(c.PausedUntil, now, farReset) {
		c.PausedUntil, dropped = nil, true
	}
	from := now
	if c.isPaused(now) {
		from = c.ChallengePauseUntil.Time() // The next poll comes after the pause.
	}
	if isFar(c.NextPollAt, from, farPoll) {
		c.NextPollAt, dropped = nil, true
	}
	if isFar(c.RepostsTodayResetAt, now, farReset) {
		c.RepostsToday, c.RepostsTodayResetAt, dropped = 0, nil, true
	}
	return dropped
}

func isFar(plan *wiretime.Time, from time.Time, far time.Duration) bool {
	return plan != nil && plan.Time().Sub(from) > far
}

// isPaused reports whether polls and reposts rest after a challenge.
func (c *StoryRepostConfig) isPaused(now time.Time) bool {
	return c.ChallengePauseUntil != nil && c.ChallengePauseUntil.Time().After(now)
}

// isOnHold reports whether somebody has paused polls and automatic reposts.
func (c *StoryRepostConfig) isOnHold(now time.Time) bool {
	return c.PausedUntil != nil && c.PausedUntil.Time().After(now)
}

// checkPause returns LOGIN_RATE_LIMITED while calls rest after a challenge.
func (c *StoryRepostConfig) checkPause(now time.Time) error {
	if !c.isPaused(now) {
		return nil
	}
	return apperror.New(apperror.LoginRateLimited, "the network has challenged this account; Crier leaves it alone until %s", c.ChallengePauseUntil)
}

// isNewDay reports whether the count of reposts begins again at the instant now.
func (c *StoryRepostConfig) isNewDay(now time.Time) bool {
	return c.RepostsTodayResetAt != nil && !now.Before(c.RepostsTodayResetAt.Time())
}

// repostsLeft returns how many more reposts the day of now allows, and until when that holds. A new
// configuration has fewer of those that are made by themselves.
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

// checkLimit refuses a repost for which the day has no room.
func (c *StoryRepostConfig) checkLimit(now time.Time, automatic bool) error {
	left, until := c.repostsLeft(now, automatic)
	if left > 0 {
		return nil
	}
	back := Detected
	if automatic {
		back = Pending
	}
	if c.DailyRepostLimit == 0 {
		return refuse(back, "the settings of this account allow no reposts; make its dailyRepostLimit larger than 0 first")
	}
	return refuse(back, "today's reposts are used up; the next one is possible from %s", wiretime.Of(until))
}

// spend counts a repost. The count begins again once on each local day.
func (c *StoryRepostConfig) spend(now time.Time, machine *time.Location) {
	if c.RepostsTodayResetAt == nil || c.isNewDay(now) {
		c.RepostsToday = 0
		c.RepostsTodayResetAt = wiretime.Ptr(nextDay(now, c.zone(machine)))
	}
	c.RepostsToday++
}

// mayRepost reports whether an automatic repost may be made now. Its transaction asks again.
func (c *StoryRepostConfig) mayRepost(now time.Time, machine *time.Location) bool {
	left, _ := c.repostsLeft(now, true)
	last := c.LastAutoSyncAt
	return c.IsEnabled && c.AutoRepostEnabled && c.ConsecutiveFailures == 0 && !c.isPaused(now) && !c.isOnHold(now) && left > 0 && !c.quietHours(machine).covers(now) &&
		(last == nil || last.Time().After(now) || now.Sub(last.Time()) >= repostGap)
}

func later(a, b time.Time) time.Time {
	if a.Before(b) {
		return b
	}
	return a
}
