package face_test

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"testing"

	"crier/e2e"
	"crier/e2e/browser"
	"crier/modules/media/editing"
	"crier/modules/notify/teller"
)

// update takes the pictures of the documentation again.
var update = flag.Bool("update", false, "take the pictures of the documentation")

func TestMain(m *testing.M) {
	if isWorker, code := editing.WorkerMain(); isWorker { // Of the service that runs in this process, for the pictures.
		os.Exit(code)
	}
	if isTeller, code := teller.Main(); isTeller {
		os.Exit(code)
	}
	flag.Parse()
	code := m.Run()
	if err := errors.Join(browser.CloseShared(), e2e.RemoveProgram()); err != nil {
		fmt.Fprintln(os.Stderr, err)
		code = 1
	}
	os.Exit(code)
}
