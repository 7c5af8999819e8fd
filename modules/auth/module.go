package auth

import (
	"context"
	"log/slog"

	"crier/platform/clock"
	"crier/platform/config"
	"crier/platform/database"
	"crier/platform/datadir"
	"crier/platform/httpapi"
	"crier/platform/scheduler"
	"crier/platform/secrets"

	"go.uber.org/fx"
)

// Module signs people in and keeps the accounts.
var Module = fx.Module("auth",
	fx.Provide(
		provideService, provideSessions, NewLogins, NewConnector, provideAvatars,
		func(s *Sessions) httpapi.SessionVerifier { return s },
	),
	fx.Provide(fx.Private, provideAPI),
	database.ProvideModels(
		(*user)(nil), (*SocialAccount)(nil), (*accountToken)(nil), (*formerAccount)(nil), (*loginCode)(nil), (*revokedSession)(nil),
		(*loginApp)(nil), (*pendingLogin)(nil),
	),
	// The hooks' modules stand on the service, so that they cannot come with it.
	fx.Invoke(func(p revivalParts) { p.Service.ReviveWith(p.Hooks) }),
	httpapi.ProvideV1(func(a *api) httpapi.Routes { return httpapi.Routes{Module: "auth", Register: a.register} }),
	httpapi.ProvideInternal(func(a *api) httpapi.Routes { return httpapi.Routes{Module: "auth", Register: a.registerAccounts} }),
	httpapi.ProvideHandler(func(v *Avatars) httpapi.Handler {
		return httpapi.Handler{Pattern: "GET " + avatarsPath, Access: httpapi.Any(), Serve: v.serve}
	}),
	ProvideRemovalHook(func(v *Avatars) RemovalHook { return v.forget }),
	httpapi.ProvideHandler(func(a *api) httpapi.Handler {
		return httpapi.Handler{Pattern: "GET " + LoginPath, Access: httpapi.Public(), Serve: a.openLink}
	}),
	scheduler.ProvideEntry(func(s *Service) scheduler.Entry {
		return scheduler.Entry{Name: "auth.purge", Spec: "@hourly", Run: s.PurgeExpired}
	}),
	chore("auth.refresh", "@every 10m", (*Connector).RefreshDue),
	chore("auth.sync", "@every 1m", (*Connector).SyncDue),
	chore("auth.probe", "@every 1m", (*Connector).ProbeDue),
)

func chore(name, spec string, run func(*Connector, context.Context) error) fx.Option {
	return scheduler.ProvideEntry(func(c *Connector) scheduler.Entry {
		return scheduler.Entry{Name: name, Spec: spec, Run: func(ctx context.Context) error { return run(c, ctx) }}
	})
}

// ProvideRemovalHook has another module take part in the removal of an account; constructor returns a RemovalHook.
func ProvideRemovalHook(constructor any) fx.Option {
	return fx.Provide(fx.Annotate(constructor, fx.ResultTags(`group:"auth.removal"`)))
}

// ProvideRevivalHook has another module take part when a marked account works again; constructor returns a RevivalHook.
func ProvideRevivalHook(constructor any) fx.Option {
	return fx.Provide(fx.Annotate(constructor, fx.ResultTags(`group:"auth.revival"`)))
}

type revivalParts struct {
	fx.In
	Service *Service
	Hooks   []RevivalHook `group:"auth.revival"`
}

type apiParts struct {
	fx.In
	Service   *Service
	Sessions  *Sessions
	Logins    *Logins
	Connector *Connector
	Removals  []RemovalHook `group:"auth.removal"`
}

func provideAPI(p apiParts) *api {
	return &api{p.Service, p.Sessions, p.Logins, p.Removals, p.Connector}
}

func provideAvatars(lc fx.Lifecycle, dir *datadir.Dir, db *database.DB) *Avatars {
	v := NewAvatars(dir, db)
	lc.Append(fx.StartHook(v.Start))
	return v
}

func provideService(lc fx.Lifecycle, db *database.DB, clk clock.Clock, log *slog.Logger, box *secrets.Box, cfg config.Config) *Service {
	s := NewService(db, clk, box, cfg.Network, demoAccounts())
	s.LogTo(log)
	lc.Append(fx.StartHook(s.Start))
	return s
}

func provideSessions(db *database.DB, clk clock.Clock, cfg config.Config, dir *datadir.Dir, s *Service) (*Sessions, error) {
	secret, err := loadSessionSecret(cfg.Secret(), dir.SessionSecret())
	if err != nil {
		return nil, err
	}
	return newSessions(db, clk, secret, s.UserID), nil
}
