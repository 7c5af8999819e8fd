package httpapi

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"slices"
	"sync"
	"time"

	"crier/platform/clock"
	"crier/platform/config"
	"crier/platform/httpapi/docspage"
	"crier/platform/httpapi/events"
	"crier/platform/loopback"
)

// Handler is a plain HTTP handler of a module, for routes that are no JSON operations, such as
// files and the sign-in link.
type Handler struct {
	// Pattern is a pattern of http.ServeMux, such as "GET /uploads/".
	Pattern string
	Access  Access
	// Serve answers the request. It calls fail to answer with an ErrorResponse.
	Serve func(w http.ResponseWriter, r *http.Request, fail func(error))
}

// Deps are the parts and the settings that a Server works with.
type Deps struct {
	Config   config.Config
	Clock    clock.Clock
	Log      *slog.Logger
	About    About
	Endpoint *loopback.Endpoint
	Database Database
	// Folder is nil where nothing holds posts.
	Folder   Folder
	Keys     KeyVerifier
	Sessions SessionVerifier
	V1       []Routes
	Internal []Routes
	// Surfaces are mounted beside v1 and the internal surface, and Routes are on the surfaces that
	// they name.
	Surfaces []Surface
	Routes   []Routes
	Handlers []Handler
	// Events is what the streams read. Without it there are no events.
	Events *events.Hub
	// Introduction is what the v1 document begins with.
	Introduction Introduction
	// Book has the pages beside the reference and the guides.
	Book docspage.Book
	// Patience is how long a client may pause while it sends a body; 0 means 30 seconds. While it
	// reads an answer it may pause for twice as long. Then the server closes the connection.
	Patience time.Duration
}

// Server answers HTTP on the loopback interface.
type Server struct {
	shell    *shell
	endpoint *loopback.Endpoint
	log      *slog.Logger
	http     *http.Server
	// listeners is nil before Start.
	listeners *loopback.Listeners
	surfaces  []*Operations
	events    *events.Hub
	served    chan error
}

const (
	headerPatience = 10 * time.Second
	idlePatience   = 2 * time.Minute
	// maxHeaderBytes is far above any reasonable header, because the standard library answers a
	// larger one with a text of its own.
	maxHeaderBytes = 1 << 20
	// maxConns bounds the open connections of each address family. A further one takes the place of
	// the one that has been idle for the longest. If none is idle, it waits until one is or ends.
	// Each ends, because no client may pause for longer than the patience of its state.
	maxConns = 512
)

// NewServer builds the server. It mounts only GET /health, because that is the first request and
// clients wait for its answer. The first other request mounts the rest.
func NewServer(d Deps) *Server {
	limiter := newLimiter(d.Clock, d.Config.RateLimitRPM, d.Config.RateLimitRPH)
	rt := &router{mux: http.NewServeMux(), fixed: make(fixedPaths), limiter: limiter}
	surfaces := allSurfaces(d.Introduction, d.Surfaces, limiter, d.Log)
	surfaces[0].mount(rt.mux, withSurface(v1Name, []Routes{healthRoutes(d.Database, d.Folder, d.Clock, d.Log)}))
	s := &shell{
		router: rt, limiter: limiter,
		auth:  &authenticator{keys: d.Keys, sessions: d.Sessions, csrf: http.NewCrossOriginProtection()},
		clock: d.Clock, log: d.Log, dev: d.Config.Dev, hosts: hosts{app: d.About.AppName, port: d.Endpoint.Port},
		patience: cmp.Or(d.Patience, defaultPatience),
	}
	srv := &Server{
		shell: s, endpoint: d.Endpoint, log: d.Log, surfaces: surfaces, served: make(chan error, 1),
		http: &http.Server{
			Handler: s, ReadHeaderTimeout: headerPatience, IdleTimeout: idlePatience, MaxHeaderBytes: maxHeaderBytes,
			ErrorLog: slog.NewLogLogger(d.Log.Handler(), slog.LevelDebug),
		},
	}
	srv.events = cmp.Or(d.Events, events.NewHub(nil, d.Clock))
	srv.http.RegisterOnShutdown(srv.events.Close)
	rt.mounted = sync.OnceFunc(func() {
		rt.mountSurfaces(surfaces, d.routes((&eventStreams{srv.events, s.auth, d.Clock}).routes()))
		for _, h := range d.Handlers {
			rt.mount(h)
		}
		mountStyle(rt.mux)
		srv.mountDocs(rt, d.Config, d.About, d.Book)
	})
	return srv
}

// Check panics when an operation breaks a rule of registration, and when two surfaces, operations
// or handlers are the same. It is for tests: the service meets such a mistake when the operation is
// called.
func (srv *Server) Check() {
	srv.shell.router.mounted()
	for _, s := range srv.surfaces {
		s.check()
	}
}

// routes returns every module's routes and the server's own but the health, each with its surface.
func (d Deps) routes(events Routes) []Routes {
	internal := append(slices.Clone(d.Internal), serviceRoutes(d.About), events)
	return slices.Concat(withSurface(v1Name, d.V1), withSurface(internalName, internal), d.Routes)
}

// mountDocs serves the documentation for people. It makes the pages for the first request of one,
// because they would delay every start and their files stay in memory.
func (srv *Server) mountDocs(rt *router, cfg config.Config, about About, book docspage.Book) {
	pages := sync.OnceValues(func() (http.Handler, error) {
		return docspage.Handler(docspage.Options{
			SpecURL: v1Prefix + "/openapi.json", Mode: docspage.Mode(about.Mode), BaseURL: srv.BaseURL,
			Limits: docspage.Limits{PerMinute: cfg.RateLimitRPM, PerHour: cfg.RateLimitRPH, Policy: rt.limiter.policy},
			Book:   book, Failed: writeError,
			NotFound: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				writeError(w, r, nothingAt(r))
			}),
		})
	})
	docs := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h, err := pages()
		if err != nil {
			writeError(w, r, err)
			return
		}
		h.ServeHTTP(w, r)
	})
	rt.mux.Handle(docspage.Path, docs)
	rt.mux.Handle(docspage.Path+"/", docs)
}

// V1Document returns the OpenAPI document of the v1 surface, byte for byte as it is served.
func (srv *Server) V1Document() ([]byte, error) {
	srv.shell.router.mounted()
	return srv.surfaces[0].Document()
}

// InternalDocument returns the OpenAPI document of the internal surface, byte for byte as it is
// served.
func (srv *Server) InternalDocument() ([]byte, error) {
	srv.shell.router.mounted()
	return srv.surfaces[1].Document()
}

// URL returns the server's address, empty before Start.
func (srv *Server) URL() string { return srv.endpoint.URL() }

// AppURL returns the app's own address, for people's browsers; empty before Start.
func (srv *Server) AppURL() string { return srv.shell.hosts.url() }

// BaseURL returns the root of the v1 API, {base_url} in the contract.
func (srv *Server) BaseURL() string { return srv.URL() + v1Prefix }

// DocsURL returns the address of the documentation, {docs_url} in the contract.
func (srv *Server) DocsURL() string { return srv.URL() + docspage.Path }

// Start begins to answer on the listeners. It calls onFailure when serving ends by itself.
func (srv *Server) Start(listeners *loopback.Listeners, onFailure func(error)) {
	srv.listeners = listeners
	listeners.Limit(srv.http, maxConns)
	go func() {
		err := listeners.Serve(srv.http)
		if err != nil {
			onFailure(fmt.Errorf("serve: %w", err))
		}
		srv.served <- err
	}()
}

// Stop accepts no more requests and waits for the running ones. It cuts off requests that have not
// ended in a third of the time that ctx leaves, and returns when their handlers have ended.
func (srv *Server) Stop(ctx context.Context) error {
	err := srv.drain(ctx)
	if err != nil {
		srv.log.Warn("httpapi: requests were cut off", "error", err)
		err = errors.Join(srv.http.Close(), srv.shell.running.wait(ctx))
	}
	return errors.Join(err, <-srv.served)
}

func (srv *Server) drain(ctx context.Context) error {
	ctx, cancel := clock.Part(ctx, 3)
	defer cancel()
	if srv.listeners != nil {
		if err := srv.listeners.Settle(ctx); err != nil {
			return err
		}
	}
	return srv.http.Shutdown(ctx)
}

// ServeHTTP answers one request without a socket, for tests.
func (srv *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) { srv.shell.ServeHTTP(w, r) }
