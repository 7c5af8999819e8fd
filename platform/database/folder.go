package database

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"crier/platform/datadir"

	"modernc.org/sqlite"
	sqlitelib "modernc.org/sqlite/lib"
)

// ErrLost says that a data folder was used before and has no database any more, or an empty one.
var ErrLost = errors.New("this data folder has been used before, and its database is not there")

// OpenIn opens the database of a data folder, and makes one in a new folder. It returns ErrLost
// when the folder must have had a database, because other files in it belong to one.
//
// The order of the first start decides: the database is migrated before there is a secret.key, and
// the key is made before anything is taken in. An interrupted first start leaves neither.
func OpenIn(ctx context.Context, dir *datadir.Dir) (*DB, error) {
	evidence, err := usedBefore(dir)
	if err != nil {
		return nil, err
	}
	if has, err := hasBytes(dir.Database()); err != nil {
		return nil, datadir.Unread("the database", err)
	} else if evidence != "" && !has {
		return nil, lostError(dir, evidence)
	}
	db, err := Open(ctx, dir.Database())
	if err != nil || evidence == "" {
		return db, dir.Unwritable(err)
	}
	applied, err := Applied(ctx, db)
	if err != nil {
		err = unopened(dir.Database(), err)
	} else if len(applied) == 0 {
		err = lostError(dir, evidence)
	}
	if err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return db, nil
}

// LookInto calls do with the database that OpenIn would find, which may be of an older version than
// this program, and returns how many bytes it takes together with what is still in its log. It
// reads from the database that is there, without changing anything. The error is ErrLost for a
// folder that has lost its database, and fs.ErrNotExist for one that has never had one.
func LookInto(ctx context.Context, dir *datadir.Dir, do func(*DB) error) (size int64, err error) {
	evidence, err := usedBefore(dir)
	if err != nil {
		return 0, err
	}
	info, err := os.Stat(dir.Database())
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return 0, datadir.Unread("the database", err)
	}
	if err != nil || info.Size() == 0 {
		if evidence != "" {
			err = lostError(dir, evidence)
		} else if err == nil {
			err = fs.ErrNotExist
		}
		return 0, err
	}
	size, how := info.Size(), "&mode=ro"
	if log, err := os.Stat(dir.Database() + "-wal"); err == nil {
		size += log.Size()
	} else if errors.Is(err, fs.ErrNotExist) {
		how += "&immutable=1" // Else SQLite makes a log, and leaves it.
	}
	db, err := openToRead(dir.Database(), info, how)
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, db.DB.Close()) }()
	applied, err := Applied(ctx, db)
	switch {
	case err != nil:
		return size, unopened(dir.Database(), err)
	case len(applied) == 0 && evidence != "":
		return size, lostError(dir, evidence)
	case len(applied) == 0:
		return size, fs.ErrNotExist
	}
	return size, do(db)
}

func lostError(dir *datadir.Dir, evidence string) error {
	state := "missing"
	if _, err := os.Lstat(dir.Database()); err == nil {
		state = "empty"
	}
	return fmt.Errorf("%w: %s is %s, but there is %s; put the database back (copies from before updates are in %s) and start again, "+
		"or begin afresh with crier serve --new, which deletes nothing", ErrLost, dir.Database(), state, evidence, dir.Backups())
}

// usedBefore names what only a folder has that was used before, and is empty for a new one.
func usedBefore(dir *datadir.Dir) (evidence string, err error) {
	if _, err := os.Lstat(dir.SecretKey()); !errors.Is(err, fs.ErrNotExist) {
		return dir.SecretKey(), err
	}
	// SQLite deletes the log of a database that is empty.
	wal := dir.Database() + "-wal"
	hasLog, logErr := hasBytes(wal)
	hasDatabase, err := hasBytes(dir.Database())
	if err := errors.Join(logErr, err); err != nil {
		return "", datadir.Unread("the database", err)
	}
	if hasLog && !hasDatabase {
		return wal, nil
	}
	for _, folder := range []string{dir.Uploads(), dir.Orphans()} {
		err := filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			evidence = path
			return fs.SkipAll
		})
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return "", fmt.Errorf("look into the data folder: %w", err)
		}
		if evidence != "" {
			return evidence, nil
		}
	}
	copies, err := filesIn(dir.Backups(), copyPattern)
	if len(copies) > 0 {
		return copies[0], err
	}
	return "", err
}

// hasBytes reports whether there is a file that is not empty.
func hasBytes(path string) (bool, error) {
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	return err == nil && info.Size() > 0, err
}

// unopened is the error of a database that is there and gave err. SQLite does not say that no
// descriptor was left for its files: unopened finds that out.
func unopened(path string, err error) error {
	if own, ok := errors.AsType[*sqlite.Error](err); ok && own.Code()&0xff == sqlitelib.SQLITE_CANTOPEN {
		err = errors.Join(err, openMany(path))
	}
	if datadir.TooManyOpen(err) {
		return datadir.Unread("the database "+path, err)
	}
	return fmt.Errorf("open the database %s: %w", path, err)
}

// filesOfDatabase is how many files SQLite opens for a connection: the database, its log, the index
// of that, and the folder, which it syncs.
const filesOfDatabase = 4

// openMany opens the file as often as SQLite opens files of a database.
func openMany(path string) (err error) {
	for range filesOfDatabase {
		f, openErr := os.Open(path)
		if openErr != nil {
			return openErr
		}
		defer func() { err = errors.Join(err, f.Close()) }()
	}
	return nil
}

// ErrNotLost says that a folder has a database.
var ErrNotLost = errors.New("this data folder has a database, and crier serve --new replaces none")

// BeginAfresh makes a new database in a folder that has lost its own. It renames what is left of
// the former one, with the day in the name, because SQLite would delete its log. It returns
// ErrNotLost for a database that holds something; it leaves a new folder as it is. The caller holds
// the folder's lock.
func BeginAfresh(ctx context.Context, dir *datadir.Dir, now time.Time) error {
	db, err := OpenIn(ctx, dir)
	if err == nil {
		applied, err := Applied(ctx, db)
		if err == nil && len(applied) > 0 {
			err = fmt.Errorf("%w: %s; to begin afresh, move that file away, or use another folder (CRIER_DATA_DIR)", ErrNotLost, dir.Database())
		}
		return errors.Join(err, db.Close())
	}
	if !errors.Is(err, ErrLost) {
		return err
	}
	if _, err := dir.PutAside(dir.Database(), now); err != nil {
		return err
	}
	db, err = Open(ctx, dir.Database())
	if err != nil {
		return err
	}
	return errors.Join(db.Migrate(ctx, dir.Backups(), now), db.Close())
}
