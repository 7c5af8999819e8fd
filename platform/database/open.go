package database

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"

	"github.com/uptrace/bun"

	"modernc.org/sqlite"
)

const (
	fileMode = 0o600
	// maxReaders is the number of connections that may read at once. Each keeps a page cache of its
	// own, which takes twice what it is allowed: a page is a little larger than 4 KiB, and SQLite's
	// allocator gives powers of two.
	maxReaders = 4
)

// DB is the open database. It is safe for concurrent use.
type DB struct {
	*bun.DB
	read    *sql.DB
	writer  *writer
	version *version
	file    file
	told    *told
}

// Open opens the database file at path and makes an empty one, readable by its owner alone, if
// there is none. It does not touch the schema: Migrate does.
func Open(ctx context.Context, path string) (*DB, error) {
	inode, err := touch(path)
	if err != nil {
		return nil, fmt.Errorf("open the database: %w", err)
	}
	file := file{path, inode}
	writes, err := file.connector(dsn(path, writerPragmas) + "&_txlock=immediate")
	if err != nil {
		return nil, err
	}
	reads, err := file.connector(dsn(path, readerPragmas))
	if err != nil {
		return nil, err
	}
	told := new(told)
	write, read := sql.OpenDB(preparing{writes, told}), sql.OpenDB(preparing{Connector: reads})
	write.SetMaxOpenConns(1)
	read.SetMaxOpenConns(maxReaders)
	read.SetMaxIdleConns(maxReaders)
	db := &DB{read: read, version: &version{connector: reads}, file: file, told: told}
	db.DB = bun.NewDB(write, tables, bun.WithConnResolver(readerResolver{read}))
	db.writer = &writer{db: db.DB}
	// The first write sets the journal mode in the file; the readers cannot.
	if err := db.PingContext(ctx); err != nil {
		return nil, errors.Join(fmt.Errorf("open the database %s: %w", path, err), db.Close())
	}
	return db, nil
}

var (
	// Where fsync leaves bytes in the disk's own memory, as on macOS, fullfsync is what makes a
	// commit durable.
	writerPragmas = []string{
		"busy_timeout(5000)", "journal_mode(WAL)", "synchronous(FULL)", "fullfsync(1)", "checkpoint_fullfsync(1)", "foreign_keys(1)", "temp_store(MEMORY)",
		"cache_size(-2000)", "journal_size_limit(16777216)",
	}
	readerPragmas = []string{
		"busy_timeout(5000)", "query_only(1)", "temp_store(MEMORY)", "cache_size(-1000)",
	}
)

// dsn needs the file: prefix, without which the driver drops the query.
func dsn(path string, pragmas []string) string {
	return "file:" + (&url.URL{Path: path}).EscapedPath() + "?" + url.Values{"_pragma": pragmas}.Encode()
}

// file is the database's file, as it was when the database was opened.
type file struct {
	path string
	info fs.FileInfo
}

// check returns an error when the file is gone or another one is in its place.
func (f file) check() error {
	now, err := os.Stat(f.path)
	if err == nil && !os.SameFile(now, f.info) {
		err = errors.New("the database file has been replaced")
	}
	return err
}

func (f file) connector(dsn string) (driver.Connector, error) {
	opens, err := sqlite.NewConnector(dsn)
	return connector{opens, f}, err
}

// connector opens connections to the file that was there first. SQLite would make an empty database
// where that was moved away, and take another one that stands in its place: the connection would be
// kept, and deny all that there is.
type connector struct {
	driver.Connector
	file file
}

// Connect opens a connection.
func (c connector) Connect(ctx context.Context) (driver.Conn, error) {
	if err := c.file.check(); err != nil {
		return nil, err
	}
	opened, err := c.Connector.Connect(ctx)
	if err != nil {
		return nil, err
	}
	if err := c.file.check(); err != nil {
		return nil, errors.Join(err, opened.Close())
	}
	return opened, nil
}

func touch(path string) (fs.FileInfo, error) {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, fileMode)
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	return info, errors.Join(err, f.Close())
}

// readerResolver sends plain SELECT queries to the readers.
type readerResolver struct{ read *sql.DB }

func (r readerResolver) ResolveConn(_ context.Context, query bun.Query) bun.IConn {
	if _, ok := query.(*bun.SelectQuery); ok {
		return r.read
	}
	return nil
}

func (r readerResolver) Close() error { return r.read.Close() }

// Reader returns the pool of connections that cannot write, for statements prepared once.
func (db *DB) Reader() *sql.DB { return db.read }
