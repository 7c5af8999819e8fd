package main

import (
	"strings"
	"testing"

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
