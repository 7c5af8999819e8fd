package e2e_test

import (
	"bytes"
	"os"
	"testing"

	"crier/e2e"
)

const goldenDocument = "testdata/openapi.json"

// TestContract_Golden holds the served document against the committed one, so that every change of it shows in review.
func TestContract_Golden(t *testing.T) {
	t.Parallel()
	app := e2e.Boot(t)
	got := app.Anonymous(t).Get("/api/v1/openapi.json").Want(200).Body
	if *update {
		if err := os.WriteFile(goldenDocument, got, 0o600); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(goldenDocument)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("the served document is not %s; look at the difference after make generate", goldenDocument)
	}
}
