package desktop_test

import (
	"os/exec"
	"path/filepath"
	"testing"

	"crier/platform/nodetest"
)

// TestApp_TypeScript runs the tests of what the application computes without a browser.
func TestApp_TypeScript(t *testing.T) {
	t.Parallel()
	node, _ := nodetest.WithPackages(t, "THE INTERFACE'S OWN TESTS DO NOT RUN", "modules/desktop/app")
	files, err := filepath.Glob("app/test/*.test.ts")
	if err != nil || len(files) == 0 {
		t.Fatalf("%d tests, %v", len(files), err)
	}
	cmd := exec.CommandContext(t.Context(), node, "--import", "./test/typescript.mjs", "test/all.mjs")
	cmd.Dir = "app"
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}
