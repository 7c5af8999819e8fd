package sandbox

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"sync/atomic"

	"crier/platform/clock"
	"crier/platform/config"
	"crier/platform/datadir"
	"crier/platform/objectstore"

	"go.uber.org/fx"
)

// Module runs the embedded sandbox network in sandbox mode, unless the configuration names another
// one.
var Module = fx.Provide(provideLocation)

// Location is where the sandbox network of this service answers.
type Location struct {
	url      string
	isMortal bool
	home     atomic.Pointer[string]
}

// IsMortal reports whether the sandbox can kill the process that it runs in.
func (l *Location) IsMortal() bool { return l.isMortal }

// LeadTo makes the pages of the sandbox link to the address of this service.
func (l *Location) LeadTo(home string) { l.home.Store(&home) }

func (l *Location) homeURL() string {
	if home := l.home.Load(); home != nil {
		return *home
	}
	return ""
}

// URL returns the sandbox's address without a closing slash: empty in live mode, and before the
// service has started.
func (l *Location) URL() string { return l.url }

// Rehearsal kills this process and does not return. There is one only while the service is run by a
// parent that starts it again.
type Rehearsal func()

type deps struct {
	fx.In

	Lifecycle fx.Lifecycle
	Config    config.Config
	Dir       *datadir.Dir
	Clock     clock.Clock
	Log       *slog.Logger
	Objects   *objectstore.Switch
	Rehearsal Rehearsal `optional:"true"`
}

func provideLocation(d deps) *Location {
	cfg := d.Config
	if cfg.Network != config.Sandbox || cfg.SandboxURL != "" {
		return &Location{url: trimSlash(cfg.SandboxURL)}
	}
	l := &Location{isMortal: d.Rehearsal != nil}
	e := &embedded{
		location: l, file: d.Dir.SandboxState(), port: cfg.SandboxPort, clock: d.Clock, log: d.Log, objects: d.Objects, die: d.Rehearsal,
	}
	d.Lifecycle.Append(fx.StartStopHook(e.start, e.stop))
	return l
}

func trimSlash(url string) string {
	if n := len(url); n > 0 && url[n-1] == '/' {
		return url[:n-1]
	}
	return url
}

// ErrNotStarted says that the built-in sandbox cannot listen.
var ErrNotStarted = errors.New("the sandbox cannot start")

type embedded struct {
	location *Location
	file     string
	port     int
	clock    clock.Clock
	log      *slog.Logger
	objects  *objectstore.Switch
	die      func()
	network  *Network
	server   *Server
}

func (e *embedded) start(ctx context.Context) error {
	var err error
	if e.network, err = Open(Options{StateFile: e.file, Clock: e.clock, Log: e.log, MediaHost: e.mediaHost, Home: e.location.homeURL, Die: e.die}); err != nil {
		return err
	}
	e.server = NewServer(e.network)
	if e.location.url, err = e.server.Start(ctx, e.port); err != nil {
		return errors.Join(fmt.Errorf("%w: %w", ErrNotStarted, err), e.network.Close())
	}
	return nil
}

// mediaHost returns the host of the service's media, so that the sandbox fetches them from a bucket
// too.
func (e *embedded) mediaHost() string {
	u, err := url.Parse(e.objects.URL("x"))
	if err != nil {
		return ""
	}
	return u.Hostname()
}

func (e *embedded) stop(ctx context.Context) error {
	return errors.Join(e.server.Shutdown(ctx), e.network.Close())
}
