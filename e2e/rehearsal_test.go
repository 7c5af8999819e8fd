package e2e_test

import (
	"net/http"
	"path/filepath"
	"strings"
	"testing"

	"crier/e2e"
	"crier/modules/posts/badday"
	"crier/platform/datadir"
)

// TestRehearsal_KilledWhilePublishing has the sandbox kill the service with the publish call in
// hand: it is started again, the post is live once, and what stops the parent stops the service.
func TestRehearsal_KilledWhilePublishing(t *testing.T) {
	t.Parallel()
	service := e2e.Program(t).Rehearse(t, "RATE_LIMIT_RPM=100000", "RATE_LIMIT_RPH=1000000")
	client := service.Client(t)
	host, cookie := service.SignIn(t)
	browser := service.Anonymous(t).At(host).With("Cookie", cookie)
	var who struct{ Accounts []struct{ ID string } }
	client.Get("/api/v1/auth/me").Want(http.StatusOK).JSON(&who)
	dir, err := datadir.Existing(service.Dir())
	if err != nil {
		t.Fatal(err)
	}
	first, err := dir.ReadRuntime()
	if err != nil {
		t.Fatal(err)
	}

	browser.InternalDo(http.MethodPost, faultsPath, body{"fault": badday.ProcessKilled, "accountId": who.Accounts[0].ID}).Want(http.StatusOK)
	photo := filepath.Join(t.TempDir(), "photo.jpg")
	writePhoto(t, photo, 800, 1000)
	said := service.Command(t, "publish", photo, "--account", "crier.demo.bakery", "--caption", "Out of the oven", "--json")
	if said.Code != 0 {
		t.Fatalf("publish: %d %s", said.Code, said.Stderr)
	}
	service.AwaitLog(t, "the service died and is started again")
	e2e.Until(t, func() bool {
		now, err := dir.ReadRuntime()
		return err == nil && now.PID != first.PID
	})
	var list struct {
		Posts []struct{ ID string }
	}
	client.Get("/api/v1/posts").Want(http.StatusOK).JSON(&list)
	e2e.AwaitPublished(t, client, list.Posts[0].ID)
	// The session of before is as good as it was, and the sandbox has kept what it had.
	var seen badday.Seen
	browser.Internal("/api/sandbox/ledger?postId=" + list.Posts[0].ID).Want(http.StatusOK).JSON(&seen)
	if len(seen.PublishCalls) != 1 || len(seen.Items) != 1 {
		t.Errorf("the sandbox saw %+v", seen)
	}
	if links := strings.Count(service.Stdout(), "/login?code="); links != 1 {
		t.Errorf("%d links were printed:\n%s", links, service.Stdout())
	}
	exit := service.Stop(t)
	if exit.Code != 0 || !strings.Contains(exit.Stderr, "stopping") {
		t.Errorf("SIGTERM of the parent ended with %d:\n%s", exit.Code, exit.Stderr)
	}

	// A parent that is killed leaves no service behind: the end of the process is that of all who
	// write to its output.
	again := e2e.Program(t).Rehearse(t, "CRIER_DATA_DIR="+service.Dir())
	again.Kill(t)
	if !strings.Contains(again.Stderr(), "stopping") {
		t.Errorf("after the death of its parent the service did not stop in order:\n%s", again.Stderr())
	}
	again.Again(t)
}

// TestRehearsal_Refused: where a death would do harm, or could not be tried, there is no rehearsal.
func TestRehearsal_Refused(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		setting string
		flags   []string
		says    string
	}{
		"in live mode":        {"CRIER_NETWORK=live", nil, "for the sandbox alone"},
		"a sandbox elsewhere": {"CRIER_SANDBOX_URL=http://127.0.0.1:1", nil, "the sandbox that Crier runs itself"},
		"any port":            {"CRIER_PORT=0", nil, "a port that stays the same"},
		"beginning afresh":    {"CRIER_PORT=7999", []string{"--new"}, "begins afresh each time"},
	} {
		settings := []string{"CRIER_DATA_DIR=" + filepath.Join(t.TempDir(), "data"), "CRIER_KEYRING=off", c.setting}
		exit := e2e.Program(t).Run(t, settings, append([]string{"serve", "--rehearsal"}, c.flags...)...)
		if exit.Code != 2 || !strings.Contains(exit.Stderr, c.says) || strings.Count(exit.Stderr, "\n") != 1 {
			t.Errorf("%s: %d %s", name, exit.Code, exit.Stderr)
		}
	}
}

// TestRehearsal_NeverComesUp: a service that cannot start says so once, and ends with its own exit
// code.
func TestRehearsal_NeverComesUp(t *testing.T) {
	t.Parallel()
	service := e2e.Program(t).Serve(t)
	exit := service.Command(t, "serve", "--rehearsal", "--port", e2e.FreePort(t))
	if exit.Code != 1 || strings.Count(exit.Stderr, "crier: ") != 1 || strings.Contains(exit.Stderr, "started again") {
		t.Errorf("on a folder that another service has, it ended with %d: %s", exit.Code, exit.Stderr)
	}
}
