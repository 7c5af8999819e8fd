package imaging_test

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"crier/modules/media/imaging"

	"golang.org/x/sys/unix"
)

// serviceFor is the environment variable that makes this program a service with a job, whose source it names.
const serviceFor = "CRIER_IMAGING_TEST_SERVICE"

// TestHelperService is the service of TestPool_ChildrenDieWithTheService.
func TestHelperService(t *testing.T) {
	t.Parallel()
	source := os.Getenv(serviceFor)
	if source == "" {
		t.Skip("only of use to another test")
	}
	job := imaging.Job{Source: source, Destination: source + ".out"}
	_, err := imaging.NewPool(imaging.PoolOptions{}).Normalise(t.Context(), job)
	t.Errorf("the job ended: %v", err)
}

// The source is a pipe without bytes, so that the child is at work for as long as it lives; that the reading end of the
// pipe closes is how its end is seen.
func TestPool_ChildrenDieWithTheService(t *testing.T) {
	t.Parallel()
	source := filepath.Join(t.TempDir(), "pipe")
	if err := unix.Mkfifo(source, 0o600); err != nil {
		t.Fatal(err)
	}
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	service := exec.CommandContext(t.Context(), program, "-test.run=^TestHelperService$")
	service.Env = append(os.Environ(), serviceFor+"="+source)
	if err := service.Start(); err != nil {
		t.Fatal(err)
	}
	pipe, err := unix.Open(source, unix.O_WRONLY|unix.O_CLOEXEC, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = unix.Close(pipe) }()
	fds := []unix.PollFd{{Fd: int32(pipe)}}
	if n, err := poll(fds, 0); n != 0 || err != nil {
		t.Fatalf("the child is gone before the service: %d, %v", n, err)
	}
	if err := service.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = service.Wait()
	const patience = 30_000
	if n, err := poll(fds, patience); n != 1 || fds[0].Revents&unix.POLLERR == 0 {
		t.Errorf("the child outlived the service: %d, %x, %v", n, fds[0].Revents, err)
	}
}

// poll asks again when a signal of Go's runtime interrupts it.
func poll(fds []unix.PollFd, ms int) (n int, err error) {
	for n, err = unix.Poll(fds, ms); errors.Is(err, unix.EINTR); n, err = unix.Poll(fds, ms) {
	}
	return n, err
}
