package clients_test

import (
	"path/filepath"
	"testing"

	"crier/platform/needtest"
)

// types is where typescript/tsconfig.json looks for the types of the document.
const types = "../../.cache/clients/schema.d.ts"

// TestTypeScriptClient makes types of the document with openapi-typescript, compiles
// typescript/walk.ts against them, and runs that.
func TestTypeScriptClient(t *testing.T) {
	needtest.Night(t)
	t.Parallel()
	compiled := t.TempDir()
	for _, step := range [][]string{
		{"openapi-typescript", document, "--default-non-nullable", "false", "-o", types},
		{"typescript/node_modules/@typescript/native/bin/tsc", "--project", "typescript", "--outDir", compiled},
	} {
		if out, err := node(t, step[0], step[1:]...).CombinedOutput(); err != nil {
			t.Fatalf("%s: %v\n%s", step[0], err, out)
		}
	}
	take(t, node(t, filepath.Join(compiled, "walk.js")))
}
