package clients_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"crier/platform/needtest"
)

// TestGoClient makes a client of the document with oapi-codegen, compiles goclient/walk.go with it,
// and runs that.
func TestGoClient(t *testing.T) {
	needtest.Night(t)
	t.Parallel()
	program := filepath.Join(t.TempDir(), "walk")
	goClient(t, "tool", "oapi-codegen", "-config", "oapi-codegen.yaml", filepath.Join("..", document))
	goClient(t, "build", "-overlay", "overlay.json", "-o", program)
	take(t, exec.CommandContext(t.Context(), program))
}

// goClient runs the go command in the module of the Go client.
func goClient(t *testing.T, args ...string) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "go", args...)
	cmd.Dir = "goclient"
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0", "GOFLAGS=-trimpath")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("go %v: %v\n%s", args, err, out)
	}
}
