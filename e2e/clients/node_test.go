package clients_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"crier/platform/nodetest"
)

const document = "../testdata/openapi.json"

// node returns a call of a program that is installed from npm, or of another JavaScript file. Where
// that cannot be, the test ends as needtest.Want says.
func node(t *testing.T, program string, args ...string) *exec.Cmd {
	t.Helper()
	path, folder := nodetest.WithPackages(t, "NO NODE: the clients in JavaScript are not tested", "e2e/clients/typescript")
	modules := filepath.Join(folder, "node_modules")
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
