package storyrepost

import (
	"crier/platform/httpapi"

	"go.uber.org/fx"
)

// Module reposts stories.
var Module = fx.Module("storyrepost",
	fx.Provide(NewService),
	httpapi.ProvideV1(func(s *Service) httpapi.Routes { return httpapi.Routes{Module: "storyrepost", Register: s.register} }),
)
