package platform

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"

	"crier/platform/clock"
	"crier/platform/config"
	"crier/platform/database"
	"crier/platform/datadir"
	"crier/platform/secrets"
)

// unlock gives the Box the key of the folder, which has to be the one that the values are sealed
// under. It returns ErrKey, with what to do, when that is not there or damaged, and another error
// when it cannot be read now.
func unlock(box *secrets.Box, dir *datadir.Dir, useKeyring bool, sealed []secrets.Sealed) error {
	key, err := sealingKey(dir, useKeyring, len(sealed))
	if err != nil {
		return err
	}
	if err := box.Use(key); err != nil {
		return err
	}
	if !box.Fits(sealed) {
		return fmt.Errorf("%w: %s is the key of another data folder, and opens none of the %d tokens and secrets in the database; %s",
			ErrKey, dir.SecretKey(), len(sealed), putKeyBack)
	}
	return nil
}

// ErrKey says that the key is not there under which the database's tokens and secrets are sealed.
var ErrKey = errors.New("the sealing key is lost")

const putKeyBack = "put the right secret.key back (crier key import FILE does so with a file of crier key export), or unlock the keyring that has the key, and start again; if it is lost for good, the accounts have to be connected again: " +
	"move crier.db to another folder and begin afresh with crier serve --new"

// sealingKey returns the key of the folder. Without one it makes one, unless something is sealed
// under the one that was there.
func sealingKey(dir *datadir.Dir, useKeyring bool, sealed int) (secrets.Key, error) {
	key, err := secrets.LoadKey(dir.SecretKey())
	switch {
	case err == nil:
		return key, nil
	case errors.Is(err, fs.ErrNotExist) && sealed == 0:
		return secrets.MakeKey(dir.SecretKey(), useKeyring)
	case errors.Is(err, fs.ErrNotExist):
		return key, fmt.Errorf("%w: there is no %s, and %d tokens and secrets in the database are sealed under it; %s", ErrKey, dir.SecretKey(), sealed, putKeyBack)
	case errors.Is(err, secrets.ErrRecord):
		return key, fmt.Errorf("%w: %w; %s", ErrKey, err, putKeyBack)
	default:
		return key, err
	}
}

// BeginAfresh prepares a folder that has lost its database for a start with a new one (crier serve
// --new). It deletes nothing: what is left of the former database is put aside, and so is a
// damaged secret.key; a good one stays in use, as backups are sealed under it. It returns
// database.ErrNotLost when the folder has a database, and an error when the key cannot be read now.
func BeginAfresh(ctx context.Context, cfg config.Config, clk clock.Clock, log *slog.Logger) (err error) {
	dir, err := datadir.Open(cfg.DataDir)
	if err != nil {
		return err
	}
	lock, err := dir.Lock()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, lock.Release()) }()
	_, err = secrets.LoadKey(dir.SecretKey())
	isDamaged := errors.Is(err, secrets.ErrRecord)
	if err != nil && !isDamaged && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if beginErr := database.BeginAfresh(ctx, dir, clk.Now()); beginErr != nil || !isDamaged {
		return beginErr
	}
	aside, renameErr := dir.PutAside(dir.SecretKey(), clk.Now())
	log.Warn("platform: the sealing key is damaged and is put aside", "path", aside, "error", err)
	return renameErr
}
