package storyrepost

import "time"

const (
	// readGap is the least time between two readings of an inbox, by polling or by hand.
	readGap = 5 * time.Minute
	// firstPoll is the least time from switching on to the first poll, plus up to as much at
	// random.
	firstPoll = 5 * time.Minute
	// warmUpPoll is the shortest interval of polls while a configuration is new, and warmUpLimit
	// how many automatic reposts it may have a day.
	warmUpPoll  = 12 * time.Hour
	warmUpLimit = 1
	// longestPoll bounds an interval that failures make longer.
	longestPoll = 48 * time.Hour
	// offlinePoll is how long after a poll without an answer the next one comes.
	offlinePoll = time.Hour
	// repostGap is the least time between two automatic reposts, plus up to repostSpread at random.
	repostGap    = 20 * time.Minute
	repostSpread = 10 * time.Minute
	// challengePause follows the first challenge of 30 days; each further one
	// doubles it, up to longestPause.
	challengePause = 24 * time.Hour
	longestPause   = 7 * 24 * time.Hour
	// breaker is how many polls fail in a row before story repost is switched off.
	breaker = 5
)

// pauseAfter returns how long polls rest after the nth challenge within 30 days.
func pauseAfter(n int) time.Duration {
	pause := challengePause
	for range n - 1 {
		pause = min(2*pause, longestPause)
	}
	return pause
}

// quietHours are the part of a day without polls and automatic reposts: from the local hour start
// until the local hour end, over midnight when start is the later one. Two equal hours mean that
// there are none.
type quietHours struct {
	start, end int
	zone       *time.Location
}

// covers reports whether t lies in the window. An hour that the clock repeats counts twice.
func (q quietHours) covers(t time.Time) bool {
	hour := t.In(q.zone).Hour()
	if q.start <= q.end {
		return q.start <= hour && hour < q.end
	}
	return hour >= q.start || hour < q.end
}

// clockStep divides every offset of a zone, and every change of its clock.
const clockStep = 15 * time.Minute

// after returns t, or the end of the window that t lies in. It steps in quarters of an hour, so
// that a clock that is changed inside the window, or an hour that does not exist, needs no rule.
func (q quietHours) after(t time.Time) time.Time {
	if !q.covers(t) {
		return t
	}
	for t = t.Truncate(clockStep).Add(clockStep); q.covers(t); t = t.Add(clockStep) {
	}
	return t
}

// nextDay returns the first instant of the local day after that of t, which need not be 00:00.
func nextDay(t time.Time, zone *time.Location) time.Time {
	year, month, day := t.In(zone).Date()
	begins := time.Date(year, month, day+1, 0, 0, 0, 0, zone)
	if begins.Hour() == 0 {
		return begins.UTC()
	}
	// There is no midnight; the day begins where the clock is put forward.
	if changes, _ := begins.ZoneBounds(); begins.Day() == time.Date(year, month, day+1, 12, 0, 0, 0, zone).Day() {
		return changes.UTC()
	}
	_, changes := begins.ZoneBounds()
	return changes.UTC()
}
