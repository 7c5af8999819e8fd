package database

import (
	"context"

	"crier/platform/clock"
	"crier/platform/datadir"

	"go.uber.org/fx"
)

const modelsGroup = `group:"database.models"`

// Module provides the *DB of the data folder. It is migrated before anything that asked for it starts.
var Module = fx.Module("database", fx.Provide(fx.Annotate(start, fx.ParamTags(``, ``, ``, modelsGroup))))

// ProvideModels registers pointers to the structs that a module stores.
func ProvideModels(models ...Model) fx.Option {
	options := make([]fx.Option, len(models))
	for i, m := range models {
		options[i] = fx.Provide(fx.Annotate(func() Model { return m }, fx.ResultTags(modelsGroup)))
	}
	return fx.Options(options...)
}

func start(lc fx.Lifecycle, dir *datadir.Dir, clk clock.Clock, models []Model) (*DB, error) {
	db, err := OpenIn(context.Background(), dir)
	if err != nil {
		return nil, err
	}
	lc.Append(fx.Hook{
		OnStart: func(ctx context.Context) error {
			if err := db.Migrate(ctx, dir.Backups(), clk.Now()); err != nil {
				return err
			}
			return db.CheckModels(ctx, models)
		},
		OnStop: func(context.Context) error { return db.Close() },
	})
	return db, nil
}
