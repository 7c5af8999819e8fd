package e2e_test

import (
	"bytes"
	"os"
	"os/exec"
	"strings"
	"testing"

	"crier/e2e"
	"crier/platform/disktest"
)

// TestCommand_BackupGoesNowhere: the target of a backup, or of an exported key, is a full disk, or
// a program that stops reading. Each command says so in one sentence and leaves no file, and a
// folder that was to be moved can be used as before.
func TestCommand_BackupGoesNowhere(t *testing.T) {
	t.Parallel()
	service, key := shop(t)
	service.Stop(t)
	env := []string{"PATH=" + os.Getenv("PATH"), "CRIER_DATA_DIR=" + service.Dir(), "CRIER_KEYRING=off", "HOME=" + t.TempDir(), passphrase}

	reader, writer, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := reader.Close(); err != nil {
		t.Fatal(err)
	}
	var said bytes.Buffer
	cmd := exec.CommandContext(t.Context(), e2e.Program(t).Path(), "backup", "--move", "-")
	cmd.Env, cmd.Stdout, cmd.Stderr = env, writer, &said
	_ = cmd.Run() // The exit code says it.
	_ = writer.Close()
	if cmd.ProcessState.ExitCode() != 1 || !strings.HasPrefix(said.String(), "crier: write the backup: ") || strings.Count(said.String(), "\n") != 1 {
		t.Errorf("nobody reads: %v\n%s", cmd.ProcessState, &said)
	}

	disk := t.TempDir()
	disktest.Want(t)
	said.Reset()
	cmd = exec.CommandContext(t.Context(), "unshare", "-rm", "sh", "-c", `mount -t tmpfs -o size=64k,mode=700 none "$DISK" || exit 9
"$0" backup --move - >"$DISK/out"; echo "code $?" >&2
"$0" key export "$DISK/crier.key"; echo "code $?" >&2
ls "$DISK" >&2`, e2e.Program(t).Path())
	cmd.Env, cmd.Stderr = append([]string{"DISK=" + disk}, env...), &said
	if err := cmd.Run(); err != nil {
		t.Fatalf("%v\n%s", err, &said)
	}
	lines := strings.Split(said.String(), "\n")
	if len(lines) != 6 || !strings.HasPrefix(lines[0], "crier: the disk is full: there is no room for the backup") || !strings.HasPrefix(lines[2], "crier: the disk is full: there is no room for the key") ||
		lines[1] != "code 1" || lines[3] != "code 1" || lines[4] != "out" {
		t.Errorf("on a full disk:\n%s", &said)
	}

	if left := listing(t, service.Dir()); strings.Contains(left, "/staging/") {
		t.Errorf("left behind:\n%s", left)
	}
	withKey(t, service.Again(t), key).Get("/api/v1/media").Want(200)
}
