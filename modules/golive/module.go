package golive

import (
	"context"
	"log/slog"

	"crier/modules/auth"
	"crier/modules/cloud"
	"crier/modules/media"
	"crier/platform/clock"
	"crier/platform/config"
	"crier/platform/database"
	"crier/platform/graph"
	"crier/platform/httpapi"
	"crier/platform/httpapi/events"
	"crier/platform/publicurl"

	"go.uber.org/fx"
)

// Module has the checklist for going live.
var Module = fx.Provide(
	provideFetch, provideChecker,
	database.ProvideModels((*storedLook)(nil)),
	database.ProvideWatched(database.Watched{Table: "golive_looks", Kind: events.Status, As: "golive"}),
	httpapi.ProvideInternal(func(c *Checker) httpapi.Routes { return httpapi.Routes{Module: "golive", Register: c.register} }),
	auth.ProvideRemovalHook(func() auth.RemovalHook { return deleteLooks }),
)

// network are the resources of the client that a look uses.
type network struct {
	*graph.Containers
	*graph.Publications
}

func provideFetch(lc fx.Lifecycle, cfg config.Config) Fetch {
	urls := publicurl.New(cfg.Network == config.Sandbox)
	lc.Append(fx.StopHook(urls.CloseIdleConnections))
	return func(ctx context.Context, url, contentType string, size int64) error {
		return urls.Check(ctx, url, publicurl.File{ContentType: contentType, Size: size})
	}
}

func provideChecker(lc fx.Lifecycle, db *database.DB, clk clock.Clock, log *slog.Logger, cfg config.Config, accounts *auth.Service, look auth.Look,
	client *graph.Client, files *media.Service, fetch Fetch, c *cloud.Cloud,
) *Checker {
	checker := NewChecker(Deps{
		DB: db, Clock: clk, Log: log, Config: cfg, Accounts: accounts, Look: look, Network: network{client.Containers, client.Publications},
		Objects: files.Lent(), Fetch: fetch, Cloud: c.Overview,
	})
	lc.Append(fx.StopHook(checker.Stop))
	return checker
}
