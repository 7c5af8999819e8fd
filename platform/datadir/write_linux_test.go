package datadir

import (
	"errors"
	"io/fs"
	"os"
	"strings"
	"syscall"
	"testing"
)

// TestOpen_CannotWrite: the error says what to do. In /sys nobody makes folders, not even root;
// containers have it read-only.
func TestOpen_CannotWrite(t *testing.T) {
	t.Parallel()
	_, err := Open("/sys/crier")
	if err == nil || !strings.Contains(err.Error(), "/sys/crier cannot be written") || !strings.Contains(err.Error(), "CRIER_DATA_DIR") {
		t.Errorf("got %v", err)
	}
	d := &Dir{path: "/data"}
	if full := d.Unwritable(syscall.ENOSPC); full.Error() != syscall.ENOSPC.Error() || d.Unwritable(nil) != nil {
		t.Errorf("got %v", full)
	}
	if err := d.Unwritable(&fs.PathError{Op: "open", Path: "/data/crier.db", Err: syscall.EROFS}); !strings.HasPrefix(err.Error(), "the data folder /data cannot be written (open /data/crier.db: ") {
		t.Errorf("got %v", err)
	}
}

// TestSyncFolder: a file system that syncs no folders, as /proc does not, is no reason to call a
// file lost. Other errors are.
func TestSyncFolder(t *testing.T) {
	t.Parallel()
	const unable = "/proc"
	dir, err := os.Open(unable)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(dir.Sync(), dir.Close()); !errors.Is(err, syscall.EINVAL) {
		t.Fatalf("%s is no example: %v", unable, err)
	}
	for _, path := range []string{unable, t.TempDir()} {
		if err := SyncFolder(path); err != nil {
			t.Errorf("%s: %v", path, err)
		}
	}
	if err := SyncFolder(t.TempDir() + "/none"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a folder that is not there: %v", err)
	}
	if cannotSync(&fs.PathError{Op: "sync", Path: unable, Err: syscall.EIO}) {
		t.Error("a broken disk passes for one that cannot sync")
	}
}
