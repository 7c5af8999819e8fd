package backups

import (
	"crier/modules/health"
	"crier/platform/database"
	"crier/platform/httpapi"
	"crier/platform/httpapi/events"
	"crier/platform/scheduler"

	"go.uber.org/fx"
)

// Module makes backups of the running service's folder.
var Module = fx.Provide(
	newService,
	database.ProvideModels((*chosenFolder)(nil)),
	database.ProvideWatched(database.Watched{Table: "backups_folder", Kind: events.Status, As: "backups"}),
	httpapi.ProvideInternal(func(s *service) httpapi.Routes { return httpapi.Routes{Module: "backups", Register: s.register} }),
	health.ProvideParts(func(s *service) health.Parts { return s.parts }),
	scheduler.ProvideChore("backups.daily", "@every 5m", (*service).MakeDue),
)
