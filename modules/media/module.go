package media

import (
	"log/slog"
	"net/http"

	"crier/platform/backup"
	"crier/platform/clock"
	"crier/platform/config"
	"crier/platform/database"
	"crier/platform/datadir"
	"crier/platform/httpapi"
	"crier/platform/httpapi/events"
	"crier/platform/imaging"
	"crier/platform/objectstore"
	"crier/platform/objectstore/disk"
	"crier/platform/scheduler"

	"go.uber.org/fx"
)

var section = httpapi.Section{
	Name: "Media", Place: 30,
	Description: "Uploaded images and videos. Upload first, then publish with the file's id.",
}

// Module stores uploads.
var Module = fx.Options(
	fx.Provide(
		provideService, newVideos, newUploads, newConverter, newEditor, newLibrary, newAPI,
		database.ProvideModels((*MediaFile)(nil), (*releasedObject)(nil), (*Conversion)(nil)),
		database.ProvideWatched(
			database.Watched{Table: "media_files", Kind: events.Media, ID: "id"},
			database.Watched{Table: "media_conversions", Kind: events.Media, ID: "media_file_id"},
		),
		httpapi.ProvideV1(func(a api) httpapi.Routes {
			return httpapi.Routes{Module: "media", Register: a.register, Section: section}
		}),
		httpapi.ProvideInternal(func(a api) httpapi.Routes { return httpapi.Routes{Module: "media", Register: a.registerInternal} }),
		httpapi.ProvideInternal(func(l *library) httpapi.Routes { return httpapi.Routes{Module: "media", Register: l.register} }),
		scheduler.ProvideChore("media.review", "@every 10m", (*videos).Review),
		httpapi.ProvideHandler(func(dir *datadir.Dir) httpapi.Handler {
			return httpapi.Handler{Pattern: "GET " + uploadsPrefix, Access: httpapi.Any(), Serve: func(w http.ResponseWriter, r *http.Request, fail func(error)) {
				serveUpload(dir.Uploads(), w, r, fail)
			}}
		}),
		httpapi.ProvideHandler(func(objects *disk.Store, cfg config.Config) httpapi.Handler {
			return httpapi.Handler{Pattern: "GET " + disk.Prefix, Access: httpapi.Public(), Serve: servePublic(objects, cfg.Network == config.Sandbox)}
		}),
		scheduler.ProvideChore("media.released-objects", "@every 1m", (*objects).DeleteReleased),
	),
	fx.Invoke(startConverter),
)

func provideService(lc fx.Lifecycle, db *database.DB, clk clock.Clock, log *slog.Logger, dir *datadir.Dir, cfg config.Config,
	store objectstore.Store, removals *backup.Removals,
) (*Service, *objects) {
	s := NewService(Deps{
		DB: db, Clock: clk, Log: log, Dir: dir, Images: imaging.NewPool(imaging.PoolOptions{}), Objects: store,
		MaxSize: cfg.MaxFileSize(), NoTools: cfg.FFmpeg == config.FFmpegOff, Removals: removals,
	})
	lc.Append(fx.StartHook(s.Start))
	lc.Append(fx.StartStopHook(s.objects.start, s.objects.stop))
	return s, s.objects
}

// startConverter begins to convert once the server answers, and stops before the server does, so
// that an encoder delays neither a start nor a stop.
func startConverter(lc fx.Lifecycle, c *converter) { lc.Append(fx.StartStopHook(c.start, c.stop)) }

func newAPI(s *Service, u *Uploads, c *converter, e *Editor) api { return api{s, u, c, e} }
