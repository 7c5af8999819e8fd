package scheduler_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"crier/platform/clock"
	_ "crier/platform/needtest/raced"
	"crier/platform/scheduler"
)

var quiet = slog.New(slog.DiscardHandler)

func TestScheduler_RunsAtItsTimes(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		runs, panics := 0, 0
		s, err := scheduler.New(clock.System(), quiet, []scheduler.Chore{
			{Name: "ticks", Spec: "@every 5s", Run: func(context.Context) error { runs++; return nil }},
			{Name: "panics", Spec: "@every 10s", Run: func(context.Context) error { panics++; panic("boom") }},
		})
		if err != nil {
			t.Fatal(err)
		}
		s.Start()
		time.Sleep(time.Minute + time.Millisecond)
		synctest.Wait()
		if runs != 12 || panics != 6 {
			t.Errorf("in a minute: %d runs, %d panics", runs, panics)
		}
		if err := s.Stop(t.Context()); err != nil {
			t.Error(err)
		}
	})
}

func TestScheduler_StopEndsWhatRuns(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		ended := false
		s, err := scheduler.New(clock.System(), quiet, []scheduler.Chore{{Name: "long", Spec: "@every 1s", Run: func(ctx context.Context) error {
			<-ctx.Done()
			ended = true
			return ctx.Err()
		}}})
		if err != nil {
			t.Fatal(err)
		}
		s.Start()
		time.Sleep(5 * time.Second)
		if err := s.Stop(t.Context()); err != nil || !ended {
			t.Errorf("ended %v, %v", ended, err)
		}
	})
}

// TestScheduler_LogsWhatFailed: the error of a chore is in the log, also where the chore has
// cancelled something itself. One that the stop has ended did not fail.
func TestScheduler_LogsWhatFailed(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var log bytes.Buffer
		s, err := scheduler.New(clock.System(), slog.New(slog.NewTextHandler(&log, nil)), []scheduler.Chore{
			{Name: "ended", Spec: "@every 2s", Run: func(ctx context.Context) error { <-ctx.Done(); return ctx.Err() }},
			{Name: "gave-up", Spec: "@every 3s", Run: func(context.Context) error { return fmt.Errorf("ask the network: %w", context.Canceled) }},
		})
		if err != nil {
			t.Fatal(err)
		}
		s.Start()
		time.Sleep(5 * time.Second)
		if err := s.Stop(t.Context()); err != nil {
			t.Error(err)
		}
		if text := log.String(); strings.Count(text, "\n") != 1 || !strings.Contains(text, "gave-up") || !strings.Contains(text, "ask the network") {
			t.Errorf("the log is %q", text)
		}
	})
}

// TestScheduler_ClockSetBack: chores go on at their pace after the wall clock was set back, and
// none runs twice for a clock that was set ahead.
func TestScheduler_ClockSetBack(t *testing.T) {
	t.Parallel()
	for name, jump := range map[string]time.Duration{"back": -24 * time.Hour, "ahead": 24 * time.Hour} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			clk := clock.NewFake(time.Date(2026, 11, 21, 9, 30, 0, 0, time.UTC))
			runs := make(chan string)
			note := func(name string) func(context.Context) error {
				return func(context.Context) error { runs <- name; return nil }
			}
			s, err := scheduler.New(clk, quiet, []scheduler.Chore{{Name: "a", Spec: "@every 10s", Run: note("a")}, {Name: "b", Spec: "@hourly", Run: note("b")}})
			if err != nil {
				t.Fatal(err)
			}
			s.Start()
			for i := range 3 {
				if err := clk.BlockUntil(t.Context(), 2); err != nil {
					t.Fatal(err)
				}
				if i == 1 {
					clk.Jump(jump)
				}
				clk.Advance(10 * time.Second)
				if got := <-runs; got != "a" {
					t.Errorf("%s ran", got)
				}
			}
			if err := s.Stop(t.Context()); err != nil {
				t.Error(err)
			}
		})
	}
}

// TestScheduler_StopWaitsForAThird: a chore that does not heed its context leaves time for what is
// stopped after it.
func TestScheduler_StopWaitsForAThird(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		running, release := make(chan struct{}), make(chan struct{})
		s, err := scheduler.New(clock.System(), quiet, []scheduler.Chore{{Name: "deaf", Spec: "@every 1s", Run: func(context.Context) error {
			close(running)
			<-release
			return nil
		}}})
		if err != nil {
			t.Fatal(err)
		}
		s.Start()
		<-running
		ctx, cancel := context.WithTimeout(t.Context(), 9*time.Second)
		defer cancel()
		begun := clock.System().Now()
		if err := s.Stop(ctx); err == nil || clock.System().Now().Sub(begun) != 3*time.Second {
			t.Errorf("it ended after %s: %v", clock.System().Now().Sub(begun), err)
		}
		close(release)
	})
}

func TestNew_RefusesBadChores(t *testing.T) {
	t.Parallel()
	run := func(context.Context) error { return nil }
	for name, chores := range map[string][]scheduler.Chore{
		"spec":  {{Name: "a", Spec: "every day", Run: run}},
		"twice": {{Name: "a", Spec: "@hourly", Run: run}, {Name: "a", Spec: "@daily", Run: run}},
	} {
		if _, err := scheduler.New(clock.System(), quiet, chores); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
}

func TestRunNow(t *testing.T) {
	t.Parallel()
	boom := errors.New("boom")
	s, err := scheduler.New(clock.System(), quiet, []scheduler.Chore{{Name: "a", Spec: "@hourly", Run: func(context.Context) error { return boom }}})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.RunNow(t.Context(), "a"); !errors.Is(err, boom) {
		t.Errorf("got %v", err)
	}
	if err := s.RunNow(t.Context(), "b"); err == nil {
		t.Error("an unknown chore ran")
	}
}
