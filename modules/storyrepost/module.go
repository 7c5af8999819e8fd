package storyrepost

import (
	"crier/modules/settings"
	"crier/platform/database"
	"crier/platform/httpapi"

	"go.uber.org/fx"
)

// Module reposts stories.
var Module = fx.Module("storyrepost",
	fx.Provide(NewService),
	settings.ProvideForgetHook(disableWithCredentials),
	database.ProvideModels((*StoryRepostConfig)(nil)),
	httpapi.ProvideV1(func(s *Service) httpapi.Routes { return httpapi.Routes{Module: "storyrepost", Register: s.register} }),
)
