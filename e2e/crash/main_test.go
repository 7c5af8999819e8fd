package crash_test

import (
	"fmt"
	"os"
	"testing"

	"crier/e2e"
)

// body is a request body.
type body map[string]any

func TestMain(m *testing.M) {
	code := m.Run()
	if err := e2e.RemoveProgram(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		code = 1
	}
	os.Exit(code)
}
