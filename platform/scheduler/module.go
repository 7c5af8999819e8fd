package scheduler

import (
	"context"
	"log/slog"

	"crier/platform/clock"

	"go.uber.org/fx"
)

const entriesGroup = "scheduler.entries"

// Module runs the modules' chores from start to stop.
var Module = fx.Options(
	fx.Provide(start),
	fx.Invoke(func(*Scheduler) {}),
)

// ProvideEntry registers a module's chore; constructor returns an Entry.
func ProvideEntry(constructor any) fx.Annotated {
	return fx.Annotated{Group: entriesGroup, Target: constructor}
}

// ProvideChore registers a method of T, which another module provides, as a chore.
func ProvideChore[T any](name, spec string, run func(T, context.Context) error) fx.Annotated {
	return ProvideEntry(func(t T) Entry {
		return Entry{Name: name, Spec: spec, Run: func(ctx context.Context) error { return run(t, ctx) }}
	})
}

type registered struct {
	fx.In
	Entries []Entry `group:"scheduler.entries"`
}

func start(lc fx.Lifecycle, log *slog.Logger, all registered) (*Scheduler, error) {
	// Tests advance the clock of the modules, and run chores when they want them.
	s, err := New(clock.System(), log, all.Entries)
	if err != nil {
		return nil, err
	}
	lc.Append(fx.StartStopHook(s.Start, s.Stop))
	return s, nil
}
