package clients_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"crier/platform/needtest"
	"crier/platform/nodetest"
)

const (
	document = "../testdata/openapi.json"
	// lockFile names the packages from npm, and installed is the copy of it that .ci/test-needs.sh
	// makes once they are there.
	lockFile  = "typescript/package-lock.json"
	installed = "typescript/node_modules/.installed"
)

func findNode(ctx context.Context) (string, error) {
	path, err := nodetest.Find(ctx)
	if err != nil {
		return "", err
	}
	locked, err := os.ReadFile(lockFile)
	if err != nil {
		return "", err
	}
	if there, err := os.ReadFile(installed); err != nil || !bytes.Equal(there, locked) {
		return "", fmt.Errorf("the packages of %s are not installed: run make test", lockFile)
	}
	return path, nil
}

// node returns a call of a program that is installed from npm, or of another JavaScript file. Where
// that cannot be, the test ends as needtest.Want says.
func node(t *testing.T, program string, args ...string) *exec.Cmd {
	t.Helper()
	path, err := findNode(t.Context())
	needtest.Want(t, "NO NODE: the clients in JavaScript are not tested", err)
	modules, err := filepath.Abs("typescript/node_modules")
	if err != nil {
		t.Fatal(err)
	}
	if filepath.Base(program) == program {
		program = filepath.Join(modules, ".bin", program)
	}
	cmd := exec.CommandContext(t.Context(), path, append([]string{program}, args...)...)
	cmd.Env = append(os.Environ(), "NODE_PATH="+modules, "NO_COLOR=1", "REDOCLY_TELEMETRY=off", "REDOCLY_SUPPRESS_UPDATE_NOTICE=true")
	return cmd
}

// TestNode_Missing runs a test of Node again where there is none.
func TestNode_Missing(t *testing.T) {
	t.Parallel()
	for strict, want := range map[string]string{"0": "--- SKIP", "1": "--- FAIL"} {
		again := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestLint_Redocly$", "-test.v")
		again.Env = append(os.Environ(), "PATH="+t.TempDir(), "CI=", "CRIER_TEST_STRICT="+strict)
		out, err := again.CombinedOutput()
		if failed := err != nil; failed != (strict == "1") {
			t.Errorf("strict %s: %v", strict, err)
		}
		if !bytes.Contains(out, []byte(want)) || !bytes.Contains(out, []byte("no Node found")) {
			t.Errorf("strict %s: %q is missing from %s", strict, want, out)
		}
	}
}
