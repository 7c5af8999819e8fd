package e2e_test

import (
	"bytes"
	"os"
	"testing"

	"crier/e2e"
)

// The committed documents of v1 and of the internal surface.
const (
	goldenDocument   = "testdata/openapi.json"
	internalDocument = "testdata/openapi.internal.json"
)

// TestContract_Golden holds the served documents against the committed ones, so that every change of them shows in review.
func TestContract_Golden(t *testing.T) {
	t.Parallel()
	app := e2e.Boot(t)
	for golden, got := range map[string][]byte{
		goldenDocument:   app.Anonymous(t).Get("/api/v1/openapi.json").Want(200).Body,
		internalDocument: app.Browser(t).Get("/api/openapi.json").Want(200).Body,
	} {
		if *update {
			if err := os.WriteFile(golden, got, 0o600); err != nil {
				t.Fatal(err)
			}
			continue
		}
		want, err := os.ReadFile(golden)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("the served document is not %s; look at the difference after make generate", golden)
		}
	}
}
