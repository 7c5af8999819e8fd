package quarantine

import (
	"log/slog"

	"crier/modules/media"
	"crier/modules/posts/publish"
	"crier/platform/clock"
	"crier/platform/database"
	"crier/platform/httpapi"
	"crier/platform/instance"
	"crier/platform/jobs"
	"crier/platform/scheduler"

	"go.uber.org/fx"
)

// Module provides the service for the posts that a quarantine holds.
var Module = fx.Options(
	fx.Provide(
		provide,
		database.ProvideModels((*row)(nil)),
		httpapi.ProvideInternal(func(s *service) httpapi.Routes {
			return httpapi.Routes{Module: "posts.quarantine", Register: s.register}
		}),
		scheduler.ProvideChore("posts.quarantine", "@every 1m", (*service).Look),
	),
	fx.Invoke(func(*service) {}),
)

func provide(db *database.DB, clk clock.Clock, log *slog.Logger, queue *jobs.Queue, files *media.Service, surveyor *publish.Surveyor,
	folder *instance.Instance, worker Worker,
) *service {
	return newService(deps{DB: db, Clock: clk, Log: log, Queue: queue, Media: files, Surveyor: surveyor, Folder: folder, Worker: worker})
}
