package notify

import (
	"log/slog"

	"crier/modules/auth"
	"crier/modules/health"
	"crier/modules/posts"
	"crier/platform/clock"
	"crier/platform/config"
	"crier/platform/database"
	"crier/platform/datadir"
	"crier/platform/httpapi"
	"crier/platform/httpapi/events"
	"crier/platform/scheduler"
	"crier/platform/secrets"

	"go.uber.org/fx"
)

// Module tells a person outside of the browser what needs them.
var Module = fx.Provide(
	provide,
	database.ProvideModels((*place)(nil), (*told)(nil), (*waiting)(nil)),
	database.ProvideWatched(database.Watched{Table: "notify_places", Kind: events.Status, As: eventID}),
	secrets.ProvideKeeper(Keeper),
	health.ProvideParts(parts),
	httpapi.ProvideInternal(func(n *Notifier) httpapi.Routes { return httpapi.Routes{Module: "notify", Register: n.register} }),
	scheduler.ProvideChore("notify.look", "@every 10m", (*Notifier).Look),
)

func provide(lc fx.Lifecycle, db *database.DB, dir *datadir.Dir, clk clock.Clock, log *slog.Logger, box *secrets.Box, hub *events.Hub, accounts *auth.Service, h *health.Examiner, plan *posts.Forecasts, cfg config.Config) *Notifier {
	n := New(Deps{
		DB: db, Dir: dir, Clock: clk, Log: log, Box: box, Events: hub, Accounts: accounts, Health: h, Plan: plan, Network: string(cfg.Network), Program: cfg.OnEvent,
	})
	lc.Append(fx.StartStopHook(n.Start, n.Stop))
	return n
}
