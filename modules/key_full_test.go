//go:build !windows

package modules_test

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"crier/modules"
	"crier/platform/backup"
	"crier/platform/clock"
	"crier/platform/database"
	"crier/platform/datadir"
	"crier/platform/secrets"
)

// TestImportKey_FullDisk imports a key, and marks a folder as moved, with one page more of room at
// a time, until there is enough. Before that, each says that the disk is full, and the folder has
// the key that it had, and is not moved.
func TestImportKey_FullDisk(t *testing.T) {
	t.Parallel()
	disk := t.TempDir()
	if err := exec.CommandContext(t.Context(), "unshare", "-rm", "mount", "-t", "tmpfs", "none", disk).Run(); err != nil {
		t.Skip("this system does not let a test have a disk of its own:", err)
	}
	f := newFolder(t)
	cmd := exec.CommandContext(t.Context(), "unshare", "-rm", "sh", "-c", `mount -t tmpfs -o size=8m,mode=700 none "$DISK" && exec "$0" -test.run='^TestImportKey_OnFullDisk$' -test.v`, os.Args[0])
	cmd.Env = append(os.Environ(), "DISK="+disk, killedFolder+"="+f.Path())
	out, err := cmd.CombinedOutput()
	if err != nil || strings.Count(string(out), "FULL") < 6 || strings.Count(string(out), "DONE") != 2 {
		t.Errorf("%v\n%s", err, out)
	}
}

// TestImportKey_OnFullDisk does it on the disk $DISK. It is skipped unless TestImportKey_FullDisk
// has started it.
func TestImportKey_OnFullDisk(t *testing.T) {
	t.Parallel()
	disk := os.Getenv("DISK")
	if disk == "" || os.Getenv(fullWhat) != "" {
		t.Skip("for TestImportKey_FullDisk")
	}
	path := filepath.Join(disk, "data")
	if err := os.CopyFS(path, os.DirFS(os.Getenv(killedFolder))); err != nil {
		t.Fatal(err)
	}
	dir, err := datadir.Existing(path)
	if err != nil {
		t.Fatal(err)
	}
	f := &folder{Dir: dir, tb: t, clock: clock.NewFake(start)}
	right, err := secrets.LoadKey(dir.SecretKey())
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(dir.SecretKey()); err != nil {
		t.Fatal(err)
	}
	wrong, err := secrets.MakeKey(dir.SecretKey(), false)
	if err != nil {
		t.Fatal(err)
	}
	f.filled(func() error { return backup.MarkMoved(t.Context(), dir, "4.4.0", start) }, func() {
		if f.isMoved() {
			t.Error("the folder is moved")
		}
	})
	f.filled(func() error {
		_, err := backup.ImportKey(t.Context(), dir, modules.BackedUp(), right, false, start)
		return err
	}, func() {
		if is, err := secrets.LoadKey(dir.SecretKey()); err != nil || is != wrong {
			t.Errorf("the key that was there is not there any more: %v", err)
		}
	})
	if is, err := secrets.LoadKey(dir.SecretKey()); err != nil || is != right {
		t.Errorf("the key is not imported: %v", err)
	}
}

// filled does something with one page more of room at a time, until it is done, and looks after
// each time that there was not enough.
func (f *folder) filled(do func() error, look func()) {
	f.tb.Helper()
	filler := filepath.Join(filepath.Dir(f.Path()), "filler")
	for free := 0; ; free++ {
		before := names(f.tb, f.Path())
		fill(f.tb, filler, free)
		err := do()
		if err := os.Remove(filler); err != nil {
			f.tb.Fatal(err)
		}
		if err == nil {
			f.tb.Log("DONE")
			return
		}
		if f.tb.Log("FULL", free); !database.DiskFull(err) {
			f.tb.Errorf("with %d pages: %v", free, err)
		}
		if after := names(f.tb, f.Path()); !slices.Equal(before, after) {
			f.tb.Errorf("with %d pages the folder has %v, and had %v", free, after, before)
		}
		look()
	}
}

// fill writes a file that leaves so many pages of its disk free.
func fill(tb testing.TB, path string, free int) {
	tb.Helper()
	w, err := os.Create(path)
	if err != nil {
		tb.Fatal(err)
	}
	page, n := make([]byte, os.Getpagesize()), 0
	for err == nil {
		_, err = w.Write(page)
		n++
	}
	if !database.DiskFull(err) {
		tb.Fatal(err)
	}
	if err := errors.Join(w.Truncate(int64(n-1-free)*int64(len(page))), w.Close()); err != nil {
		tb.Fatal(err)
	}
}
