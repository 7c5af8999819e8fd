package scheduler_test

import (
	"context"
	"errors"
	"log/slog"
	"testing"
	"testing/synctest"
	"time"

	"crier/platform/scheduler"
)

var quiet = slog.New(slog.DiscardHandler)

func TestScheduler_RunsAtItsTimes(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		runs, panics := 0, 0
		s, err := scheduler.New(quiet, []scheduler.Entry{
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
		s, err := scheduler.New(quiet, []scheduler.Entry{{Name: "long", Spec: "@every 1s", Run: func(ctx context.Context) error {
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

func TestNew_RefusesBadEntries(t *testing.T) {
	t.Parallel()
	run := func(context.Context) error { return nil }
	for name, entries := range map[string][]scheduler.Entry{
		"spec":  {{Name: "a", Spec: "every day", Run: run}},
		"twice": {{Name: "a", Spec: "@hourly", Run: run}, {Name: "a", Spec: "@daily", Run: run}},
	} {
		if _, err := scheduler.New(quiet, entries); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
}

func TestRunNow(t *testing.T) {
	t.Parallel()
	boom := errors.New("boom")
	s, err := scheduler.New(quiet, []scheduler.Entry{{Name: "a", Spec: "@hourly", Run: func(context.Context) error { return boom }}})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.RunNow(t.Context(), "a"); !errors.Is(err, boom) {
		t.Errorf("got %v", err)
	}
	if err := s.RunNow(t.Context(), "b"); err == nil {
		t.Error("an unknown entry ran")
	}
}
