package storyrepost

import "time"

// quietHours are the part of a day in which nothing is asked of the network and nothing is reposted
// by itself: from the local hour start until the local hour end, over midnight when start is the
// later one. Two hours that are the same are none.
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

// after returns t, or the end of the window that t lies in. It looks from quarter to quarter, so
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
