package jobs

import (
	"context"
	"log/slog"

	"crier/platform/database"
	"crier/platform/scheduler"

	"go.uber.org/fx"
)

const handlersGroup = "jobs.handlers"

// Module provides the queue and runs the jobs that have a handler.
var Module = fx.Options(
	fx.Provide(
		NewQueue, start,
		database.ProvideModels((*ScheduledJob)(nil)),
		scheduler.Provide(func(db *database.DB, q *Queue) scheduler.Chore {
			return scheduler.Chore{Name: "jobs.prune", Spec: "@daily", Run: func(ctx context.Context) error { return q.Prune(ctx, db) }}
		}),
	),
	fx.Invoke(func(*Runner) {}),
)

// ProvideHandler registers a module's handler; constructor returns a Handler.
func ProvideHandler(constructor any) fx.Annotated {
	return fx.Annotated{Group: handlersGroup, Target: constructor}
}

type registered struct {
	fx.In
	Handlers []Handler `group:"jobs.handlers"`
}

func start(lc fx.Lifecycle, db *database.DB, queue *Queue, log *slog.Logger, all registered) (*Runner, error) {
	r, err := NewRunner(db, queue, log, all.Handlers)
	if err != nil {
		return nil, err
	}
	lc.Append(fx.StartStopHook(r.Start, r.Stop))
	return r, nil
}
