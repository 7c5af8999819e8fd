package ffmpeg_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"crier/platform/child/childtest"
	"crier/platform/ffmpeg"

	"golang.org/x/sys/unix"
)

// serviceFor is the environment variable that makes this program a service at work. Its value is
// the path of the ffmpeg.
const serviceFor = "CRIER_FFMPEG_TEST_SERVICE"

// TestHelperService is the service of TestTool_FFmpegDiesWithTheService, and nothing without it.
func TestHelperService(t *testing.T) {
	t.Parallel()
	program := os.Getenv(serviceFor)
	if program == "" {
		return
	}
	t.Errorf("the work ended: %v", poster(t.Context(), t, ffmpeg.At(program)))
}

// hanging returns the path of a fake that hangs, and of the named pipe that it reads.
func hanging(t *testing.T) (program, pipe string) {
	t.Helper()
	dir := t.TempDir()
	pipe = filepath.Join(dir, "pipe")
	if err := unix.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	return fakeAt(t, dir, "hang"), pipe
}

func TestTool_FFmpegDiesWithTheService(t *testing.T) {
	t.Parallel()
	program, pipe := hanging(t)
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	service := exec.CommandContext(t.Context(), self, "-test.run=^TestHelperService$")
	service.Env = append(os.Environ(), serviceFor+"="+program)
	if err := service.Start(); err != nil {
		t.Fatal(err)
	}
	ffmpegAtWork := childtest.Open(t, pipe)
	if err := service.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = service.Wait()
	ffmpegAtWork.WantEnd(t)
}

func TestTool_FFmpegDiesWithTheContext(t *testing.T) {
	t.Parallel()
	program, pipe := hanging(t)
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- poster(ctx, t, ffmpeg.At(program)) }()
	ffmpegAtWork := childtest.Open(t, pipe)
	cancel()
	if err := <-ended; err == nil {
		t.Error("the work succeeded")
	}
	ffmpegAtWork.WantEnd(t)
}

// A system that is out of memory may kill the runner too.
func TestTool_FFmpegDiesWithTheRunner(t *testing.T) {
	t.Parallel()
	program, pipe := hanging(t)
	ended := make(chan error, 1)
	go func() { ended <- poster(t.Context(), t, ffmpeg.At(program)) }()
	ffmpegAtWork := childtest.Open(t, pipe)
	killRunnerOf(t, program)
	if e := failed(t, <-ended); e.Reason != ffmpeg.Killed {
		t.Errorf("%v", e)
	}
	ffmpegAtWork.WantEnd(t)
}

// killRunnerOf kills the parent of the process whose name is program.
func killRunnerOf(t *testing.T, program string) {
	t.Helper()
	processes, err := filepath.Glob("/proc/[0-9]*/cmdline")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range processes {
		line, _ := os.ReadFile(file)
		if !isProgram(line, program) {
			continue
		}
		parent := parentOf(t, filepath.Dir(file))
		if err := unix.Kill(parent, unix.SIGKILL); err != nil {
			t.Fatal(err)
		}
		return
	}
	t.Fatal("the fake is not at work")
}

// isProgram reports whether a command line from /proc is that of the program.
func isProgram(commandLine []byte, program string) bool {
	first, _, _ := bytes.Cut(commandLine, []byte{0})
	return string(first) == program
}

func parentOf(t *testing.T, process string) int {
	t.Helper()
	stat, err := os.ReadFile(filepath.Join(process, "stat"))
	if err != nil {
		t.Fatal(err)
	}
	var state string
	var parent int
	afterName := stat[bytes.LastIndexByte(stat, ')')+1:]
	if _, err := fmt.Sscan(string(afterName), &state, &parent); err != nil {
		t.Fatal(err)
	}
	return parent
}
