package clock

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// Fake is a Clock that moves only when told to. It is safe for concurrent use.
type Fake struct {
	mu      sync.Mutex
	now     time.Time
	timers  []*fakeTimer
	changed chan struct{}
	running Running
}

// fakes counts the clocks. Each stands for a machine of its own.
var fakes atomic.Int64

type fakeTimer struct {
	at time.Time
	c  chan time.Time
}

// NewFake returns a Fake that stands at start.
func NewFake(start time.Time) *Fake {
	machine := Running{Boot: fmt.Sprintf("machine %d", fakes.Add(1))}
	return &Fake{now: start.Round(0).UTC(), changed: make(chan struct{}), running: machine}
}

// Now returns the time at which the clock stands.
func (f *Fake) Now() time.Time {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.now
}

// Running returns by how much the clock was advanced, and for how long it slept.
func (f *Fake) Running() Running {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.running
}

// NewTimer returns a timer that fires when Advance reaches it.
func (f *Fake) NewTimer(d time.Duration) *Timer {
	f.mu.Lock()
	defer f.mu.Unlock()
	t := &fakeTimer{at: f.now.Add(d), c: make(chan time.Time, 1)}
	if d <= 0 {
		t.c <- f.now
		return &Timer{C: t.c, stop: func() bool { return false }}
	}
	f.timers = append(f.timers, t)
	f.announce()
	return &Timer{C: t.c, stop: func() bool { return f.remove(t) }}
}

// Advance moves the clock by d and fires, in order, every timer that falls due on the way.
func (f *Fake) Advance(d time.Duration) {
	f.mu.Lock()
	defer f.mu.Unlock()
	end := f.now.Add(d)
	for {
		next := f.earliest()
		if next == nil || next.at.After(end) {
			break
		}
		f.pass(next.at.Sub(f.now))
		f.drop(next)
		next.c <- f.now
	}
	f.pass(end.Sub(f.now))
}

func (f *Fake) pass(d time.Duration) {
	f.now = f.now.Add(d)
	f.running.Elapsed += d
	f.running.Awake += d
}

// Sleep lets the machine sleep for d: the time passes, and no timer runs; each keeps the time that
// it still had to wait.
func (f *Fake) Sleep(d time.Duration) {
	f.Jump(d)
	f.mu.Lock()
	defer f.mu.Unlock()
	f.running.Elapsed += d
}

// Reboot restarts the machine: what it counts begins again at zero, and the wall clock stands where
// it stood.
func (f *Fake) Reboot() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.running = Running{Boot: fmt.Sprintf("machine %d", fakes.Add(1))}
}

// Jump sets the wall clock by d forward or back without running any timer, as a corrected clock
// does, while no time passes: timers keep the time that they still had to wait.
func (f *Fake) Jump(d time.Duration) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.now = f.now.Add(d)
	for _, t := range f.timers {
		t.at = t.at.Add(d)
	}
}

// Next returns how long it is until the earliest waiting timer fires, and false when none waits.
func (f *Fake) Next() (time.Duration, bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	t := f.earliest()
	if t == nil {
		return 0, false
	}
	return t.at.Sub(f.now), true
}

// patience is how long BlockUntil waits. Only timers that do not come use it up.
const patience = 5 * time.Minute

// BlockUntil waits until at least n timers wait on the clock, so that a test advances only once the
// code under test has gone to sleep. It returns the context's cause when the context ends first,
// and an error when they do not come: the context of a test ends with the test.
func (f *Fake) BlockUntil(ctx context.Context, n int) error {
	limit := time.NewTimer(patience)
	defer limit.Stop()
	for {
		f.mu.Lock()
		there, changed := len(f.timers), f.changed
		f.mu.Unlock()
		if there >= n {
			return nil
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-limit.C:
			return fmt.Errorf("%d timers were awaited for %s, and %d wait", n, patience, there)
		}
	}
}

func (f *Fake) earliest() *fakeTimer {
	if len(f.timers) == 0 {
		return nil
	}
	return slices.MinFunc(f.timers, func(a, b *fakeTimer) int { return a.at.Compare(b.at) })
}

func (f *Fake) remove(t *fakeTimer) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.drop(t)
}

func (f *Fake) drop(t *fakeTimer) bool {
	i := slices.Index(f.timers, t)
	if i < 0 {
		return false
	}
	f.timers = slices.Delete(f.timers, i, i+1)
	return true
}

func (f *Fake) announce() {
	close(f.changed)
	f.changed = make(chan struct{})
}
