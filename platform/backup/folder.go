package backup

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"crier/platform/database"
	"crier/platform/datadir"
	"crier/platform/secrets"
)

// Trial is the result of upgrading a copy.
type Trial struct {
	// Version is the version of the program that used the folder last, empty when unknown.
	Version string
	// Pending are the schema changes that this version makes.
	Pending []string
	Proof   Proof
}

// TryUpgrade migrates a copy of the folder's database. It changes nothing in the folder, which a
// service may be using.
func TryUpgrade(ctx context.Context, dir *datadir.Dir, c Contents, now time.Time) (trial Trial, err error) {
	temp, err := os.MkdirTemp("", "crier-upgrade-*")
	if err != nil {
		return trial, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(temp)) }()
	path := filepath.Join(temp, databaseName)
	if err := database.Snapshot(ctx, dir.Database(), path); err != nil {
		return trial, dir.Unwritable(err)
	}
	if err := database.ReadCopy(ctx, path, func(db *database.DB) (err error) {
		if trial.Version, err = database.WrittenBy(ctx, db); err != nil {
			return err
		}
		trial.Pending, err = database.Pending(ctx, db)
		return err
	}); err != nil {
		return trial, err
	}
	options := CheckOptions{Contents: c, Now: now}
	key, err := secrets.LoadKey(dir.SecretKey())
	if err == nil {
		options.Key = &key
	} else if !errors.Is(err, fs.ErrNotExist) {
		return trial, err
	}
	db, err := database.Open(ctx, path)
	if err != nil {
		return trial, err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	if err := database.CheckWhole(ctx, db); err != nil {
		return trial, fmt.Errorf("the database of the folder: %w", err)
	}
	if err := db.Migrate(ctx, temp, now); err != nil {
		return trial, fmt.Errorf("the upgrade fails on a copy of the database, and the folder is as it was: %w", err)
	}
	err = options.sealed(ctx, db, &trial.Proof)
	return trial, err
}

// ErrKeyInUse says that a folder already has the key.
var ErrKeyInUse = errors.New("the data folder has this key already")

// ErrNothingSealed says that a folder has nothing that a key must open.
var ErrNothingSealed = errors.New("nothing in this data folder is encrypted, so there is no key to import; crier serve makes one")

// ImportKey gives a folder its sealing key back. It returns ErrKey when the key does not open the
// sealed values of the folder, ErrNothingSealed when the folder has no such values, and ErrKeyInUse
// when the folder already has the key. ImportKey moves another key, which opens nothing, aside and
// returns its new path; if the new key cannot be written, it moves the other one back.
func ImportKey(ctx context.Context, dir *datadir.Dir, c Contents, key secrets.Key, useKeyring bool, now time.Time) (aside string, err error) {
	lock, err := dir.Lock()
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, lock.Release()) }()
	check, err := secrets.RecordedCheck(dir.SecretKey())
	hasRecord := !errors.Is(err, fs.ErrNotExist)
	if err != nil && hasRecord && !errors.Is(err, secrets.ErrRecord) {
		return "", err // It may be the right one.
	}
	if _, loadErr := secrets.LoadKey(dir.SecretKey()); err == nil && loadErr == nil && check == key.Check() {
		return "", ErrKeyInUse
	}
	db, err := database.OpenIn(ctx, dir)
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	if err := db.Migrate(ctx, dir.Backups(), now); err != nil {
		return "", err
	}
	all, err := c.sealed(ctx, db)
	if err != nil {
		return "", err
	}
	box, err := secrets.NewBox(key)
	if err != nil {
		return "", err
	}
	if len(all) == 0 {
		return "", ErrNothingSealed
	}
	if !box.Fits(all) {
		return "", fmt.Errorf("%w: it opens none of the tokens and secrets of this data folder, and is not put there", ErrKey)
	}
	if hasRecord {
		if aside, err = dir.PutAside(dir.SecretKey(), now); err != nil {
			return "", err
		}
	}
	if err := secrets.KeepKey(dir.SecretKey(), key, useKeyring); err != nil {
		if aside != "" {
			err = errors.Join(err, os.Rename(aside, dir.SecretKey()))
		}
		return "", err
	}
	return aside, nil
}
