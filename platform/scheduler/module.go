package scheduler

import (
	"context"
	"log/slog"

	"go.uber.org/fx"
)

const entriesGroup = `group:"scheduler.entries"`

// Module runs the modules' chores from start to stop.
var Module = fx.Module("scheduler",
	fx.Provide(fx.Annotate(start, fx.ParamTags(``, ``, entriesGroup))),
	fx.Invoke(func(*Scheduler) {}),
)

// ProvideEntry registers a module's chore; constructor returns an Entry.
func ProvideEntry(constructor any) fx.Option {
	return fx.Provide(fx.Annotate(constructor, fx.ResultTags(entriesGroup)))
}

// ProvideChore registers a method of T, which somebody provides, as a chore.
func ProvideChore[T any](name, spec string, run func(T, context.Context) error) fx.Option {
	return ProvideEntry(func(t T) Entry {
		return Entry{Name: name, Spec: spec, Run: func(ctx context.Context) error { return run(t, ctx) }}
	})
}

func start(lc fx.Lifecycle, log *slog.Logger, entries []Entry) (*Scheduler, error) {
	s, err := New(log, entries)
	if err != nil {
		return nil, err
	}
	lc.Append(fx.StartStopHook(s.Start, s.Stop))
	return s, nil
}
