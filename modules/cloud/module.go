package cloud

import (
	"log/slog"
	"strings"

	"crier/platform/clock"
	"crier/platform/cloudflare"
	"crier/platform/config"
	"crier/platform/database"
	"crier/platform/httpapi"
	"crier/platform/objectstore"
	"crier/platform/secrets"

	"go.uber.org/fx"
)

// Module tells of the cloud worker, and keeps the bucket.
var Module = fx.Module("cloud",
	fx.Provide(NewService, provideBuckets, provideStack, NewLink),
	database.ProvideModels((*storedBucket)(nil), (*storedWorker)(nil)),
	httpapi.ProvideV1(func(s *Service) httpapi.Routes { return httpapi.Routes{Module: "cloud", Register: s.register} }),
	httpapi.ProvideInternal(func(b *Buckets) httpapi.Routes { return httpapi.Routes{Module: "cloud", Register: b.register} }),
)

func provideBuckets(lc fx.Lifecycle, cfg config.Config, db *database.DB, clk clock.Clock, log *slog.Logger, box *secrets.Box, objects *objectstore.Switch) *Buckets {
	parts := BucketParts{DB: db, Clock: clk, Log: log, Box: box, Objects: objects, IsLocal: cfg.Network == config.Sandbox}
	if fixed, ok := cfg.Bucket(); ok {
		parts.Fixed = &fixed
	}
	b := NewBuckets(parts)
	lc.Append(fx.StartStopHook(b.Start, b.Stop))
	return b
}

func provideStack(lc fx.Lifecycle, cfg config.Config, db *database.DB, clk clock.Clock, log *slog.Logger, box *secrets.Box, buckets *Buckets) *Stack {
	api := cloudflare.LiveURL
	if cfg.CloudflareURL != "" {
		api = func() string { return strings.TrimRight(cfg.CloudflareURL, "/") }
	}
	s := NewStack(StackParts{
		DB: db, Clock: clk, Log: log, Box: box, Network: string(cfg.Network), Buckets: buckets,
		Cloudflare: cloudflare.New(cloudflare.Options{BaseURL: api, Clock: clk}), WorkersURL: strings.TrimRight(cfg.WorkersURL, "/"),
	})
	lc.Append(fx.StartStopHook(s.Start, s.Stop))
	return s
}
