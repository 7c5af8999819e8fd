package settings

import (
	"sync"
	"time"

	"crier/platform/clock"
	"crier/platform/wireid"
)

const (
	// CallGap is the least time between two calls of the app API for an account, and CallSpread is
	// what chance adds at most.
	CallGap    = 2 * time.Second
	CallSpread = 2 * time.Second
	// longestWait is longer than any wait between calls. A longer one comes from a clock that was
	// set back, and is dropped.
	longestWait = time.Minute
)

// Pace keeps the calls of all modules that read by the app API for an account apart: a program that
// calls faster than a person taps puts the account at risk. It is safe for concurrent use.
type Pace struct {
	clock clock.Clock

	mu sync.Mutex
	// next is when the next call of an account may begin.
	next map[wireid.ID]time.Time
}

// NewPace returns the pace of accounts that have made no call.
func NewPace(clk clock.Clock) *Pace {
	return &Pace{clock: clk, next: make(map[wireid.ID]time.Time)}
}

// Reserve returns how long the next call for the account has to wait. The caller makes it then.
// Chance, from 0 to 1, says how much of CallSpread the call after it waits longer.
func (p *Pace) Reserve(account wireid.ID, chance float64) time.Duration {
	p.mu.Lock()
	defer p.mu.Unlock()
	now := p.clock.Now()
	at := now
	if next := p.next[account]; next.After(now) && next.Sub(now) <= longestWait {
		at = next
	}
	p.next[account] = at.Add(CallGap + time.Duration(chance*float64(CallSpread)))
	return at.Sub(now)
}
