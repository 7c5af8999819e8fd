package browser_test

import (
	"os"
	"os/exec"
	"strings"
	"testing"

	"crier/e2e/browser"
)

// TestOpen_WithoutABrowser runs itself again without a browser.
func TestOpen_WithoutABrowser(t *testing.T) {
	if os.Getenv("CHROMIUM") == "/nonexistent" {
		browser.Open(t)
		return
	}
	t.Parallel()
	for strict, want := range map[string]string{"0": "--- SKIP", "1": "--- FAIL"} {
		again := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestOpen_WithoutABrowser$", "-test.v")
		again.Env = append(os.Environ(), "CHROMIUM=/nonexistent", "CI=", "CRIER_TEST_STRICT="+strict)
		out, err := again.CombinedOutput()
		if failed := err != nil; failed != (strict == "1") {
			t.Errorf("strict %s: %v", strict, err)
		}
		if s := string(out); !strings.Contains(s, want) || !strings.Contains(s, "no Chromium found (/nonexistent)") {
			t.Errorf("strict %s: %q is missing from %s", strict, want, s)
		}
	}
}
