package cloud

import (
	"context"
	"log/slog"
	"strings"

	"crier/modules/cloud/worker"
	"crier/platform/clock"
	"crier/platform/cloudflare"
	"crier/platform/config"
	"crier/platform/database"
	"crier/platform/graph"
	"crier/platform/httpapi"
	"crier/platform/httpapi/events"
	"crier/platform/httpclient"
	"crier/platform/objectstore"
	"crier/platform/sandbox"
	"crier/platform/scheduler"
	"crier/platform/secrets"

	"go.uber.org/fx"
)

var section = httpapi.Section{
	Name: "Cloud", Place: 60,
	Description: "The cloud worker that can publish while this machine is off. Read-only: it is set up in the program itself.",
}

// Module manages the cloud worker and the bucket.
var Module = fx.Provide(
	newAPI, provideBuckets, provideCloud, newSetupAPI, func(c *Cloud) *Link { return c.Link },
	database.ProvideModels((*storedBucket)(nil), (*storedWorker)(nil), (*storedStep)(nil)),
	database.ProvideWatched(
		database.Watched{Table: "cloud_bucket", Kind: events.Status, As: "bucket"},
		database.Watched{Table: "cloud_worker", Kind: events.Status, As: "cloud"},
		database.Watched{Table: "cloud_steps", Kind: events.Status, As: "cloud"},
	),
	httpapi.ProvideV1(func(a *api) httpapi.Routes {
		return httpapi.Routes{Module: "cloud", Register: a.register, Section: section}
	}),
	httpapi.ProvideInternal(func(b *Buckets) httpapi.Routes { return httpapi.Routes{Module: "cloud", Register: b.register} }),
	httpapi.ProvideInternal(func(a *setupAPI) httpapi.Routes { return httpapi.Routes{Module: "cloud", Register: a.register} }),
	httpapi.ProvideInternal(func(c *Cloud) httpapi.Routes { return httpapi.Routes{Module: "cloud", Register: c.Checker.register} }),
	secrets.ProvideKeeper(Keeper),
	scheduler.ProvideChore("cloud.watch", "@every 1m", func(c *Cloud, ctx context.Context) error { return c.Watcher.Watch(ctx) }),
)

func provideBuckets(lc fx.Lifecycle, cfg config.Config, db *database.DB, clk clock.Clock, log *slog.Logger, box *secrets.Box, objects *objectstore.Switch) *Buckets {
	parts := BucketDeps{DB: db, Clock: clk, Log: log, Box: box, Objects: objects, IsLocal: cfg.Network == config.Sandbox}
	if fixed, ok := cfg.Bucket(); ok {
		parts.Fixed = &fixed
	}
	b := NewBuckets(parts)
	lc.Append(fx.StartStopHook(b.Start, b.Stop))
	return b
}

func provideCloud(lc fx.Lifecycle, cfg config.Config, db *database.DB, clk clock.Clock, log *slog.Logger, box *secrets.Box,
	buckets *Buckets, location *sandbox.Location, about httpapi.About,
) *Cloud {
	api := cloudflare.LiveURL
	if cfg.CloudflareURL != "" {
		api = func() string { return strings.TrimRight(cfg.CloudflareURL, "/") }
	}
	options := Options{Network: string(cfg.Network), WorkersURL: strings.TrimRight(cfg.WorkersURL, "/"), Release: about.Version}
	if cfg.Network == config.Sandbox {
		options.IsLocal = true
		options.Bindings = func() map[string]string { return sandboxBindings(location.URL()) }
		if cfg.CloudflareURL == "" || cfg.WorkersURL == "" {
			options.Refusal = "the sandbox network is on this machine, where no worker at Cloudflare can reach it; go live (crier network live) for " +
				"a cloud of your own, or give it a Cloudflare on this machine (CRIER_CLOUDFLARE_URL and CRIER_WORKERS_URL)"
		}
	}
	client := cloudflare.New(cloudflare.Options{
		BaseURL: api, Clock: clk, Unknown: httpclient.LogUnknown(log.With("from", "Cloudflare")),
	})
	c := New(Deps{DB: db, Clock: clk, Log: log, Box: box, Cloudflare: client, Buckets: buckets}, options)
	lc.Append(fx.StartStopHook(c.Start, c.Stop))
	return c
}

// sandboxBindings tell the worker where the sandbox network is.
func sandboxBindings(base string) map[string]string {
	endpoints := graph.SandboxEndpoints(base)
	return map[string]string{worker.BindingInstagram: endpoints.Instagram, worker.BindingFacebook: endpoints.Facebook}
}
