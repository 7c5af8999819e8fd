package database

import (
	"context"
	"database/sql/driver"
	"errors"
	"sync"
)

// version finds out whether anything in the database has changed, by this process or another. It
// asks SQLite on a connection of its own, on which nobody writes.
type version struct {
	connector driver.Connector

	mu    sync.Mutex
	conn  driver.Conn
	asked driver.Stmt
	// opened counts the connections, because the numbers of two connections cannot be compared.
	opened uint64
	closed bool
}

// errClosed says that the database is closed.
var errClosed = errors.New("the database is closed")

// current returns the number of DB.Version.
func (v *version) current(ctx context.Context) (uint64, error) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.closed {
		return 0, errClosed
	}
	if v.asked == nil {
		if err := v.open(ctx); err != nil {
			return 0, errors.Join(err, v.forget())
		}
	}
	n, err := v.ask(context.WithoutCancel(ctx)) // Such a statement ends at once.
	if err != nil {
		// The next call opens another connection.
		return 0, errors.Join(err, v.forget())
	}
	return v.opened<<32 | uint64(uint32(n)), nil
}

func (v *version) open(ctx context.Context) error {
	v.opened++
	conn, err := v.connector.Connect(ctx)
	if err != nil {
		return err
	}
	v.conn = conn
	asked, err := conn.(driver.ConnPrepareContext).PrepareContext(ctx, "PRAGMA data_version") //nolint:forcetypeassert // The driver's own type.
	if err != nil {
		return err // The driver's statement is then a nil pointer in an interface that is not nil.
	}
	v.asked = asked
	return nil
}

func (v *version) ask(ctx context.Context) (n int64, err error) {
	rows, err := v.asked.(driver.StmtQueryContext).QueryContext(ctx, nil) //nolint:forcetypeassert // The driver's own type.
	if err != nil {
		return 0, err
	}
	row := make([]driver.Value, 1)
	if err := errors.Join(rows.Next(row), rows.Close()); err != nil {
		return 0, err
	}
	n, isNumber := row[0].(int64)
	if !isNumber {
		return 0, errors.New("database: the version is no number")
	}
	return n, nil
}

// forget closes the connection. The next call of current opens another one.
func (v *version) forget() error {
	var err error
	if v.asked != nil {
		err = v.asked.Close()
	}
	if v.conn != nil {
		err = errors.Join(err, v.conn.Close())
	}
	v.asked, v.conn = nil, nil
	return err
}

// close closes the connection for good: nobody would close another one.
func (v *version) close() error {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.closed = true
	return v.forget()
}

// Remembered keeps what was read from the database until anything in it changes. It is safe for
// concurrent use. Callers must not change a value that it returns. Remembering pays because clients
// poll far more often than anything changes.
type Remembered[K comparable, V any] struct {
	// most is how many values are kept.
	most int

	mu      sync.Mutex
	version uint64
	values  map[K]V
}

// Remember returns a memory of at most that many values.
func Remember[K comparable, V any](most int) *Remembered[K, V] {
	return &Remembered[K, V]{most: most, values: make(map[K]V)}
}

// Get returns what read returned for the key when it was last called, if nothing in the database
// has changed since, and what it returns now otherwise. An error is not kept.
func (r *Remembered[K, V]) Get(ctx context.Context, db *DB, key K, read func() (V, error)) (V, error) {
	version, err := db.Version(ctx)
	if err != nil {
		return read()
	}
	if value, ok := r.get(key, version); ok {
		return value, nil
	}
	value, err := read()
	if err == nil {
		r.put(key, version, value)
	}
	return value, err
}

func (r *Remembered[K, V]) get(key K, version uint64) (V, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.version != version {
		return *new(V), false
	}
	value, ok := r.values[key]
	return value, ok
}

// put keeps a value that was read after the version was asked for.
func (r *Remembered[K, V]) put(key K, version uint64, value V) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.version != version || len(r.values) >= r.most {
		clear(r.values)
		r.version = version
	}
	r.values[key] = value
}
