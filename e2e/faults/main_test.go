package faults_test

import (
	"fmt"
	"os"
	"testing"

	"crier/e2e"
)

func TestMain(m *testing.M) {
	code := m.Run()
	if err := e2e.RemoveProgram(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		code = 1
	}
	os.Exit(code)
}
