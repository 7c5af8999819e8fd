package database

import (
	"cmp"
	"context"
	"database/sql"
	"database/sql/driver"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"

	"github.com/uptrace/bun"
	"github.com/uptrace/bun/dialect/sqlitedialect"
	"github.com/uptrace/bun/schema"
)

// The statements below have a ? for each argument and are prepared once for each connection. Their
// columns are those of the model, which converts its values as it does for bun.

// Select reads rows of the model T.
type Select[T any] struct{ model func() model }

// SelectFrom returns the statement that reads every column of T's table. rest follows the name and
// the alias of the table, such as "WHERE id = ?".
func SelectFrom[T any](rest string) Select[T] {
	return Select[T]{sync.OnceValue(func() model {
		m := modelOf(reflect.TypeFor[T]())
		m.text = "SELECT " + m.columns() + " FROM " + string(m.table.SQLName) + " AS " + string(m.table.SQLAlias) + " " + rest
		return m
	})}
}

// Returning returns a statement that changes rows of T's table and reads them as they are then.
func Returning[T any](change string) Select[T] {
	return Select[T]{sync.OnceValue(func() model {
		m := modelOf(reflect.TypeFor[T]())
		m.text = change + " RETURNING " + m.columns()
		return m
	})}
}

// One returns the only row, or sql.ErrNoRows. When there are several, it returns the last.
func (s Select[T]) One(ctx context.Context, db bun.IDB, args ...any) (one T, err error) {
	n, err := s.read(ctx, db, args, func() *T { return &one })
	if err == nil && n == 0 {
		err = sql.ErrNoRows
	}
	return one, err
}

// All returns the rows, nil when there are none.
func (s Select[T]) All(ctx context.Context, db bun.IDB, args ...any) (all []T, err error) {
	_, err = s.read(ctx, db, args, func() *T {
		all = append(all, *new(T))
		return &all[len(all)-1]
	})
	return all, err
}

// read reads the rows into what next returns for each.
func (s Select[T]) read(ctx context.Context, db bun.IDB, args []any, next func() *T) (n int, err error) {
	m := s.model()
	rows, err := Query(ctx, db, m.text, args...)
	if err != nil {
		return 0, err
	}
	defer func() { _ = rows.Close() }()
	into, dest := scanner{fields: m.fields}, make([]any, len(m.fields))
	for i := range dest {
		dest[i] = &into
	}
	for rows.Next() {
		into.row, into.next = reflect.ValueOf(next()).Elem(), 0
		if err := rows.Scan(dest...); err != nil {
			return n, err
		}
		n++
	}
	return n, rows.Err()
}

// scanner hands the values of a row to the fields of its model, in their order.
type scanner struct {
	fields []*schema.Field
	row    reflect.Value
	next   int
}

// ErrMalformed says that a row has a value that its model does not take.
var ErrMalformed = errors.New("database: a value does not have the form of its column")

// Scan takes the next value. A row begins as the zero value, which is what NULL is read as.
func (s *scanner) Scan(src any) error {
	field := s.fields[s.next]
	s.next++
	if src == nil {
		return nil
	}
	if err := field.ScanValue(s.row, src); err != nil {
		return fmt.Errorf("%w: %w", ErrMalformed, err)
	}
	return nil
}

// Insert adds rows of the model T.
type Insert[T any] struct{ model func() model }

// InsertInto returns the statement that adds a row to T's table. rest follows the values, such as
// an ON CONFLICT.
func InsertInto[T any](rest string) Insert[T] {
	return Insert[T]{sync.OnceValue(func() model {
		m := modelOf(reflect.TypeFor[T]())
		m.mustBePlain()
		m.text = "INSERT INTO " + string(m.table.SQLName) + " (" + m.columns() + ") VALUES (?" + strings.Repeat(", ?", len(m.fields)-1) + ") " + rest
		return m
	})}
}

// Exec adds the row.
func (i Insert[T]) Exec(ctx context.Context, db bun.IDB, row *T) error {
	m, strct := i.model(), reflect.ValueOf(row).Elem()
	args := make([]any, len(m.fields))
	for i, field := range m.fields {
		args[i] = field.Value(strct).Interface()
	}
	_, err := Exec(ctx, db, m.text, args...)
	return err
}

// model is a table's columns and the text of a statement about them.
type model struct {
	table  *schema.Table
	fields []*schema.Field
	text   string
}

// tables is the dialect of every database. It is shared because bun takes longer to analyse a model
// than to run many a statement.
var tables = newDialect()

// newDialect returns the dialect of SQLite. Every model names its table. bun would first put the
// name of each type into the plural, with dozens of regular expressions, and a start would wait for
// that.
func newDialect() dialect {
	schema.SetTableNameInflector(func(name string) string { return name })
	return dialect{sqlitedialect.New()}
}

// dialect is SQLite's, except for how text stands in a statement. bun binds nothing: it writes each
// value into the statement, which ends at a NUL, and it writes other text than it got when that is
// not UTF-8.
type dialect struct{ *sqlitedialect.Dialect }

// AppendString writes text as the digits of its bytes, so that none of it is read as SQL and it is
// stored as it is. Text that has letters, digits and a few signs alone stands there as it is:
// SQLite uses an index of some statuses only for a status that it can read.
func (dialect) AppendString(b []byte, text string) []byte {
	if !strings.ContainsFunc(text, isNoPlainSign) {
		return append(append(append(b, '\''), text...), '\'')
	}
	return append(hex.AppendEncode(append(b, "CAST(X'"...), []byte(text)), "' AS TEXT)"...)
}

// AppendJSON writes a document like any text. bun would leave out and replace parts of it.
func (d dialect) AppendJSON(b, document []byte) []byte { return d.AppendString(b, string(document)) }

func isNoPlainSign(r rune) bool {
	isPlain := r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '_' || r == '-' || r == '.' || r == ':'
	return !isPlain
}

var valuer = reflect.TypeFor[driver.Valuer]()

func modelOf(typ reflect.Type) model {
	table := tables.Tables().Get(typ)
	return model{table: table, fields: table.Fields}
}

// mustBePlain panics for a model with a field that the driver does not store as it is, which bun
// stores as JSON.
func (m model) mustBePlain() {
	for _, field := range m.fields {
		kind := field.IndirectType.Kind()
		if isPlain := kind <= reflect.Float64 || kind == reflect.String; !isPlain && !field.IndirectType.Implements(valuer) {
			panic(fmt.Sprintf("database: %s.%s is not stored as it is", m.table.TypeName, field.GoName))
		}
	}
}

func (m model) columns() string {
	names := make([]string, len(m.fields))
	for i, field := range m.fields {
		names[i] = string(field.SQLName)
	}
	return strings.Join(names, ", ")
}

// Query runs a statement that gives rows and keeps it prepared. Outside a transaction a SELECT goes
// to the readers. It returns the error of a ctx that has ended before, but does not end with ctx,
// because to arrange that takes longer than such a statement runs.
func Query(ctx context.Context, db bun.IDB, text string, args ...any) (*sql.Rows, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	ctx = context.WithoutCancel(ctx)
	switch db := db.(type) {
	case bun.Tx:
		return db.Tx.QueryContext(ctx, text, args...)
	case *DB:
		if strings.HasPrefix(text, "SELECT") {
			return db.read.QueryContext(ctx, text, args...)
		}
		return db.DB.DB.QueryContext(ctx, text, args...)
	}
	return nil, fmt.Errorf("database: a %T is neither the database nor a transaction", db)
}

// Value returns the first column of the first row, or sql.ErrNoRows.
func Value[T any](ctx context.Context, db bun.IDB, text string, args ...any) (value T, err error) {
	rows, err := Query(ctx, db, text, args...)
	if err != nil {
		return value, err
	}
	defer func() { _ = rows.Close() }()
	if !rows.Next() {
		return value, cmp.Or(rows.Err(), sql.ErrNoRows)
	}
	if err := rows.Scan(&value); err != nil {
		return value, err
	}
	// The driver reports an error at the end of a writing statement after its last row.
	for rows.Next() {
	}
	return value, rows.Err()
}

// Values returns the first column of each row, nil when there are none.
func Values[T any](ctx context.Context, db bun.IDB, text string, args ...any) (values []T, err error) {
	rows, err := Query(ctx, db, text, args...)
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var value T
		if err := rows.Scan(&value); err != nil {
			return nil, err
		}
		values = append(values, value)
	}
	return values, rows.Err()
}

// List returns values as the one argument of "IN (SELECT value FROM json_each(?))", so that a
// statement takes any number of values.
func List[T any](values []T) (string, error) {
	list, err := json.Marshal(append([]T{}, values...)) // A list of none is one too.
	return string(list), err
}

// Present returns which of the ids a query finds. The query gives ids, and has "IN (ids)" wherever
// it compares with them. A single id, which is the usual case, is compared as a value, so that
// SQLite does not read it from a list.
func Present(ctx context.Context, db bun.IDB, query string, ids []string) (map[string]bool, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	with, arg := "IN (?1)", ids[0]
	if len(ids) > 1 {
		list, err := List(ids)
		if err != nil {
			return nil, err
		}
		with, arg = "IN (SELECT value FROM json_each(?1))", list
	}
	found, err := Values[string](ctx, db, strings.ReplaceAll(query, "IN (ids)", with), arg)
	present := make(map[string]bool, len(found))
	for _, id := range found {
		present[id] = true
	}
	return present, err
}

// Exec runs a statement that gives no rows and keeps it prepared.
func Exec(ctx context.Context, db bun.IDB, text string, args ...any) (sql.Result, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	ctx = context.WithoutCancel(ctx)
	switch db := db.(type) {
	case bun.Tx:
		return db.Tx.ExecContext(ctx, text, args...)
	case *DB:
		return db.DB.DB.ExecContext(ctx, text, args...)
	}
	return nil, fmt.Errorf("database: a %T is neither the database nor a transaction", db)
}

// Update changes columns of rows by a statement that is kept prepared. Its texts come from the
// program, with a ? for each value.
type Update struct {
	sets, conditions []string
	values, operands []any
}

// Set adds assignments, such as "status = ?, updated_at = ?".
func (u *Update) Set(assignments string, values ...any) *Update {
	u.sets, u.values = append(u.sets, assignments), append(u.values, values...)
	return u
}

// Where adds a condition. Without one, Exec returns an error and changes nothing.
func (u *Update) Where(condition string, operands ...any) *Update {
	u.conditions, u.operands = append(u.conditions, condition), append(u.operands, operands...)
	return u
}

// Exec changes the rows of the table that fit all conditions.
func (u *Update) Exec(ctx context.Context, db bun.IDB, table string) (sql.Result, error) {
	text := "UPDATE " + table + " SET " + strings.Join(u.sets, ", ") + " WHERE " + strings.Join(u.conditions, " AND ")
	return Exec(ctx, db, text, slices.Concat(u.values, u.operands)...)
}

// Changed takes what a statement returned, and reports whether it changed a row.
func Changed(result sql.Result, err error) (bool, error) {
	if err != nil {
		return false, err
	}
	n, err := result.RowsAffected()
	return n > 0, err
}
