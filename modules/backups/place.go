package backups

import (
	"context"
	"database/sql"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"crier/platform/apperror"
	"crier/platform/database"
	"crier/platform/datadir"

	"github.com/uptrace/bun"
)

// chosenFolder is the one row about the folder that somebody has chosen for the backups.
type chosenFolder struct {
	bun.BaseModel `bun:"table:backups_folder"`

	ID   int `bun:",pk"`
	Path string
}

// place is where the backups go.
type place struct {
	dir *datadir.Dir
	db  *database.DB
	// fixed is the folder that Crier was started with, which comes first; empty where somebody may
	// choose.
	fixed string
}

// folder returns the folder of the backups, and whether it is the one in the data folder, where
// automatic ones leave the media out.
func (p place) folder(ctx context.Context) (folder string, isBeside bool, err error) {
	if p.fixed != "" {
		return p.fixed, false, nil
	}
	chosen := chosenFolder{}
	err = p.db.NewSelect().Model(&chosen).Scan(ctx)
	if errors.Is(err, sql.ErrNoRows) {
		return p.dir.Backups(), true, nil
	}
	return chosen.Path, false, err
}

// choose has the backups from now on in another folder, once it is known to take them. Empty is the
// one in the data folder. The earlier ones stay where they are.
func (p place) choose(ctx context.Context, folder string) (err error) {
	if p.fixed != "" {
		return apperror.New(apperror.InvalidState, "Crier was started with the folder %s (CRIER_BACKUP_DIR), which comes first; take that away to choose one here", p.fixed)
	}
	if folder != "" {
		if folder, err = p.try(folder); err != nil {
			return err
		}
	}
	return p.db.InTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		_, err := tx.NewDelete().Model((*chosenFolder)(nil)).Where("id = 1").Exec(ctx)
		if err != nil || folder == "" {
			return err
		}
		_, err = tx.NewInsert().Model(&chosenFolder{ID: 1, Path: folder}).Exec(ctx)
		return err
	})
}

// try makes the folder where it is not there, writes into it, and compares its room with what a
// whole backup takes. It returns the folder as it is spelled on the disk; empty for the one in the
// data folder.
func (p place) try(folder string) (string, error) {
	invalid := func(format string, args ...any) (string, error) {
		return "", apperror.New(apperror.ValidationError, "body.folder: "+format, args...)
	}
	folder = datadir.Spelled(filepath.Clean(strings.TrimSpace(folder)))
	if !filepath.IsAbs(folder) {
		return invalid("write the whole path of the folder, from the beginning of the disk on, such as %s", filepath.Join(filepath.VolumeName(p.dir.Path())+string(filepath.Separator), "media", "disk", "crier"))
	}
	if folder == p.dir.Backups() {
		return "", nil
	}
	if _, err := os.Stat(filepath.Dir(folder)); err != nil {
		return invalid("the folder %s, in which it would be, is not there; make it, or mount its disk", filepath.Dir(folder))
	}
	if datadir.Within(p.dir.Path(), folder) {
		return invalid("%s is in the data folder: what destroys that takes the backups with it. Choose a folder outside of it, best on another disk", folder)
	}
	info, err := os.Stat(folder)
	isNew := errors.Is(err, fs.ErrNotExist)
	switch {
	case isNew:
		err = os.Mkdir(folder, 0o700)
	case err == nil && !info.IsDir():
		return invalid("%s is a file; name a folder", folder)
	}
	if err == nil {
		err = p.tryWriting(folder)
	}
	if err == nil {
		return folder, nil
	}
	if isNew {
		_ = os.Remove(folder) // It is empty, or somebody else's by now.
	}
	if apperror.From(err) != nil {
		return "", err
	}
	return invalid("Crier cannot write into %s; choose another folder, or let your user write there (%v)", folder, err)
}

func (p place) tryWriting(folder string) error {
	f, err := os.CreateTemp(folder, ".crier-*")
	if err != nil {
		return err
	}
	_, err = f.WriteString("A try whether backups can be written here.")
	if err = errors.Join(err, f.Close(), os.Remove(f.Name())); err != nil {
		return err
	}
	need, err := p.size()
	if err != nil {
		return err
	}
	free, err := datadir.Room(folder)
	switch {
	case errors.Is(err, errors.ErrUnsupported):
		return nil
	case err != nil:
		return err
	case free < need:
		return apperror.New(apperror.ValidationError, "body.folder: its disk has %d MB left, and a whole backup takes up to %d MB; make room there, or choose another disk", free>>20, need>>20)
	}
	return nil
}

// size returns how many bytes the database and the files have that a whole backup takes.
func (p place) size() (size int64, err error) {
	add := func(_ string, entry fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err != nil || entry.IsDir() {
			return err
		}
		info, err := entry.Info()
		if errors.Is(err, fs.ErrNotExist) {
			return nil // It was deleted meanwhile.
		}
		if err == nil {
			size += info.Size()
		}
		return err
	}
	return size, errors.Join(filepath.WalkDir(p.dir.Uploads(), add), filepath.WalkDir(p.dir.Database(), add))
}
