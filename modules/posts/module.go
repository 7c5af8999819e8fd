package posts

import (
	"crier/modules/auth"
	"crier/modules/media"
	"crier/modules/posts/networkclock"
	"crier/modules/posts/timeline"
	"crier/modules/settings"
	"crier/platform/clock"
	"crier/platform/database"
	"crier/platform/httpapi"
	"crier/platform/jobs"
	"crier/platform/scheduler"
	"crier/platform/uptime"

	"go.uber.org/fx"
)

// Module takes posts in and tells of them. Package publish publishes them.
var Module = fx.Module("posts",
	fx.Provide(NewHistory, NewRetrier, NewDeleter, provideService, NewCloudPosts, func() *networkclock.Clock { return new(networkclock.Clock) }),
	database.ProvideModels((*Post)(nil), (*Link)(nil), (*idempotentAnswer)(nil), (*AccountCap)(nil), (*timeline.Step)(nil), (*removal)(nil)),
	httpapi.ProvideV1(func(s *Service) httpapi.Routes { return httpapi.Routes{Module: "posts", Register: s.register} }),
	httpapi.ProvideInternal(func(s *Service) httpapi.Routes { return httpapi.Routes{Module: "posts", Register: s.registerTimeline} }),
	httpapi.ProvideInternal(func(s *Service) httpapi.Routes { return httpapi.Routes{Module: "posts", Register: s.registerLookup} }),
	auth.ProvideRemovalHook(func(s *Service) auth.RemovalHook { return s.AccountRemoved }),
	scheduler.ProvideChore("posts.forget-keys", "@hourly", (*Service).ForgetKeys),
)

type serviceNeeds struct {
	fx.In

	DB       *database.DB
	Clock    clock.Clock
	Queue    *jobs.Queue
	Accounts *auth.Service
	Natives  *settings.Natives
	Media    *media.Service
	Clocks   *networkclock.Clock
	Cloud    Cloud
	Uptime   *uptime.Meter
	History  *History
	Retrier  *Retrier
	Deleter  *Deleter
}

func provideService(n serviceNeeds) *Service {
	s := NewService(n.DB, n.Clock, n.Queue, n.Accounts, n.Natives, n.Media, n.Clocks, n.Cloud)
	s.uptime, s.history, s.retrier, s.deleter = n.Uptime, n.History, n.Retrier, n.Deleter
	return s
}
