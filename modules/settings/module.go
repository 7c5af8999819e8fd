package settings

import (
	"context"
	"log/slog"

	"crier/modules/auth"
	"crier/platform/clock"
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
	fx.Provide(
		provideKeys, NewVersions, func(k *Keys) httpapi.KeyVerifier { return k },
		fx.Annotate(provideNatives, fx.ParamTags(``, ``, ``, ``, ``, ``, ``, hooksGroup, `optional:"true"`)),
	),
	database.ProvideModels((*APIKey)(nil), (*nativeCredentials)(nil), (*versionCheck)(nil)),
	httpapi.ProvideV1(func(k *Keys, n *Natives, v *Versions) httpapi.Routes {
		return httpapi.Routes{Module: "settings", Register: registerAll(k.register, n.register, v.register)}
	}),
	auth.ProvideRemovalHook(func(n *Natives) auth.RemovalHook { return n.accountRemoved }),
	secrets.ProvideKeeper(func(db *database.DB) secrets.Keeper {
		return func(ctx context.Context) ([]secrets.Sealed, error) { return selectSealed(ctx, db) }
	}),
	scheduler.ProvideChore("settings.key-use", "@every 10s", (*Keys).FlushUse),
	scheduler.ProvideChore("settings.challenges", "@every 1m", (*Natives).ExpireChallenges),
	scheduler.ProvideChore("settings.sn-version", "@every 1m", (*Versions).Check),
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

func provideNatives(db *database.DB, clk clock.Clock, box *secrets.Box, accounts *auth.Service, client *native.Client,
	versions *Versions, log *slog.Logger, hooks []ForgetHook, cloud Cloud,
) *Natives {
	return NewNatives(NativeParts{db, clk, box, accounts, client, versions, log, hooks, cloud})
}
