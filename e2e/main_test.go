package e2e_test

import (
	"flag"
	"fmt"
	"os"
	"testing"

	"crier/e2e"
	"crier/modules/media/imaging"
)

var update = flag.Bool("update", false, "rewrite the golden files")

func TestMain(m *testing.M) {
	if isWorker, code := imaging.WorkerMain(); isWorker {
		os.Exit(code)
	}
	flag.Parse()
	code := m.Run()
	if err := checkCoverage(); err != nil && code == 0 {
		fmt.Fprintln(os.Stderr, err)
		code = 1
	}
	if err := e2e.RemoveProgram(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		code = 1
	}
	os.Exit(code)
}
