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
	// slowly is how long to wait before something that the worker refuses is tried again.
	slowly        = 5 * time.Minute
	backoffJitter = 0.2
	// longestWait is longer than any wait for a further attempt.
	longestWait = 2 * lastBackoff
)

// backoff returns how long to wait after a number of failed attempts, which is at least one: 5 s,
// doubling up to 5 min, with 20 % of jitter.
func backoff(failed int) time.Duration {
	const doublings = 6 // These reach the last.
	wait := min(firstBackoff<<min(failed-1, doublings), lastBackoff)
	return time.Duration(float64(wait) * (1 + backoffJitter*(2*rand.Float64()-1)))
}

// pause delays all posts while nothing gets through to the worker. It is safe for concurrent use.
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

// unreached records an attempt that did not get through.
func (p *pause) unreached(now time.Time) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.end.After(now) {
		return // It was begun together with one that has been noted.
	}
	p.failed++
	p.end = now.Add(backoff(p.failed))
}

// reached records an answer of the worker.
func (p *pause) reached() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.failed, p.end = 0, time.Time{}
}

// rebase ends a pause that began by a clock that was ahead, and reports whether it did.
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

// background is work that nobody waits for. It runs until it is stopped.
type background struct {
	ctx     context.Context
	cancel  context.CancelCauseFunc
	running sync.WaitGroup

	// starting is locked while work is started, and while the stop begins.
	starting sync.Mutex
}

func newBackground() *background {
	b := &background{}
	b.ctx, b.cancel = context.WithCancelCause(context.Background())
	return b
}

// start starts work, unless the stop has begun, and reports whether it did.
func (b *background) start(work func(ctx context.Context)) bool {
	b.starting.Lock()
	defer b.starting.Unlock()
	if b.ctx.Err() != nil {
		return false
	}
	b.running.Go(func() { work(b.ctx) })
	return true
}

// stop cancels the work that is running and waits for it. No other is started from then on.
func (b *background) stop() {
	b.starting.Lock()
	b.cancel(errStopping)
	b.starting.Unlock()
	b.running.Wait()
}
