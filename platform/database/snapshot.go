package database

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"crier/platform/datadir"
)

// Snapshot writes the database file at from, as it is committed, into a new file at to, which is on
// the disk when it returns. It reads on a connection of its own, so that a service can write to the
// same file meanwhile. Deleted rows are not in the copy, because it leaves out free pages. The
// error is fs.ErrPermission when SQLite may not make its log beside the file.
func Snapshot(ctx context.Context, from, to string) (err error) {
	info, err := os.Stat(from)
	if err != nil {
		return fmt.Errorf("copy the database: %w", err)
	}
	made, err := os.OpenFile(to, os.O_CREATE|os.O_EXCL|os.O_RDWR, fileMode)
	if err != nil {
		return fmt.Errorf("copy the database: %w", err)
	}
	defer func() {
		if err = errors.Join(err, made.Close()); err != nil {
			err = errors.Join(fmt.Errorf("copy the database: %w", err), removeFile(to))
		}
	}()
	// SQLite refuses to do this on a connection that may only query.
	connector, err := file{from, info}.connector(dsn(from, []string{"busy_timeout(5000)", "temp_store(MEMORY)", "cache_size(-1000)"}) + "&mode=rw")
	if err != nil {
		return err
	}
	own := sql.OpenDB(connector)
	switch _, err = own.ExecContext(ctx, "VACUUM INTO ?", to); {
	case IsDamaged(err):
		err = fmt.Errorf("%w: %w", ErrNoDatabase, err)
	case datadir.TooManyOpen(unopened(from, err)):
		err = unopened(from, err)
	case mayNotWrite(err):
		err = fmt.Errorf("%w: %w", fs.ErrPermission, err)
	}
	return errors.Join(err, own.Close(), made.Sync())
}

// ErrNoDatabase says that a file is no database, or a damaged one.
var ErrNoDatabase = errors.New("the file is no database, or it is damaged")

// header is how every database file begins.
const header = "SQLite format 3\x00"

// ReadCopy calls do with a connection that reads a database file that nobody uses. It changes
// nothing and leaves nothing beside the file. It returns ErrNoDatabase for a file that is no
// database.
func ReadCopy(ctx context.Context, path string, do func(*DB) error) (err error) {
	info, err := begins(path)
	if err != nil {
		return err
	}
	db, err := openToRead(path, info, "&mode=ro&immutable=1")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.DB.Close()) }()
	if _, err := Applied(ctx, db); err != nil {
		return fmt.Errorf("%w: %w", ErrNoDatabase, err)
	}
	return do(db)
}

// begins returns ErrNoDatabase for a file that does not begin like a database.
func begins(path string) (fs.FileInfo, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }()
	head := make([]byte, len(header))
	if _, err := io.ReadFull(f, head); err != nil || !bytes.Equal(head, []byte(header)) {
		return nil, ErrNoDatabase
	}
	return f.Stat()
}

// CheckPages reads every page, and returns ErrNoDatabase when one of them is damaged. It does not
// compare the indexes with their tables, which takes CheckWhole most of its time.
func CheckPages(ctx context.Context, db *DB) error { return checkBy(ctx, db, "PRAGMA quick_check(1)") }

// checkBy returns ErrNoDatabase unless SQLite answers the check with ok. Any other error says
// nothing about the pages, such as that of a file that could not be opened.
func checkBy(ctx context.Context, db *DB, check string) error {
	var first string
	switch err := db.QueryRowContext(ctx, check).Scan(&first); {
	case IsDamaged(err):
		return fmt.Errorf("%w: %w", ErrNoDatabase, err)
	case err != nil:
		return fmt.Errorf("read the pages of the database: %w", err)
	}
	if first != "ok" {
		return fmt.Errorf("%w: %s", ErrNoDatabase, first)
	}
	return nil
}

// CheckWhole reads the whole database: it returns ErrNoDatabase when a page or an index is damaged,
// or when a row refers to a missing one.
func CheckWhole(ctx context.Context, db *DB) error {
	if err := checkBy(ctx, db, "PRAGMA integrity_check(1)"); err != nil {
		return err
	}
	var dangling int
	if err := db.QueryRowContext(ctx, "SELECT count(*) FROM pragma_foreign_key_check").Scan(&dangling); err != nil {
		return fmt.Errorf("%w: %w", ErrNoDatabase, err)
	}
	if dangling > 0 {
		return fmt.Errorf("%w: %d of its rows name rows that are not there", ErrNoDatabase, dangling)
	}
	return nil
}
