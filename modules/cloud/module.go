package cloud

import (
	"crier/platform/httpapi"

	"go.uber.org/fx"
)

// Module tells of the cloud worker.
var Module = fx.Module("cloud",
	fx.Provide(NewService),
	httpapi.ProvideV1(func(s *Service) httpapi.Routes { return httpapi.Routes{Module: "cloud", Register: s.register} }),
)
