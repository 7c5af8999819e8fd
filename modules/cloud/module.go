package cloud

import (
	"log/slog"

	"crier/platform/clock"
	"crier/platform/config"
	"crier/platform/database"
	"crier/platform/httpapi"
	"crier/platform/objectstore"
	"crier/platform/secrets"

	"go.uber.org/fx"
)

// Module tells of the cloud worker, and keeps the bucket.
var Module = fx.Module("cloud",
	fx.Provide(NewService, provideBuckets),
	database.ProvideModels((*storedBucket)(nil)),
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
