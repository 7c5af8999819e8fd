package storyrepost

import (
	"context"
	"log/slog"
	"time"

	"crier/modules/auth"
	"crier/modules/settings"
	"crier/platform/clock"
	"crier/platform/database"
	"crier/platform/httpapi"
	"crier/platform/httpapi/events"
	"crier/platform/instance"
	"crier/platform/jobs"
	"crier/platform/scheduler"
	"crier/platform/wireid"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
	"go.uber.org/fx"
)

var section = httpapi.Section{
	Name: "Story repost", Place: 70,
	Description: "Finds stories that mention an account in its inbox and reposts them. It needs native-story credentials.",
}

// Module reposts stories.
var Module = fx.Provide(
	newChance, provideConfigs, newRecords, newClocks, newNetwork, newPictures, newInboxes, newReposter, newRequests, newAPI, providePoller,
	settings.ProvideForgetHook(disableWithCredentials),
	auth.ProvideRemovalHook(removeAccounts),
	database.ProvideModels((*StoryRepostConfig)(nil), (*RepostRecord)(nil)),
	database.ProvideWatched(
		database.Watched{Table: "story_reposts", Kind: events.Mention, ID: "id", Updated: "updated_at"},
		database.Watched{Table: "story_repost_pictures", Kind: events.Mention, ID: "id"},
		database.Watched{Table: "story_repost_configs", Kind: events.Account, ID: "social_account_id"},
	),
	httpapi.ProvideV1(func(a *api) httpapi.Routes {
		return httpapi.Routes{Module: "storyrepost", Register: a.register, Section: section}
	}),
	// The routes depend on the poller, so that it plans the polls before the server answers.
	httpapi.ProvideInternal(func(a *api, _ *poller) httpapi.Routes {
		return httpapi.Routes{Module: "storyrepost", Register: a.registerInternal}
	}),
	jobs.ProvideHandler(func(p *poller) jobs.Handler { return p }),
	scheduler.ProvideChore("storyrepost.resume", "@every 10s", (*reposter).Resume),
	scheduler.ProvideChore("storyrepost.pictures", "@every 5s", (*pictures).Fetch),
	httpapi.ProvideHandler(func(p *pictures) httpapi.Handler {
		return httpapi.Handler{Pattern: "GET " + picturesPath, Access: httpapi.Any(), Serve: p.serve}
	}),
)

func provideConfigs(db *database.DB, c clocks, log *slog.Logger, queue *jobs.Queue, accounts *auth.Service, natives *settings.Natives, chance Chance) *configs {
	return newConfigs(db, c, log, queue, accounts, natives, chance, time.Local)
}

func providePoller(lc fx.Lifecycle, db *database.DB, clk clock.Clock, log *slog.Logger, folder *instance.Instance,
	c *configs, r *records, i *inboxes, reposts *reposter, n *network,
) *poller {
	p := &poller{db: db, clock: clk, log: log, configs: c, records: r, inboxes: i, reposter: reposts, network: n}
	folder.OnQuarantine(func(ctx context.Context, tx bun.IDB) error { return leaveToUser(ctx, tx, wiretime.Of(clk.Now())) })
	// Polls are planned before jobs run: the runner depends on this handler and so starts later.
	lc.Append(fx.StartHook(p.Start))
	return p
}

// removeAccounts cancels the job of an account that is being removed and ends its waiting reposts.
// A foreign key deletes the configuration. The records stay.
func removeAccounts(queue *jobs.Queue, records *records) auth.RemovalHook {
	return func(ctx context.Context, tx bun.IDB, account wireid.ID) error {
		if _, err := queue.Cancel(ctx, tx, checkJob, account); err != nil {
			return err
		}
		return records.end(ctx, tx, account)
	}
}
