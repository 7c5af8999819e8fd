package e2e_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"crier/e2e"
)

// TestCommand_Doctor: every answer of the sandbox is as expected; one of a network that has changed is named, and no report holds a token.
func TestCommand_Doctor(t *testing.T) {
	t.Parallel()
	s := e2e.Program(t).Serve(t)
	if got := s.Command(t, "doctor"); got.Code != 2 {
		t.Errorf("without --live: %+v", got)
	}
	file := filepath.Join(t.TempDir(), "report.txt")
	good := s.Command(t, "doctor", "--live", "--report", file)
	written, err := os.ReadFile(file)
	if err != nil || good.Code != 0 || string(written) != good.Stdout || strings.Contains(good.Stdout, "  contradicts") ||
		strings.Count(good.Stdout, "  confirms") < 10 || strings.Contains(good.Stdout, "SANDBOX-") {
		t.Errorf("%v, got %+v", err, good)
	}
	s.Control(t).Fault(e2e.Fault{Match: e2e.FaultMatch{Path: "/content_publishing_limit$"}, HTTP: 400, Code: 98765, Message: "(#98765) Something new"})
	changed := s.Command(t, "doctor", "--live")
	if changed.Code != 3 || strings.Count(changed.Stdout, "  contradicts publishing limit") != 1 || !strings.Contains(changed.Stdout, "98765") ||
		!strings.Contains(changed.Stdout, "GET /{ig-user}/content_publishing_limit") {
		t.Errorf("got %+v", changed)
	}
}
