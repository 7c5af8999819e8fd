package database

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"time"

	"crier/migrations"

	"github.com/uptrace/bun"
)

const (
	migrationSuffix = ".tx.up.sql"
	// keptBackups is how many copies from before a migration are kept.
	keptBackups = 3
)

// ErrNewerSchema says that a newer version of the program has used the database.
var ErrNewerSchema = errors.New("this data folder was last used by a newer version of Crier; use that version, or restore a backup")

const createMigrationsTable = `CREATE TABLE IF NOT EXISTS schema_migrations (
	name TEXT PRIMARY KEY, applied_at INTEGER NOT NULL) STRICT`

// Migrate brings the schema up to date, all in one transaction. A database that already holds something is first
// copied into the folder backups. It returns ErrNewerSchema when a newer version of the program has migrated the
// database.
func (db *DB) Migrate(ctx context.Context, backups string, now time.Time) error {
	return db.migrate(ctx, migrations.Files, backups, now)
}

func (db *DB) migrate(ctx context.Context, files fs.FS, backups string, now time.Time) error {
	names, err := fs.Glob(files, "*"+migrationSuffix)
	if err != nil {
		return err
	}
	slices.Sort(names)
	applied, err := db.appliedMigrations(ctx)
	if err != nil {
		return fmt.Errorf("read the schema's version: %w", err)
	}
	if !slices.ContainsFunc(names, func(n string) bool { return !slices.Contains(applied, id(n)) }) {
		return refuseNewer(names, applied)
	}
	if len(applied) > 0 {
		if err := db.backup(ctx, backups, applied[len(applied)-1], now); err != nil {
			return fmt.Errorf("back the database up before its schema changes: %w", err)
		}
	}
	return db.InTx(ctx, func(ctx context.Context, tx bun.Tx) error { return apply(ctx, tx, files, names, now) })
}

func id(name string) string { return strings.TrimSuffix(name, migrationSuffix) }

func refuseNewer(names, applied []string) error {
	for _, a := range applied {
		if !slices.Contains(names, a+migrationSuffix) {
			return fmt.Errorf("%w (it has the schema change %s)", ErrNewerSchema, a)
		}
	}
	return nil
}

// apply looks at what is applied once more, under the write lock: another process may just have migrated.
func apply(ctx context.Context, tx bun.Tx, files fs.FS, names []string, now time.Time) error {
	if _, err := tx.ExecContext(ctx, createMigrationsTable); err != nil {
		return err
	}
	applied, err := selectMigrations(ctx, tx)
	if err != nil {
		return err
	}
	if err := refuseNewer(names, applied); err != nil {
		return err
	}
	for _, name := range names {
		if slices.Contains(applied, id(name)) {
			continue
		}
		text, err := fs.ReadFile(files, name)
		if err != nil {
			return err
		}
		if _, err := tx.Tx.ExecContext(ctx, string(text)); err != nil {
			return fmt.Errorf("migration %s: %w", name, err)
		}
		if _, err := tx.Tx.ExecContext(ctx, "INSERT INTO schema_migrations VALUES (?, ?)", id(name), now.UnixMilli()); err != nil {
			return err
		}
	}
	return nil
}

func (db *DB) appliedMigrations(ctx context.Context) ([]string, error) {
	var tables int
	err := db.NewRaw("SELECT count(*) FROM sqlite_schema WHERE name = 'schema_migrations'").Scan(ctx, &tables)
	if err != nil || tables == 0 {
		return nil, err
	}
	return selectMigrations(ctx, db)
}

func selectMigrations(ctx context.Context, db bun.IDB) ([]string, error) {
	var names []string
	err := db.NewRaw("SELECT name FROM schema_migrations ORDER BY name").Scan(ctx, &names)
	return names, err
}
