package datadir

import (
	"errors"
	"io/fs"
	"os"
	"syscall"
	"testing"
)

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
