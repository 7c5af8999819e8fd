package schedule

import (
	"crier/platform/httpapi"

	"go.uber.org/fx"
)

// Module schedules posts.
var Module = fx.Module("schedule",
	fx.Provide(NewService),
	httpapi.ProvideV1(func(s *Service) httpapi.Routes { return httpapi.Routes{Module: "schedule", Register: s.register} }),
	httpapi.ProvideInternal(func() httpapi.Routes { return httpapi.Routes{Module: "schedule", Register: registerLocalTime} }),
)
