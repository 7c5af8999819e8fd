package settings

import (
	"log/slog"

	"crier/modules/auth"
	"crier/platform/clock"
	"crier/platform/database"
	"crier/platform/httpapi"
	"crier/platform/httpapi/events"
	"crier/platform/native"
	"crier/platform/scheduler"
	"crier/platform/secrets"

	"go.uber.org/fx"
)

const hooksGroup = "settings.forget-hooks"

var section = httpapi.Section{
	Name: "Settings", Place: 80,
	Description: "API keys, and the native-story credentials of an account.",
}

// Module manages the API keys and the native-story credentials.
var Module = fx.Provide(
	provideKeys, NewVersions, func(k *Keys) httpapi.KeyVerifier { return k }, provideNatives, NewPace, NewSignIns, newNativesAPI, newModes, newPreferences,
	database.ProvideModels((*APIKey)(nil), (*nativeCredentials)(nil), (*versionCheck)(nil), (*Preferences)(nil)),
	database.ProvideWatched(
		database.Watched{Table: "native_credentials", Kind: events.Account, ID: "account_id"}, database.Watched{Table: "preferences", Kind: events.Status, As: "preferences"},
	),
	httpapi.ProvideV1(func(k *Keys, n *nativesAPI, v *versions) httpapi.Routes {
		return httpapi.Routes{Module: "settings", Register: httpapi.RegisterAll(k.register, n.register, v.register), Section: section}
	}),
	httpapi.ProvideInternal(func(n *Natives, s *signIns, p *Pace, m *modes, shown *preferences) httpapi.Routes {
		return httpapi.Routes{Module: "settings", Register: httpapi.RegisterAll(newImports(n).register, newSecondFactors(s).register, newChecker(n, p).register, m.register, shown.register)}
	}),
	auth.ProvideRemovalHook(func(n *Natives) auth.RemovalHook { return n.accountRemoved }),
	secrets.ProvideKeeper(Keeper),
	scheduler.ProvideChore("settings.key-use", "@every 10s", (*Keys).FlushUse),
	scheduler.ProvideChore("settings.challenges", "@every 1m", (*signIns).ExpireChallenges),
	scheduler.ProvideChore("settings.sn-version", "@every 1m", (*versions).Check),
)

// ProvideForgetHook adds a hook that runs when an account's native credentials are forgotten;
// constructor returns a ForgetHook, and must not need Natives.
func ProvideForgetHook(constructor any) fx.Annotated {
	return fx.Annotated{Group: hooksGroup, Target: constructor}
}

func provideKeys(lc fx.Lifecycle, db *database.DB, clk clock.Clock, log *slog.Logger) *Keys {
	k := NewKeys(db, clk)
	k.LogTo(log)
	lc.Append(fx.StopHook(k.FlushUse))
	return k
}

type others struct {
	fx.In
	Hooks []ForgetHook `group:"settings.forget-hooks"`
	Cloud Cloud        `optional:"true"`
}

func provideNatives(db *database.DB, clk clock.Clock, box *secrets.Box, accounts *auth.Service, client *native.Client,
	versions *versions, log *slog.Logger, theirs others,
) *Natives {
	return NewNatives(NativeDeps{db, clk, box, accounts, client, versions, log, theirs.Hooks, theirs.Cloud})
}
