package e2e_test

import (
	"flag"
	"fmt"
	"os"
	"syscall"
	"testing"

	"crier/e2e"
	"crier/modules/media/editing"
	"crier/modules/notify/teller"
	"crier/platform/ffmpeg"
)

var update = flag.Bool("update", false, "rewrite the golden files")

func TestMain(m *testing.M) {
	if isWorker, code := editing.WorkerMain(); isWorker {
		syscall.Exit(code) // At os.Exit the race detector waits for a second.
	}
	if isTeller, code := teller.Main(); isTeller {
		syscall.Exit(code) // At os.Exit the race detector waits for a second.
	}
	if isRunner, code := ffmpeg.RunnerMain(); isRunner {
		syscall.Exit(code) // At os.Exit the race detector waits for a second.
	}
	flag.Parse()
	if *onlyRaced {
		if err := flag.Set("test.run", racedPattern()); err != nil {
			panic(err)
		}
	}
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

// Short names that the tests of this package use often.
const demoAccount = e2e.DemoAccount

var (
	picture  = e2e.Picture
	text     = e2e.Text
	describe = e2e.Describe
)
