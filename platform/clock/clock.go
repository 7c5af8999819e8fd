// Package clock is where every part of Crier gets the time from, so that tests can move it.
//
// System reads the machine's clock; Fake stands still until a test advances it. A program that was
// built with the tag killpoints, which no release is, can be given a faster clock: see package
// failpoint. Readings carry no monotonic part: what is stored, compared and shown is the wall
// clock.
package clock

import (
	"context"
	"time"
)

// Clock tells the time and makes timers that follow it.
type Clock interface {
	// Now returns the wall-clock time in UTC, without a monotonic reading.
	Now() time.Time
	// NewTimer returns a timer that fires once, d after now. A d of zero or less fires at once.
	NewTimer(d time.Duration) *Timer
	// Running returns how long the machine has been on. No change of the wall clock affects it.
	Running() Running
}

// Running is a reading of how long the machine has been on. Two readings say how much time really
// passed between them, whatever became of the wall clock; one alone says nothing.
type Running struct {
	// Boot names the start of the machine since which it counts. Readings of two processes can be
	// compared when it is the same; when it is empty, only those of one process can.
	Boot string
	// Elapsed is the time since then, Awake the same without what the machine slept. Where a system
	// cannot tell one of them, both are the other.
	Elapsed, Awake time.Duration
}

// Timer is a running timer of a Clock.
type Timer struct {
	// C receives the time once, when the timer fires.
	C    <-chan time.Time
	stop func() bool
}

// Stop ends the timer and reports whether it had not fired yet.
func (t *Timer) Stop() bool { return t.stop() }

type system struct{}

func (system) Now() time.Time { return time.Now().Round(0).UTC() }

func (system) Running() Running { return running() }

func (system) NewTimer(d time.Duration) *Timer {
	t := time.NewTimer(d)
	return &Timer{C: t.C, stop: t.Stop}
}

// Sleep waits for d on the clock c. It returns the context's cause when the context has ended by
// then, also where both end at once: who stops a loop that sleeps is never overheard.
func Sleep(ctx context.Context, c Clock, d time.Duration) error {
	if d <= 0 {
		return context.Cause(ctx)
	}
	t := c.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
	case <-ctx.Done():
	}
	return context.Cause(ctx)
}

// began is when this process began, with a monotonic reading.
var began = time.Now()

// Part returns a context for one of so many parts of the time that ctx leaves. A context without an
// end leaves as much as is needed.
func Part(ctx context.Context, parts int) (context.Context, context.CancelFunc) {
	end, ok := ctx.Deadline()
	if !ok {
		return context.WithCancel(ctx)
	}
	return context.WithTimeout(ctx, time.Until(end)/time.Duration(parts))
}
