package worker_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"crier/modules/cloud/worker"
	"crier/modules/cloud/worker/workertest"
	"crier/platform/needtest"
)

func run(t *testing.T, program string, args ...string) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), program, args...)
	cmd.Env = append(os.Environ(), "NO_COLOR=1")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%s %v: %v\n%s", filepath.Base(program), args, err, out)
	}
	t.Logf("%s", out)
}

var isNightly = regexp.MustCompile(`/(budget|burst|crash|histories|medialarge|renewals|upgrade)\.test`)

// TestWorker runs the worker's own tests in the real runtime, after the check of its types. It
// takes the command from package.json, so that npm test does the same. The last word of the command
// names the tests, for Node takes every file of a folder test for one. By day it leaves out the
// files that take the runtime down, draw histories or wait for days.
func TestWorker(t *testing.T) {
	t.Parallel()
	path, _ := workertest.Node(t)
	run(t, path, "node_modules/.bin/tsc", "-p", "jsconfig.json")
	var npm struct{ Scripts struct{ Test string } }
	file, err := os.ReadFile("package.json")
	if err == nil {
		err = json.Unmarshal(file, &npm)
	}
	if err != nil {
		t.Fatal(err)
	}
	args, isNode := strings.CutPrefix(npm.Scripts.Test, "node ")
	command := strings.Fields(args)
	tests, err := filepath.Glob(command[len(command)-1])
	if err != nil || len(tests) == 0 || !isNode {
		t.Fatalf("%q names no tests: %v", npm.Scripts.Test, err)
	}
	if !needtest.IsNight() {
		tests = slices.DeleteFunc(tests, func(file string) bool { return isNightly.MatchString(file) })
	}
	run(t, path, append(command[:len(command)-1], tests...)...)
}

// TestWorker_Missing runs the test again where there is no Node.
func TestWorker_Missing(t *testing.T) {
	t.Parallel()
	for ci, want := range map[string]string{"false": "--- SKIP", "true": "--- FAIL"} {
		again := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestWorker$", "-test.v")
		again.Env = append(os.Environ(), "PATH="+t.TempDir(), "CRIER_TEST_STRICT=0", "CI="+ci)
		out, err := again.CombinedOutput()
		if failed := err != nil; failed != (ci == "true") {
			t.Errorf("CI=%s: %v", ci, err)
		}
		if !bytes.Contains(out, []byte(want)) || !bytes.Contains(out, []byte("no Node found")) {
			t.Errorf("CI=%s: %q is missing from %s", ci, want, out)
		}
	}
}

// TestModules wants each module that another one imports to be embedded, and none that names its
// main module wrongly.
func TestModules(t *testing.T) {
	t.Parallel()
	modules, err := worker.Modules()
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, m := range modules {
		names = append(names, m.Name)
	}
	if !slices.Contains(names, worker.MainModule) {
		t.Errorf("%s is not among %v", worker.MainModule, names)
	}
	imported := regexp.MustCompile(`from "\./([a-z]+\.js)"`)
	for _, m := range modules {
		for _, found := range imported.FindAllSubmatch(m.Source, -1) {
			if !slices.Contains(names, string(found[1])) {
				t.Errorf("%s imports %s, which is not embedded", m.Name, found[1])
			}
		}
	}
}

// TestScriptsOfBefore: the scripts from which test/upgrade.test.mjs upgrades are those that were
// deployed then, to the byte.
func TestScriptsOfBefore(t *testing.T) {
	t.Parallel()
	paths, err := filepath.Glob("testdata/schema3/*")
	if err != nil {
		t.Fatal(err)
	}
	sum := sha256.New()
	for _, path := range paths {
		source, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		_, _ = fmt.Fprintf(sum, "%s %d\n", filepath.Base(path), len(source))
		_, _ = sum.Write(source)
	}
	const deployed = "2809caa2370c08ffc8f078d41b6af4f79bd51a746540754e946240f5cae90e82"
	if got := hex.EncodeToString(sum.Sum(nil)); len(paths) != 24 || got != deployed {
		t.Errorf("%d files of %s", len(paths), got)
	}
}

// TestNumbers compares the numbers that both Go and the scripts have.
func TestNumbers(t *testing.T) {
	t.Parallel()
	source, err := os.ReadFile("script/env.js")
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{fmt.Sprintf("const schema = %d;", worker.Schema), "const farthest = 2 ** 30;"} {
		if !bytes.Contains(source, []byte(want)) {
			t.Errorf("env.js does not say %q", want)
		}
	}
	runtime, err := os.ReadFile("test/runtime.mjs")
	if want := fmt.Sprintf("const compatibilityDate = %q;", worker.CompatibilityDate); err != nil || !bytes.Contains(runtime, []byte(want)) {
		t.Errorf("runtime.mjs does not say %q: %v", want, err)
	}
	if worker.Farthest != 1<<30 {
		t.Errorf("got %d", worker.Farthest)
	}
}

func TestVersion(t *testing.T) {
	t.Parallel()
	version, err := worker.Version()
	if err != nil || !regexp.MustCompile(`^[0-9a-f]{12}$`).MatchString(version) {
		t.Errorf("%q, %v", version, err)
	}
}
