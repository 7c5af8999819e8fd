// Package platform assembles the packages that the modules build on.
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
	"crier/platform/limits"
	"crier/platform/loopback"
	"crier/platform/native"
	"crier/platform/objectstore"
	"crier/platform/objectstore/disk"
	"crier/platform/orphans"
	"crier/platform/restart"
	"crier/platform/sandbox"
	"crier/platform/scheduler"
	"crier/platform/secrets"
	"crier/platform/uptime"

	"go.uber.org/fx"
)

// Version is the version of the program, as the build names it.
type Version string

// ForOneCall says that a command runs the service for its own call, and stops it afterwards.
type ForOneCall bool

// Module is the whole platform. It needs a *restart.Process, a config.Config, a clock.Clock, a
// *slog.Logger and a Version. A ForOneCall is optional.
//
// The process has locked the data folder. A start migrates the database, compares the folder with
// its mark, reads or makes secret.key, and starts the sandbox and the modules. Then it opens the
// port, writes runtime.json and starts the server. Jobs and chores come last, because the network
// fetches media from the server. A stop goes the other way.
var Module = fx.Options(
	fx.Provide((*restart.Process).Dir, newBox, newDiskStore, newSwitch, newObjectStore, newClient, newNativeClient, newManifest, newAbout, newRemovals),
	fx.Invoke(useLimits),
	database.Module,
	instance.Module,
	fx.Provide(func(v Version) instance.ProgramVersion { return instance.ProgramVersion(v) }),
	fx.Invoke(func(*database.DB, *secrets.Box) {}), // A folder whose database or key is refused starts nothing else.
	sandbox.Module,
	httpapi.Module,
	fx.Invoke(announce),
	httpapi.Serving,
	jobs.Module,
	uptime.Module,
	scheduler.Module,
	orphans.Module,
)

// useLimits has this process go by the limits of the network that the data folder sets. What cannot
// hold there is no reason not to start.
func useLimits(dir *datadir.Dir, log *slog.Logger) {
	table := limits.Read(dir.Limits())
	for _, problem := range table.Problems {
		log.Warn("limits.json has what cannot hold", "problem", problem)
	}
	limits.Use(table)
}

// newBox returns the Box. It gets its key once the database has started, because only the database
// knows whether there are sealed values that need the old key.
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

// newRemovals returns the one Removals through which all packages delete files of the data folder,
// so that a backup can postpone their deletions.
func newRemovals() *backup.Removals { return new(backup.Removals) }

func newDiskStore(dir *datadir.Dir, endpoint *loopback.Endpoint) *disk.Store {
	return disk.New(dir.Public(), endpoint.URL)
}

// newSwitch returns the store of public media until a bucket is set: this server for the sandbox,
// and none for the live network, which cannot reach this machine. In both modes the disk remains
// the place where objects from before the bucket are deleted.
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

// newManifest returns the manifest of app versions. Sandbox mode ignores the configured one, so
// that it calls nothing beyond this machine.
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
	Process    *restart.Process
	Server     *httpapi.Server
	Location   *sandbox.Location
	ForOneCall ForOneCall `optional:"true"`
}

// announce writes the addresses of the service to runtime.json before the server answers, and
// removes the file after its last answer, unless the service starts again.
func announce(a announcement) {
	a.Lifecycle.Append(fx.Hook{
		OnStart: func(context.Context) error {
			a.Location.LeadTo(a.Server.AppURL())
			return a.Process.Dir().WriteRuntime(datadir.Runtime{
				PID: os.Getpid(), Mode: string(a.Config.Network), APIURL: a.Server.BaseURL(), DocsURL: a.Server.DocsURL(), AppURL: a.Server.AppURL(),
				SandboxURL: a.Location.URL(), IsForOneCall: bool(a.ForOneCall),
			})
		},
		OnStop: func(context.Context) error {
			if a.Process.IsRestarting() {
				return nil
			}
			return a.Process.Dir().RemoveRuntime()
		},
	})
}
