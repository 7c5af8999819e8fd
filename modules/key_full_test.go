//go:build !windows

package modules_test

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"crier/modules"
	"crier/platform/backup"
	"crier/platform/database"
	"crier/platform/disktest"
	"crier/platform/secrets"
)

// TestImportKey_FullDisk imports a key, and marks a folder as moved, with room for one more page,
// or one more file, at a time until there is enough. Until then each says that the disk is full;
// the folder keeps its key and is not moved.
func TestImportKey_FullDisk(t *testing.T) {
	t.Parallel()
	disktest.Want(t)
	f := newFolder(t)
	out, err := onDisk(t, t.TempDir(), "size=8m,nr_inodes=200", "TestImportKey_OnFullDisk", killedFolder+"="+f.Path())
	if err != nil || strings.Count(out, "FULL") < 6 || strings.Count(out, "DONE") != 3 {
		t.Errorf("%v\n%s", err, out)
	}
}

// TestImportKey_OnFullDisk does it on the disk $DISK. It does nothing unless
// TestImportKey_FullDisk has started it.
func TestImportKey_OnFullDisk(t *testing.T) {
	t.Parallel()
	disk := os.Getenv("DISK")
	if disk == "" || os.Getenv(fullWhat) != "" {
		return
	}
	f := existing(t, copiedTo(t, disk))
	dir := f.Dir
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
	f.filled(fill, func() error { return backup.MarkMoved(t.Context(), dir, "4.4.0", start) }, func() {
		if f.isMoved() {
			t.Error("the folder is moved")
		}
	})
	for _, fill := range []filling{fillNames, fill} {
		f.filled(fill, func() error {
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
		if err := os.Remove(dir.SecretKey()); err != nil {
			t.Fatal(err)
		}
		if err := secrets.KeepKey(dir.SecretKey(), wrong, false); err != nil {
			t.Fatal(err)
		}
	}
}

// filling takes all of a disk but some, for itself or for what it names.
type filling func(tb testing.TB, path string, free int)

// filled does something with one page, or one file, more of room at a time, until it is done, and
// looks after each time that there was not enough.
func (f *folder) filled(fill filling, do func() error, look func()) {
	f.tb.Helper()
	filler := filepath.Join(filepath.Dir(f.Path()), "filler")
	for free := 0; ; free++ {
		before := names(f.tb, f.Path())
		fill(f.tb, filler, free)
		err := do()
		if err := os.RemoveAll(filler); err != nil {
			f.tb.Fatal(err)
		}
		if err == nil {
			f.tb.Log("DONE")
			return
		}
		// SQLite does not say why it cannot make the file of its log.
		f.tb.Log("FULL", free)
		if !database.DiskFull(err) && !strings.Contains(err.Error(), "unable to open database file") {
			f.tb.Errorf("with %d free: %v", free, err)
		}
		if after := names(f.tb, f.Path()); !slices.Equal(before, after) {
			f.tb.Errorf("with %d free the folder has %v, and had %v", free, after, before)
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

// fillNames makes empty files until the disk takes only so many more.
func fillNames(tb testing.TB, path string, free int) {
	tb.Helper()
	err := os.Mkdir(path, 0o700)
	n := 0
	for ; err == nil; n++ {
		err = os.WriteFile(filepath.Join(path, strconv.Itoa(n)), nil, 0o600)
	}
	if !database.DiskFull(err) {
		tb.Fatal(err)
	}
	for i := range free {
		if err := os.Remove(filepath.Join(path, strconv.Itoa(n-2-i))); err != nil {
			tb.Fatal(err)
		}
	}
}
