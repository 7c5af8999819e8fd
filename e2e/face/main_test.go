package face_test

import (
	"errors"
	"fmt"
	"os"
	"testing"

	"crier/e2e"
	"crier/e2e/browser"
)

func TestMain(m *testing.M) {
	code := m.Run()
	if err := errors.Join(browser.CloseShared(), e2e.RemoveProgram()); err != nil {
		fmt.Fprintln(os.Stderr, err)
		code = 1
	}
	os.Exit(code)
}
