package editing_test

import (
	"os"
	"syscall"
	"testing"

	"crier/modules/media/editing"
)

func TestMain(m *testing.M) {
	if isWorker, code := editing.WorkerMain(); isWorker {
		syscall.Exit(code) // At os.Exit the race detector waits for a second.
	}
	os.Exit(m.Run())
}
