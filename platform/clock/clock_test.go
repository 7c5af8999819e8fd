package clock_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"crier/platform/clock"
)

var start = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

func TestFake_AdvanceFiresTimersInOrder(t *testing.T) {
	t.Parallel()
	f := clock.NewFake(start)
	late, early := f.NewTimer(2*time.Second), f.NewTimer(time.Second)
	f.Advance(1500 * time.Millisecond)
	if got := <-early.C; !got.Equal(start.Add(time.Second)) {
		t.Errorf("early fired at %v", got)
	}
	select {
	case <-late.C:
		t.Error("late fired before its time")
	default:
	}
	f.Advance(500 * time.Millisecond)
	if got := <-late.C; !got.Equal(start.Add(2 * time.Second)) {
		t.Errorf("late fired at %v", got)
	}
}

func TestFake_StopAndZeroTimers(t *testing.T) {
	t.Parallel()
	f := clock.NewFake(start)
	stopped := f.NewTimer(time.Second)
	if !stopped.Stop() || stopped.Stop() {
		t.Error("the first Stop must report true, the second false")
	}
	f.Advance(time.Minute)
	select {
	case <-stopped.C:
		t.Error("a stopped timer fired")
	default:
	}
	zero := f.NewTimer(0)
	<-zero.C
	if zero.Stop() {
		t.Error("a fired timer cannot be stopped")
	}
}

func TestFake_JumpKeepsTheWait(t *testing.T) {
	t.Parallel()
	f := clock.NewFake(start)
	timer := f.NewTimer(time.Minute)
	f.Jump(-time.Hour)
	if got := f.Now(); !got.Equal(start.Add(-time.Hour)) {
		t.Errorf("now is %v", got)
	}
	if wait, ok := f.Next(); !ok || wait != time.Minute {
		t.Errorf("wait is %v, %v", wait, ok)
	}
	f.Advance(time.Minute)
	<-timer.C
	if _, ok := f.Next(); ok {
		t.Error("no timer should wait")
	}
}

func TestFake_BlockUntil(t *testing.T) {
	t.Parallel()
	f := clock.NewFake(start)
	done := make(chan error, 1)
	go func() { done <- clock.Sleep(t.Context(), f, time.Hour) }()
	if err := f.BlockUntil(t.Context(), 1); err != nil {
		t.Fatal(err)
	}
	f.Advance(time.Hour)
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := f.BlockUntil(ctx, 1); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

// TestFake_BlockUntilInVain: timers that do not come end a test with an error that says so.
func TestFake_BlockUntilInVain(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		f := clock.NewFake(start)
		f.NewTimer(time.Second)
		if err := f.BlockUntil(t.Context(), 2); err == nil || !strings.Contains(err.Error(), "and 1 wait") {
			t.Errorf("got %v", err)
		}
	})
}

func TestSleep_EndsWithItsContext(t *testing.T) {
	t.Parallel()
	why := errors.New("stopping")
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(why)
	for _, c := range []clock.Clock{clock.System(), clock.NewFake(start)} {
		if err := clock.Sleep(ctx, c, time.Hour); !errors.Is(err, why) {
			t.Errorf("%T: got %v", c, err)
		}
		if err := clock.Sleep(ctx, c, 0); !errors.Is(err, why) {
			t.Errorf("%T, no wait: got %v", c, err)
		}
	}
}

// over is a clock on which every wait is over as soon as it begins.
type over struct{ *clock.Fake }

func (o over) NewTimer(d time.Duration) *clock.Timer {
	timer := o.Fake.NewTimer(d)
	o.Advance(d)
	return timer
}

func TestSleep_TellsOfAnEndedContext_WhenTheWaitIsOverToo(t *testing.T) {
	t.Parallel()
	ctx, stop := context.WithCancel(t.Context())
	stop()
	for range 100 {
		if err := clock.Sleep(ctx, over{clock.NewFake(time.Now())}, time.Hour); !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
	}
}

func TestSystem_HasNoMonotonicReading(t *testing.T) {
	t.Parallel()
	now := clock.System().Now()
	if now != now.Round(0) || now.Location() != time.UTC {
		t.Errorf("got %v", now)
	}
}
