package jobs_test

import (
	"context"
	"log/slog"
	"sync"
	"testing"
	"time"

	"crier/platform/clock"
	"crier/platform/jobs"

	"github.com/uptrace/bun"
)

// TestRunner_StopEndsWithItsContext: a claim that does not end, as while the disk does not answer,
// keeps nothing from being stopped after the Runner.
func TestRunner_StopEndsWithItsContext(t *testing.T) {
	t.Parallel()
	b := setup(t)
	claiming, release := make(chan struct{}), make(chan struct{})
	b.handler.claimed = func(context.Context, bun.IDB, jobs.ScheduledJob) error {
		close(claiming)
		<-release
		return nil
	}
	r, err := jobs.NewRunner(b.db, b.queue, slog.New(slog.DiscardHandler), []jobs.Handler{b.handler})
	if err != nil {
		t.Fatal(err)
	}
	b.add(t, "a", start)
	if err := r.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	<-claiming
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	stopped := make(chan error, 1)
	go func() { stopped <- r.Stop(ctx) }()
	patience := clock.System().NewTimer(time.Minute)
	defer patience.Stop()
	select {
	case err := <-stopped:
		if err == nil {
			t.Error("it says that it has stopped")
		}
	case <-patience.C:
		t.Error("it goes on waiting")
	}
	close(release)
	<-r.LoopDone()
}

// TestRunner_Turns: a loop that hangs in the database is found out, however long the machine slept.
func TestRunner_Turns(t *testing.T) {
	t.Parallel()
	b := setup(t)
	claiming, release := make(chan struct{}), make(chan struct{})
	var begun sync.Once
	b.handler.claimed = func(context.Context, bun.IDB, jobs.ScheduledJob) error {
		begun.Do(func() { close(claiming) }) // Its lease is over by the time that it goes on.
		<-release
		return nil
	}
	r, stop := b.start(t)
	defer stop()
	sleeps := func() {
		t.Helper()
		if err := b.clock.BlockUntil(t.Context(), 1); err != nil {
			t.Fatal(err)
		}
	}
	sleeps()
	if !r.Turns() {
		t.Error("it does not turn, with nothing to do")
	}
	b.add(t, "a", start)
	b.queue.Wake()
	<-claiming
	b.clock.Sleep(time.Hour)
	if !r.Turns() {
		t.Error("it does not turn, right after the machine slept")
	}
	b.clock.Advance(time.Minute)
	if r.Turns() {
		t.Error("it turns, although it hangs")
	}
	close(release)
	<-b.handler.ran
	sleeps()
	if !r.Turns() {
		t.Error("it does not turn again")
	}
}
