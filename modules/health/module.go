package health

import (
	"log/slog"

	"crier/modules/auth"
	"crier/modules/cloud"
	"crier/modules/posts/networkclock"
	"crier/platform/backup"
	"crier/platform/clock"
	"crier/platform/config"
	"crier/platform/database"
	"crier/platform/datadir"
	"crier/platform/httpapi"
	"crier/platform/instance"
	"crier/platform/secrets"

	"go.uber.org/fx"
)

// Module says how each part is that Crier stands on.
var Module = fx.Provide(
	provide,
	httpapi.ProvideInternal(func(e *Examiner) httpapi.Routes { return httpapi.Routes{Module: "health.report", Register: e.register} }),
)

func provide(lc fx.Lifecycle, dir *datadir.Dir, db *database.DB, clk clock.Clock, log *slog.Logger, cfg config.Config, contents backup.Contents, box *secrets.Box,
	accounts *auth.Service, network *networkclock.Clock, folder *instance.Instance, buckets *cloud.Buckets, c *cloud.Cloud,
) *Examiner {
	e := NewExaminer(Deps{
		Dir: dir, DB: db, Clock: clk, Log: log, Config: cfg, Contents: contents, Box: box, Accounts: accounts, Network: network, Held: folder, Buckets: buckets, Worker: c.Overview,
	})
	lc.Append(fx.StopHook(e.Stop))
	return e
}
