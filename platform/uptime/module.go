package uptime

import (
	"crier/platform/clock"
	"crier/platform/config"
	"crier/platform/database"
	"crier/platform/scheduler"

	"go.uber.org/fx"
)

// Module provides the Meter, which counts from the start to the stop.
var Module = fx.Options(
	fx.Provide(
		start,
		database.ProvideModels((*row)(nil)),
		scheduler.ProvideChore("uptime.beat", "@every 30s", (*Meter).Beat),
	),
	fx.Invoke(func(*Meter) {}),
)

func start(lc fx.Lifecycle, cfg config.Config, db *database.DB, clk clock.Clock) *Meter {
	m := New(db, clk, cfg.Network)
	lc.Append(fx.StartStopHook(m.Start, m.Beat))
	return m
}
