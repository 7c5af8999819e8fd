package database_test

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"crier/platform/database"
	"crier/platform/database/databasetest"
)

// TestFound_SchemaIsCompared: what somebody else has put into a database, taken out of it or
// changed is found, whatever it is.
func TestFound_SchemaIsCompared(t *testing.T) {
	t.Parallel()
	for statement, says := range map[string]string{
		"": "",
		"CREATE TRIGGER evil AFTER INSERT ON posts BEGIN UPDATE posts SET caption = 'x'; END": "trigger evil",
		"CREATE TABLE more (a TEXT)":                                   "table more",
		"CREATE VIEW seen AS SELECT 1":                                 "view seen",
		"CREATE INDEX slow ON posts (caption)":                         "index slow",
		"ALTER TABLE api_keys ADD COLUMN plain TEXT":                   "changed the table api_keys",
		"DROP INDEX posts_waiting":                                     "lacks the index posts_waiting",
		"ANALYZE":                                                      "", // What SQLite makes for itself is nobody's.
		"DROP VIEW IF EXISTS gone; CREATE TEMP TABLE passing (a TEXT)": "",
	} {
		path := filepath.Join(t.TempDir(), "crier.db")
		databasetest.Put(t, path)
		db := open(t, path)
		if _, err := db.ExecContext(t.Context(), statement); err != nil && statement != "" {
			t.Fatal(err)
		}
		err := database.CheckSchema(t.Context(), db)
		if says == "" && err != nil || says != "" && (!errors.Is(err, database.ErrForeignSchema) || !strings.Contains(err.Error(), says)) {
			t.Errorf("%q: %v", statement, err)
		}
	}
}
