package posts

import (
	"context"
	"log/slog"

	"crier/modules/auth"
	"crier/modules/media"
	"crier/platform/clock"
	"crier/platform/config"
	"crier/platform/database"
	"crier/platform/graph"
	"crier/platform/httpapi"
	"crier/platform/jobs"
	"crier/platform/scheduler"

	"go.uber.org/fx"
)

// Module takes posts in, publishes them and tells of them.
var Module = fx.Module("posts",
	fx.Provide(NewService, providePublisher),
	database.ProvideModels((*Post)(nil), (*link)(nil), (*idempotentAnswer)(nil)),
	httpapi.ProvideV1(func(s *Service) httpapi.Routes { return httpapi.Routes{Module: "posts", Register: s.register} }),
	httpapi.ProvideV1(func(p *Publisher) httpapi.Routes {
		return httpapi.Routes{Module: "posts.remove", Register: (&remover{p}).register}
	}),
	auth.ProvideRemovalHook(func(s *Service) auth.RemovalHook { return s.AccountRemoved }),
	jobs.ProvideHandler(func(p *Publisher) jobs.Handler { return p }),
	scheduler.ProvideEntry(func(p *Publisher) scheduler.Entry {
		return scheduler.Entry{Name: "posts.permalinks", Spec: "@every 1m", Run: p.FillPermalinks}
	}),
	scheduler.ProvideEntry(func(s *Service) scheduler.Entry {
		return scheduler.Entry{Name: "posts.forget-keys", Spec: "@hourly", Run: s.ForgetKeys}
	}),
	scheduler.ProvideEntry(func(p *Publisher) scheduler.Entry {
		return scheduler.Entry{Name: "posts.verify", Spec: "@every 10m", Run: p.Verify}
	}),
)

func providePublisher(lc fx.Lifecycle, db *database.DB, clk clock.Clock, log *slog.Logger, queue *jobs.Queue, s *Service, accounts *auth.Service, files *media.Service, network *graph.Client, cfg config.Config) *Publisher {
	p := NewPublisher(db, clk, log, s, accounts, files, network, Lateness{Grace: cfg.LateGrace, Spacing: cfg.LateSpacing})
	// The hook of the runner, which needs this handler, comes later.
	lc.Append(fx.StartHook(func(ctx context.Context) error { return p.HoldForeign(ctx, queue) }))
	return p
}
