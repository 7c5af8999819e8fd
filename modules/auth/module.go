package auth

import (
	"context"
	"log/slog"

	"crier/platform/clock"
	"crier/platform/config"
	"crier/platform/database"
	"crier/platform/datadir"
	"crier/platform/graph"
	"crier/platform/httpapi"
	"crier/platform/httpapi/events"
	"crier/platform/scheduler"
	"crier/platform/secrets"

	"go.uber.org/fx"
)

const removalHooks, revivalHooks = "auth.removal", "auth.revival"

var section = httpapi.Section{
	Name: "Auth", Place: 20,
	Description: "Who the caller is, and the connected accounts. The id of an account is what publishing takes as `accountId`.",
}

// Module signs users in and stores the accounts.
var Module = fx.Options(
	fx.Provide(
		provideService, provideSessions, NewLogins, newConnector, fx.Annotate(newOAuth, fx.ParamTags("", "", "", `optional:"true"`)), newSyncer, NewRenewals, newRefresher, newChecker, provideAvatars,
		provideAPI, newIdentifier, func(s *Sessions) httpapi.SessionVerifier { return s }, func(s *syncer) Look { return s.Sync },
		database.ProvideModels(
			(*user)(nil), (*SocialAccount)(nil), (*accountToken)(nil), (*formerAccount)(nil), (*loginCode)(nil), (*revokedSession)(nil),
			(*loginApp)(nil), (*pendingLogin)(nil),
		),
		database.ProvideWatched(
			database.Watched{Table: "social_accounts", Kind: events.Account, ID: "id"},
			database.Watched{Table: "revoked_sessions", Kind: events.SessionEnd, ID: "jti"},
		),
		httpapi.ProvideV1(func(a *api) httpapi.Routes {
			return httpapi.Routes{Module: "auth", Register: a.register, Section: section}
		}),
		httpapi.ProvideInternal(func(a *api) httpapi.Routes { return httpapi.Routes{Module: "auth", Register: a.registerAccounts} }),
		httpapi.ProvideInternal(func(c *checker) httpapi.Routes { return httpapi.Routes{Module: "auth", Register: c.register} }),
		httpapi.ProvideHandler(func(v *avatars) httpapi.Handler {
			return httpapi.Handler{Pattern: "GET " + avatarsPath, Access: httpapi.Any(), Serve: v.serve}
		}),
		ProvideRemovalHook(func(v *avatars) RemovalHook { return v.forget }),
		httpapi.ProvideHandler(func(a *api) httpapi.Handler {
			return httpapi.Handler{Pattern: "GET " + loginPath, Access: httpapi.Public(), Serve: a.openLink}
		}),
		httpapi.ProvideHandler(func(a *api) httpapi.Handler {
			return httpapi.Handler{Pattern: "GET " + returnPath, Access: httpapi.Public(), Serve: a.comeBack}
		}),
		secrets.ProvideKeeper(Keeper),
		scheduler.ProvideChore("auth.purge", "@hourly", (*Service).PurgeExpired),
		scheduler.ProvideChore("auth.holds", "@every 1m", func(c *connector, ctx context.Context) error { return c.holds.Drop(ctx) }),
		scheduler.ProvideChore("auth.refresh", "@every 10m", (*refresher).RefreshDue),
		scheduler.ProvideChore("auth.sync", "@every 1m", (*syncer).SyncDue),
		scheduler.ProvideChore("auth.probe", "@every 1m", (*syncer).ProbeDue),
	),
	// The modules of the hooks depend on the service, so that the hooks cannot be parameters of its
	// constructor.
	fx.Invoke(func(s *Service, hooks revivals) { s.ReviveWith(hooks.All) }),
)

// ProvideRemovalHook adds a hook to the removal of an account; constructor returns a RemovalHook.
func ProvideRemovalHook(constructor any) fx.Annotated {
	return fx.Annotated{Group: removalHooks, Target: constructor}
}

// ProvideRevivalHook adds a hook for accounts that work again; constructor returns a RevivalHook.
func ProvideRevivalHook(constructor any) fx.Annotated {
	return fx.Annotated{Group: revivalHooks, Target: constructor}
}

type removals struct {
	fx.In
	All []RemovalHook `group:"auth.removal"`
}

type revivals struct {
	fx.In
	All []RevivalHook `group:"auth.revival"`
}

func provideAPI(s *Service, sessions *Sessions, logins *Logins, c *connector, o *oauth, r *refresher, hooks removals) *api {
	return &api{s, sessions, logins, c, o, r, hooks.All}
}

func provideService(lc fx.Lifecycle, db *database.DB, clk clock.Clock, log *slog.Logger, box *secrets.Box, cfg config.Config) *Service {
	s := NewService(db, clk, box, cfg.Network, demoAccounts())
	s.LogTo(log)
	lc.Append(fx.StartHook(s.Start))
	return s
}

func provideAvatars(lc fx.Lifecycle, dir *datadir.Dir, db *database.DB, client *graph.Client, log *slog.Logger) *avatars {
	v := newAvatars(dir, db, client, log)
	lc.Append(fx.StartHook(v.Start))
	return v
}

func provideSessions(db *database.DB, clk clock.Clock, cfg config.Config, dir *datadir.Dir, s *Service) (*Sessions, error) {
	secret, err := loadSessionSecret(cfg.Secret(), dir.SessionSecret())
	if err != nil {
		return nil, err
	}
	return newSessions(db, clk, sessionSecret{secret, !cfg.Secret().IsEmpty()}, s.UserID), nil
}
