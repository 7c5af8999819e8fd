package e2e_test

import (
	"os"
	"strings"
	"testing"

	"crier/e2e"
	"crier/platform/cloudflare/cloudflaretest"
)

// TestCommand_CloudLogs follows a worker: it prints each of its runs with its output, whatever that
// is. When Cloudflare closes the socket, and at Ctrl-C, the command succeeds, and no socket stays
// open.
func TestCommand_CloudLogs(t *testing.T) {
	t.Parallel()
	c, d := newCloud(t)
	follow := func(args ...string) *e2e.Process {
		return c.Program.Start(t, c.Settings(), append([]string{"cloud", "logs"}, args...)...)
	}
	run := map[string]any{
		"outcome": "ok", "eventTimestamp": 1795496049000, "event": map[string]any{
			"request":  map[string]any{"method": "GET", "url": "https://crier.example.workers.dev/v1/results?after=0"},
			"response": map[string]any{"status": 200},
		},
	}
	logs := follow()
	e2e.Until(t, func() bool { return c.CF.Tails().Tell(e2e.CloudName, run) == 1 })
	c.CF.Tails().Tell(e2e.CloudName, []string{"what nobody understands"})
	c.CF.Tails().Tell(e2e.CloudName, map[string]any{
		"outcome": "exception", "eventTimestamp": 1795496050000, "event": map[string]any{"scheduledTime": "2026-11-24T04:00:00.000Z"},
		"logs":       []any{map[string]any{"level": "error", "message": []any{"worker: a step failed", "\x1b[31mno\nanswer"}}},
		"exceptions": []any{map[string]any{"name": "Error", "message": "boom"}},
	})
	c.CF.Tails().Tell(e2e.CloudName, map[string]any{"outcome": "ok", "event": map[string]any{"cron": "* * * * *"}})
	logs.AwaitOutput(t, "cron  ok\n")
	for _, text := range []string{"GET /v1/results 200  ok\n", "alarm  exception\n", "  error: worker: a step failed", "  Error: boom\n"} {
		if !strings.Contains(logs.Stdout(), text) {
			t.Errorf("it does not say %q", text)
		}
	}
	if said := logs.Stdout(); strings.Contains(said, "\x1b") || strings.Count(said, "\n") != 5 {
		t.Errorf("it says\n%q", said)
	}
	logs.Signal(t, os.Interrupt)
	if exit := logs.Wait(t); exit.Code != 0 || c.CF.Tails().Tell(e2e.CloudName, run) != 0 {
		t.Errorf("at Ctrl-C: %+v", exit)
	}

	logs = follow("--json")
	e2e.Until(t, func() bool { return c.CF.Tails().Tell(e2e.CloudName, run) == 1 })
	logs.AwaitOutput(t, `"eventTimestamp":1795496049000`)
	c.CF.Tails().End()
	if exit := logs.Wait(t); exit.Code != 0 {
		t.Errorf("at the socket's end: %+v", exit)
	}
	c.CF.Fault(cloudflaretest.Fault{Path: "/tails", Status: 403, Code: 10000, Message: "Authentication error"})
	want(t, d.Command(t, "cloud", "logs"), 1, "Workers Tail: Read")
}
