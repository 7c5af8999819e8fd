package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"

	"crier/platform/clock"
	"crier/platform/database"
	"crier/platform/datadir"
	"crier/platform/instance"
)

// folder is the flag of the commands that use a data folder.
type folder struct {
	DataDir string `name:"data-dir" env:"CRIER_DATA_DIR" complete:"folder" placeholder:"DIR" help:"Folder of the service (default: the per-user data folder)."`
}

// existingFolder is for commands that need an existing folder, so that a mistyped name makes none.
type existingFolder struct{ folder }

// path returns the folder's path, whether or not it exists.
func (f folder) path() (string, error) {
	path := datadir.Spelled(f.DataDir)
	if path == "" {
		var err error
		if path, err = datadir.Default(); err != nil {
			return "", fmt.Errorf("find the data folder: %w; name one with --data-dir or CRIER_DATA_DIR", err)
		}
	}
	return filepath.Abs(path)
}

// mustExist returns the folder, and an error that says how to make one when there is none.
func (f existingFolder) mustExist() (*datadir.Dir, error) {
	path, err := f.path()
	if err != nil {
		return nil, err
	}
	dir, err := datadir.Existing(path)
	if errors.Is(err, fs.ErrNotExist) {
		err = fmt.Errorf("there is no data folder %s; crier serve and crier keys create make one", path)
	}
	return dir, err
}

// withDatabase opens the folder's database, also while a service of this version runs, and migrates
// it. Its error says what to do when the disk is full or the database damaged.
func (f folder) withDatabase(ctx context.Context, do func(dir *datadir.Dir, db *database.DB) error) error {
	err := f.openDatabase(ctx, do)
	if database.DiskFull(err) && !isOfOutput(err) {
		return fmt.Errorf("the disk is full, and Crier needs some room in its data folder: delete something that you do not need, and make this call again (%w)", err)
	}
	return ofDamage(err)
}

func (f folder) openDatabase(ctx context.Context, do func(dir *datadir.Dir, db *database.DB) error) (err error) {
	dir, err := datadir.Open(f.DataDir)
	if err != nil {
		return err
	}
	db, err := database.OpenIn(ctx, dir)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	if err := migrate(ctx, dir, db); err != nil {
		return err
	}
	return do(dir, db)
}

// migrate migrates the database. It returns an error while an older version of Crier uses the
// folder: the statements of that one would fail with the new schema, and its posts with them.
func migrate(ctx context.Context, dir *datadir.Dir, db *database.DB) error {
	applied, err := database.Applied(ctx, db)
	if err != nil {
		return err
	}
	if pending, unknown := database.Pending(ctx, db); unknown == nil && len(pending) > 0 && len(applied) > 0 {
		lock, err := dir.Lock()
		if errors.Is(err, datadir.ErrLocked) {
			return fmt.Errorf("an older version of Crier is running, which could not use the data folder after this version has; stop it, and start this one: %w", err)
		}
		if err != nil {
			return err
		}
		defer func() { _ = lock.Release() }()
	}
	return db.Migrate(ctx, dir.Backups(), clock.System().Now())
}

// noteChange sees to it that a copy of the folder from before a change is found out as an older
// one. It is for commands that change the folder themselves, also when no service runs.
func noteChange(ctx context.Context, dir *datadir.Dir, db *database.DB) error {
	named := os.Getenv("CRIER_STATE_DIR")
	state, _ := datadir.StateDir(named) // Where there is none, the mark may be where the data folder had it.
	return instance.New(instance.Options{
		DB: db, Clock: clock.System(), Log: slog.New(slog.DiscardHandler), StateDir: state, IsDefault: named == "", Folder: dir.Path(),
	}).RecordChange(ctx)
}
