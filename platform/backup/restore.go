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

	"github.com/uptrace/bun"
)

// RestoreOptions are the settings of a restore.
type RestoreOptions struct {
	Contents Contents
	// Path is the folder to restore to. An existing one is replaced, and kept beside the new one.
	Path string
	Now  time.Time
	// Key opens the sealed values. Without it, the restore of an archive with sealed values fails
	// unless WithoutKey accepts their loss.
	Key        *secrets.Key
	WithoutKey bool
	UseKeyring bool
	// KeepAccess keeps API keys and sessions. A move of the last 24 hours keeps them too.
	KeepAccess bool
	// KeepName keeps the host name of the replaced folder, because a browser waits there.
	KeepName bool
	// Lock is the lock of the folder at Path if this process has it; otherwise Restore takes it.
	Lock *datadir.Lock
	// Settle, if not nil, is the last change to the restored database.
	Settle   func(context.Context, bun.Tx, time.Time) error
	Progress Progress

	// Reached, if not nil, gets the name of each step once it is done.
	Reached func(step string)
}

// RestoreResult is the result of a restore.
type RestoreResult struct {
	Proof Proof
	// Kept is the new path of the replaced folder; empty when there was none.
	Kept string
	// Orphans counts the uploads of the replaced folder that the restored database does not name.
	Orphans int
	// Missing counts the files that the database names and neither the archive nor the replaced
	// folder has.
	Missing int
	// IsRevoked says that the API keys and the sessions were ended. IsForgotten says that sealed
	// values were removed because their key is missing.
	IsRevoked, IsForgotten bool
	// IsQuarantined says that the folder publishes nothing until a person has decided about its
	// posts.
	IsQuarantined bool
}

// ErrNoKey says that the key for the sealed values of an archive is missing.
var ErrNoKey = errors.New("its tokens and secrets are sealed, and the key is not here")

// Restore puts the folder back to the state of the archive. Its last step replaces the folder; a
// failure before that leaves the folder as it was, and nothing beside it. Restore returns
// datadir.ErrLocked while a Crier uses the folder.
func (a *Archive) Restore(ctx context.Context, r RestoreOptions) (done RestoreResult, err error) {
	p, err := preparePlace(r.Path, r.Lock)
	if err != nil {
		return done, err
	}
	defer func() { err = errors.Join(err, p.release()) }()
	built, err := datadir.Open(p.building)
	if err != nil {
		return done, err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, os.RemoveAll(p.building))
		}
	}()
	r.reach("begun")
	if done, err = a.build(ctx, r, p, built); err != nil {
		return done, err
	}
	if err := ctx.Err(); err != nil {
		return done, err
	}
	r.reach("built")
	done.Kept, err = p.swap(r)
	return done, err
}

func (r RestoreOptions) reach(step string) {
	if r.Reached != nil {
		r.Reached(step)
	}
}

// build makes the new folder complete and syncs it.
func (a *Archive) build(ctx context.Context, r RestoreOptions, p *place, built *datadir.Dir) (done RestoreResult, err error) {
	if err := a.unpack(ctx, r, built); err != nil {
		return done, err
	}
	r.reach("unpacked")
	if err := p.carry(ctx, r, a.Manifest, built); err != nil {
		return done, err
	}
	if err := r.putKey(p, a.Manifest, built); err != nil {
		return done, err
	}
	options := CheckOptions{Contents: r.Contents, Now: r.Now, Key: r.Key}
	if done.Proof, err = options.database(ctx, built.Database(), built.Backups(), a.Manifest); err != nil {
		return done, err
	}
	r.reach("checked")
	done.IsForgotten = !done.Proof.IsOpened
	if done.IsForgotten && !r.WithoutKey {
		return done, fmt.Errorf("%w: give it with --key FILE (from crier key export, or the secret.key of the folder), or restore with --without-key and connect the accounts again", ErrNoKey)
	}
	done.IsRevoked = !r.KeepAccess && !a.isMove(r.Now)
	if done.IsQuarantined, err = r.settle(ctx, built, a.Manifest, done); err != nil {
		return done, err
	}
	r.reach("settled")
	if done.Missing, err = r.takeFiles(ctx, p, built); err != nil {
		return done, err
	}
	if done.Orphans, err = p.takeOrphans(ctx, r, built); err != nil {
		return done, err
	}
	return done, syncTree(built.Path())
}

// unpack writes the files of the archive into the new folder.
func (a *Archive) unpack(ctx context.Context, r RestoreOptions, built *datadir.Dir) error {
	told := count(a.Bytes(), r.Progress)
	made := ""
	for i := range a.Files {
		e := &a.Files[i]
		if e.Path == keyName || r.KeepName && e.Path == appName {
			continue
		}
		path := filepath.Join(built.Path(), filepath.FromSlash(e.Path))
		if folder := filepath.Dir(path); folder != made {
			if err := os.MkdirAll(folder, dirMode); err != nil {
				return err
			}
			made = folder
		}
		if err := a.extract(ctx, i, path, told, r.Contents.Header); err != nil {
			return fmt.Errorf("restore %s: %w", e.Path, err)
		}
	}
	return nil
}

// putKey gives the new folder its key. If the replaced folder still has the same key, putKey copies
// its record, because the key itself may be in the keyring.
func (r *RestoreOptions) putKey(p *place, m *Manifest, built *datadir.Dir) error {
	if r.Key != nil && m.KeyCheck != "" && r.Key.Check() != m.KeyCheck {
		return fmt.Errorf("%w: the key that was given belongs to another data folder", ErrKey)
	}
	if p.old != nil && m.KeyCheck != "" {
		check, err := secrets.RecordedCheck(p.old.SecretKey())
		if err != nil && r.Key == nil && !r.WithoutKey && !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, secrets.ErrRecord) {
			return err
		}
		if err == nil && check == m.KeyCheck {
			key, err := secrets.LoadKey(p.old.SecretKey())
			if err == nil {
				r.Key = &key
				return copyFile(p.old.SecretKey(), built.SecretKey())
			}
			if r.Key == nil && !r.WithoutKey {
				return err
			}
		}
	}
	if r.Key == nil {
		return nil
	}
	return secrets.KeepKey(built.SecretKey(), *r.Key, r.UseKeyring)
}

// settle marks the database as a restored copy.
func (r RestoreOptions) settle(ctx context.Context, built *datadir.Dir, m *Manifest, done RestoreResult) (isQuarantined bool, err error) {
	db, err := database.Open(ctx, built.Database())
	if err != nil {
		return false, err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	err = db.InTx(ctx, func(ctx context.Context, tx bun.Tx) (err error) {
		var changes []func(context.Context, bun.Tx, time.Time) error
		if done.IsRevoked {
			changes = append(changes, r.Contents.Revoke...)
		}
		if done.IsForgotten {
			changes = append(changes, r.Contents.Forget...)
		}
		for _, change := range changes {
			if err := change(ctx, tx, r.Now); err != nil {
				return err
			}
		}
		if isQuarantined, err = m.arrive(ctx, tx, r.Now); err == nil && r.Settle != nil {
			err = r.Settle(ctx, tx, r.Now)
		}
		return err
	})
	return isQuarantined, err
}

// takeFiles links the files that the database names and the archive lacks from the replaced folder,
// and returns how many of them the replaced folder lacks too.
func (r RestoreOptions) takeFiles(ctx context.Context, p *place, built *datadir.Dir) (missing int, err error) {
	l := linker{to: built.Path()}
	if p.old != nil {
		l.from = p.old.Path()
	}
	head := make([]byte, HeaderSize)
	err = database.ReadCopy(ctx, built.Database(), func(db *database.DB) error {
		return r.Contents.eachFile(ctx, db, func(f File) error {
			path := filepath.Join(built.Path(), filepath.FromSlash(f.Path))
			if _, err := os.Lstat(path); !errors.Is(err, fs.ErrNotExist) {
				return err
			}
			if p.old != nil && isWhole(filepath.Join(p.old.Path(), filepath.FromSlash(f.Path)), f, r.Contents.Header, head) {
				return l.link(ctx, f.Path)
			}
			if f.Record != "" {
				missing++
			}
			return nil
		})
	})
	return missing, err
}

// syncTree syncs the names in a folder and in all folders below it.
func syncTree(path string) error {
	return filepath.WalkDir(path, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.IsDir() {
			return err
		}
		return datadir.SyncFolder(path)
	})
}
