package posts

import (
	"crier/modules/auth"
	"crier/modules/posts/networkclock"
	"crier/modules/posts/timeline"
	"crier/platform/database"
	"crier/platform/httpapi"
	"crier/platform/scheduler"

	"go.uber.org/fx"
)

// Module takes posts in and tells of them. Package publish publishes them.
var Module = fx.Module("posts",
	fx.Provide(NewService, NewCloudPosts, func() *networkclock.Clock { return new(networkclock.Clock) }),
	database.ProvideModels((*Post)(nil), (*Link)(nil), (*idempotentAnswer)(nil), (*AccountCap)(nil), (*timeline.Step)(nil)),
	httpapi.ProvideV1(func(s *Service) httpapi.Routes { return httpapi.Routes{Module: "posts", Register: s.register} }),
	httpapi.ProvideInternal(func(s *Service) httpapi.Routes { return httpapi.Routes{Module: "posts", Register: s.registerTimeline} }),
	auth.ProvideRemovalHook(func(s *Service) auth.RemovalHook { return s.AccountRemoved }),
	scheduler.ProvideChore("posts.forget-keys", "@hourly", (*Service).ForgetKeys),
)
