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

// TestContract_Golden holds the served documents against the committed ones, so that every change
// of them shows in review.
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

// TestModels_FitTheTables checks every model that the program registers, as a start does of tables
// that it does not know. A start asks no more of those that database.Fitting names.
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
	if got != database.Fitting {
		t.Errorf("the tables or the models have changed, and fit; put this into database.Fitting:\n%s", got)
	}
}
