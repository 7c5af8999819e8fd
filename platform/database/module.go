package database

import (
	"context"

	"crier/platform/clock"
	"crier/platform/datadir"

	"go.uber.org/fx"
)

// Module provides the *DB of the data folder. It is migrated before anything that asked for it
// starts.
var Module = fx.Provide(start)

// ProvideModels registers pointers to the structs that a module stores.
func ProvideModels(models ...Model) fx.Annotated {
	return fx.Annotated{Group: "database.models,flatten", Target: func() []Model { return models }}
}

// ProvideWatched names the tables of a module whose changes Watch reports.
func ProvideWatched(tables ...Watched) fx.Annotated {
	return fx.Annotated{Group: "database.watched,flatten", Target: func() []Watched { return tables }}
}

type deps struct {
	fx.In
	Lifecycle fx.Lifecycle
	Dir       *datadir.Dir
	Clock     clock.Clock
	Models    []Model `group:"database.models"`
}

func start(d deps) (*DB, error) {
	db, err := OpenIn(context.Background(), d.Dir)
	if err != nil {
		return nil, err
	}
	db.openReader(context.Background())
	d.Lifecycle.Append(fx.Hook{
		OnStart: func(ctx context.Context) error {
			if err := db.Migrate(ctx, d.Dir.Backups(), d.Clock.Now()); err != nil {
				return err
			}
			return checkModels(ctx, db, d.Models)
		},
		OnStop: func(context.Context) error { return db.Close() },
	})
	return db, nil
}
