package database

import (
	"context"
	"fmt"
	"sync/atomic"

	"github.com/uptrace/bun"

	"modernc.org/sqlite"
	sqlitelib "modernc.org/sqlite/lib"
)

// Watched is a table whose changes Watch reports.
type Watched struct {
	Table string
	// Kind is the kind of the reported change.
	Kind string
	// ID is the column that names what has changed. Where it is empty, As is the name.
	ID, As string
	// Updated is the column with the instant of the row's last change; empty when there is none.
	Updated string
}

// Change says that a row was inserted, updated or deleted. A Change without a kind says that
// anything may have changed.
type Change struct {
	Kind, ID string
	// Updated is the instant in Unix milliseconds, 0 when the row has none or was deleted.
	Updated int64
}

// maxNoted is how many changes of a transaction are reported one by one.
const maxNoted = 4096

// Watch calls tell for each change of the tables that is committed from now on, after the commit
// and in the order of the commits. Every change from before the return of Watch is in the database
// by then. Watch notices what the writer's connection does, so that no writer has to announce a
// change; it does not notice what another process writes. tell runs while other transactions wait
// for their turn: it must neither wait nor use the database. A second call replaces the first.
func Watch(ctx context.Context, db *DB, tables []Watched, tell func([]Change)) error {
	w := &watching{tables: make(map[string]watchedTable), tell: tell}
	for _, t := range tables {
		if _, twice := w.tables[t.Table]; twice {
			return fmt.Errorf("the table %s is watched twice", t.Table)
		}
		columns, err := Values[string](ctx, db, "SELECT name FROM pragma_table_info(?) ORDER BY cid", t.Table)
		if err != nil {
			return fmt.Errorf("watch the table %s: %w", t.Table, err)
		}
		if w.tables[t.Table], err = t.within(columns); err != nil {
			return err
		}
	}
	db.watch.watching.Store(w)
	// A transaction that began before notes nothing. This one has its turn after it.
	return db.InRelaxedTx(ctx, func(context.Context, bun.Tx) error { return nil })
}

// watchedTable is a Watched with the places of its columns.
type watchedTable struct {
	Watched
	// id and updated are places in a row, -1 without such a column; count is how many columns have
	// to be read.
	id, updated, count int
}

func (w Watched) within(columns []string) (watchedTable, error) {
	t := watchedTable{w, -1, -1, 0}
	for i, name := range columns {
		switch name {
		case w.ID:
			t.id, t.count = i, i+1
		case w.Updated:
			t.updated, t.count = i, i+1
		}
	}
	if (t.id < 0) != (w.ID == "") || (w.ID == "") != (w.As != "") || (t.updated < 0) != (w.Updated == "") {
		return t, fmt.Errorf("the table %s has no such columns as %q and %q, or its changes have no name", w.Table, w.ID, w.Updated)
	}
	return t, nil
}

// currentWatch holds the last Watch for the connections that write.
type currentWatch struct{ watching atomic.Pointer[watching] }

type watching struct {
	tables map[string]watchedTable
	tell   func([]Change)
}

// changes are the changes of one connection that are not reported yet.
type changes struct {
	watch *currentWatch
	// watching is nil until the connection was first used after Watch.
	watching *watching
	inTx     bool
	// noted has each changed thing once, in the order of the first change; places has its index.
	// turn is the length of noted when the turn began.
	noted  []Change
	places map[Change]int
	turn   int
	row    []any
}

// begin comes before each use of the connection.
func (c *changes) begin(conn sqliteConn) {
	if c.watch == nil || c.inTx {
		return
	}
	watching := c.watch.watching.Load()
	if watching == c.watching {
		return
	}
	if c.watching == nil {
		c.places = make(map[Change]int)
		conn.RegisterPreUpdateHook(c.note)
	}
	c.watching = watching
}

// note is called by SQLite for each row before it is changed.
func (c *changes) note(data sqlite.SQLitePreUpdateData) {
	t, isWatched := c.watching.tables[data.TableName]
	if !isWatched {
		return
	}
	read := data.New
	if data.Op == sqlitelib.SQLITE_DELETE {
		read = data.Old
	}
	for len(c.row) < t.count {
		c.row = append(c.row, nil)
	}
	change := Change{Kind: t.Kind, ID: t.As}
	if t.count > 0 {
		if err := read(c.row[:t.count]...); err != nil {
			c.add(Change{}, 0)
			return
		}
	}
	if t.id >= 0 {
		change.ID, _ = c.row[t.id].(string)
	}
	var updated int64
	if t.updated >= 0 && data.Op != sqlitelib.SQLITE_DELETE {
		updated, _ = c.row[t.updated].(int64)
	}
	c.add(change, updated)
}

func (c *changes) add(change Change, updated int64) {
	place, known := c.places[change]
	switch {
	case known:
		c.noted[place].Updated = max(c.noted[place].Updated, updated) // A row of another table that names this thing has no instant.
		return
	case len(c.noted) > maxNoted:
		return
	case len(c.noted) == maxNoted:
		change, updated = Change{}, 0
	}
	c.places[change] = len(c.noted)
	change.Updated = updated
	c.noted = append(c.noted, change)
}

// ran comes after each statement: it follows the turns, and reports what a statement has committed
// by itself.
func (c *changes) ran(text string) {
	switch {
	case c.watching == nil:
	case text == beginTurn:
		c.turn = len(c.noted)
	case text == undoTurn:
		c.forget(c.turn)
	case !c.inTx:
		c.publish()
	}
}

// read comes after the last row of a statement: one with RETURNING may have committed a change by
// itself.
func (c *changes) read() {
	if c.watching != nil && !c.inTx {
		c.publish()
	}
}

// publish reports the noted changes, also those of a statement that failed: it may have been
// committed all the same. A watcher that looks and finds nothing new does no harm.
func (c *changes) publish() {
	if len(c.noted) == 0 {
		return
	}
	noted := c.noted
	c.noted = nil
	clear(c.places)
	c.watching.tell(noted)
}

// forget drops all noted changes but the first n.
func (c *changes) forget(n int) {
	for _, change := range c.noted[min(n, len(c.noted)):] {
		change.Updated = 0
		delete(c.places, change)
	}
	c.noted = c.noted[:min(n, len(c.noted))]
}
