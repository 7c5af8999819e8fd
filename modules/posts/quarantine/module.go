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

// Module provides the service, which looks after the posts that a quarantine holds.
var Module = fx.Module("posts.quarantine",
	fx.Provide(provide),
	fx.Invoke(func(*service) {}),
	database.ProvideModels((*row)(nil)),
	httpapi.ProvideInternal(func(s *service) httpapi.Routes {
		return httpapi.Routes{Module: "posts.quarantine", Register: s.register}
	}),
	scheduler.ProvideChore("posts.quarantine", "@every 1m", (*service).Look),
)

type needs struct {
	fx.In

	DB       *database.DB
	Clock    clock.Clock
	Log      *slog.Logger
	Queue    *jobs.Queue
	Media    *media.Service
	Surveyor *publish.Surveyor
	Folder   *instance.Instance
	Worker   Worker
}

func provide(n needs) *service {
	return newService(deps{DB: n.DB, Clock: n.Clock, Log: n.Log, Queue: n.Queue, Media: n.Media, Surveyor: n.Surveyor, Folder: n.Folder, Worker: n.Worker})
}
