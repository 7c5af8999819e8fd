package posts

import (
	"crier/modules/auth"
	"crier/modules/posts/networkclock"
	"crier/modules/posts/timeline"
	"crier/platform/database"
	"crier/platform/httpapi"
	"crier/platform/httpapi/events"
	"crier/platform/scheduler"

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
	newRecords, newTimelines, newLookups, newRetries, newAPI, newImporter,
	newSummaries, newCalendar, newEditables, newPlans, newPreflighter, newSearches, newFailures, newDuplicates,
	newUses, newProofs, newForecasts,
	func() *networkclock.Clock { return new(networkclock.Clock) },
	database.ProvideModels((*Post)(nil), (*Link)(nil), (*idempotentAnswer)(nil), (*AccountCap)(nil), (*timeline.Step)(nil), (*removal)(nil), (*imported)(nil), (*Exposure)(nil)),
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
	httpapi.ProvideInternal(func(t *timelines) httpapi.Routes {
		return httpapi.Routes{Module: "posts", Register: t.register, Section: internalSection}
	}),
	httpapi.ProvideInternal(func(r *records) httpapi.Routes { return httpapi.Routes{Module: "posts", Register: r.register} }),
	httpapi.ProvideInternal(func(l *lookups) httpapi.Routes { return httpapi.Routes{Module: "posts", Register: l.register} }),
	httpapi.ProvideInternal(func(r *retries) httpapi.Routes { return httpapi.Routes{Module: "posts", Register: r.register} }),
	httpapi.ProvideInternal(func(m *importer) httpapi.Routes { return httpapi.Routes{Module: "posts", Register: m.register} }),
	httpapi.ProvideInternal(func(c *calendar) httpapi.Routes { return httpapi.Routes{Module: "posts", Register: c.register} }),
	httpapi.ProvideInternal(func(u *uses) httpapi.Routes { return httpapi.Routes{Module: "posts", Register: u.register} }),
	httpapi.ProvideInternal(func(p *proofs) httpapi.Routes { return httpapi.Routes{Module: "posts", Register: p.register} }),
	httpapi.ProvideInternal(func(p *plans) httpapi.Routes { return httpapi.Routes{Module: "posts", Register: p.register} }),
	httpapi.ProvideInternal(func(f *preflighter) httpapi.Routes { return httpapi.Routes{Module: "posts", Register: f.register} }),
	httpapi.ProvideInternal(func(s *searches) httpapi.Routes { return httpapi.Routes{Module: "posts", Register: s.register} }),
	httpapi.ProvideInternal(func(f *failures) httpapi.Routes { return httpapi.Routes{Module: "posts", Register: f.register} }),
	httpapi.ProvideInternal(func(f *forecasts) httpapi.Routes { return httpapi.Routes{Module: "posts", Register: f.register} }),
	httpapi.ProvideInternal(func(d *duplicates) httpapi.Routes { return httpapi.Routes{Module: "posts", Register: d.register} }),
	auth.ProvideRemovalHook(func(s *Schedule) auth.RemovalHook { return s.AccountRemoved }),
	scheduler.ProvideChore("posts.forget-keys", "@hourly", (*Answers).Forget),
)
