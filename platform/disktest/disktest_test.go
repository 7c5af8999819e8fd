package disktest_test

import (
	"os"
	"os/exec"
	"runtime"
	"strings"
	"testing"

	"crier/platform/disktest"
)

// TestWant runs itself where nothing can be mounted: the test is left out, but not under
// CRIER_TEST_STRICT=1.
func TestWant(t *testing.T) {
	t.Parallel()
	if os.Getenv("PATH") == os.DevNull {
		disktest.Want(t)
		return
	}
	want := map[string]string{"0": "--- SKIP", "1": "--- FAIL"}
	if runtime.GOOS != "linux" {
		want["1"] = "--- SKIP"
	}
	for strict, verdict := range want {
		again := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestWant$", "-test.v")
		again.Env = append(os.Environ(), "PATH="+os.DevNull, "CRIER_TEST_STRICT="+strict)
		out, err := again.CombinedOutput()
		if !strings.Contains(string(out), verdict) || (err != nil) != (verdict == "--- FAIL") {
			t.Errorf("CRIER_TEST_STRICT=%s: %v\n%s", strict, err, out)
		}
	}
}
