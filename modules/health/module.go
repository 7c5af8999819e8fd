package health

import (
	"context"
	"log/slog"

	"crier/modules/auth"
	"crier/modules/cloud"
	"crier/modules/posts"
	"crier/modules/posts/networkclock"
	"crier/platform/backup"
	"crier/platform/clock"
	"crier/platform/config"
	"crier/platform/database"
	"crier/platform/datadir"
	"crier/platform/httpapi"
	"crier/platform/instance"
	"crier/platform/jobs"
	"crier/platform/secrets"

	"go.uber.org/fx"
)

// Module says how each part is that Crier stands on.
var Module = fx.Provide(
	provide,
	httpapi.ProvideInternal(func(e *Examiner) httpapi.Routes { return httpapi.Routes{Module: "health.report", Register: e.register} }),
	provideMeter,
	httpapi.ProvideHandler(func(m *Meter) httpapi.Handler {
		return httpapi.Handler{Pattern: "GET " + MetricsPath, Access: httpapi.Public(), Serve: m.Serve}
	}),
)

const partsGroup = "health.parts"

// ProvideParts has a module's parts in the report; constructor returns Parts.
func ProvideParts(constructor any) fx.Annotated {
	return fx.Annotated{Group: partsGroup, Target: constructor}
}

type given struct {
	fx.In
	All []Parts `group:"health.parts"`
}

func provide(lc fx.Lifecycle, dir *datadir.Dir, db *database.DB, clk clock.Clock, log *slog.Logger, cfg config.Config, contents backup.Contents, box *secrets.Box,
	accounts *auth.Service, network *networkclock.Clock, folder *instance.Instance, buckets *cloud.Buckets, c *cloud.Cloud, forecasts *posts.Forecasts, parts given,
) *Examiner {
	e := NewExaminer(Deps{
		Dir: dir, DB: db, Clock: clk, Log: log, Config: cfg, Contents: contents, Box: box, Accounts: accounts, Network: network, Held: folder, Buckets: buckets, Worker: c.Overview, Given: parts.All,
	})
	forecasts.Add(func(ctx context.Context, about posts.Outline) ([]posts.Foretold, error) {
		return foretell(ctx, e, about)
	})
	lc.Append(fx.StopHook(e.Stop))
	return e
}

func provideMeter(db *database.DB, dir *datadir.Dir, clk clock.Clock, cfg config.Config, about httpapi.About, accounts *auth.Service, network *networkclock.Clock, folder *instance.Instance, queue *jobs.Queue) *Meter {
	return NewMeter(Gauges{DB: db, Dir: dir, Clock: clk, Config: cfg, About: about, Accounts: accounts, Network: network, Held: folder, Queue: queue})
}
