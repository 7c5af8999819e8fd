package disktest_test

import (
	"os"
	"os/exec"
	"strings"
	"testing"

	"crier/platform/disktest"
)

// TestWant runs itself where nothing can be mounted: the test is left out.
func TestWant(t *testing.T) {
	t.Parallel()
	if os.Getenv("PATH") == os.DevNull {
		disktest.Want(t)
		return
	}
	again := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestWant$", "-test.v")
	again.Env = append(os.Environ(), "PATH="+os.DevNull)
	if out, err := again.CombinedOutput(); err != nil || !strings.Contains(string(out), "--- SKIP") {
		t.Errorf("%v\n%s", err, out)
	}
}
