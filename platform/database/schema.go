package database

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"sync"

	"crier/migrations"

	"modernc.org/sqlite"
)

// ErrForeignSchema says that a database has something that its migrations do not make, or lacks
// something that they make.
var ErrForeignSchema = errors.New("the database is not as Crier makes it")

// CheckSchema compares the schema of a database with the one that its migrations make. It returns
// ErrForeignSchema when they differ: a trigger that somebody else has put there would take part in
// all that Crier does. The database has no migration that this program does not know.
func CheckSchema(ctx context.Context, db *DB) error {
	applied, err := Applied(ctx, db)
	if err != nil {
		return err
	}
	want, err := schemaAfter(ctx, applied)
	if err != nil {
		return fmt.Errorf("make a database to compare with: %w", err)
	}
	have, err := readSchema(ctx, db.QueryContext)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrNoDatabase, err)
	}
	for _, name := range slices.Sorted(maps.Keys(have)) {
		switch text, isOurs := want[name]; {
		case !isOurs:
			return fmt.Errorf("%w: it has the %s, which is not Crier's; use another backup, or drop it from the database and make the backup again", ErrForeignSchema, plainly(name))
		case text != have[name]:
			return fmt.Errorf("%w: somebody has changed the %s; use another backup", ErrForeignSchema, plainly(name))
		}
	}
	for _, name := range slices.Sorted(maps.Keys(want)) {
		if _, isThere := have[name]; !isThere {
			return fmt.Errorf("%w: it lacks the %s; use another backup", ErrForeignSchema, name)
		}
	}
	return nil
}

// madeSchemas are the results of schemaAfter by the migrations: to apply them all takes longer than
// to read a small database.
var madeSchemas sync.Map

// schemaAfter returns the schema that the migrations make, in a database in memory.
func schemaAfter(ctx context.Context, applied []string) (_ map[string]string, err error) {
	key := strings.Join(applied, "\n")
	if made, isMade := madeSchemas.Load(key); isMade {
		return made.(map[string]string), nil //nolint:forcetypeassert // The map has nothing else.
	}
	connector, err := sqlite.NewConnector(":memory:")
	if err != nil {
		return nil, err
	}
	db := sql.OpenDB(connector)
	db.SetMaxOpenConns(1) // Each connection would have a database of its own.
	defer func() { err = errors.Join(err, db.Close()) }()
	if _, err := db.ExecContext(ctx, createMigrationsTable); err != nil {
		return nil, err
	}
	for _, name := range applied {
		text, err := fs.ReadFile(migrations.Files, name+migrationSuffix)
		if err == nil {
			_, err = db.ExecContext(ctx, string(text))
		}
		if err != nil {
			return nil, err
		}
	}
	made, err := readSchema(ctx, db.QueryContext)
	if err == nil {
		madeSchemas.Store(key, made)
	}
	return made, err
}

// readSchema returns the statements that made what a database has, by what they made, such as
// "trigger posts_changed". SQLite makes what has no statement. How a statement is spaced and quoted
// does not count: a version of SQLite that renames a table may write that in its own way.
func readSchema(ctx context.Context, query func(ctx context.Context, text string, args ...any) (*sql.Rows, error)) (_ map[string]string, err error) {
	rows, err := query(ctx, `SELECT type || ' ' || name, sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite\_%' ESCAPE '\'`)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	schema := make(map[string]string)
	for rows.Next() {
		var name, text string
		if err := rows.Scan(&name, &text); err != nil {
			return nil, err
		}
		schema[name] = strings.Join(strings.Fields(strings.ReplaceAll(text, `"`, "")), "")
	}
	return schema, rows.Err()
}
