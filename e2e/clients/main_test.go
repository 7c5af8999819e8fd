package clients_test

import (
	"os"
	"syscall"
	"testing"

	"crier/modules/media/editing"
	"crier/modules/notify/teller"
	"crier/platform/ffmpeg"
)

func TestMain(m *testing.M) {
	if isWorker, code := editing.WorkerMain(); isWorker {
		syscall.Exit(code) // At os.Exit the race detector waits for a second.
	}
	if isTeller, code := teller.Main(); isTeller {
		syscall.Exit(code) // At os.Exit the race detector waits for a second.
	}
	if isRunner, code := ffmpeg.RunnerMain(); isRunner {
		syscall.Exit(code) // At os.Exit the race detector waits for a second.
	}
	os.Exit(m.Run())
}
