package main

import (
	"os"
	"strings"
	"syscall"
	"testing"
	"time"

	"crier/platform/clock"

	"github.com/alecthomas/kong"
)

// TestStoppedAtOnce: what a second signal says is true of the command that it ends.
func TestStoppedAtOnce(t *testing.T) {
	t.Parallel()
	for call, want := range map[string]string{
		"serve":                             "the next start takes up what was under way",
		"sandbox":                           "the sandbox",
		"posts list":                        "before the command was done",
		"publish signals_test.go":           "crier media list show what was made",
		"publish signals_test.go --start":   "crier serve takes up what was under way",
		"keys create serve":                 "before the command was done",
		"posts retry --cause AN_ERROR_CODE": "before the command was done",
	} {
		args := strings.Fields(call)
		parser, err := kong.New(grammar(args), kong.Name("crier"), kong.Vars{"whenForms": "a time"})
		if err != nil {
			t.Fatal(err)
		}
		command, err := parser.Parse(args)
		if err != nil {
			t.Fatalf("%s: %v", call, err)
		}
		if got := stoppedAtOnce(command).Error(); !strings.HasPrefix(got, "stopped at once") || !strings.Contains(got, want) {
			t.Errorf("%s: %q", call, got)
		}
	}
}

// TestStopRequest: a signal that comes twice at once asks once, as with timeout(1), which signals
// the program and its group. Another signal, or the same one later, asks again.
func TestStopRequest(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		first, second os.Signal
		after         time.Duration
		want          bool
	}{
		"the same at once":           {syscall.SIGTERM, syscall.SIGTERM, 3 * time.Millisecond, false},
		"Ctrl-C, passed on as well":  {os.Interrupt, os.Interrupt, 0, false},
		"the same a second later":    {os.Interrupt, os.Interrupt, time.Second, true},
		"another one at once":        {syscall.SIGTERM, os.Interrupt, 0, true},
		"the terminal closes twice":  {syscall.SIGHUP, syscall.SIGHUP, time.Minute, false},
		"the terminal closes at end": {syscall.SIGTERM, syscall.SIGHUP, 0, false},
	} {
		clk := clock.NewFake(time.Date(2026, 11, 21, 9, 30, 0, 0, time.UTC))
		r := stopRequest{clock: clk}
		if r.isRepeated(c.first) {
			t.Errorf("%s: the first signal asks again", name)
		}
		clk.Advance(c.after)
		if got := r.isRepeated(c.second); got != c.want {
			t.Errorf("%s: asks again: %t", name, got)
		}
	}
	clk := clock.NewFake(time.Date(2026, 11, 21, 9, 30, 0, 0, time.UTC))
	r := stopRequest{clock: clk}
	var ended bool
	for range 11 { // Somebody who presses Ctrl-C over and over is not ignored for long.
		ended = r.isRepeated(os.Interrupt)
		clk.Advance(100 * time.Millisecond)
	}
	if !ended {
		t.Error("Ctrl-C over and over ends nothing")
	}
}
