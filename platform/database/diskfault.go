package database

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"sync/atomic"

	"modernc.org/sqlite"
	sqlitelib "modernc.org/sqlite/lib"
)

// logFile is what the connections that write know of the log.
type logFile struct {
	// unsynced says that the log may hold what the disk does not.
	unsynced atomic.Bool
}

// mayHaveEnded reports whether SQLite may have rolled back the whole transaction in which a
// statement failed with err. It does so when the disk or the memory fails in the middle of a
// change.
func mayHaveEnded(err error) bool {
	own, ok := errors.AsType[*sqlite.Error](err)
	if !ok {
		return false
	}
	switch own.Code() & 0xff {
	case sqlitelib.SQLITE_IOERR, sqlitelib.SQLITE_FULL, sqlitelib.SQLITE_NOMEM, sqlitelib.SQLITE_INTERRUPT:
		return true
	}
	return false
}

// check comes before each statement. It refuses one that would run outside the transaction to which
// it belongs, and all that would be written behind a gap in the log.
func (c *conn) check(ctx context.Context, text string) error {
	if c.lost != nil && text != undoTurn {
		return fmt.Errorf("the transaction has failed before: %w", c.lost)
	}
	if c.log == nil || c.changes.inTx || text == restoreDurable || !c.log.unsynced.Load() {
		return nil
	}
	if err := c.emptyLog(ctx); err != nil {
		return fmt.Errorf("empty the log after a sync that failed: %w", err)
	}
	c.log.unsynced.Store(false)
	return nil
}

// ran comes after each statement, and after each part of its rows, with how it went.
func (c *conn) ran(text string, err error) {
	switch {
	case err == nil:
		if text == undoTurn {
			c.lost = nil
		}
		return
	case c.log != nil && syncFailed(err):
		c.log.unsynced.Store(true)
	}
	if c.changes.inTx && c.lost == nil && mayHaveEnded(err) {
		c.lost = err
	}
}

// emptyLog moves everything from the log to the database file and begins the log again. It comes
// after a sync of the log that failed: the system may then have dropped what was not written, and
// reports success for the next sync of the same file. A later commit behind such a gap would be
// reported as on disk, and a power cut would undo it. It fails as long as syncs fail.
func (c *conn) emptyLog(ctx context.Context) error {
	rows, err := c.sqliteConn.QueryContext(context.WithoutCancel(ctx), "PRAGMA wal_checkpoint(TRUNCATE)", nil)
	if err != nil {
		return err
	}
	result := make([]driver.Value, len(rows.Columns()))
	err = errors.Join(rows.Next(result), rows.Close())
	if busy, isNumber := result[0].(int64); err == nil && (!isNumber || busy != 0) {
		err = ErrBusyLog
	}
	return err
}

// ErrBusyLog says that the log cannot be begun again yet.
var ErrBusyLog = errors.New("database: the log is being read")

// writingTx is a transaction of a connection that writes. What it has changed is reported when it
// ends.
type writingTx struct {
	driver.Tx
	conn *conn
}

// Commit commits, and reports the changes.
func (t writingTx) Commit() error {
	err := t.Tx.Commit()
	t.conn.changes.inTx = false
	t.conn.ran("", err)
	t.conn.changes.publish()
	return err
}

// Rollback rolls back, and drops the changes.
func (t writingTx) Rollback() error {
	t.conn.changes.inTx = false
	t.conn.lost = nil
	t.conn.changes.forget(0)
	return t.Tx.Rollback()
}
