package database

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"

	"modernc.org/sqlite"
)

// keptStatements is how many statements a connection keeps prepared. There are fewer in the
// program.
const keptStatements = 256

// preparing opens connections that prepare a statement with arguments once and keep it. They do not
// keep the statements of the ORM: it writes the arguments into the text, and the same text seldom
// comes again.
type preparing struct {
	driver.Connector
	// share is how many KiB of pages a connection keeps in memory.
	share int
	// watch gets the changes. Both are nil for connections that make none.
	watch *currentWatch
	log   *logFile
}

// Connect opens a connection.
func (p preparing) Connect(ctx context.Context) (driver.Conn, error) {
	opened, err := p.Connector.Connect(ctx)
	if err != nil {
		return nil, err
	}
	own, isOwn := opened.(sqliteConn)
	if !isOwn {
		return nil, errors.Join(fmt.Errorf("database: the driver opens a %T, which lacks what is asked of its connections", opened), opened.Close())
	}
	return &conn{sqliteConn: own, kept: make(map[string]*kept), share: p.share, changes: changes{watch: p.watch}, log: p.log}, nil
}

// sqliteConn is what the driver's connections can do: what database/sql needs, how much memory they
// take, and the hook that says which rows are about to change.
type sqliteConn interface {
	driver.Conn
	driver.ConnBeginTx
	driver.ConnPrepareContext
	driver.ExecerContext
	driver.QueryerContext
	driver.Pinger
	driver.SessionResetter
	driver.Validator
	sqlite.DBStatus
	RegisterPreUpdateHook(callback sqlite.PreUpdateHookFn)
}

// conn is a connection with the statements that it keeps. database/sql lets one goroutine use it at
// a time.
type conn struct {
	sqliteConn
	kept    map[string]*kept
	share   int
	changes changes
	log     *logFile
	// lost is an error after which SQLite may have rolled back the transaction. Outside it each
	// further statement would be committed by itself, so that none runs until the turn is undone or
	// the transaction ends.
	lost error
}

// sqliteStmt is what the driver's statements can do.
type sqliteStmt interface {
	driver.Stmt
	driver.StmtExecContext
	driver.StmtQueryContext
}

// kept is a prepared statement. One whose rows are being read is busy.
type kept struct {
	sqliteStmt
	busy bool
}

// statement returns the prepared statement of a text, or nil when the driver is to run the text as
// it is.
func (c *conn) statement(ctx context.Context, text string, args []driver.NamedValue) (*kept, error) {
	if len(args) == 0 && text != beginTurn && text != undoTurn && text != endTurn {
		return nil, nil
	}
	if s := c.kept[text]; s != nil {
		if s.busy {
			return nil, nil
		}
		return s, nil
	}
	if len(c.kept) >= keptStatements {
		return nil, nil
	}
	prepared, err := c.PrepareContext(ctx, text)
	if err != nil {
		return nil, err
	}
	own, isOwn := prepared.(sqliteStmt)
	if !isOwn {
		return nil, errors.Join(fmt.Errorf("database: the driver prepares a %T, which lacks what is asked of its statements", prepared), prepared.Close())
	}
	s := &kept{sqliteStmt: own}
	c.kept[text] = s
	return s, nil
}

// ExecContext runs a statement that gives no rows.
func (c *conn) ExecContext(ctx context.Context, text string, args []driver.NamedValue) (driver.Result, error) {
	if err := c.check(ctx, text); err != nil {
		return nil, err
	}
	c.changes.begin(c.sqliteConn)
	defer c.changes.ran(text)
	result, err := c.exec(ctx, text, args)
	c.ran(text, err)
	return result, err
}

func (c *conn) exec(ctx context.Context, text string, args []driver.NamedValue) (driver.Result, error) {
	s, err := c.statement(ctx, text, args)
	if err != nil {
		return nil, err
	}
	if s == nil {
		return c.sqliteConn.ExecContext(ctx, text, args)
	}
	return s.ExecContext(ctx, args)
}

// QueryContext runs a statement that gives rows.
func (c *conn) QueryContext(ctx context.Context, text string, args []driver.NamedValue) (driver.Rows, error) {
	if err := c.check(ctx, text); err != nil {
		return nil, err
	}
	c.changes.begin(c.sqliteConn)
	found, err := c.query(ctx, text, args)
	c.ran(text, err)
	return found, err
}

func (c *conn) query(ctx context.Context, text string, args []driver.NamedValue) (driver.Rows, error) {
	s, err := c.statement(ctx, text, args)
	if err != nil {
		return nil, err
	}
	if s == nil {
		found, err := c.sqliteConn.QueryContext(ctx, text, args)
		if err == nil && c.log != nil {
			found = &rows{Rows: found, conn: c}
		}
		return found, err
	}
	found, err := s.QueryContext(ctx, args)
	if err != nil {
		return nil, err
	}
	s.busy = true
	return &rows{Rows: found, conn: c, of: s}, nil
}

// rows are the rows of a statement, which runs while they are read.
type rows struct {
	driver.Rows
	conn *conn
	// of is the statement, nil for one that is not kept.
	of *kept
}

// Next reads a row.
func (r *rows) Next(row []driver.Value) error {
	err := r.Rows.Next(row)
	r.conn.ran("", err)
	return err
}

// Close ends the statement, gives it back, and reports its changes.
func (r *rows) Close() error {
	if r.of != nil {
		r.of.busy = false
	}
	err := r.Rows.Close()
	r.conn.ran("", err)
	r.conn.changes.read()
	return err
}

// IsValid comes when the connection is given back. One that has filled its share then drops its
// pages, with those of others that nobody holds at this moment: SQLite has no other way. See the
// package's comment for why.
func (c *conn) IsValid() bool {
	if !c.sqliteConn.IsValid() {
		return false
	}
	if bytes, _, err := c.Status(sqlite.DBStatusCacheUsed, false); err == nil && bytes >= c.share<<10 {
		// Where it fails, the pages stay where they are.
		_, _ = c.sqliteConn.ExecContext(context.Background(), "PRAGMA shrink_memory", nil)
	}
	return true
}

// BeginTx begins a transaction.
func (c *conn) BeginTx(ctx context.Context, opts driver.TxOptions) (driver.Tx, error) {
	if err := c.check(ctx, ""); err != nil {
		return nil, err
	}
	c.changes.begin(c.sqliteConn)
	tx, err := c.sqliteConn.BeginTx(ctx, opts)
	if err != nil || c.log == nil {
		return tx, err
	}
	c.changes.inTx = true
	return writingTx{tx, c}, nil
}

// Close closes the statements, without which the driver would keep the file open, and the
// connection.
func (c *conn) Close() error {
	for _, s := range c.kept {
		// A statement that cannot be closed is no reason to keep the connection.
		_ = s.Close()
	}
	clear(c.kept)
	return c.sqliteConn.Close()
}
