package settings

import (
	"crier/platform/clock"
	"crier/platform/database"
	"crier/platform/httpapi"
	"crier/platform/scheduler"

	"go.uber.org/fx"
)

// Module keeps the API keys.
var Module = fx.Module("settings",
	fx.Provide(provideKeys, func(k *Keys) httpapi.KeyVerifier { return k }),
	database.ProvideModels((*APIKey)(nil)),
	httpapi.ProvideV1(func(k *Keys) httpapi.Routes { return httpapi.Routes{Module: "settings", Register: k.register} }),
	scheduler.ProvideEntry(func(k *Keys) scheduler.Entry {
		return scheduler.Entry{Name: "settings.key-use", Spec: "@every 10s", Run: k.FlushUse}
	}),
)

func provideKeys(lc fx.Lifecycle, db *database.DB, clk clock.Clock) *Keys {
	k := NewKeys(db, clk)
	lc.Append(fx.StopHook(k.FlushUse))
	return k
}
