package desktop_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"crier/platform/nodetest"
)

// TestApp_TypeScript runs the tests of what the application computes without a browser.
func TestApp_TypeScript(t *testing.T) {
	t.Parallel()
	const what = "the application's own tests"
	node := nodetest.Program(t, what)
	_, err := os.Stat("app/node_modules/typescript")
	nodetest.Want(t, what, err)
	// Every file is a test, so that a new page changes nothing here.
	files, err := filepath.Glob("app/test/*.test.ts")
	if err != nil || len(files) == 0 {
		t.Fatalf("%d tests, %v", len(files), err)
	}
	args := []string{"--import", "./test/typescript.mjs", "--test"}
	for _, file := range files {
		args = append(args, "test/"+filepath.Base(file))
	}
	cmd := exec.CommandContext(t.Context(), node, args...)
	cmd.Dir = "app"
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}
