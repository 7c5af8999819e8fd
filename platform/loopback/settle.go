package loopback

import (
	"context"
	"time"

	"crier/platform/clock"
)

// freshPause is how long a client may take for its first request when a server stops, since it
// connected. On a busy machine that is not at once.
const freshPause = time.Second

// settle waits until no connection is fresh, and closes those that stay so for the pause.
func (l *limited) settle(ctx context.Context, pause time.Duration) error {
	l.accepting.Lock() // From here on what was accepted is among the fresh.
	now := clock.System().Now()
	l.accepting.Unlock()
	l.closeFresh(now.Add(-pause))
	timer := clock.System().NewTimer(pause)
	defer timer.Stop()
	select {
	case <-l.noFresh():
	case <-timer.C:
		l.closeFresh(now)
	case <-ctx.Done():
		return context.Cause(ctx)
	}
	return nil
}

// closeFresh closes the connections that are fresh since before a time.
func (l *limited) closeFresh(since time.Time) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for c, began := range l.fresh {
		if !began.After(since) {
			_ = c.Close() // The client may have closed it.
		}
	}
}

// noFresh returns a channel that gets a value when no connection is fresh.
func (l *limited) noFresh() <-chan struct{} {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.settled = make(chan struct{}, 1)
	l.tellIfSettled()
	return l.settled
}

// begin takes a connection that was accepted.
func (l *limited) begin(c *limitedConn) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.fresh[c] = clock.System().Now()
}

// hasRequest notes that a connection has had a request, or has ended.
func (l *limited) hasRequest(c *limitedConn) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.fresh, c)
	l.tellIfSettled()
}

func (l *limited) tellIfSettled() {
	if len(l.fresh) > 0 {
		return
	}
	select {
	case l.settled <- struct{}{}:
	default: // Nobody waits, or it was told.
	}
}
