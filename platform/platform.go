// Package platform puts together what the modules stand on.
package platform

import (
	"context"
	"fmt"
	"log/slog"
	"os"

	"crier/platform/backup"
	"crier/platform/clock"
	"crier/platform/config"
	"crier/platform/database"
	"crier/platform/datadir"
	"crier/platform/graph"
	"crier/platform/httpapi"
	"crier/platform/httpclient"
	"crier/platform/instance"
	"crier/platform/jobs"
	"crier/platform/loopback"
	"crier/platform/native"
	"crier/platform/objectstore"
	"crier/platform/objectstore/disk"
	"crier/platform/orphans"
	"crier/platform/sandbox"
	"crier/platform/scheduler"
	"crier/platform/secrets"
	"crier/platform/uptime"

	"go.uber.org/fx"
)

// Version is the version of the program, as the build names it.
type Version string

// ForOneCall says that the service ends with the call of a command that runs it.
type ForOneCall bool

// Module is the whole platform. It needs a config.Config, a clock.Clock, a *slog.Logger and a
// Version, and takes a ForOneCall.
//
// The order of the start: folder locked, database migrated, folder compared with its mark,
// secret.key read or made, sandbox, modules, port opened, runtime.json written, server, and then,
// when media can be fetched from the server, jobs and chores. The stop is the reverse.
var Module = fx.Options(
	fx.Provide(openDataDir, newBox, newDiskStore, newSwitch, newObjectStore, newClient, newNativeClient, newManifest, newAbout, newRemovals),
	database.Module,
	instance.Module,
	fx.Provide(func(v Version) instance.ProgramVersion { return instance.ProgramVersion(v) }),
	fx.Invoke(func(*database.DB, *secrets.Box) {}), // Nothing else may start on a folder whose database, or key to it, is refused.
	sandbox.Module,
	httpapi.Module,
	fx.Module("platform.announce", fx.Invoke(announce)), // A module, as bare invocations come after those of all modules.
	httpapi.Serving,
	jobs.Module,
	uptime.Module,
	scheduler.Module,
	orphans.Module,
)

// openDataDir opens the folder and holds its lock until the end. From then on runtime.json is this
// service's, or is not there: one that a killed service has left would send others to an address
// where nobody answers, while this one starts.
func openDataDir(lc fx.Lifecycle, cfg config.Config) (*datadir.Dir, error) {
	dir, err := datadir.Open(cfg.DataDir)
	if err != nil {
		return nil, err
	}
	lock, err := dir.Lock()
	if err != nil {
		return nil, err
	}
	lc.Append(fx.StopHook(lock.Release))
	_ = dir.RemoveRuntime() // Windows removes no file that somebody reads; it is written over before the first answer.
	return dir, nil
}

// newBox returns the Box, which gets its key when the database has started: only that knows whether
// something is sealed.
func newBox(lc fx.Lifecycle, cfg config.Config, dir *datadir.Dir, _ *database.DB, keepers secrets.Keepers) *secrets.Box {
	box := new(secrets.Box)
	lc.Append(fx.StartHook(func(ctx context.Context) error {
		sealed, err := keepers.Sealed(ctx)
		if err != nil {
			return fmt.Errorf("find what is sealed: %w", err)
		}
		return unlock(box, dir, cfg.UseKeyring(), sealed)
	}))
	return box
}

// newRemovals returns what everybody deletes files of the data folder with, so that a backup can
// put that off.
func newRemovals() *backup.Removals { return new(backup.Removals) }

func newDiskStore(dir *datadir.Dir, endpoint *loopback.Endpoint) *disk.Store {
	return disk.New(dir.Public(), endpoint.URL)
}

// newSwitch lets the sandbox network fetch from this server; the live network needs a bucket. Where
// there is one, it takes the place of either. What was put on the disk before is deleted there in
// every mode.
func newSwitch(cfg config.Config, local *disk.Store) *objectstore.Switch {
	if cfg.Network == config.Live {
		return objectstore.NewSwitch(local, objectstore.Unconfigured{})
	}
	return objectstore.NewSwitch(local, local)
}

func newObjectStore(objects *objectstore.Switch) objectstore.Store { return objects }

func newClient(lc fx.Lifecycle, cfg config.Config, clk clock.Clock, location *sandbox.Location, log *slog.Logger) *graph.Client {
	endpoints := graph.LiveEndpoints
	if cfg.Network == config.Sandbox {
		endpoints = func() graph.Endpoints { return graph.SandboxEndpoints(location.URL()) }
	}
	client := graph.New(graph.Options{Endpoints: endpoints, Clock: clk, Observe: graph.LogStrange(log)})
	lc.Append(fx.StopHook(client.CloseIdleConnections))
	return client
}

func newNativeClient(lc fx.Lifecycle, cfg config.Config, clk clock.Clock, location *sandbox.Location, meter *uptime.Meter, log *slog.Logger) *native.Client {
	base := native.LiveURL
	if cfg.Network == config.Sandbox {
		base = func() string { return native.SandboxURL(location.URL()) }
	}
	client := native.New(native.Options{BaseURL: base, Clock: clk, Unknown: httpclient.LogUnknown(log), Observe: func(d native.Dated) {
		meter.Compare(d.At.Add(d.Duration), d.Duration, d.Date)
	}})
	lc.Append(fx.StopHook(client.CloseIdleConnections))
	return client
}

// newManifest keeps sandbox mode on this machine, whatever is set for live mode.
func newManifest(cfg config.Config, location *sandbox.Location) native.Manifest {
	if cfg.Network == config.Sandbox {
		return func() string { return native.SandboxManifest(location.URL()) }
	}
	return func() string { return cfg.VersionManifest }
}

func newAbout(cfg config.Config, version Version, dir *datadir.Dir, location *sandbox.Location) (httpapi.About, error) {
	name, err := dir.AppName()
	return httpapi.About{Version: string(version), Mode: string(cfg.Network), AppName: name, SandboxURL: location.URL, IsRehearsal: location.IsMortal()}, err
}

type announcement struct {
	fx.In

	Lifecycle  fx.Lifecycle
	Config     config.Config
	Dir        *datadir.Dir
	Server     *httpapi.Server
	Location   *sandbox.Location
	ForOneCall ForOneCall `optional:"true"`
}

// announce says in runtime.json where the service answers, from before its first answer until after
// its last.
func announce(a announcement) {
	a.Lifecycle.Append(fx.Hook{
		OnStart: func(context.Context) error {
			a.Location.LeadTo(a.Server.AppURL())
			return a.Dir.WriteRuntime(datadir.Runtime{
				PID: os.Getpid(), Mode: string(a.Config.Network), APIURL: a.Server.BaseURL(), DocsURL: a.Server.DocsURL(), AppURL: a.Server.AppURL(),
				SandboxURL: a.Location.URL(), IsForOneCall: bool(a.ForOneCall),
			})
		},
		OnStop: func(context.Context) error { return a.Dir.RemoveRuntime() },
	})
}
