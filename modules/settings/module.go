package settings

import (
	"log/slog"

	"crier/modules/auth"
	"crier/platform/clock"
	"crier/platform/config"
	"crier/platform/database"
	"crier/platform/httpapi"
	"crier/platform/native"
	"crier/platform/scheduler"
	"crier/platform/secrets"

	"go.uber.org/fx"
)

const hooksGroup = `group:"settings.forget-hooks"`

// Module keeps the API keys and the native-story credentials.
var Module = fx.Module("settings",
	fx.Provide(provideKeys, provideNatives, provideVersions, func(k *Keys) httpapi.KeyVerifier { return k }),
	database.ProvideModels((*APIKey)(nil), (*nativeCredentials)(nil), (*versionCheck)(nil)),
	httpapi.ProvideV1(func(k *Keys, n *Natives, v *Versions) httpapi.Routes {
		return httpapi.Routes{Module: "settings", Register: registerAll(k.register, n.register, v.register)}
	}),
	scheduler.ProvideEntry(func(k *Keys) scheduler.Entry {
		return scheduler.Entry{Name: "settings.key-use", Spec: "@every 10s", Run: k.FlushUse}
	}),
	scheduler.ProvideEntry(func(v *Versions) scheduler.Entry {
		return scheduler.Entry{Name: "settings.sn-version", Spec: "@every 5m", Run: v.Check}
	}),
)

// ProvideForgetHook has a module told when an account's native credentials are forgotten; constructor returns a
// ForgetHook, and must not need Natives.
func ProvideForgetHook(constructor any) fx.Option {
	return fx.Provide(fx.Annotate(constructor, fx.ResultTags(hooksGroup)))
}

func provideKeys(lc fx.Lifecycle, db *database.DB, clk clock.Clock) *Keys {
	k := NewKeys(db, clk)
	lc.Append(fx.StopHook(k.FlushUse))
	return k
}

func provideVersions(db *database.DB, clk clock.Clock, client *native.Client, cfg config.Config, address native.Manifest, log *slog.Logger) *Versions {
	return NewVersions(db, clk, client, cfg.Network, address, log)
}

type nativeParams struct {
	fx.In
	DB       *database.DB
	Clock    clock.Clock
	Box      *secrets.Box
	Accounts *auth.Service
	Client   *native.Client
	Versions *Versions
	Log      *slog.Logger
	Hooks    []ForgetHook `group:"settings.forget-hooks"`
	Cloud    Cloud        `optional:"true"`
}

func provideNatives(p nativeParams) *Natives {
	return NewNatives(NativeParts{
		DB: p.DB, Clock: p.Clock, Box: p.Box, Accounts: p.Accounts, Client: p.Client, Versions: p.Versions, Log: p.Log,
		Hooks: p.Hooks, Cloud: p.Cloud,
	})
}
