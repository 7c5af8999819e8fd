// Package networkclock compares this machine's clock with the network's, by the dates of the
// network's answers.
package networkclock

import (
	"sync"
	"time"

	"crier/platform/graph"
	"crier/platform/uptime"
)

const (
	// Tolerance is how far this machine's clock may be off before the network's clock decides when
	// a post is due.
	Tolerance = 5 * time.Minute
	// freshness is how long a comparison of the two clocks is valid.
	freshness = time.Minute
)

// Clock knows by how much this machine's clock is ahead of the network's, from the dates of its
// answers. It is safe for concurrent use.
type Clock struct {
	mu      sync.Mutex
	ahead   time.Duration
	checked time.Time
	warned  bool
}

// Observe compares the clocks by the date of an answer. It ignores a call that took longer than a
// comparison is valid, because the clock may have moved, or the machine slept, between the answer
// and its reading.
func (c *Clock) Observe(call graph.Call) {
	if call.Date.IsZero() || call.Duration < 0 || call.Duration > freshness {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	isCompared := !c.checked.IsZero()
	c.checked = call.At.Add(call.Duration)
	c.ahead = uptime.AheadBy(c.checked, call.Duration, call.Date, c.ahead, isCompared)
}

// AheadAt returns by how much this machine's clock is ahead, and false when that was not compared
// lately.
func (c *Clock) AheadAt(now time.Time) (time.Duration, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	age := now.Sub(c.checked)
	return c.ahead, age >= 0 && age <= freshness
}

// Last returns by how much this machine's clock was ahead when they were last compared, and when
// that was: the zero time as long as they were not.
func (c *Clock) Last() (ahead time.Duration, at time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.ahead, c.checked
}

// FirstWarning reports whether nobody has been warned yet that the clock is off. A clock that is
// right again resets that.
func (c *Clock) FirstWarning(isOff bool) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	first := isOff && !c.warned
	c.warned = isOff
	return first
}
