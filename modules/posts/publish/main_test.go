package publish

import (
	"os"
	"syscall"
	"testing"

	"crier/modules/media/editing"
	"crier/platform/database/databasetest"
)

// TestMain draws pictures when the tests' own program is started for that, as stories with mentions
// need it.
func TestMain(m *testing.M) {
	if isWorker, code := editing.WorkerMain(); isWorker {
		syscall.Exit(code) // At os.Exit the race detector waits for a second.
	}
	databasetest.LockOnce()
	os.Exit(m.Run())
}
