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
var Module = fx.Module("posts.publish",
	fx.Provide(provideEngine, timeline.NewRecorder, provideLedger, func(p *Engine) *Finder { return p.finder },
		func(p *Engine) *Surveyor { return p.surveyor }),
	database.ProvideModels((*attempt.Attempt)(nil)),
	httpapi.ProvideV1(func(p *Engine) httpapi.Routes {
		return httpapi.Routes{Module: "posts.remove", Register: p.remover.register}
	}),
	auth.ProvideRevivalHook(func(p *Engine) auth.RevivalHook { return p.AccountRevived }),
	jobs.ProvideHandler(func(p *Engine) jobs.Handler { return p }),
	scheduler.ProvideChore("posts.permalinks", "@every 1m", func(p *Engine, ctx context.Context) error { return p.addresses.fill(ctx) }),
	scheduler.ProvideChore("posts.forget-steps", "@hourly", (*timeline.Recorder).Forget),
	scheduler.ProvideChore("posts.release", "@every 10m", func(p *Engine, ctx context.Context) error { return p.releaser.releaseLeft(ctx) }),
	scheduler.ProvideChore("posts.verify", "@every 10m", func(p *Engine, ctx context.Context) error { return p.searcher.search(ctx) }),
)

// provideLedger makes the one issuer of permissions for visible calls, which the ledger keeps to
// itself.
func provideLedger(folder *instance.Instance) *attempt.Ledger {
	return attempt.New(intent.NewIssuer(), folder)
}

type engineNeeds struct {
	fx.In

	DB       *database.DB
	Clock    clock.Clock
	Log      *slog.Logger
	Queue    *jobs.Queue
	Posts    *posts.History
	Recorder *timeline.Recorder
	Clocks   *networkclock.Clock
	Accounts *auth.Service
	Natives  *settings.Natives
	Media    *media.Service
	Network  *graph.Client
	Ledger   *attempt.Ledger
	Objects  *objectstore.Switch
	Config   config.Config
	Uptime   *uptime.Meter
}

func provideEngine(lc fx.Lifecycle, n engineNeeds) *Engine {
	urls := publicurl.New(n.Config.Network == config.Sandbox)
	p := New(Deps{
		DB: n.DB, Clock: n.Clock, Log: n.Log, Queue: n.Queue, Posts: n.Posts, Recorder: n.Recorder, Clocks: n.Clocks,
		Accounts: n.Accounts, Natives: n.Natives, Media: n.Media, Network: n.Network, Ledger: n.Ledger, URLs: urls, Uptime: n.Uptime,
		Lateness: Lateness{Grace: n.Config.LateGrace, Spacing: n.Config.LateSpacing},
	})
	n.Objects.Guard(p.releaser.leaveStore)
	// The hook of the runner, which needs this handler, comes later.
	lc.Append(fx.StartHook(func(ctx context.Context) error { return errors.Join(p.HoldForeign(ctx, n.Queue), p.looks.fill(ctx)) }))
	lc.Append(fx.StopHook(urls.CloseIdleConnections))
	return p
}
