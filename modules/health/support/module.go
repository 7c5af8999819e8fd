package support

import (
	"crier/modules/health"
	"crier/modules/posts"
	"crier/platform/backup"
	"crier/platform/clock"
	"crier/platform/database"
	"crier/platform/datadir"
	"crier/platform/httpapi"
	"crier/platform/secrets"

	"go.uber.org/fx"
)

// Module gives the interface the bundle of the running service.
var Module = fx.Provide(
	func(dir *datadir.Dir, db *database.DB, contents backup.Contents, box *secrets.Box, clk clock.Clock, about httpapi.About, examiner *health.Examiner, forecasts *posts.Forecasts) *Bundles {
		return NewBundles(Deps{Dir: dir, DB: db, Contents: contents, Box: box, Clock: clk, Version: about.Version, Health: examiner, Forecasts: forecasts})
	},
	httpapi.ProvideInternal(func(b *Bundles) httpapi.Routes { return httpapi.Routes{Module: "health.support", Register: b.register} }),
)
