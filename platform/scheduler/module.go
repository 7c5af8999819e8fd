package scheduler

import (
	"context"
	"log/slog"

	"crier/platform/clock"

	"go.uber.org/fx"
)

const choresGroup = "scheduler.chores"

// Module runs the modules' chores from start to stop.
var Module = fx.Options(
	fx.Provide(start),
	fx.Invoke(func(*Scheduler) {}),
)

// Provide registers a module's chore; constructor returns a Chore.
func Provide(constructor any) fx.Annotated {
	return fx.Annotated{Group: choresGroup, Target: constructor}
}

// ProvideChore is Provide for a method of T, which another module provides.
func ProvideChore[T any](name, spec string, run func(T, context.Context) error) fx.Annotated {
	return Provide(func(t T) Chore {
		return Chore{Name: name, Spec: spec, Run: func(ctx context.Context) error { return run(t, ctx) }}
	})
}

type registered struct {
	fx.In
	Chores []Chore `group:"scheduler.chores"`
}

func start(lc fx.Lifecycle, log *slog.Logger, all registered) (*Scheduler, error) {
	// Tests advance the clock of the modules, and run chores when they want them.
	s, err := New(clock.System(), log, all.Chores)
	if err != nil {
		return nil, err
	}
	lc.Append(fx.StartStopHook(s.Start, s.Stop))
	return s, nil
}
