package datadir

import (
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/gofrs/flock"
)

// TestLock_BesideALook: another process that only looks whether the folder is in use is no copy
// that holds it, neither for a start nor for a second look.
func TestLock_BesideALook(t *testing.T) {
	t.Parallel()
	d, err := Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(d.lockFile(), nil, fileMode); err != nil {
		t.Fatal(err)
	}
	look := flock.New(d.lockFile(), flock.SetFlag(os.O_RDONLY))
	if isFree, err := look.TryRLock(); !isFree || err != nil {
		t.Fatal(isFree, err)
	}
	if inUse, err := d.InUse(); inUse || err != nil {
		t.Errorf("a second look finds the folder in use: %t, %v", inUse, err)
	}
	lock, err := d.lock(func() { _ = look.Unlock() })
	if err != nil {
		t.Fatal(err)
	}
	tries := 1
	if _, err := d.lock(func() { tries++ }); !errors.Is(err, ErrLocked) || tries != lockTries {
		t.Errorf("beside a copy, after %d tries: %v", tries, err)
	}
	if err := lock.Release(); err != nil {
		t.Error(err)
	}
}

// TestLock_CannotBeWritten: a look needs only to read, and the error of a lock says what to do. A
// folder stands in for a file that cannot be written, which root could write.
func TestLock_CannotBeWritten(t *testing.T) {
	t.Parallel()
	d, err := Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(d.lockFile(), dirMode); err != nil {
		t.Fatal(err)
	}
	if inUse, err := d.InUse(); inUse || err != nil {
		t.Errorf("it is in use: %t, %v", inUse, err)
	}
	_, err = d.Lock()
	if err == nil || errors.Is(err, ErrLocked) || !strings.Contains(err.Error(), d.Path()) || !strings.Contains(err.Error(), "CRIER_DATA_DIR") {
		t.Errorf("got %v", err)
	}
}
