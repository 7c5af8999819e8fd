package media

import (
	"log/slog"
	"net/http"

	"crier/modules/media/imaging"
	"crier/platform/apperror"
	"crier/platform/clock"
	"crier/platform/config"
	"crier/platform/database"
	"crier/platform/datadir"
	"crier/platform/httpapi"
	"crier/platform/objectstore"
	"crier/platform/objectstore/disk"

	"go.uber.org/fx"
)

// Module keeps uploads.
var Module = fx.Module("media",
	fx.Provide(provideService),
	database.ProvideModels((*MediaFile)(nil)),
	httpapi.ProvideV1(func(s *Service) httpapi.Routes { return httpapi.Routes{Module: "media", Register: s.register} }),
	httpapi.ProvideHandler(func(s *Service) httpapi.Handler {
		return httpapi.Handler{Pattern: "GET " + uploadsPrefix, Access: httpapi.Any(), Serve: s.serveUpload}
	}),
	httpapi.ProvideHandler(func(objects objectstore.Store) httpapi.Handler {
		return httpapi.Handler{Pattern: "GET " + disk.Prefix, Access: httpapi.Public(), Serve: servePublic(objects)}
	}),
)

func provideService(lc fx.Lifecycle, db *database.DB, clk clock.Clock, log *slog.Logger, dir *datadir.Dir, cfg config.Config, objects objectstore.Store) *Service {
	s := NewService(db, clk, log, dir, imaging.NewPool(imaging.PoolOptions{}), objects, cfg.MaxFileSize())
	lc.Append(fx.StartHook(s.Start))
	return s
}

// servePublic serves what the sandbox network fetches. Where objects lie elsewhere there is nothing to serve.
func servePublic(objects objectstore.Store) func(http.ResponseWriter, *http.Request, func(error)) {
	return func(w http.ResponseWriter, r *http.Request, fail func(error)) {
		notFound := http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
			fail(apperror.New(apperror.NotFound, "there is no such file"))
		})
		store, ok := objects.(*disk.Store)
		if !ok {
			notFound(w, r)
			return
		}
		store.Serve(w, r, notFound)
	}
}
