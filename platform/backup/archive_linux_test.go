package backup_test

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"

	"crier/platform/backup"
)

// TestOpen_Pipe: a pipe is no backup, and is not opened: that would take for ever.
func TestOpen_Pipe(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() {
		_, err := backup.Open(path)
		ended <- err
	}()
	for {
		select {
		case err := <-ended:
			if !errors.Is(err, backup.ErrForeign) || !strings.Contains(err.Error(), "it is no file") {
				t.Errorf("got %v", err)
			}
			return
		default:
		}
		// Only while somebody reads can a pipe be opened for writing alone.
		if writer, err := os.OpenFile(path, os.O_WRONLY|syscall.O_NONBLOCK, 0); err == nil {
			t.Fatal("it is opened", writer.Close())
		}
		runtime.Gosched()
	}
}
