package database

import (
	"context"
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"
)

// Model is a pointer to a struct with bun tags, as a module registers it.
type Model any

// checkedSchema is the fingerprint of the tables and models that a test in e2e has compared. Only
// make generate writes it.
//
//go:embed models.sum
var checkedSchema string

// checkModels calls CheckModels unless checkedSchema says that a test has done so. CheckModels asks
// the database about each model, and a start would spend more time on that than on everything else
// that it asks the database.
func checkModels(ctx context.Context, db *DB, models []Model) error {
	fingerprint, err := db.Fingerprint(ctx, models)
	if err != nil {
		return fmt.Errorf("read the schema: %w", err)
	}
	if fingerprint == strings.TrimSpace(checkedSchema) {
		return nil
	}
	return db.CheckModels(ctx, models)
}

// CheckModels compares every model with the migrated schema and returns an error that names the
// first column or table that the schema lacks.
func (db *DB) CheckModels(ctx context.Context, models []Model) error {
	for _, m := range models {
		if _, err := db.NewSelect().Model(m).Where("1 = 0").Exec(ctx); err != nil {
			return fmt.Errorf("the schema does not fit %T: %w", m, err)
		}
	}
	return nil
}

// Fingerprint returns a text that changes with any table, and with any field of the models that
// names its column. The order of the models and the packages that they are in do not count.
func (db *DB) Fingerprint(ctx context.Context, models []Model) (string, error) {
	parts, err := Values[string](ctx, db, `SELECT sql FROM sqlite_schema WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite\_%' ESCAPE '\'`)
	if err != nil {
		return "", err
	}
	for _, m := range models {
		var columns strings.Builder
		describe(&columns, reflect.TypeOf(m).Elem())
		parts = append(parts, columns.String())
	}
	slices.Sort(parts)
	sum := sha256.New()
	for _, part := range parts {
		_, _ = fmt.Fprintf(sum, "%d %s", len(part), part)
	}
	return hex.EncodeToString(sum.Sum(nil)), nil
}

// describe writes what the ORM makes columns of: the fields, and those of the structs that stand
// for several columns.
func describe(w io.Writer, t reflect.Type) {
	for i := range t.NumField() {
		f := t.Field(i)
		tag, name := f.Tag.Get("bun"), f.Name
		switch {
		case f.Anonymous:
			name = "" // That of the type, which says nothing of a column.
		case !f.IsExported():
			continue
		}
		_, _ = fmt.Fprintf(w, "%s %s %q\n", name, f.Type.Kind(), tag)
		inner := f.Type
		if inner.Kind() == reflect.Pointer {
			inner = inner.Elem()
		}
		if inner.Kind() == reflect.Struct && (f.Anonymous || strings.Contains(tag, "embed:")) {
			describe(w, inner)
		}
	}
}
