package httpapi

import (
	"fmt"
	"net/http"
	"strconv"
	"sync"
	"time"

	"crier/platform/clock"
	"crier/platform/wireid"
)

// limiter grants each API key two budgets, one a minute and one an hour (contract 8). Both are
// fixed windows that the first request in them opens; a refused request takes nothing from either.
type limiter struct {
	clock  clock.Clock
	sizes  [2]window
	policy string

	mu   sync.Mutex
	keys map[wireid.ID]*[2]usage
}

type window struct {
	limit  int
	length time.Duration
	// unit is the length in words.
	unit string
}

type usage struct {
	opened time.Time
	used   int
}

// verdict is the limiter's decision about a request.
type verdict struct {
	allowed          bool
	limit, remaining int
	reset            time.Duration
	retryAfter       time.Duration
	// exceeded is the window that must end before a request passes; it is set when this one may
	// not.
	exceeded window
}

func newLimiter(clk clock.Clock, perMinute, perHour int) *limiter {
	return &limiter{
		clock:  clk,
		sizes:  [2]window{{perMinute, time.Minute, "a minute"}, {perHour, time.Hour, "an hour"}},
		policy: fmt.Sprintf("%d;w=60, %d;w=3600", perMinute, perHour),
		keys:   make(map[wireid.ID]*[2]usage),
	}
}

// take charges the key's budget for one request.
func (l *limiter) take(key wireid.ID) verdict { return l.judge(key, 1) }

// peek returns the state of the budget without charging it.
func (l *limiter) peek(key wireid.ID) verdict { return l.judge(key, 0) }

func (l *limiter) judge(key wireid.ID, want int) verdict {
	l.mu.Lock()
	defer l.mu.Unlock()
	now := l.clock.Now()
	used := l.current(key, now)
	v := verdict{allowed: true}
	for i, size := range l.sizes {
		if used[i].used+want > size.limit {
			v.allowed = false
			if left := used[i].left(size, now); left > v.retryAfter {
				v.retryAfter, v.exceeded = left, size
			}
		}
	}
	if v.allowed && want > 0 {
		l.keys[key] = used
		for i := range used {
			if used[i].used == 0 {
				used[i].opened = now
			}
			used[i].used += want
		}
	}
	return l.describe(v, used, now)
}

// current returns the key's windows. It resets the windows that are over, and drops a key whose
// windows are all over.
func (l *limiter) current(key wireid.ID, now time.Time) *[2]usage {
	used, ok := l.keys[key]
	if !ok {
		return &[2]usage{}
	}
	for i, size := range l.sizes {
		// A clock that was set back must not block a key for longer than a window.
		if age := now.Sub(used[i].opened); age >= size.length || age < 0 {
			used[i] = usage{}
		}
	}
	if *used == ([2]usage{}) {
		delete(l.keys, key)
	}
	return used
}

// describe reports the window with fewer requests left, and the instant at which the nearer one
// ends.
func (l *limiter) describe(v verdict, used *[2]usage, now time.Time) verdict {
	v.limit, v.remaining = l.sizes[0].limit, l.sizes[0].limit-used[0].used
	if left := l.sizes[1].limit - used[1].used; left < v.remaining {
		v.limit, v.remaining = l.sizes[1].limit, left
	}
	v.reset = min(used[0].left(l.sizes[0], now), used[1].left(l.sizes[1], now))
	return v
}

func (u usage) left(size window, now time.Time) time.Duration {
	if u.used == 0 {
		return size.length
	}
	return u.opened.Add(size.length).Sub(now)
}

func (l *limiter) writeHeaders(h http.Header, v verdict) {
	h.Set("RateLimit-Limit", strconv.Itoa(v.limit))
	h.Set("RateLimit-Remaining", strconv.Itoa(v.remaining))
	h.Set("RateLimit-Reset", strconv.Itoa(wholeSeconds(v.reset)))
	h.Set("RateLimit-Policy", l.policy)
}

// String returns the window's limit, such as "100 requests a minute".
func (w window) String() string {
	if w.limit == 1 {
		return "1 request " + w.unit
	}
	return fmt.Sprintf("%d requests %s", w.limit, w.unit)
}
