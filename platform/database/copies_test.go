package database_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"crier/platform/database"
	"crier/platform/datadir"
)

// patterns are names of folders that would be patterns to filepath.Glob: one without an end, and
// one that matches another name than its own.
var patterns = []string{"data [old", "data[1]"}

// TestMigrate_FolderNamedLikeAPattern: upgrades work in a folder of any name, keep as many copies
// there as elsewhere, remove what a death left, and name the copy to go back to.
func TestMigrate_FolderNamedLikeAPattern(t *testing.T) {
	t.Parallel()
	for _, name := range patterns {
		folder := filepath.Join(t.TempDir(), name)
		abandoned := filepath.Join(folder, "crier-1.part")
		if err := errors.Join(os.Mkdir(folder, 0o700), os.WriteFile(abandoned, nil, 0o600), os.Chtimes(abandoned, now, now.Add(-2*time.Hour))); err != nil {
			t.Fatal(err)
		}
		db := open(t, filepath.Join(folder, "data.db"))
		files := fstest.MapFS{"1_a.tx.up.sql": sqlFile("CREATE TABLE t (a INTEGER) STRICT;")}
		for i := range 6 {
			if err := db.MigrateTo(t.Context(), files, folder, now.Add(time.Duration(i)*time.Minute)); err != nil {
				t.Fatalf("%s: upgrade %d: %v", name, i, err)
			}
			files[fmt.Sprintf("%d_b.tx.up.sql", i+2)] = sqlFile("INSERT INTO t VALUES (1);")
		}
		entries, err := os.ReadDir(folder)
		if err != nil {
			t.Fatal(err)
		}
		var left []string
		for _, e := range entries {
			if strings.HasPrefix(e.Name(), "crier-") {
				left = append(left, e.Name())
			}
		}
		if want := []string{"crier-20261121T093300-3_b.db", "crier-20261121T093400-4_b.db", "crier-20261121T093500-5_b.db"}; !slices.Equal(left, want) {
			t.Errorf("%s: left are %v, want %v", name, left, want)
		}
		older := fstest.MapFS{"1_a.tx.up.sql": files["1_a.tx.up.sql"], "2_b.tx.up.sql": files["2_b.tx.up.sql"], "3_b.tx.up.sql": files["3_b.tx.up.sql"]}
		if err := db.MigrateTo(t.Context(), older, folder, now); !errors.Is(err, database.ErrNewerSchema) || !strings.Contains(err.Error(), "3_b.db") {
			t.Errorf("%s: an older program is told %v", name, err)
		}
	}
}

// TestOpenIn_LostInAFolderNamedLikeAPattern: nothing new begins in silence where only the copies
// from before upgrades say that there was a database.
func TestOpenIn_LostInAFolderNamedLikeAPattern(t *testing.T) {
	t.Parallel()
	for _, name := range patterns {
		dir, err := datadir.Open(filepath.Join(t.TempDir(), name))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir.Backups(), "crier-20261122T093000-x.db"), []byte("x"), 0o600); err != nil {
			t.Fatal(err)
		}
		if db, err := database.OpenIn(t.Context(), dir); !errors.Is(err, database.ErrLost) {
			t.Errorf("%s: got %v", name, err)
			if err == nil {
				_ = db.Close()
			}
		}
	}
}
