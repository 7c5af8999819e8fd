package e2e_test

import (
	"testing"

	"crier/e2e"
	"crier/modules"
	"crier/platform/database"

	"go.uber.org/fx"
)

// TestModels_FitTheTables checks every model that the program registers, as a start does of tables that it does not know. A start asks
// no more of those that database.Fitting names.
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
