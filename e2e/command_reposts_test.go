package e2e_test

import (
	"net/http"
	"strings"
	"testing"

	"crier/e2e"
)

// TestCommand_Reposts finds, reposts and skips mentions with the command line, which explains what
// switching this on means.
func TestCommand_Reposts(t *testing.T) {
	t.Parallel()
	service := e2e.Program(t).Serve(t)
	if exit := service.Command(t, "reposts", "scan"); exit.Code != 1 || !strings.Contains(exit.Stderr, "no native-story credentials") {
		t.Errorf("without credentials: %+v", exit)
	}
	if table := service.Command(t, "reposts", "list"); table.Code != 0 || strings.Count(table.Stdout, "\n") != 1 {
		t.Errorf("without mentions: %+v", table)
	}
	service.Client(t).Post(credentialsPath, login()).Want(http.StatusOK)
	on := service.Command(t, "reposts", "enable", demoAccount, "--auto")
	for _, want := range []string{"crier.demo.bakery is read every 12 hours", "without asking you, at most 10 a day", "unofficial", "against the network's terms"} {
		if on.Code != 0 || !strings.Contains(on.Stdout, want) {
			t.Errorf("switching on does not say %q: %+v", want, on)
		}
	}
	if on := service.Command(t, "reposts", "enable", demoAccount, "--no-auto"); !strings.Contains(on.Stdout, "wait until you repost them") {
		t.Errorf("without --auto: %+v", on)
	}
	// The inbox of the second account is not shown, and the scan says so beside its result.
	service.Browser(t).Post(credentialsPath, login().with("accountId", e2e.PotterAccount)).Want(http.StatusOK)
	service.Control(t).Fault(e2e.Fault{
		Match: e2e.InboxReads, Skip: 2, HTTP: http.StatusTooManyRequests, Body: `{"message":"Please wait a few minutes before you try again.","status":"fail"}`,
	})
	var found struct{ Detected, Pending int }
	scan := service.Command(t, "reposts", "scan", "--json")
	if scan.Stderr != "Note: the inbox of crier.demo.potter was not read: the network wants fewer calls for now\n" {
		t.Errorf("it says %q", scan.Stderr)
	}
	scan.Stderr = ""
	jsonOf(t, scan, &found)
	if found.Detected != firstRun || found.Pending != 2 {
		t.Errorf("found %+v", found)
	}
	if again := service.Command(t, "reposts", "scan"); again.Code != 1 || !strings.Contains(again.Stderr, "wait some minutes") {
		t.Errorf("a second scan: %+v", again)
	}
	var list struct {
		Reposts []struct{ ID, Status, OriginalUsername string }
	}
	jsonOf(t, service.Command(t, "reposts", "list", "--json"), &list)
	skipped := false
	for _, r := range list.Reposts {
		if r.Status == "DETECTED" && !skipped {
			skipped = true
			if exit := service.Command(t, "reposts", "skip", r.ID[:8]); exit.Code != 0 {
				t.Errorf("skip: %+v", exit)
			}
			if exit := service.Command(t, "reposts", "repost", r.ID); exit.Code != 1 || !strings.Contains(exit.Stderr, "skipped by the user") {
				t.Errorf("a repost of what was skipped: %+v", exit)
			}
		}
	}
	table := service.Command(t, "reposts", "list")
	if !strings.Contains(table.Stdout, "skipped by the user") || !strings.Contains(table.Stdout, "  EXPIRED  ") {
		t.Errorf("the list is %s", table.Stdout)
	}
	for text, code := range map[string]int{"x": 2, list.Reposts[0].ID[:3]: 2, "00000000-0000": 1} {
		if exit := service.Command(t, "reposts", "repost", text); exit.Code != code || !strings.Contains(exit.Stderr, "mention") && !strings.Contains(exit.Stderr, "an id") {
			t.Errorf("%s: %+v", text, exit)
		}
	}
	if off := service.Command(t, "reposts", "disable", demoAccount); off.Code != 0 {
		t.Errorf("switching off: %+v", off)
	}
}
