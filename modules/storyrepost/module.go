package storyrepost

import (
	"context"
	"log/slog"
	"time"

	"crier/modules/auth"
	"crier/modules/media"
	"crier/modules/posts"
	"crier/modules/settings"
	"crier/platform/clock"
	"crier/platform/database"
	"crier/platform/httpapi"
	"crier/platform/httpapi/events"
	"crier/platform/instance"
	"crier/platform/jobs"
	"crier/platform/native"
	"crier/platform/scheduler"
	"crier/platform/uptime"

	"github.com/uptrace/bun"
	"go.uber.org/fx"
)

// Module reposts stories.
var Module = fx.Module("storyrepost",
	fx.Provide(provideService),
	settings.ProvideForgetHook(disableWithCredentials),
	auth.ProvideRemovalHook(func(s *Service) auth.RemovalHook { return s.accountRemoved }),
	database.ProvideModels((*StoryRepostConfig)(nil), (*RepostRecord)(nil)),
	database.ProvideWatched(
		database.Watched{Table: "story_reposts", Kind: events.Mention, ID: "id", Updated: "updated_at"},
		database.Watched{Table: "story_repost_configs", Kind: events.Account, ID: "social_account_id"},
	),
	httpapi.ProvideV1(func(s *Service) httpapi.Routes { return httpapi.Routes{Module: "storyrepost", Register: s.register} }),
	httpapi.ProvideInternal(func(s *Service) httpapi.Routes {
		return httpapi.Routes{Module: "storyrepost", Register: s.registerInternal}
	}),
	jobs.ProvideHandler(func(s *Service) jobs.Handler { return Poller{s} }),
	scheduler.ProvideChore("storyrepost.resume", "@every 10s", (*Service).Resume),
)

type serviceNeeds struct {
	fx.In

	DB       *database.DB
	Clock    clock.Clock
	Log      *slog.Logger
	Queue    *jobs.Queue
	Accounts *auth.Service
	Natives  *settings.Natives
	Client   *native.Client
	Media    *media.Service
	Intake   *posts.Intake
	History  *posts.History
	Retrier  *posts.Retrier
	Uptime   *uptime.Meter
	Folder   *instance.Instance
}

func provideService(lc fx.Lifecycle, n serviceNeeds) *Service {
	s := NewService(Parts{
		DB: n.DB, Clock: n.Clock, Log: n.Log, Queue: n.Queue, Accounts: n.Accounts, Natives: n.Natives, Client: n.Client,
		Media: n.Media, Intake: n.Intake, History: n.History, Retrier: n.Retrier, Uptime: n.Uptime, Zone: time.Local,
	})
	n.Folder.OnQuarantine(func(ctx context.Context, tx bun.IDB) error { return leaveToUser(ctx, tx, s.now()) })
	// The hook of the runner, which needs the handler, comes later.
	lc.Append(fx.StartHook(s.Start))
	return s
}
