package e2e_test

import (
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"crier/e2e"
	"crier/platform/backup/backuptest"
	"crier/platform/secrets"
)

const (
	word       = "correct horse battery"
	passphrase = "CRIER_BACKUP_PASSPHRASE=" + word
)

// shop is a service with a photo in its library.
func shop(t *testing.T, settings ...string) (service *e2e.Service, key string) {
	t.Helper()
	service = e2e.Program(t).Serve(t, append([]string{"CRIER_LOG_LEVEL=error", "CRIER_STATE_DIR=" + t.TempDir(), passphrase}, settings...)...)
	key = service.Key(t)
	withKey(t, service, key).Upload("file", "loaf.jpg", picture(t, 320, 320)).Want(http.StatusCreated)
	return service, key
}

func withKey(t *testing.T, service *e2e.Service, key string) *e2e.Client {
	t.Helper()
	return service.Anonymous(t).With("Authorization", "Bearer "+key)
}

// want fails the test unless the command has ended with the code and has printed each of the texts.
func want(t *testing.T, exit e2e.Exit, code int, texts ...string) {
	t.Helper()
	if exit.Code != code {
		t.Fatalf("it ended with %d, not %d:\n%s%s", exit.Code, code, exit.Stdout, exit.Stderr)
	}
	for _, text := range texts {
		if !strings.Contains(exit.Stdout+exit.Stderr, text) {
			t.Errorf("it does not say %q:\n%s%s", text, exit.Stdout, exit.Stderr)
		}
	}
	if code != 0 && strings.Count(exit.Stderr, "\n") > 1 {
		t.Errorf("it says more than a sentence:\n%s", exit.Stderr)
	}
}

// TestCommand_Backup runs each command of the page about backups, with a running service and
// without.
func TestCommand_Backup(t *testing.T) {
	t.Parallel()
	service, key := shop(t)
	file := filepath.Join(t.TempDir(), "shop.crier")
	want(t, service.Command(t, "backup", file), 0, "found to be whole", "crier key export")
	want(t, service.Command(t, "backup", file), 2, "there is a file "+file+" already")
	want(t, service.Command(t, "restore", "--check", file), 0, "The key opens all tokens")
	want(t, service.Command(t, "restore", file), 1, "another Crier is already using this data folder", "stop it")
	withKey(t, service, key).Upload("file", "later.jpg", picture(t, 330, 330)).Want(http.StatusCreated)
	service.Stop(t)

	streamed := filepath.Join(t.TempDir(), "streamed.crier")
	stream := service.Command(t, "backup", "-")
	want(t, stream, 0)
	if err := os.WriteFile(streamed, []byte(stream.Stdout), 0o600); err != nil {
		t.Fatal(err)
	}
	want(t, service.Command(t, "restore", "--check", streamed, "--json"), 0, `"key":"opens"`)

	want(t, service.Command(t, "restore", file), 0, "is as it was on", ".before-restore-", "2 uploads", "All API keys", "crier restore status")
	again := service.Again(t)
	withKey(t, again, key).Get("/api/v1/media").WantError(http.StatusUnauthorized, "AUTH_INVALID_KEY")
	if files := again.Client(t).Get("/api/v1/media").Want(http.StatusOK).Body; !strings.Contains(string(files), "loaf.jpg") || strings.Contains(string(files), "later.jpg") {
		t.Errorf("the library has %s", files)
	}
	again.Stop(t)
	// The same, for a user who knows that no key was revoked since.
	exit := service.Command(t, "restore", "--keep-keys", file)
	want(t, exit, 0)
	if strings.Contains(exit.Stdout, "API keys") {
		t.Errorf("it says %s", exit.Stdout)
	}
	again = service.Again(t)
	withKey(t, again, key).Get("/api/v1/media").Want(http.StatusOK)
	again.Stop(t)
	if left := listing(t, again.Dir()); strings.Contains(left, "/staging/") || strings.Contains(left, ".part") {
		t.Errorf("left behind:\n%s", left)
	}
}

// sealKey writes the key of the service to a file, as crier key export does, but with little work.
// TestBackupPage exports the keys that it imports.
func sealKey(t *testing.T, service *e2e.Service, path string) {
	t.Helper()
	key, err := secrets.LoadKey(filepath.Join(service.Dir(), "secret.key"))
	if err == nil {
		err = os.WriteFile(path, backuptest.Seal(t, key, word), 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// TestCommand_BackupKey: the key is exported only under a passphrase.
func TestCommand_BackupKey(t *testing.T) {
	t.Parallel()
	service, _ := shop(t)
	dir := t.TempDir()
	with, without, key := filepath.Join(dir, "with.crier"), filepath.Join(dir, "without.crier"), filepath.Join(dir, "crier.key")
	want(t, service.Command(t, "backup", "--with-key", with), 0, "Keep the passphrase")
	want(t, service.Command(t, "backup", without), 0)
	sealKey(t, service, key)
	elsewhere := func(args ...string) e2e.Exit {
		return service.Command(t, append(args, "--data-dir="+filepath.Join(t.TempDir(), "new"))...)
	}
	want(t, elsewhere("restore", with), 0)
	want(t, elsewhere("restore", without), 1, "--key FILE", "--without-key")
	want(t, elsewhere("restore", without, "--key", key), 0)
	want(t, elsewhere("restore", without, "--check"), 3, "The key of its tokens and passwords is not here")
	want(t, elsewhere("restore", without, "--without-key"), 3, "Connect the accounts again")
	want(t, elsewhere("restore", without, "--without-key", "--key", key), 2)
}

// TestMemory6_LostKey: a lost key is not replaced silently, and can be put back.
func TestMemory6_LostKey(t *testing.T) {
	t.Parallel()
	service, _ := shop(t)
	key := filepath.Join(t.TempDir(), "crier.key")
	sealKey(t, service, key)
	service.Stop(t)
	if err := os.Remove(filepath.Join(service.Dir(), "secret.key")); err != nil {
		t.Fatal(err)
	}
	want(t, service.Command(t, "upgrade", "--check-folder"), 3, "crier key import FILE")
	if refused, answers := e2e.Program(t).TryServe(t, "CRIER_DATA_DIR="+service.Dir(), "CRIER_STATE_DIR="+t.TempDir()); answers || !strings.Contains(refused.Stderr(), "the sealing key is lost") {
		t.Errorf("it says %s", refused.Stderr())
	}
	want(t, service.Command(t, "key", "import", key), 0, "opens what is encrypted")
	want(t, service.Command(t, "key", "import", key), 0, "has this key already")
	service.Again(t).Stop(t)
}

// TestCommand_BackupMove: the folder that was moved does not start, and the copy continues
// normally.
func TestCommand_BackupMove(t *testing.T) {
	t.Parallel()
	service, key := shop(t)
	file := filepath.Join(t.TempDir(), "shop.crier")
	want(t, service.Command(t, "backup", "--move", "--with-key", file), 2, "stop it")
	service.Stop(t)
	want(t, service.Command(t, "backup", "--move", "--with-key", file), 0, "does not start any more")
	if refused, answers := e2e.Program(t).TryServe(t, "CRIER_DATA_DIR="+service.Dir(), "CRIER_STATE_DIR="+t.TempDir()); answers || !strings.Contains(refused.Stderr(), "moved") {
		t.Errorf("it says %s", refused.Stderr())
	}
	target := filepath.Join(t.TempDir(), "new")
	exit := service.Command(t, "restore", file, "--data-dir="+target)
	want(t, exit, 0)
	if strings.Contains(exit.Stdout, "crier restore status") || strings.Contains(exit.Stdout, "API keys") {
		t.Errorf("it says %s", exit.Stdout)
	}
	moved := e2e.Program(t).Serve(t, "CRIER_DATA_DIR="+target, "CRIER_STATE_DIR="+t.TempDir())
	withKey(t, moved, key).Get("/api/v1/media").Want(http.StatusOK)
}

// TestCommand_UpgradeCheck tries the upgrade of a copy, also of a folder that this version cannot
// migrate.
func TestCommand_UpgradeCheck(t *testing.T) {
	t.Parallel()
	service, _ := shop(t)
	want(t, service.Command(t, "upgrade"), 0, "This is Crier e2e, ", "--check-folder")
	want(t, service.Command(t, "upgrade", "--check-folder"), 0, "can take this data folder over", "Crier e2e has used last")
	service.Stop(t)
	file := filepath.Join(t.TempDir(), "newer.crier")
	execSQL(t, service.Dir(), "UPDATE instance SET version = '9.9.9'")
	execSQL(t, service.Dir(), "INSERT INTO schema_migrations VALUES ('29991231000000_later', 0)")
	want(t, service.Command(t, "upgrade", "--check-folder"), 1, "newer version of Crier", "use version 9.9.9", "this is Crier e2e")
	want(t, service.Command(t, "serve"), 1, "newer version of Crier", "use version 9.9.9", "crier restore FILE", "this is Crier e2e")
	want(t, service.Command(t, "backup", file), 1, "crier: this data folder was last used by a newer version of Crier", "use version 9.9.9")
	want(t, service.Command(t, "status"), 3, "this data folder was last used by a newer version of Crier", "use version 9.9.9")
	if out, err := exec.CommandContext(t.Context(), "ls", filepath.Dir(file)).Output(); err != nil || len(out) > 0 {
		t.Errorf("left: %s, %v", out, err)
	}
	if refused, answers := e2e.Program(t).TryServe(t, "CRIER_DATA_DIR="+service.Dir(), "CRIER_STATE_DIR="+t.TempDir()); answers || !strings.Contains(refused.Stderr(), "use version 9.9.9") {
		t.Errorf("it says %s", refused.Stderr())
	}
}

// TestCommand_UpgradeCheckCannotWrite: a folder in which SQLite cannot make its log is one to which
// this user may not write.
func TestCommand_UpgradeCheckCannotWrite(t *testing.T) {
	t.Parallel()
	service, _ := shop(t)
	service.Stop(t)
	if err := os.Mkdir(filepath.Join(service.Dir(), "crier.db-wal"), 0o700); err != nil {
		t.Fatal(err)
	}
	want(t, service.Command(t, "upgrade", "--check-folder"), 1, "crier: the data folder "+service.Dir()+" cannot be written (copy the database: ", "; let this user write to it")
}
