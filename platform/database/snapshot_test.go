package database_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"crier/platform/database"
	"crier/platform/database/databasetest"

	"github.com/uptrace/bun"
)

// TestSnapshot copies what is committed, beside a transaction that is not, and nothing of what was
// deleted.
func TestSnapshot(t *testing.T) {
	t.Parallel()
	db := databasetest.New(t)
	write := func(statements ...string) {
		for _, s := range statements {
			if _, err := db.DB.DB.ExecContext(t.Context(), s); err != nil {
				t.Fatal(err)
			}
		}
	}
	write("INSERT INTO users (id, created_at) VALUES ('committed', 0), ('a secret that is deleted', 0)", "DELETE FROM users WHERE id LIKE 'a secret%'")
	to := filepath.Join(t.TempDir(), "copy.db")
	err := db.InTx(t.Context(), func(ctx context.Context, tx bun.Tx) error {
		if _, err := tx.Tx.ExecContext(ctx, "INSERT INTO users (id, created_at) VALUES ('open', 0)"); err != nil {
			return err
		}
		return database.Snapshot(ctx, db.Path(), to)
	})
	if err != nil {
		t.Fatal(err)
	}
	err = database.ReadCopy(t.Context(), to, func(copied *database.DB) error {
		ids, err := database.Values[string](t.Context(), copied, "SELECT id FROM users")
		if len(ids) != 1 || ids[0] != "committed" {
			t.Errorf("the copy has %v", ids)
		}
		return errors.Join(err, database.CheckWhole(t.Context(), copied))
	})
	if err != nil {
		t.Error(err)
	}
	if b, err := os.ReadFile(to); err != nil || strings.Contains(string(b), "a secret") {
		t.Errorf("the copy has what was deleted, %v", err)
	}
	if err := database.Snapshot(t.Context(), db.Path(), to); err == nil {
		t.Error("a file that is there was written over")
	}
	if left, err := os.ReadDir(filepath.Dir(to)); err != nil || len(left) != 1 {
		t.Errorf("left are %v, %v", left, err)
	}
}

func TestReadCopy_RefusesWhatIsNoDatabase(t *testing.T) {
	t.Parallel()
	for name, content := range map[string]string{"empty": "", "a text": strings.Repeat("text ", 1000), "a beginning": "SQLite format 3\x00" + strings.Repeat("x", 4096)} {
		path := filepath.Join(t.TempDir(), "x.db")
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := database.ReadCopy(t.Context(), path, func(*database.DB) error { return nil }); !errors.Is(err, database.ErrNoDatabase) {
			t.Errorf("%s: got %v", name, err)
		}
	}
}

// TestMigrate_SaysTheWayBack: a change that fails leaves the database as it was, and a newer
// database names the version that wrote it and the copy that this one can use.
func TestMigrate_SaysTheWayBack(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	db := open(t, filepath.Join(dir, "crier.db"))
	old := fstest.MapFS{"1_a.tx.up.sql": sqlFile("CREATE TABLE instance (version TEXT) STRICT; INSERT INTO instance VALUES ('4.4.0');")}
	if err := db.MigrateTo(t.Context(), old, dir, now); err != nil {
		t.Fatal(err)
	}
	failing := fstest.MapFS{"1_a.tx.up.sql": old["1_a.tx.up.sql"], "2_b.tx.up.sql": sqlFile("UPDATE instance SET version = 'x'; SELECT * FROM nothing;")}
	err := db.MigrateTo(t.Context(), failing, dir, now)
	if err == nil || !strings.Contains(err.Error(), "the database is as it was: start the version of Crier that you had before, version 4.4.0") {
		t.Errorf("it says %v", err)
	}
	if version, err := database.WrittenBy(t.Context(), db); err != nil || version != "4.4.0" {
		t.Errorf("it was written by %q, %v", version, err)
	}
	newer := fstest.MapFS{"1_a.tx.up.sql": old["1_a.tx.up.sql"], "2_b.tx.up.sql": sqlFile("UPDATE instance SET version = '5.0.0';")}
	if err := db.MigrateTo(t.Context(), newer, dir, now); err != nil {
		t.Fatal(err)
	}
	err = db.MigrateTo(t.Context(), old, dir, now)
	if !errors.Is(err, database.ErrNewerSchema) || !strings.Contains(err.Error(), "use version 5.0.0") || !strings.Contains(err.Error(), backups(t, dir)[0]) {
		t.Errorf("it says %v", err)
	}
}
