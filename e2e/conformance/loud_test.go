package conformance_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"crier/platform/nodetest"
)

// TestLoud: on a clean clone whose npm reaches nobody, make conformance says what is left out, and
// fails where nothing may be.
func TestLoud(t *testing.T) {
	t.Parallel()
	nodetest.Program(t, loud)
	clone := t.TempDir()
	folder := filepath.Join(clone, "e2e", "conformance")
	if err := os.MkdirAll(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	for from, to := range map[string]string{
		"../../.ci/test-needs.sh": filepath.Join(clone, "needs.sh"), "package.json": filepath.Join(folder, "package.json"),
		"package-lock.json": filepath.Join(folder, "package-lock.json"),
	} {
		b, err := os.ReadFile(from)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(to, b, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, ci := range []string{"", "true"} {
		cmd := exec.CommandContext(t.Context(), "sh", "-c", `needs=conformance; . ./needs.sh; echo "installed:$conformance."`)
		cmd.Dir = clone
		kept := slices.DeleteFunc(os.Environ(), func(v string) bool { return strings.HasPrefix(strings.ToLower(v), "npm_config_") })
		cmd.Env = slices.Concat(kept, []string{
			"CI=" + ci, "XDG_CACHE_HOME=" + filepath.Join(clone, "cache"), "npm_config_cache=" + filepath.Join(clone, "npm"),
			"npm_config_registry=http://127.0.0.1:9/", "npm_config_fetch_retries=0",
		})
		out, err := cmd.CombinedOutput()
		said := string(out)
		if ci == "" && (err != nil || !strings.Contains(said, "NO PACKAGES FROM NPM") || !strings.Contains(said, "no client of others is tried") ||
			!strings.Contains(said, "installed:.")) {
			t.Errorf("%v\n%s", err, said)
		}
		if ci != "" && (err == nil || !strings.Contains(said, "CI leaves nothing out") || strings.Contains(said, "installed:")) {
			t.Errorf("in CI: %v\n%s", err, said)
		}
	}
}
