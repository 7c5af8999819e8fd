package e2e_test

import (
	"context"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"crier/e2e"
	"crier/modules/health"

	"go.uber.org/fx"
)

func TestHealth(t *testing.T) {
	t.Parallel()
	app := e2e.Boot(t)
	client := app.Anonymous(t)
	app.Clock.Advance(90 * time.Second)
	var health struct {
		Status, Timestamp string
		Services          map[string]string
		Uptime            float64
	}
	client.Get("/api/v1/health").Want(http.StatusOK).JSON(&health)
	if health.Status != "healthy" || health.Services["database"] != "up" || health.Uptime != 90 || health.Timestamp != "2026-11-21T09:31:30.000Z" {
		t.Errorf("%+v", health)
	}
}

// TestHealth_DatabaseGone moves the file away, replaces it by another one and moves it back.
func TestHealth_DatabaseGone(t *testing.T) {
	t.Parallel()
	app := e2e.Boot(t)
	client := app.Anonymous(t)
	file := filepath.Join(app.Dir, "crier.db")
	if err := os.Rename(file, file+".away"); err != nil {
		t.Fatal(err)
	}
	client.Get("/api/v1/health").WantError(http.StatusServiceUnavailable, "INTERNAL_ERROR")
	app.Clock.Advance(time.Second)
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	client.Get("/api/v1/health").WantError(http.StatusServiceUnavailable, "INTERNAL_ERROR")
	if err := os.Rename(file+".away", file); err != nil {
		t.Fatal(err)
	}
	app.Clock.Advance(time.Second)
	client.Get("/api/v1/health").Want(http.StatusOK)
}

// TestHealth_PartsOfModules: what a module gives stands in the report, and is counted.
func TestHealth_PartsOfModules(t *testing.T) {
	t.Parallel()
	app := e2e.Boot(t, e2e.Decorated(fx.Provide(health.ProvideParts(func() health.Parts {
		return func(context.Context) ([]health.HealthPart, error) {
			return []health.HealthPart{{ID: "oven", Name: "Oven", Verdict: health.Mend, Says: "It is cold."}}, nil
		}
	}))))
	var r health.HealthReport
	app.Browser(t).Internal("/api/health/report").Want(http.StatusOK).JSON(&r)
	if r.Mend == 0 || !slices.ContainsFunc(r.Parts, func(p health.HealthPart) bool { return p.ID == "oven" && p.Since != nil }) {
		t.Errorf("%+v", r)
	}
}

// TestInternalError: the answer says where to look, and only the log has the reason.
func TestInternalError(t *testing.T) {
	t.Parallel()
	app := e2e.Boot(t)
	if _, err := app.DB.ExecContext(t.Context(), "ALTER TABLE native_version_checks RENAME TO gone"); err != nil {
		t.Fatal(err)
	}
	answer := app.Client(t).Get(versionPath).WantError(http.StatusInternalServerError, "INTERNAL_ERROR")
	const reason = "no such table: native_version_checks"
	if id := answer.Header.Get("X-Request-Id"); answer.String("error") != "internal error; the log has the reason under request id "+id {
		t.Errorf("request %s got %s", id, answer.Body)
	} else if log := app.Log.String(); !strings.Contains(log, reason) || !strings.Contains(log, id) {
		t.Errorf("the log lacks the reason:\n%s", log)
	}
}
