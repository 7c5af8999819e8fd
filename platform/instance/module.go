package instance

import (
	"context"
	"log/slog"

	"crier/platform/clock"
	"crier/platform/config"
	"crier/platform/database"
	"crier/platform/datadir"

	"go.uber.org/fx"
)

// Module provides the Instance, which is started before anything else that uses the database.
var Module = fx.Options(
	fx.Provide(
		start,
		database.ProvideModels((*State)(nil)),
	),
	fx.Invoke(func(*Instance) {}),
)

// ProgramVersion is the version of the program, which the folder stores.
type ProgramVersion string

type deps struct {
	fx.In

	Lifecycle fx.Lifecycle
	DB        *database.DB
	Dir       *datadir.Dir
	Clock     clock.Clock
	Log       *slog.Logger
	Config    config.Config
	Version   ProgramVersion
}

func start(d deps) (*Instance, error) {
	state, err := datadir.StateDir(d.Config.StateDir)
	if err != nil {
		d.Log.Warn("instance: there is no folder for what Crier keeps outside the data folder; name one with CRIER_STATE_DIR", "error", err)
	}
	i := New(Options{
		DB: d.DB, Clock: d.Clock, Log: d.Log, StateDir: state, IsDefault: d.Config.StateDir == "", Folder: d.Dir.Path(),
		Machine: Machine(d.Config.MachineID), Version: string(d.Version),
	})
	d.Lifecycle.Append(fx.Hook{OnStart: i.Start, OnStop: func(ctx context.Context) error {
		if err := i.Stop(ctx); err != nil {
			d.Log.Warn("instance: the end of this run could not be recorded in the data folder", "error", err)
		}
		return nil
	}})
	return i, nil
}
