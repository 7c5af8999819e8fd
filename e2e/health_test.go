package e2e_test

import (
	"net/http"
	"os"
	"path/filepath"
	"testing"
	"time"

	"crier/e2e"
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

// TestHealth_DatabaseGone: the file is moved away, replaced by another one and moved back.
func TestHealth_DatabaseGone(t *testing.T) {
	t.Parallel()
	app := e2e.Boot(t)
	client := app.Anonymous(t)
	file := filepath.Join(app.Dir, "crier.db")
	if err := os.Rename(file, file+".away"); err != nil {
		t.Fatal(err)
	}
	client.Get("/api/v1/health").WantError(http.StatusServiceUnavailable, "INTERNAL_ERROR")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	client.Get("/api/v1/health").WantError(http.StatusServiceUnavailable, "INTERNAL_ERROR")
	if err := os.Rename(file+".away", file); err != nil {
		t.Fatal(err)
	}
	client.Get("/api/v1/health").Want(http.StatusOK)
}
