package watch

import (
	"log/slog"

	"crier/modules/auth"
	"crier/modules/health"
	"crier/modules/media"
	"crier/modules/posts"
	"crier/platform/clock"
	"crier/platform/config"
	"crier/platform/database"
	"crier/platform/datadir"
	"crier/platform/httpapi"
	"crier/platform/httpapi/events"
	"crier/platform/scheduler"

	"go.uber.org/fx"
)

// Module makes drafts of what appears in watched folders.
var Module = fx.Provide(
	provide,
	database.ProvideModels((*folder)(nil), (*known)(nil), (*taken)(nil)),
	database.ProvideWatched(database.Watched{Table: "watch_folders", Kind: events.Status, As: "watch"}),
	httpapi.ProvideInternal(func(s *service) httpapi.Routes { return httpapi.Routes{Module: "watch", Register: s.register} }),
	health.ProvideParts(func(s *service) health.Parts { return s.parts }),
	scheduler.ProvideChore("watch.look", "@every 1m", (*service).Look),
)

func provide(lc fx.Lifecycle, db *database.DB, clk clock.Clock, log *slog.Logger, dir *datadir.Dir, cfg config.Config,
	accounts *auth.Service, uploads *media.Uploads, drafts *posts.Drafts,
) *service {
	s := newService(taker{db: db, clock: clk, log: log, uploads: uploads, drafts: drafts, maxSize: cfg.MaxFileSize()}, accounts, dir)
	lc.Append(fx.StopHook(s.stop))
	return s
}
