package schedule

import (
	"crier/modules/schedule/handoff"
	"crier/platform/httpapi"

	"go.uber.org/fx"
)

// Module schedules posts.
var Module = fx.Module("schedule",
	handoff.Module,
	fx.Provide(NewService, newCloudAPI, newPostsAPI),
	httpapi.ProvideV1(func(s *Service) httpapi.Routes { return httpapi.Routes{Module: "schedule", Register: s.register} }),
	httpapi.ProvideInternal(func() httpapi.Routes { return httpapi.Routes{Module: "schedule", Register: registerLocalTime} }),
	httpapi.ProvideInternal(func(a *postsAPI) httpapi.Routes {
		return httpapi.Routes{Module: "schedule.posts", Register: a.register}
	}),
	httpapi.ProvideInternal(func(a *cloudAPI) httpapi.Routes {
		return httpapi.Routes{Module: "schedule.cloud", Register: a.register}
	}),
)
