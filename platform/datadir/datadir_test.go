package datadir_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"crier/platform/datadir"
)

func TestOpen_ClosesTheFolderToOthers(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "a", "b")
	if err := os.MkdirAll(path, 0o755); err != nil {
		t.Fatal(err)
	}
	d, err := datadir.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, dir := range []string{d.Path(), d.Uploads(), d.Public(), d.Staging(), d.Backups()} {
		if info, err := os.Stat(dir); err != nil || info.Mode().Perm() != 0o700 {
			t.Errorf("%s: %v, %v", dir, info.Mode(), err)
		}
	}
}

func TestOpen_RefusesAFile(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := datadir.Open(path); err == nil {
		t.Error("a file was opened as a folder")
	}
}

func TestDefault_FollowsXDG(t *testing.T) {
	base := t.TempDir()
	t.Setenv("XDG_DATA_HOME", base)
	if got, err := datadir.Default(); err != nil || got != filepath.Join(base, "crier") {
		t.Errorf("got %s, %v", got, err)
	}
}

func TestLock_KeepsASecondCopyOut(t *testing.T) {
	t.Parallel()
	d, err := datadir.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if used, err := d.InUse(); used || err != nil {
		t.Errorf("a new folder is in use: %t, %v", used, err)
	}
	lock, err := d.Lock()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := d.Lock(); !errors.Is(err, datadir.ErrLocked) {
		t.Errorf("the second lock gave %v", err)
	}
	if err := lock.Release(); err != nil {
		t.Fatal(err)
	}
	if used, err := d.InUse(); used || err != nil {
		t.Errorf("after the release it is in use: %t, %v", used, err)
	}
	again, err := d.Lock()
	if err != nil {
		t.Fatalf("after the release: %v", err)
	}
	if used, err := d.InUse(); !used || err != nil {
		t.Errorf("locked, it is in use: %t, %v", used, err)
	}
	if err := again.Release(); err != nil {
		t.Error(err)
	}
}

func TestRuntime_RoundTrip(t *testing.T) {
	t.Parallel()
	d, err := datadir.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := d.ReadRuntime(); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("without a file: %v", err)
	}
	want := datadir.Runtime{PID: 7, Mode: "live", APIURL: "http://127.0.0.1:1/api/v1", DocsURL: "http://127.0.0.1:1/docs", SandboxURL: "http://127.0.0.1:2"}
	if err := d.WriteRuntime(want); err != nil {
		t.Fatal(err)
	}
	if got, err := d.ReadRuntime(); err != nil || got != want {
		t.Errorf("got %v, %v", got, err)
	}
	info, err := os.Stat(filepath.Join(d.Path(), "runtime.json"))
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
	for range 2 {
		if err := d.RemoveRuntime(); err != nil {
			t.Error(err)
		}
	}
}

// TestRuntime_AfterAPowerCut: nobody waits until runtime.json is on disk, so a power cut may leave
// one without its content.
func TestRuntime_AfterAPowerCut(t *testing.T) {
	t.Parallel()
	d, err := datadir.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, content := range []string{"", "\x00\x00\x00"} {
		if err := os.WriteFile(filepath.Join(d.Path(), "runtime.json"), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		if r, err := d.ReadRuntime(); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%q: got %+v, %v", content, r, err)
		}
	}
}

func TestWriteFile(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path := filepath.Join(dir, "secret")
	for _, content := range []string{"first", "second, and longer", ""} {
		if err := datadir.WriteFile(path, []byte(content)); err != nil {
			t.Fatal(err)
		}
		if b, err := os.ReadFile(path); err != nil || string(b) != content {
			t.Errorf("got %q, %v", b, err)
		}
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the mode is %v, %v", info.Mode(), err)
	}
	if entries, err := os.ReadDir(dir); err != nil || len(entries) != 1 {
		t.Errorf("the folder holds %v, %v", entries, err)
	}
	if err := datadir.WriteFile(filepath.Join(dir, "none", "secret"), nil); err == nil {
		t.Error("no error without a folder")
	}
}

func TestAppName_IsMadeOnce(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for range 20 {
		d, err := datadir.Open(t.TempDir())
		if err != nil {
			t.Fatal(err)
		}
		name, err := d.AppName()
		if err != nil || !regexp.MustCompile(`^crier-[a-z0-9]{8}\.localhost$`).MatchString(name) || seen[name] {
			t.Errorf("got %q, %v", name, err)
		}
		seen[name] = true
		if again, err := d.AppName(); again != name || err != nil {
			t.Errorf("%q became %q, %v", name, again, err)
		}
		file := filepath.Join(d.Path(), "app.name")
		for _, damaged := range []string{"", "localhost", "crier-abcdefgh.evil.example", "CRIER-ABCDEFGH.localhost", "crier-abcdefgh.localhost\ncrier-abcdefgh.localhost"} {
			if err := os.WriteFile(file, []byte(damaged), 0o600); err != nil {
				t.Fatal(err)
			}
			if got, err := d.AppName(); got != "" || err == nil || !strings.Contains(err.Error(), file) {
				t.Errorf("%q: got %q, %v", damaged, got, err)
			}
		}
	}
}

// TestExisting_MakesNothing: a look at a folder leaves it as it is, and none where there is none.
func TestExisting_MakesNothing(t *testing.T) {
	t.Parallel()
	path := t.TempDir()
	d, err := datadir.Existing(path)
	if err != nil {
		t.Fatal(err)
	}
	used, err := d.InUse()
	if entries, readErr := os.ReadDir(path); used || err != nil || readErr != nil || len(entries) != 0 {
		t.Errorf("it holds %v, %v, %v", entries, err, readErr)
	}
	if _, err := datadir.Existing(filepath.Join(path, "none")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("got %v", err)
	}
}

// TestOpen_RefusesLinks: in its own folders Crier deletes and moves files by itself.
func TestOpen_RefusesLinks(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"uploads", "public", "staging", "backups", "orphans", "uploads/images", "orphans/2026-11-22"} {
		path, elsewhere := t.TempDir(), t.TempDir()
		own := filepath.Join(path, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(own), 0o700), os.Symlink(elsewhere, own)); err != nil {
			t.Fatal(err)
		}
		if _, err := datadir.Open(path); !errors.Is(err, datadir.ErrLink) || !strings.Contains(err.Error(), own) {
			t.Errorf("%s: got %v", name, err)
		}
	}
	link := filepath.Join(t.TempDir(), "data")
	if err := os.Symlink(t.TempDir(), link); err != nil {
		t.Fatal(err)
	}
	if _, err := datadir.Open(link); err != nil {
		t.Errorf("the data folder itself: %v", err)
	}
}

// TestPutAside: nothing is replaced, and the parts of a database stay together.
func TestPutAside(t *testing.T) {
	t.Parallel()
	d, err := datadir.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	now := time.Date(2026, 11, 22, 9, 30, 0, 0, time.UTC)
	for _, want := range []string{"crier.2026-11-22.db", "crier.2026-11-22-2.db", "crier.2026-11-22-3.db"} {
		if err := os.WriteFile(d.Database()+"-wal", []byte(want), 0o600); err != nil {
			t.Fatal(err)
		}
		aside, err := d.PutAside(d.Database(), now)
		if err != nil || filepath.Base(aside) != want {
			t.Errorf("got %s, %v", aside, err)
		}
		if b, err := os.ReadFile(filepath.Join(d.Path(), want+"-wal")); err != nil || string(b) != want {
			t.Errorf("%s holds %q, %v", want, b, err)
		}
	}
}
