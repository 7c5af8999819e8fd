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

// migrationSet is the migrations of a program, the oldest first.
type migrationSet struct {
	files fs.FS
	names []string
}

func readMigrations(files fs.FS) (migrationSet, error) {
	paths, err := fs.Glob(files, "*"+migrationSuffix)
	for i, path := range paths {
		paths[i] = strings.TrimSuffix(path, migrationSuffix)
	}
	slices.Sort(paths)
	return migrationSet{files, paths}, err
}

// migrate is DB.Migrate with the migrations of files.
func migrate(ctx context.Context, db *DB, files fs.FS, backups string, now time.Time) error {
	set, err := readMigrations(files)
	if err != nil {
		return err
	}
	applied, err := Applied(ctx, db)
	if err != nil {
		return fmt.Errorf("read the schema's version: %w", err)
	}
	pending, err := set.pending(applied)
	if err != nil {
		return fmt.Errorf("%w%s", err, set.wayBack(ctx, db, backups))
	}
	// The start that made a copy and died may have been the last one that makes any.
	removeAbandoned(backups, now)
	if len(pending) == 0 {
		return nil
	}
	if len(applied) > 0 {
		if err := backup(ctx, db, backups, applied[len(applied)-1], now); err != nil {
			return fmt.Errorf("back the database up before its schema changes: %w", err)
		}
	}
	err = db.InTx(ctx, func(ctx context.Context, tx bun.Tx) error { return set.apply(ctx, tx, now) })
	if err != nil && len(applied) > 0 {
		return fmt.Errorf("%w; the database is as it was: start the version of Crier that you had before%s", err, writtenBy(ctx, db, ", "))
	}
	return err
}

// Applied returns the names of the migrations that the database has, oldest first. It returns none
// for a new database.
func Applied(ctx context.Context, db *DB) ([]string, error) {
	var tables int
	err := db.NewRaw("SELECT count(*) FROM sqlite_schema WHERE name = 'schema_migrations'").Scan(ctx, &tables)
	if err != nil || tables == 0 {
		return nil, err
	}
	return selectMigrations(ctx, db)
}

// Pending returns the names of the migrations that this program would apply to the database. For a
// database that a newer version has migrated it returns ErrNewerSchema, with that version.
func Pending(ctx context.Context, db *DB) ([]string, error) {
	set, err := readMigrations(migrations.Files)
	if err != nil {
		return nil, err
	}
	applied, err := Applied(ctx, db)
	if err != nil {
		return nil, err
	}
	names, err := set.pending(applied)
	if errors.Is(err, ErrNewerSchema) {
		err = fmt.Errorf("%w%s", err, writtenBy(ctx, db, "; use "))
	}
	return names, err
}

func selectMigrations(ctx context.Context, db bun.IDB) ([]string, error) {
	var names []string
	err := db.NewRaw("SELECT name FROM schema_migrations ORDER BY name").Scan(ctx, &names)
	return names, err
}

// pending returns the migrations that are not applied, in their order. It returns ErrNewerSchema
// when the set lacks an applied one.
func (s migrationSet) pending(applied []string) (missing []string, err error) {
	for _, name := range applied {
		if !slices.Contains(s.names, name) {
			return nil, fmt.Errorf("%w (it has the schema change %s)", ErrNewerSchema, name)
		}
	}
	for _, name := range s.names {
		if !slices.Contains(applied, name) {
			missing = append(missing, name)
		}
	}
	return missing, nil
}

// apply applies the pending migrations. It looks at the applied ones again, under the write lock,
// because another process may just have migrated.
func (s migrationSet) apply(ctx context.Context, tx bun.Tx, now time.Time) error {
	if _, err := tx.ExecContext(ctx, createMigrationsTable); err != nil {
		return err
	}
	applied, err := selectMigrations(ctx, tx)
	if err != nil {
		return err
	}
	pending, err := s.pending(applied)
	if err != nil {
		return err
	}
	for _, name := range pending {
		text, err := fs.ReadFile(s.files, name+migrationSuffix)
		if err != nil {
			return err
		}
		if _, err := tx.Tx.ExecContext(ctx, string(text)); err != nil {
			return fmt.Errorf("migration %s: %w", name+migrationSuffix, err)
		}
		if _, err := tx.Tx.ExecContext(ctx, "INSERT INTO schema_migrations VALUES (?, ?)", name, now.UnixMilli()); err != nil {
			return err
		}
	}
	return nil
}

// writtenBy returns the words before and the version of the program that used the folder last, or
// "" when it is unknown.
func writtenBy(ctx context.Context, db *DB, before string) string {
	version, err := WrittenBy(ctx, db)
	if err != nil || version == "" {
		return ""
	}
	return before + "version " + version
}

// WrittenBy returns the version of the program that used the folder last. It is empty for a
// database from before versions were stored.
func WrittenBy(ctx context.Context, db *DB) (version string, err error) {
	var tables int
	err = db.NewRaw("SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name = 'instance'").Scan(ctx, &tables)
	if err != nil || tables == 0 {
		return "", err
	}
	err = db.NewRaw("SELECT coalesce(max(version), '') FROM instance").Scan(ctx, &version)
	return plainly(version), err
}

// plainly returns the text without characters that cannot be printed, because a database of unknown
// origin may hold anything.
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
// which copy of the database this program can use.
func (s migrationSet) wayBack(ctx context.Context, db *DB, backups string) string {
	way := "; use that version"
	if version := writtenBy(ctx, db, ""); version != "" {
		way = "; use " + version
	}
	copies, err := filesIn(backups, copyPattern)
	if err != nil {
		return way
	}
	for _, path := range slices.Backward(copies) {
		// The name is crier-TIME-MIGRATION.db.
		_, last, _ := strings.Cut(strings.TrimPrefix(filepath.Base(path), "crier-"), "-")
		if slices.Contains(s.names, strings.TrimSuffix(last, ".db")) {
			return way + ", or go back to before the update with crier restore \"" + path + "\", which forgets what was done since"
		}
	}
	return way + ", or restore a backup of before the update (crier restore FILE)"
}
