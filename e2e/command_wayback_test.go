package e2e_test

import (
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"crier/e2e"
)

// TestCommand_WayBack: what an older Crier says of the folder of a newer one is a command that
// works as it stands: it brings back what was there before the upgrade, with the files and the key,
// keeps the folder that it replaces, and publishes nothing until somebody has looked.
func TestCommand_WayBack(t *testing.T) {
	t.Parallel()
	service, key := shop(t, "CRIER_DATA_DIR="+filepath.Join(t.TempDir(), "data of anna"))
	service.Stop(t)
	all, err := filepath.Glob("../migrations/*.tx.up.sql")
	if err != nil {
		t.Fatal(err)
	}
	last := strings.TrimSuffix(filepath.Base(slices.Max(all)), ".tx.up.sql")
	copied := filepath.Join(service.Dir(), "backups", "crier-20261122T093000-"+last+".db")
	// What an upgrade does.
	execSQL(t, service.Dir(), "VACUUM INTO '"+copied+"'")
	execSQL(t, service.Dir(), "ALTER TABLE posts ADD COLUMN later INTEGER")
	execSQL(t, service.Dir(), "UPDATE instance SET version = '9.9.9'")
	execSQL(t, service.Dir(), "INSERT INTO schema_migrations VALUES ('29991231000000_later', 0)")

	exit := service.Command(t, "serve")
	want(t, exit, 1, "use version 9.9.9", "forgets what was done since")
	said := regexp.MustCompile(`crier (restore "[^"]+")`).FindStringSubmatch(exit.Stderr)
	if said == nil {
		t.Fatalf("it names no command: %s", exit.Stderr)
	}
	// Not one of the settings of this test says which folder it is.
	typed := exec.CommandContext(t.Context(), "sh", "-c", `"$0" `+said[1], e2e.Program(t).Path())
	temp := t.TempDir()
	typed.Env = []string{"HOME=" + t.TempDir(), "TMPDIR=" + temp, "CRIER_KEYRING=off"}
	out, err := typed.CombinedOutput()
	if err != nil || !strings.Contains(string(out), "is as it was on 2026-11-22") || !strings.Contains(string(out), "is kept: ") {
		t.Fatalf("it says %s, %v", out, err)
	}
	if left, err := os.ReadDir(temp); err != nil || len(left) > 0 {
		t.Errorf("left: %v, %v", left, err)
	}
	again := e2e.Program(t).Serve(t, "CRIER_DATA_DIR="+service.Dir(), "CRIER_STATE_DIR="+t.TempDir())
	withKey(t, again, key).Get("/api/v1/media").WantError(http.StatusUnauthorized, "AUTH_INVALID_KEY")
	var files struct{ Total int }
	withKey(t, again, again.Key(t)).Get("/api/v1/media").Want(http.StatusOK).JSON(&files)
	if files.Total != 1 {
		t.Errorf("the library has %d files", files.Total)
	}
	want(t, again.Command(t, "restore", "status"), 3, "restored from the backup of 2026-11-22")
	want(t, again.Command(t, "restore", "--check", filepath.Join(service.Dir(), "crier.db")), 1, "crier.db is in use")
}
