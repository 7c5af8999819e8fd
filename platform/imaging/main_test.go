package imaging_test

import (
	"fmt"
	"io"
	"os"
	"strings"
	"syscall"
	"testing"

	"crier/platform/imaging"
)

// misbehave is the environment variable that makes this program a worker that does not do its work.
const misbehave = "CRIER_IMAGING_TEST"

func TestMain(m *testing.M) {
	if how := os.Getenv(misbehave); how != "" {
		os.Exit(misbehaving(how))
	}
	if isWorker, code := imaging.WorkerMain(); isWorker {
		fmt.Fprint(os.Stderr, usedMemory())
		syscall.Exit(code) // At os.Exit the race detector waits for a second.
	}
	os.Exit(m.Run())
}

func misbehaving(how string) int {
	switch how {
	case "hang":
		_, _ = io.Copy(io.Discard, os.Stdin)
	case "crash":
		panic("a decoder's bug")
	case "kill":
		self, _ := os.FindProcess(os.Getpid())
		_ = self.Kill()
	case "flood":
		for {
			if _, err := os.Stdout.WriteString(strings.Repeat("x", 4096)); err != nil {
				return 1
			}
		}
	case "nonsense":
		_, _ = os.Stdout.WriteString(`{"result": 7}`)
	case "environment":
		fmt.Fprint(os.Stderr, strings.Join(os.Environ(), "\n"))
		return 1
	}
	return 0
}

// usedMemory returns what /proc says of the memory of this process: its peak, how much of the
// program's file is in it now, and how soon the kernel ends it when memory is short. The rusage
// that the parent gets would include the parent's own memory from before the exec.
func usedMemory() (lines string) {
	status, _ := os.ReadFile("/proc/self/status")
	for line := range strings.Lines(string(status)) {
		if strings.HasPrefix(line, "VmHWM:") || strings.HasPrefix(line, "RssFile:") {
			lines += line
		}
	}
	score, _ := os.ReadFile("/proc/self/oom_score_adj")
	return lines + "score: " + string(score)
}
