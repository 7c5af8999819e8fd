//go:build !windows

package modules_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"crier/platform/backup"
)

// partFolder makes this test binary a backup that is killed while it writes into the folder.
const partFolder = "CRIER_TEST_BACKUP_TO"

// TestBackup_IsKilled is skipped unless TestFound_PartsOfKilledBackups has started it.
func TestBackup_IsKilled(t *testing.T) {
	t.Parallel()
	to := os.Getenv(partFolder)
	if to == "" {
		t.Skip("for TestFound_PartsOfKilledBackups")
	}
	m := existing(t, os.Getenv(killedFolder)).maker()
	m.Progress = func(done, total int64) {
		if done > total/2 {
			_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
			select {}
		}
	}
	_, err := m.Make(t.Context(), filepath.Join(to, "mine.crier"))
	t.Fatal("it was not killed", err)
}

func partsIn(t *testing.T, folder string) (parts []string) {
	t.Helper()
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if strings.HasSuffix(e.Name(), ".part") {
			parts = append(parts, e.Name())
		}
	}
	return parts
}

// TestFound_PartsOfKilledBackups: what a killed backup has left goes with the next one into the
// same folder, under whatever name. What one that runs is writing stays, and so do other files.
func TestFound_PartsOfKilledBackups(t *testing.T) {
	t.Parallel()
	f, to := newFolder(t), t.TempDir()
	for range 2 {
		cmd := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestBackup_IsKilled$")
		cmd.Env = append(os.Environ(), partFolder+"="+to, killedFolder+"="+f.Path())
		if out, err := cmd.CombinedOutput(); err == nil || strings.Contains(string(out), "it was not killed") {
			t.Fatalf("%v\n%s", err, out)
		}
		if left := partsIn(t, to); len(left) == 0 {
			t.Fatal("the killed backup has left nothing")
		}
	}
	foreign := "crier-20261101T000000Z-4.4.0.crier.123456.part"
	for _, name := range []string{foreign, "film.part", "one.crier"} {
		if err := os.WriteFile(filepath.Join(to, name), []byte("x"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	first := f.maker()
	seen, isNested := 0, false
	first.Progress = func(int64, int64) {
		if isNested {
			return
		}
		isNested = true
		second := f.maker()
		if _, err := second.Make(t.Context(), filepath.Join(to, "second.crier")); err != nil {
			t.Error(err)
		}
		seen = len(partsIn(t, to))
	}
	if _, err := first.Make(t.Context(), filepath.Join(to, "first.crier")); err != nil {
		t.Fatal(err)
	}
	if seen != 3 { // Its own, and the two of others.
		t.Errorf("while a backup ran, another one has left %d unfinished ones", seen)
	}
	if left := partsIn(t, to); len(left) != 2 {
		t.Errorf("left are %v", left)
	}
	// What is older than any backup takes goes, no matter who has left it.
	if err := os.Chtimes(filepath.Join(to, foreign), start.AddDate(0, 0, -1), start.AddDate(0, 0, -1)); err != nil {
		t.Fatal(err)
	}
	if _, err := f.maker().Make(t.Context(), filepath.Join(to, "third.crier")); err != nil {
		t.Fatal(err)
	}
	if left := partsIn(t, to); len(left) != 1 || left[0] != "film.part" {
		t.Errorf("left are %v", left)
	}
	if _, err := backup.Open(filepath.Join(to, "second.crier")); err != nil {
		t.Error(err)
	}
}
