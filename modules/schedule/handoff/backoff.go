package handoff

import (
	"context"
	"errors"
	"math/rand/v2"
	"sync"
	"time"
)

const (
	firstBackoff, lastBackoff = 5 * time.Second, 5 * time.Minute
	// slowly is after how long something is tried again that the worker refuses.
	slowly        = 5 * time.Minute
	backoffJitter = 0.2
	// longestWait is longer than any wait for a further attempt.
	longestWait = 2 * lastBackoff
)

// backoff returns how long to wait after so many attempts, at least one, that have failed: 5 s,
// doubling to 5 min, up to 20 % more or less.
func backoff(failed int) time.Duration {
	wait := firstBackoff
	for range failed - 1 {
		if wait *= 2; wait >= lastBackoff {
			wait = lastBackoff
			break
		}
	}
	return time.Duration(float64(wait) * (1 + backoffJitter*(2*rand.Float64()-1)))
}

// pause keeps all posts back while nothing gets through to the worker. It is safe for concurrent
// use.
type pause struct {
	mu     sync.Mutex
	failed int
	end    time.Time
}

func (p *pause) until() time.Time {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.end
}

// unreached notes an attempt that did not get through.
func (p *pause) unreached(now time.Time) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.end.After(now) {
		return // It was begun together with one that has been noted.
	}
	p.failed++
	p.end = now.Add(backoff(p.failed))
}

// reached notes an answer of the worker's.
func (p *pause) reached() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.failed, p.end = 0, time.Time{}
}

// rebase ends a pause that was begun by a clock that was ahead, and reports whether it was one.
func (p *pause) rebase(now time.Time) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.end.Sub(now) <= longestWait {
		return false
	}
	p.end = now
	return true
}

var errStopping = errors.New("schedule: Crier is stopping")

// background is work that nobody waits for, until it is stopped.
type background struct {
	ctx     context.Context
	cancel  context.CancelCauseFunc
	running sync.WaitGroup
}

func newBackground() *background {
	b := &background{}
	b.ctx, b.cancel = context.WithCancelCause(context.Background())
	return b
}

// stop ends the work that is under way and waits for it.
func (b *background) stop() {
	b.cancel(errStopping)
	b.running.Wait()
}
