package e2e_test

import (
	"net/http"
	"path/filepath"
	"testing"

	"crier/e2e"
)

// TestRestore_OlderArchive: a backup of a folder of the first release, whose database lacks every
// schema change since, is made, checked and restored; the restored folder is brought up to date and
// held.
func TestRestore_OlderArchive(t *testing.T) {
	t.Parallel()
	service, _ := shop(t)
	service.Stop(t)
	takeBack(t, service.Dir())
	file, target := filepath.Join(t.TempDir(), "older.crier"), filepath.Join(t.TempDir(), "new")
	want(t, service.Command(t, "backup", file), 0)
	want(t, service.Command(t, "restore", file, "--check"), 0)
	want(t, service.Command(t, "restore", file, "--data-dir="+target, "--key="+filepath.Join(service.Dir(), "secret.key")), 0, "crier restore status")
	restored := e2e.Program(t).Serve(t, "CRIER_DATA_DIR="+target, "CRIER_STATE_DIR="+t.TempDir())
	want(t, restored.Command(t, "restore", "status"), 3, "restored from the backup")
	withKey(t, restored, restored.Key(t)).Get("/api/v1/media").Want(http.StatusOK)
}
