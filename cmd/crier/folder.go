package main

import (
	"context"
	"errors"

	"crier/platform/clock"
	"crier/platform/database"
	"crier/platform/datadir"
)

// folder is the flag of the commands that work on a data folder.
type folder struct {
	DataDir string `name:"data-dir" env:"CRIER_DATA_DIR" placeholder:"DIR" help:"Folder of the service (default: the per-user data folder)."`
}

// withDatabase opens the folder's database, beside a running service if there is one, and brings it up to date.
func (f folder) withDatabase(ctx context.Context, do func(dir *datadir.Dir, db *database.DB) error) (err error) {
	dir, err := datadir.Open(f.DataDir)
	if err != nil {
		return err
	}
	db, err := database.Open(ctx, dir.Database())
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	if err := db.Migrate(ctx, dir.Backups(), clock.System().Now()); err != nil {
		return err
	}
	return do(dir, db)
}
