package posts

import (
	"crier/modules/auth"
	"crier/modules/media"
	"crier/modules/posts/networkclock"
	"crier/modules/posts/timeline"
	"crier/modules/settings"
	"crier/platform/clock"
	"crier/platform/database"
	"crier/platform/httpapi"
	"crier/platform/httpapi/events"
	"crier/platform/scheduler"
	"crier/platform/uptime"

	"go.uber.org/fx"
)

var section = httpapi.Section{
	Name: "Posts", Place: 40,
	Description: "Drafts, publishing at once, and the history of what was published or failed.",
}

var internalSection = httpapi.Section{
	Name: "Posts", Place: 20,
	Description: "What happened to each post.",
}

// Module accepts posts and reads them. Package publish publishes them.
var Module = fx.Provide(
	NewHistory, NewAnswers, NewChecker, NewWarner, NewIntake, NewDrafts, NewSchedule, NewRetrier, NewDeleter, NewCloudPosts, NewCloudResults,
	newAPI, newEditables, NewImporter, provideForecasts,
	func() *networkclock.Clock { return new(networkclock.Clock) },
	database.ProvideModels((*Post)(nil), (*Link)(nil), (*idempotentAnswer)(nil), (*AccountCap)(nil), (*timeline.Step)(nil), (*removal)(nil), (*imported)(nil), (*Exposure)(nil), (*weekRow)(nil)),
	database.ProvideWatched(
		database.Watched{Table: "posts", Kind: events.Post, ID: "id", Updated: "updated_at"},
		database.Watched{Table: "post_media", Kind: events.Post, ID: "post_id"},
		database.Watched{Table: "post_steps", Kind: events.Post, ID: "post_id"},
		database.Watched{Table: "post_removals", Kind: events.Post, ID: "post_id"},
		database.Watched{Table: "attempts", Kind: events.Post, ID: "post_id"},
		database.Watched{Table: "account_caps", Kind: events.Account, ID: "account_id"},
	),
	httpapi.ProvideV1(func(a *api) httpapi.Routes {
		return httpapi.Routes{Module: "posts", Register: a.register, Section: section}
	}),
	httpapi.ProvideInternal(internalRoutes),
	auth.ProvideRemovalHook(func(s *Schedule) auth.RemovalHook { return s.AccountRemoved }),
	scheduler.ProvideChore("posts.forget-keys", "@hourly", (*Answers).Forget),
)

// internalDeps are what the operations on the internal surface work with.
type internalDeps struct {
	fx.In
	DB        *database.DB
	Clock     clock.Clock
	Uptime    *uptime.Meter
	Accounts  *auth.Service
	Media     *media.Service
	History   *History
	Answers   *Answers
	Checker   *Checker
	Warner    *Warner
	Drafts    *Drafts
	Retrier   *Retrier
	Editables *Editables
	Importer  *Importer
	Schedule  *Schedule
	Intake    *Intake
	Forecasts *Forecasts
}

// internalRoutes makes what nothing but the internal surface uses, and registers it there.
func internalRoutes(d internalDeps) httpapi.Routes {
	s := newSummaries(d.DB, d.Clock, d.Accounts, d.Media)
	r := newRecords(d.DB, d.Clock, d.Uptime, d.Media, d.History)
	c := newCalendar(d.DB, s)
	return httpapi.Routes{Module: "posts", Section: internalSection, Register: httpapi.RegisterAll(
		newTimelines(d.DB, d.History, s).register,
		r.register,
		newLookups(d.DB, d.Answers).register,
		newRetries(d.DB, d.Clock, d.Retrier).register,
		d.Importer.register,
		d.Importer.registerUndo,
		c.register,
		newWeeks(d.DB, d.Clock, d.Accounts, c).register,
		newUses(d.DB, d.Media, s).register,
		newProofs(d.DB, r).register,
		newPlans(d.Drafts, d.Editables).register,
		newHasty(d.Schedule, d.Intake).register,
		newPreflighter(d.DB, d.Clock, d.Accounts, d.Media, d.Checker, d.Warner).register,
		newSearches(d.DB, s).register,
		newFailures(d.DB, d.Clock, s).register,
		d.Forecasts.register,
		newDuplicates(d.DB, d.Clock, s).register,
	)}
}

func provideForecasts(db *database.DB, clk clock.Clock, up *uptime.Meter, accounts *auth.Service, natives *settings.Natives, files *media.Service, c Cloud) *Forecasts {
	return NewForecasts(ForecastDeps{DB: db, Clock: clk, Uptime: up, Accounts: accounts, Natives: natives, Media: files, Cloud: c})
}
