package imaging_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"crier/platform/child/childtest"
	"crier/platform/imaging"

	"golang.org/x/sys/unix"
)

// serviceFor is the environment variable that makes this program a service with a job. Its value is
// the job's source.
const serviceFor = "CRIER_IMAGING_TEST_SERVICE"

// TestHelperService is the service of TestPool_ChildrenDieWithTheService, and nothing without it.
func TestHelperService(t *testing.T) {
	t.Parallel()
	source := os.Getenv(serviceFor)
	if source == "" {
		return
	}
	job := imaging.Job{Source: source, Destination: source + ".out"}
	_, err := imaging.NewPool(imaging.PoolOptions{}).Normalise(t.Context(), job)
	t.Errorf("the job ended: %v", err)
}

// The source is an empty pipe, so the child works for as long as it lives.
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
	childAtWork := childtest.Open(t, source)
	if err := service.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = service.Wait()
	childAtWork.WantEnd(t)
}
