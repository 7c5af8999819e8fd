package auth

import (
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
		provideService, provideSessions, NewLogins,
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
	httpapi.ProvideHandler(func(a *api) httpapi.Handler {
		return httpapi.Handler{Pattern: "GET " + LoginPath, Access: httpapi.Public(), Serve: a.openLink}
	}),
	scheduler.ProvideEntry(func(s *Service) scheduler.Entry {
		return scheduler.Entry{Name: "auth.purge", Spec: "@hourly", Run: s.PurgeExpired}
	}),
)

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
	Service  *Service
	Sessions *Sessions
	Logins   *Logins
	Removals []RemovalHook `group:"auth.removal"`
}

func provideAPI(p apiParts) *api { return &api{p.Service, p.Sessions, p.Logins, p.Removals} }

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
