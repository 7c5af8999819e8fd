package nodetest_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"crier/platform/nodetest"
)

// TestWithPackages is run again by TestWithPackages_OutOfReach.
func TestWithPackages(t *testing.T) {
	t.Parallel()
	_, dir := nodetest.WithPackages(t, "NO PACKAGES", "modules/cloud/worker")
	if _, err := os.Stat(filepath.Join(dir, "node_modules", "typescript")); err != nil {
		t.Error(err)
	}
}

// TestWithPackages_OutOfReach: on a clean clone whose npm reaches nobody, a test that needs
// packages says what is left out, and fails where nothing may be.
func TestWithPackages_OutOfReach(t *testing.T) {
	t.Parallel()
	nodetest.Program(t, "HOW MISSING PACKAGES ARE SAID IS NOT TESTED")
	clone := t.TempDir()
	folder := filepath.Join(clone, "modules", "cloud", "worker")
	if err := os.MkdirAll(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"package.json", "package-lock.json"} {
		b, err := os.ReadFile(filepath.Join("..", "..", "modules", "cloud", "worker", name))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(folder, name), b, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	kept := slices.DeleteFunc(os.Environ(), func(v string) bool { return strings.HasPrefix(strings.ToLower(v), "npm_config_") })
	for ci, want := range map[string]string{"false": "--- SKIP", "true": "--- FAIL"} {
		again := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestWithPackages$", "-test.v")
		again.Dir = clone
		again.Env = slices.Concat(kept, []string{
			"CI=" + ci, "CRIER_TEST_STRICT=0", "npm_config_cache=" + filepath.Join(clone, "npm"), "npm_config_registry=http://127.0.0.1:9/", "npm_config_fetch_retries=0",
		})
		out, err := again.CombinedOutput()
		if failed := err != nil; failed != (ci == "true") || !bytes.Contains(out, []byte(want)) || !bytes.Contains(out, []byte("could not be installed")) {
			t.Errorf("CI=%s: %v\n%s", ci, err, out)
		}
	}
}
