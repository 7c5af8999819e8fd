package ffmpeg_test

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"crier/platform/ffmpeg"
)

func TestMain(m *testing.M) {
	if isRunner, code := ffmpeg.RunnerMain(); isRunner {
		syscall.Exit(code) // At os.Exit the race detector waits for a second.
	}
	if name := filepath.Base(os.Args[0]); strings.HasPrefix(name, fakePrefix) {
		syscall.Exit(fake(strings.TrimPrefix(name, fakePrefix)))
	}
	os.Exit(m.Run())
}
