package ffmpeg_test

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"crier/modules/media/ffmpeg"

	"golang.org/x/sys/unix"
)

// serviceFor is the environment variable that makes this program a service at work, whose ffmpeg it names.
const serviceFor = "CRIER_FFMPEG_TEST_SERVICE"

// TestHelperService is the service of TestTool_FFmpegDiesWithTheService.
func TestHelperService(t *testing.T) {
	t.Parallel()
	program := os.Getenv(serviceFor)
	if program == "" {
		t.Skip("only of use to another test")
	}
	t.Errorf("the work ended: %v", poster(t.Context(), t, ffmpeg.At(program)))
}

// watched is the writing end of the pipe that a fake ffmpeg reads for as long as it lives; that its reading end closes is
// how the end of the fake is seen.
type watched int

// watch returns once the fake in dir is at work.
func watch(t *testing.T, dir string) watched {
	t.Helper()
	fd, err := unix.Open(filepath.Join(dir, "pipe"), unix.O_WRONLY|unix.O_CLOEXEC, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = unix.Close(fd) })
	if n, err := unix.Poll([]unix.PollFd{{Fd: int32(fd)}}, 0); n != 0 || err != nil {
		t.Fatalf("ffmpeg is gone too early: %d, %v", n, err)
	}
	return watched(fd)
}

func (w watched) wantDead(t *testing.T) {
	t.Helper()
	const patience = 30_000
	fds := []unix.PollFd{{Fd: int32(w)}}
	if n, err := unix.Poll(fds, patience); n != 1 || fds[0].Revents&unix.POLLERR == 0 {
		t.Errorf("ffmpeg lives on: %d, %x, %v", n, fds[0].Revents, err)
	}
}

// hanging returns the path of a fake that hangs, and its folder.
func hanging(t *testing.T) (program, dir string) {
	t.Helper()
	dir = t.TempDir()
	if err := unix.Mkfifo(filepath.Join(dir, "pipe"), 0o600); err != nil {
		t.Fatal(err)
	}
	return fakeAt(t, dir, "hang"), dir
}

func TestTool_FFmpegDiesWithTheService(t *testing.T) {
	t.Parallel()
	program, dir := hanging(t)
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	service := exec.CommandContext(t.Context(), self, "-test.run=^TestHelperService$")
	service.Env = append(os.Environ(), serviceFor+"="+program)
	if err := service.Start(); err != nil {
		t.Fatal(err)
	}
	ffmpegAtWork := watch(t, dir)
	if err := service.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = service.Wait()
	ffmpegAtWork.wantDead(t)
}

func TestTool_FFmpegDiesWithTheContext(t *testing.T) {
	t.Parallel()
	program, dir := hanging(t)
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- poster(ctx, t, ffmpeg.At(program)) }()
	ffmpegAtWork := watch(t, dir)
	cancel()
	if err := <-ended; err == nil {
		t.Error("the work succeeded")
	}
	ffmpegAtWork.wantDead(t)
}

// The runner, too, may be killed by a system that is out of memory.
func TestTool_FFmpegDiesWithTheRunner(t *testing.T) {
	t.Parallel()
	program, dir := hanging(t)
	ended := make(chan error, 1)
	go func() { ended <- poster(t.Context(), t, ffmpeg.At(program)) }()
	ffmpegAtWork := watch(t, dir)
	killRunnerOf(t, program)
	if e := failed(t, <-ended); e.Reason != ffmpeg.Crashed {
		t.Errorf("%v", e)
	}
	ffmpegAtWork.wantDead(t)
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
