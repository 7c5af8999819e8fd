package httpapi

import (
	"context"
	"log/slog"

	"crier/platform/clock"
	"crier/platform/config"
	"crier/platform/database"
	"crier/platform/httpapi/docspage"
	"crier/platform/httpapi/events"
	"crier/platform/instance"
	"crier/platform/loopback"
	"crier/platform/restart"

	"go.uber.org/fx"
)

const (
	v1Group       = "httpapi.v1"
	internalGroup = "httpapi.internal"
	surfacesGroup = "httpapi.surfaces"
	routesGroup   = "httpapi.routes"
	handlersGroup = "httpapi.handlers"
)

// Module provides the server and opens its port once the modules have started. A client that
// connects waits until Serving answers.
var Module = fx.Options(
	fx.Provide(newEndpoint, newServer, newHub),
	fx.Invoke(openPort),
)

// Serving makes the server answer once everything before it in the program has started.
var Serving = fx.Invoke(serve)

// ProvideV1 registers a module's routes on the v1 surface; constructor returns Routes.
func ProvideV1(constructor any) fx.Annotated {
	return fx.Annotated{Group: v1Group, Target: constructor}
}

// ProvideInternal registers a module's routes on the internal surface; constructor returns Routes.
func ProvideInternal(constructor any) fx.Annotated {
	return fx.Annotated{Group: internalGroup, Target: constructor}
}

// ProvideSurface mounts a surface beside v1, such as a v2 (contract 9.4); constructor returns a
// Surface.
func ProvideSurface(constructor any) fx.Annotated {
	return fx.Annotated{Group: surfacesGroup, Target: constructor}
}

// ProvideRoutes registers a module's routes on the surface that they name; constructor returns
// Routes.
func ProvideRoutes(constructor any) fx.Annotated {
	return fx.Annotated{Group: routesGroup, Target: constructor}
}

// ProvideHandler mounts a plain handler; constructor returns a Handler.
func ProvideHandler(constructor any) fx.Annotated {
	return fx.Annotated{Group: handlersGroup, Target: constructor}
}

func newEndpoint(process *restart.Process, cfg config.Config) *loopback.Endpoint {
	return process.Endpoint(func() *loopback.Endpoint {
		if cfg.ContainerBind {
			return loopback.NewContainerEndpoint(cfg.Port)
		}
		return loopback.NewEndpoint(cfg.Port)
	})
}

type params struct {
	fx.In
	Config   config.Config
	Clock    clock.Clock
	Log      *slog.Logger
	About    About
	Endpoint *loopback.Endpoint
	Database *database.DB
	Folder   *instance.Instance `optional:"true"`
	Keys     KeyVerifier        `optional:"true"`
	Sessions SessionVerifier    `optional:"true"`
	V1       []Routes           `group:"httpapi.v1"`
	Internal []Routes           `group:"httpapi.internal"`
	Surfaces []Surface          `group:"httpapi.surfaces"`
	Routes   []Routes           `group:"httpapi.routes"`
	Handlers []Handler          `group:"httpapi.handlers"`
	Book     docspage.Book      `optional:"true"`
	Intro    Introduction       `optional:"true"`
	Events   *events.Hub
}

type hubParams struct {
	fx.In
	Clock    clock.Clock
	Database *database.DB
	Watched  []database.Watched `group:"database.watched"`
}

// newHub makes what tells of the changes of the tables that modules have named.
func newHub(p hubParams) *events.Hub {
	return events.NewHub(func(ctx context.Context, tell func([]database.Change)) error {
		return database.Watch(ctx, p.Database, p.Watched, tell)
	}, p.Clock)
}

func newServer(p params) *Server {
	var folder Folder
	if p.Folder != nil {
		folder = p.Folder
	}
	return NewServer(Deps{
		Folder: folder,
		Config: p.Config, Clock: p.Clock, Log: p.Log, About: p.About, Endpoint: p.Endpoint, Database: p.Database,
		Keys: p.Keys, Sessions: p.Sessions, V1: p.V1, Internal: p.Internal, Surfaces: p.Surfaces, Routes: p.Routes, Handlers: p.Handlers,
		Introduction: p.Intro, Book: p.Book, Events: p.Events,
	})
}

// openPort takes the server, so that the modules that provide its operations start first.
func openPort(lc fx.Lifecycle, _ *Server, endpoint *loopback.Endpoint) {
	lc.Append(fx.Hook{
		OnStart: func(ctx context.Context) error {
			_, err := endpoint.Open(ctx)
			return err
		},
		OnStop: func(context.Context) error { return endpoint.Close() },
	})
}

func serve(lc fx.Lifecycle, shutdowner fx.Shutdowner, log *slog.Logger, srv *Server, endpoint *loopback.Endpoint) {
	lc.Append(fx.Hook{
		OnStart: func(context.Context) error {
			if beyond := endpoint.Listeners().Beyond(); beyond != nil {
				log.Warn("httpapi: who reaches the container's addresses reaches Crier; publish the port to 127.0.0.1 alone", "addresses", beyond)
			}
			srv.Start(endpoint.Listeners(), func(err error) {
				log.Error("httpapi: the server ended", "error", err)
				_ = shutdowner.Shutdown(fx.ExitCode(1))
			})
			return nil
		},
		OnStop: srv.Stop,
	})
}
