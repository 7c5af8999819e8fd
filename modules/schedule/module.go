package schedule

import (
	"log/slog"

	"crier/modules/auth"
	"crier/modules/cloud"
	"crier/modules/media"
	"crier/modules/posts"
	"crier/modules/posts/publish"
	"crier/platform/clock"
	"crier/platform/config"
	"crier/platform/database"
	"crier/platform/httpapi"
	"crier/platform/scheduler"

	"go.uber.org/fx"
)

// Module schedules posts.
var Module = fx.Module("schedule",
	fx.Provide(NewService, provideOutbox),
	database.ProvideModels((*entry)(nil)),
	httpapi.ProvideV1(func(s *Service) httpapi.Routes { return httpapi.Routes{Module: "schedule", Register: s.register} }),
	httpapi.ProvideInternal(func() httpapi.Routes { return httpapi.Routes{Module: "schedule", Register: registerLocalTime} }),
	httpapi.ProvideInternal(func(o *Outbox) httpapi.Routes {
		return httpapi.Routes{Module: "schedule.cloud", Register: o.register}
	}),
	auth.ProvideRevivalHook(func(o *Outbox) auth.RevivalHook { return o.Revived }),
	scheduler.ProvideChore("schedule.cloud", "@every 15s", (*Outbox).Tend),
	// The posts do not know of it, and it stands on them.
	fx.Invoke(func(p *posts.Service, l *cloud.Link, o *Outbox) {
		p.UseCloud(o)
		l.OnTeardown(o.MayTearDown)
	}),
)

type outboxNeeds struct {
	fx.In

	DB       *database.DB
	Clock    clock.Clock
	Log      *slog.Logger
	Posts    *posts.Service
	Engine   *publish.Engine
	Accounts *auth.Service
	Media    *media.Service
	Link     *cloud.Link
	Config   config.Config
}

func provideOutbox(lc fx.Lifecycle, n outboxNeeds) *Outbox {
	o := NewOutbox(OutboxParts{
		DB: n.DB, Clock: n.Clock, Log: n.Log, Posts: n.Posts, Network: n.Engine, Accounts: n.Accounts, Media: n.Media, Link: n.Link,
		Grace: n.Config.LateGrace,
	})
	lc.Append(fx.StartStopHook(o.Start, o.Stop))
	return o
}
