package cloud

import (
	"net/http"
	"strconv"
	"sync"
	"time"

	"crier/platform/clock"
)

// headerTime is the worker's time in milliseconds, which every answer of its own has.
const headerTime = "Crier-Time"

// edge tells the time at Cloudflare, by which the worker publishes: it goes by what Cloudflare's
// answers say, and by how long the machine ran since. This machine's clock, which can be set, has
// no part in it. It is safe for concurrent use.
type edge struct {
	clock clock.Clock

	mu    sync.Mutex
	at    time.Time
	heard clock.Running
}

// heed takes in what an answer says. It is at most a second early, and never late.
func (e *edge) heed(h http.Header) {
	at, err := http.ParseTime(h.Get("Date"))
	if ms, own := strconv.ParseInt(h.Get(headerTime), 10, 64); own == nil && ms > 0 {
		at, err = time.UnixMilli(ms).UTC(), nil
	}
	if err == nil {
		e.observe(at)
	}
}

func (e *edge) observe(at time.Time) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.at, e.heard = at, e.clock.Running()
}

// now returns false before anything of Cloudflare's was heard.
func (e *edge) now() (time.Time, bool) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.at.IsZero() {
		return time.Time{}, false
	}
	return e.at.Add(e.clock.Running().Elapsed - e.heard.Elapsed), true
}

// nowOrHere is now, and this machine's time before anything of Cloudflare's was heard.
func (e *edge) nowOrHere() time.Time {
	if at, known := e.now(); known {
		return at
	}
	return e.clock.Now()
}
