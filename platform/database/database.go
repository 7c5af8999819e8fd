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
	"sync"
	"time"

	"crier/migrations"

	"github.com/uptrace/bun"

	"modernc.org/sqlite"
)

const (
	fileMode = 0o600
	// maxReaders is the number of connections that may read at once.
	maxReaders = 4
	// writerShare and readerShare are how many KiB of pages a connection keeps in memory. They take
	// twice as much: a page is a little larger than 4 KiB, and SQLite's allocator gives powers of
	// two.
	writerShare = 2000
	readerShare = 1000
)

// DB is the open database. It is safe for concurrent use.
type DB struct {
	*bun.DB
	read    *sql.DB
	writer  *writer
	version *version
	file    file
	watch   *currentWatch
	log     *logFile
	// opening is the connection that openReader opens. Close waits for it.
	opening sync.WaitGroup
}

// Open opens the database file at path and makes an empty one, readable by its owner alone, if
// there is none. It does not touch the schema: Migrate does.
func Open(ctx context.Context, path string) (*DB, error) {
	inode, err := touch(path)
	if err != nil {
		return nil, unopened(path, err)
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
	asks, err := file.connector(dsn(path, versionPragmas))
	if err != nil {
		return nil, err
	}
	watch, log := new(currentWatch), new(logFile)
	write, read := sql.OpenDB(preparing{writes, writerShare, watch, log}), sql.OpenDB(preparing{Connector: reads, share: readerShare})
	write.SetMaxOpenConns(1)
	read.SetMaxOpenConns(maxReaders)
	read.SetMaxIdleConns(maxReaders)
	db := &DB{read: read, version: &version{connector: asks}, file: file, watch: watch, log: log}
	db.DB = bun.NewDB(write, tables, bun.WithConnResolver(readerResolver{read}))
	db.writer = &writer{db: db.DB}
	// The first write sets the journal mode in the file; the readers cannot.
	if err := db.PingContext(ctx); err != nil {
		return nil, errors.Join(unopened(path, err), db.Close())
	}
	return db, nil
}

// openToRead opens a file with the query parameters of mode, for statements that only read. The
// result has no version: close its bun.DB, for DB.Close would close the version too.
func openToRead(path string, inode fs.FileInfo, mode string) (*DB, error) {
	connector, err := file{path, inode}.connector(dsn(path, readerPragmas) + mode)
	if err != nil {
		return nil, err
	}
	read := sql.OpenDB(connector)
	return &DB{DB: bun.NewDB(read, tables), read: read}, nil
}

// Close closes every connection.
func (db *DB) Close() error {
	db.opening.Wait()
	return errors.Join(db.version.close(), db.DB.Close())
}

// openReader opens the first reader's connection in the background, because that takes about a
// millisecond, in which a start goes on. A reader that comes earlier opens one itself, and gets the
// error if there is one.
func (db *DB) openReader(ctx context.Context) {
	db.opening.Go(func() { _ = db.read.PingContext(ctx) })
}

// Reader returns the pool of connections that cannot write, for statements prepared once.
func (db *DB) Reader() *sql.DB { return db.read }

// Version returns a number that changes with each commit, of this process and of any other. Data
// that was read after a call of Version is still current while Version returns the same number.
func (db *DB) Version(ctx context.Context) (uint64, error) { return db.version.current(ctx) }

// Migrate brings the schema up to date, all in one transaction. A database that already holds
// something is first copied into the folder backups. It returns ErrNewerSchema when a newer version
// of the program has migrated the database.
func (db *DB) Migrate(ctx context.Context, backups string, now time.Time) error {
	return migrate(ctx, db, migrations.Files, backups, now)
}

// Checkpoint moves everything from the log to the database's file and begins the log again. It
// returns ErrBusyLog where something has been reading for long.
func Checkpoint(ctx context.Context, db *DB) error {
	var busy, pages, moved int
	if err := db.writer.db.DB.QueryRowContext(ctx, "PRAGMA wal_checkpoint(TRUNCATE)").Scan(&busy, &pages, &moved); err != nil {
		return err
	}
	if busy != 0 {
		return ErrBusyLog
	}
	return nil
}

// InTx runs fn in a transaction that holds the write lock from its beginning. It commits when fn
// returns nil, and is then on disk; otherwise it changes nothing and returns fn's error. When ctx
// ends before fn has returned, nothing changes either, although fn's own statements run to their
// end.
//
// Transactions that wait for each other share one commit, see writer.
func (db *DB) InTx(ctx context.Context, fn func(ctx context.Context, tx bun.Tx) error) error {
	return db.inTx(ctx, durable, fn)
}

// InRelaxedTx is InTx without the wait for the disk: a power cut may undo what it committed,
// together with every relaxed transaction after it, but never leaves half of it.
func (db *DB) InRelaxedTx(ctx context.Context, fn func(ctx context.Context, tx bun.Tx) error) error {
	return db.inTx(ctx, relaxed, fn)
}

func (db *DB) inTx(ctx context.Context, d durability, fn func(ctx context.Context, tx bun.Tx) error) error {
	hooks := &commitHooks{}
	// A statement that is interrupted takes the whole transaction with it, and with it those that
	// share its commit.
	within := context.WithValue(context.WithoutCancel(ctx), hooksKey{}, hooks)
	if err := db.writer.do(ctx, d, func(tx bun.Tx) error { return fn(within, tx) }); err != nil {
		return err
	}
	hooks.run()
	return nil
}

type hooksKey struct{}

type commitHooks struct{ fns []func() }

func (h *commitHooks) run() {
	for _, fn := range h.fns {
		fn()
	}
}

// AfterCommit runs fn once the transaction that ctx belongs to has committed, and never when it is
// rolled back. Outside a transaction it runs fn at once.
func AfterCommit(ctx context.Context, fn func()) {
	hooks, ok := ctx.Value(hooksKey{}).(*commitHooks)
	if !ok {
		fn()
		return
	}
	hooks.fns = append(hooks.fns, fn)
}

var (
	// Where fsync leaves bytes in the disk's own memory, as on macOS, fullfsync is what makes a
	// commit durable.
	writerPragmas = []string{
		"busy_timeout(5000)", "journal_mode(WAL)", "synchronous(FULL)", "fullfsync(1)", "checkpoint_fullfsync(1)", "foreign_keys(1)", "temp_store(MEMORY)",
		cacheSize(writerShare), "journal_size_limit(16777216)",
	}
	readerPragmas = []string{
		"busy_timeout(5000)", "query_only(1)", "temp_store(MEMORY)", cacheSize(readerShare),
	}
	// None of them has SQLite read the schema, as cache_size would: the version is not in a table.
	versionPragmas = []string{"busy_timeout(5000)", "query_only(1)"}
)

func cacheSize(share int) string { return fmt.Sprintf("cache_size(-%d)", share) }

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

// connector opens connections to the file that was there first. When that file is gone, SQLite
// would make an empty database in its place, and it would accept another file: the pool would keep
// the connection, and its queries would find nothing.
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
