package database

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"time"
	"unicode"

	"crier/migrations"

	"github.com/uptrace/bun"
)

const (
	migrationSuffix = ".tx.up.sql"
	// keptBackups is how many copies from before a migration are kept.
	keptBackups = 3
)

// ErrNewerSchema says that a newer version of the program has used the database.
var ErrNewerSchema = errors.New("this data folder was last used by a newer version of Crier")

const createMigrationsTable = `CREATE TABLE IF NOT EXISTS schema_migrations (
	name TEXT PRIMARY KEY, applied_at INTEGER NOT NULL) STRICT`

// Migrate brings the schema up to date, all in one transaction. A database that already holds
// something is first copied into the folder backups. It returns ErrNewerSchema when a newer version
// of the program has migrated the database.
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
	if err := refuseNewer(names, applied); err != nil {
		return fmt.Errorf("%w%s", err, wayBack(ctx, db, names, backups))
	}
	if len(pending(names, applied)) == 0 {
		return nil
	}
	if len(applied) > 0 {
		if err := db.backup(ctx, backups, applied[len(applied)-1], now); err != nil {
			return fmt.Errorf("back the database up before its schema changes: %w", err)
		}
	}
	err = db.InTx(ctx, func(ctx context.Context, tx bun.Tx) error { return apply(ctx, tx, files, names, now) })
	if err != nil && len(applied) > 0 {
		return fmt.Errorf("%w; the database is as it was: start the version of Crier that you had before%s", err, writtenBy(ctx, db, ", "))
	}
	return err
}

// pending returns the changes that are not applied, in their order.
func pending(names, applied []string) (missing []string) {
	for _, name := range names {
		if !slices.Contains(applied, id(name)) {
			missing = append(missing, id(name))
		}
	}
	return missing
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

// writtenBy names the version of the program that has used the folder last, after the words before;
// it is empty where nobody knows.
func writtenBy(ctx context.Context, db *DB, before string) string {
	version, err := WrittenBy(ctx, db)
	if err != nil || version == "" {
		return ""
	}
	return before + "version " + version
}

// WrittenBy returns the version of the program that has used the folder last, empty for a database
// of before that was noted.
func WrittenBy(ctx context.Context, db *DB) (version string, err error) {
	var tables int
	err = db.NewRaw("SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name = 'instance'").Scan(ctx, &tables)
	if err != nil || tables == 0 {
		return "", err
	}
	err = db.NewRaw("SELECT coalesce(max(version), '') FROM instance").Scan(ctx, &version)
	return plainly(version), err
}

// plainly returns the text without what is not fit for a message, as a database of unknown origin
// may have anything in it.
func plainly(text string) string {
	text = strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) {
			return r
		}
		return -1
	}, text)
	return text[:min(len(text), mostVersion)]
}

// mostVersion is far above what a version has.
const mostVersion = 40

// wayBack says what to do with a folder that a newer version has used: which version that was, and
// which copy of the database this one can use.
func wayBack(ctx context.Context, db *DB, names []string, backups string) string {
	way := "; use that version"
	if version := writtenBy(ctx, db, ""); version != "" {
		way = "; use " + version
	}
	copies, err := filepath.Glob(filepath.Join(backups, "crier-*.db"))
	if err != nil {
		return way
	}
	slices.Sort(copies)
	for _, path := range slices.Backward(copies) {
		// The name is crier-TIME-MIGRATION.db.
		_, last, _ := strings.Cut(strings.TrimPrefix(filepath.Base(path), "crier-"), "-")
		if slices.Contains(names, strings.TrimSuffix(last, ".db")+migrationSuffix) {
			return way + ", or stop Crier and go back to the copy that was made before the update, with all that was done since forgotten: " + path
		}
	}
	return way + ", or restore a backup of before the update (crier restore FILE)"
}

// apply looks at what is applied once more, under the write lock: another process may just have
// migrated.
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
