package browser

import (
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"
)

// candidates are the programs that are tried, in order; .ci/test-needs.sh has the same list.
func candidates() []string {
	if named := os.Getenv("CHROMIUM"); named != "" {
		return []string{named}
	}
	return []string{
		// The same engine without windows: it starts sooner and computes a quarter less.
		"chromium-headless-shell",
		"chromium",
		"chromium-browser",
		"google-chrome",
		"/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
		"/Applications/Chromium.app/Contents/MacOS/Chromium",
	}
}

func find() (string, error) {
	for _, name := range candidates() {
		if path, err := exec.LookPath(name); err == nil {
			return path, nil
		}
	}
	return "", fmt.Errorf("no Chromium found (%s): install one or name it in the environment variable CHROMIUM", strings.Join(candidates(), ", "))
}

// require returns the path of the browser, or ends the test: skipped on a developer's machine,
// failed in CI.
func require(t *testing.T) string {
	t.Helper()
	path, err := find()
	switch {
	case err == nil:
		return path
	case os.Getenv("CRIER_TEST_STRICT") == "1":
		t.Fatal(err)
	default:
		t.Skipf("BROWSER TEST SKIPPED: %v", err)
	}
	return ""
}
