package clients_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"crier/platform/needtest"
)

// linters read a document; what they let pass, and why, stands in their files.
func linters() map[string][]string {
	return map[string][]string{
		"redocly":  {"lint", "--config", "redocly.yaml"},
		"spectral": {"lint", "--ruleset", "spectral.yaml", "--fail-severity", "error"},
	}
}

func TestLint_Redocly(t *testing.T) {
	t.Parallel()
	lint(t, "redocly")
}

func TestLint_Spectral(t *testing.T) {
	needtest.Night(t)
	t.Parallel()
	lint(t, "spectral")
}

// lint wants no error in the document; the log of the test shows the warnings.
func lint(t *testing.T, linter string) {
	t.Helper()
	out, err := node(t, linter, append(linters()[linter], document)...).CombinedOutput()
	t.Logf("%s", out)
	if err != nil {
		t.Errorf("%s finds errors: %v", linter, err)
	}
}

// sameTwice is a document with one flaw: its two operations have one id.
const sameTwice = `{"openapi": "3.1.0", "info": {"title": "t", "version": "1", "license": {"name": "l", "identifier": "MIT"}},
"servers": [{"url": "/v1"}], "security": [], "paths": {
  "/a": {"get": {"operationId": "same", "summary": "s", "responses": {"200": {"description": "d"}, "404": {"description": "d"}}}},
  "/b": {"get": {"operationId": "same", "summary": "s", "responses": {"200": {"description": "d"}, "404": {"description": "d"}}}}
}}`

// TestLint_Refuses shows that the linters, with our settings, can refuse something.
func TestLint_Refuses(t *testing.T) {
	needtest.Night(t)
	t.Parallel()
	file := filepath.Join(t.TempDir(), "openapi.json")
	if err := os.WriteFile(file, []byte(sameTwice), 0o600); err != nil {
		t.Fatal(err)
	}
	for linter, args := range linters() {
		out, err := node(t, linter, append(args, file)...).CombinedOutput()
		if err == nil || !strings.Contains(string(out), "operation-operationId-unique") {
			t.Errorf("%s: %v, %s", linter, err, out)
		}
	}
}
