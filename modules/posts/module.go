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
	"crier/platform/objectstore"
	"crier/platform/publicurl"
	"crier/platform/scheduler"
	"crier/platform/uptime"

	"go.uber.org/fx"
)

// Module takes posts in, publishes them and tells of them.
var Module = fx.Module("posts",
	fx.Provide(NewService, providePublisher),
	database.ProvideModels((*Post)(nil), (*link)(nil), (*idempotentAnswer)(nil), (*accountCap)(nil), (*Step)(nil)),
	httpapi.ProvideV1(func(s *Service) httpapi.Routes { return httpapi.Routes{Module: "posts", Register: s.register} }),
	httpapi.ProvideV1(func(p *Publisher) httpapi.Routes {
		return httpapi.Routes{Module: "posts.remove", Register: (&remover{p}).register}
	}),
	httpapi.ProvideInternal(func(s *Service) httpapi.Routes { return httpapi.Routes{Module: "posts", Register: s.registerTimeline} }),
	auth.ProvideRemovalHook(func(s *Service) auth.RemovalHook { return s.AccountRemoved }),
	auth.ProvideRevivalHook(func(s *Service) auth.RevivalHook { return s.AccountRevived }),
	jobs.ProvideHandler(func(p *Publisher) jobs.Handler { return p }),
	scheduler.ProvideChore("posts.permalinks", "@every 1m", (*Publisher).FillPermalinks),
	scheduler.ProvideChore("posts.media", "@every 10m", (*Publisher).FindMedia),
	scheduler.ProvideChore("posts.forget-keys", "@hourly", (*Service).ForgetKeys),
	scheduler.ProvideChore("posts.forget-steps", "@hourly", (*Publisher).ForgetSteps),
	scheduler.ProvideChore("posts.release", "@every 10m", (*Publisher).ReleaseLeft),
	scheduler.ProvideChore("posts.verify", "@every 10m", (*Publisher).Verify),
)

type publisherNeeds struct {
	fx.In

	DB       *database.DB
	Clock    clock.Clock
	Log      *slog.Logger
	Queue    *jobs.Queue
	Posts    *Service
	Accounts *auth.Service
	Media    *media.Service
	Network  *graph.Client
	Objects  *objectstore.Switch
	Config   config.Config
	Uptime   *uptime.Meter
}

func providePublisher(lc fx.Lifecycle, n publisherNeeds) *Publisher {
	urls := publicurl.New(n.Config.Network == config.Sandbox)
	p := NewPublisher(PublisherParts{
		db: n.DB, clock: n.Clock, log: n.Log, posts: n.Posts, accounts: n.Accounts, media: n.Media, network: n.Network, urls: urls,
		uptime:   n.Uptime,
		lateness: Lateness{Grace: n.Config.LateGrace, Spacing: n.Config.LateSpacing},
	})
	n.Objects.Guard(p.LeaveStore)
	// The hook of the runner, which needs this handler, comes later.
	lc.Append(fx.StartHook(func(ctx context.Context) error { return p.HoldForeign(ctx, n.Queue) }))
	lc.Append(fx.StopHook(urls.CloseIdleConnections))
	return p
}
