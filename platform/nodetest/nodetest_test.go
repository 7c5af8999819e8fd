package nodetest_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"crier/platform/nodetest"
	"crier/platform/programtest"
)

func TestProgram(t *testing.T) {
	t.Parallel()
	if path := nodetest.Program(t, "NODE IS NOT FOUND BY THE TEST OF THAT"); path == "" {
		t.Error("no path")
	}
}

// TestProgram_Missing runs the test again where there is no Node, and where it is an old one.
func TestProgram_Missing(t *testing.T) {
	t.Parallel()
	old := t.TempDir()
	programtest.Write(t, filepath.Join(old, "node"), "#!/bin/sh\necho v18.20.0\n")
	for dir, says := range map[string]string{t.TempDir(): "no Node found", old: "is too old"} {
		for _, c := range []struct{ env, want string }{{"CI=false", "--- SKIP"}, {"CI=true", "--- FAIL"}, {"CRIER_TEST_STRICT=1", "--- FAIL"}} {
			again := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestProgram$", "-test.v")
			again.Env = append(os.Environ(), "PATH="+dir, "CI=", "CRIER_TEST_STRICT=0", c.env)
			out, err := again.CombinedOutput()
			if failed := err != nil; failed != (c.want == "--- FAIL") || !bytes.Contains(out, []byte(c.want)) || !bytes.Contains(out, []byte(says)) {
				t.Errorf("%s, %s: %v\n%s", says, c.env, err, out)
			}
		}
	}
}
