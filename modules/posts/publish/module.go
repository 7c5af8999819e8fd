package publish

import (
	"context"
	"errors"
	"log/slog"

	"crier/modules/auth"
	"crier/modules/media"
	"crier/modules/posts"
	"crier/modules/posts/networkclock"
	"crier/modules/posts/publish/attempt"
	"crier/modules/posts/timeline"
	"crier/modules/settings"
	"crier/platform/clock"
	"crier/platform/config"
	"crier/platform/database"
	"crier/platform/graph"
	"crier/platform/httpapi"
	"crier/platform/instance"
	"crier/platform/intent"
	"crier/platform/jobs"
	"crier/platform/objectstore"
	"crier/platform/publicurl"
	"crier/platform/scheduler"
	"crier/platform/uptime"

	"go.uber.org/fx"
)

// Module publishes posts.
var Module = fx.Provide(
	provideEngine, timeline.NewRecorder, provideLedger, func(e *Engine) *Finder { return e.finder }, func(e *Engine) *Surveyor { return e.surveyor },
	database.ProvideModels((*attempt.Attempt)(nil)),
	httpapi.ProvideV1(func(e *Engine) httpapi.Routes {
		return httpapi.Routes{Module: "posts.remove", Register: e.remover.register}
	}),
	auth.ProvideRevivalHook(func(e *Engine) auth.RevivalHook { return e.AccountRevived }),
	auth.ProvideRemovalHook(func(e *Engine) auth.RemovalHook { return e.AccountRemoved }),
	jobs.ProvideHandler(func(e *Engine) jobs.Handler { return e }),
	scheduler.ProvideChore("posts.identify", "@every 10s", func(e *Engine, ctx context.Context) error { return e.namer.look(ctx) }),
	scheduler.ProvideChore("posts.permalinks", "@every 1m", func(e *Engine, ctx context.Context) error { return e.addresses.fill(ctx) }),
	scheduler.ProvideChore("posts.forget-steps", "@hourly", (*timeline.Recorder).Forget),
	scheduler.ProvideChore("posts.release", "@every 10m", func(e *Engine, ctx context.Context) error { return e.releaser.releaseLeft(ctx) }),
	scheduler.ProvideChore("posts.verify", "@every 10m", func(e *Engine, ctx context.Context) error { return e.searcher.search(ctx) }),
)

// provideLedger makes the one issuer of permissions for visible calls, which the ledger keeps to
// itself.
func provideLedger(folder *instance.Instance) *attempt.Ledger {
	return attempt.New(intent.NewIssuer(), folder)
}

func provideEngine(lc fx.Lifecycle, cfg config.Config, db *database.DB, clk clock.Clock, log *slog.Logger, queue *jobs.Queue,
	history *posts.History, recorder *timeline.Recorder, clocks *networkclock.Clock, accounts *auth.Service, natives *settings.Natives,
	files *media.Service, network *graph.Client, ledger *attempt.Ledger, objects *objectstore.Switch, running *uptime.Meter,
) *Engine {
	urls := publicurl.New(cfg.Network == config.Sandbox)
	e := New(Deps{
		DB: db, Clock: clk, Log: log, Queue: queue, Posts: history, Recorder: recorder, Clocks: clocks,
		Accounts: accounts, Natives: natives, Media: files, Network: network, Ledger: ledger, URLs: urls, Uptime: running,
		Lateness: Lateness{Grace: cfg.LateGrace, Spacing: cfg.LateSpacing},
	})
	objects.Guard(e.releaser.leaveStore)
	// The hook of the runner, which needs this handler, runs later.
	lc.Append(fx.StartHook(func(ctx context.Context) error { return errors.Join(e.HoldForeign(ctx, queue), e.lookFiller.fill(ctx)) }))
	lc.Append(fx.StopHook(urls.CloseIdleConnections))
	return e
}
