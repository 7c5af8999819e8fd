package backups

import (
	"crier/platform/httpapi"
	"crier/platform/scheduler"

	"go.uber.org/fx"
)

// Module makes backups of the running service's folder.
var Module = fx.Provide(
	newService,
	httpapi.ProvideInternal(func(s *service) httpapi.Routes { return httpapi.Routes{Module: "backups", Register: s.register} }),
	scheduler.ProvideChore("backups.daily", "@every 5m", (*service).MakeDue),
)
