package e2e_test

import (
	"bytes"
	"os"
	"testing"

	"crier/e2e"
	"crier/modules"
	"crier/platform/database"

	"go.uber.org/fx"
)

// The committed documents of v1 and of the internal surface.
const (
	goldenDocument   = "testdata/openapi.json"
	internalDocument = "testdata/openapi.internal.json"
)

// checkedSchema is the fingerprint that platform/database embeds.
const checkedSchema = "../platform/database/models.sum"

// TestContract_Golden compares the served documents with the committed ones, so that every change
// of them is visible in review.
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

// TestModels_FitTheTables compares every model that the program registers with the tables. A start
// does not repeat this for the tables and models whose fingerprint is in checkedSchema.
func TestModels_FitTheTables(t *testing.T) {
	t.Parallel()
	var models []database.Model
	app := e2e.Boot(t, e2e.With(modules.All(), fx.Invoke(func(registered struct {
		fx.In
		All []database.Model `group:"database.models"`
	},
	) {
		models = registered.All
	})))
	if err := app.DB.CheckModels(t.Context(), models); err != nil {
		t.Fatal(err)
	}
	got, err := app.DB.Fingerprint(t.Context(), models)
	if err != nil {
		t.Fatal(err)
	}
	got += "\n"
	if *update {
		if err := os.WriteFile(checkedSchema, []byte(got), 0o600); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(checkedSchema)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("the fingerprint of the tables and models is not that of %s; run make generate", checkedSchema)
	}
}
