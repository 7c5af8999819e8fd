package e2e_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"crier/e2e"
	"crier/modules/cloud"
)

// TestCommand_Cloud sets the cloud up with the command line, inspects it and tears it down.
func TestCommand_Cloud(t *testing.T) {
	t.Parallel()
	c := newCloudWorld(t, e2e.Program(t))
	d := c.open(t)
	s := d.Service
	if got := s.Command(t, "cloud", "status"); got.Code != 0 || !strings.Contains(got.Stdout, "The cloud is not set up") {
		t.Errorf("got %+v", got)
	}
	if got := typed(t, s, "", "cloud", "setup"); got.Code != 2 {
		t.Errorf("without a token: %+v", got)
	}
	const wrong = "cf-token-that-is-wrong"
	if got := typed(t, s, wrong+"\n", "cloud", "setup"); got.Code != 1 || !strings.Contains(got.Stderr, "does not accept the API token") ||
		!strings.Contains(got.Stderr, "failed") || strings.Contains(got.Stderr, wrong) {
		t.Errorf("got %+v", got)
	}
	if got := typed(t, s, e2e.CloudToken+"\n", "cloud", "setup"); got.Code != 0 || !strings.Contains(got.Stdout, "The cloud is set up") {
		t.Fatalf("got %+v", got)
	}
	var status cloud.SetupStatus
	jsonOf(t, s.Command(t, "cloud", "setup", "--keep-token", "--json"), &status)
	if !status.IsVerified || !status.IsCurrent || len(status.Steps) != 10 || status.WorkerName == nil || !strings.HasPrefix(*status.WorkerName, "crier-") {
		t.Fatalf("got %+v", status)
	}
	if phase := d.client.Get("/api/v1/settings/session-phase/" + demoAccount).Want(200); !strings.Contains(string(phase.Body), `"cloudConfigured":true`) {
		t.Errorf("got %s", phase.Body)
	}
	for args, says := range map[string]string{
		"status":   "https://" + c.CF.Host(c.Account, *status.WorkerName),
		"deploy":   "answers",
		"verify":   "work",
		"sync":     "Results fetched: 0",
		"takeover": "no posts to take back",
	} {
		if got := s.Command(t, "cloud", args); got.Code != 0 || !strings.Contains(got.Stdout, says) {
			t.Errorf("%s: got %+v", args, got)
		}
	}
	commandNotifies(t, s)
	d.schedule(d.image("taken back"), time.Hour)
	if got := s.Command(t, "cloud", "teardown"); got.Code != 1 || !strings.Contains(got.Stderr, "takeover") {
		t.Errorf("with a post there: %+v", got)
	}
	if got := s.Command(t, "cloud", "takeover"); got.Code != 0 || !strings.Contains(got.Stdout, "published from this machine: 1.") {
		t.Errorf("got %+v", got)
	}
	if got := s.Command(t, "cloud", "sync"); got.Code != 0 {
		t.Errorf("got %+v", got)
	}
	if got := s.Command(t, "cloud", "teardown"); got.Code != 0 || !strings.Contains(got.Stdout, "deleted") {
		t.Errorf("got %+v", got)
	}
	jsonOf(t, s.Command(t, "cloud", "status", "--json"), &status)
	if status.IsConfigured || status.WorkerName != nil {
		t.Errorf("got %+v", status)
	}
	for _, args := range []string{"deploy", "verify"} {
		if got := s.Command(t, "cloud", args); got.Code != 1 || !strings.Contains(got.Stderr, "crier cloud setup") {
			t.Errorf("%s: got %+v", args, got)
		}
	}
	if log := s.Stderr(); strings.Contains(log, e2e.CloudToken) || strings.Contains(log, wrong) {
		t.Error("the log has a token")
	}
}

// commandNotifies makes the worker, in its real runtime, send a test message to a server of this
// machine, and then removes the address.
func commandNotifies(t *testing.T, s *e2e.Service) {
	t.Helper()
	const topic = "/a-topic-that-nobody-guesses"
	got := make(chan string, 10)
	bell := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		got <- r.Method + " " + r.URL.Path + " " + r.Header.Get("Title") + " " + string(body)
		w.WriteHeader(http.StatusNoContent)
	}))
	t.Cleanup(bell.Close)
	if said := typed(t, s, bell.URL+topic+"\n", "cloud", "notify", "--kind", "ntfy"); said.Code != 0 || !strings.Contains(said.Stdout, "It has sent a test message there.") || strings.Contains(said.Stdout, topic) {
		t.Fatalf("got %+v", said)
	}
	if message := <-got; !strings.HasPrefix(message, "POST "+topic+" Crier: test message This is a test") {
		t.Errorf("got %q", message)
	}
	if said := s.Command(t, "cloud", "status"); !strings.Contains(said.Stdout, strings.TrimPrefix(bell.URL, "http://")) || strings.Contains(said.Stdout, topic) {
		t.Errorf("got %+v", said)
	}
	if said := s.Command(t, "cloud", "notify", bell.URL+topic); said.Code != 0 || !strings.Contains(<-got, `"isTest":true`) {
		t.Errorf("got %+v", said)
	}
	if said := s.Command(t, "cloud", "notify", "https://anna:secret@example.com"); said.Code != 2 || !strings.Contains(said.Stderr, "user name") || strings.Contains(said.Stderr, "anna") {
		t.Errorf("got %+v", said)
	}
	if said := s.Command(t, "cloud", "notify", "off"); said.Code != 0 || !strings.Contains(said.Stdout, "tells nobody") {
		t.Errorf("got %+v", said)
	}
	if log := s.Stderr(); strings.Contains(log, topic) {
		t.Error("the log has the address")
	}
}

// TestCommand_CloudInTheSandbox: by default no worker can reach the sandbox network.
func TestCommand_CloudInTheSandbox(t *testing.T) {
	t.Parallel()
	s := e2e.Program(t).Serve(t)
	for name, token := range map[string]string{"with a token": e2e.CloudToken + "\n", "without one": ""} {
		if got := typed(t, s, token, "cloud", "setup"); got.Code != 1 || !strings.Contains(got.Stderr, "sandbox") {
			t.Errorf("%s: got %+v", name, got)
		}
	}
}

// TestCommand_NoCloud: a folder without a cloud has none to tear down, and in sandbox mode no text
// recommends a command that is refused there.
func TestCommand_NoCloud(t *testing.T) {
	t.Parallel()
	s := e2e.Program(t).Serve(t)
	for _, args := range [][]string{{"cloud", "teardown"}, {"cloud", "teardown", "--force"}} {
		if got := s.Command(t, args...); got.Code != 0 || !strings.Contains(got.Stdout, "There is no cloud to tear down") || strings.Contains(got.Stdout, "deleted") {
			t.Errorf("%s: got %+v", args, got)
		}
	}
	var done struct{ Success, Existed bool }
	if jsonOf(t, s.Command(t, "cloud", "teardown", "--json"), &done); !done.Success || done.Existed {
		t.Errorf("got %+v", done)
	}
	for _, command := range []string{"verify", "sync"} {
		if got := s.Command(t, "cloud", command); got.Code != 1 || !strings.Contains(got.Stderr, "is not set up") || strings.Contains(got.Stderr, "cloud setup") {
			t.Errorf("%s: got %+v", command, got)
		}
	}
	if got := s.Command(t, "cloud", "takeover"); got.Code != 0 || !strings.Contains(got.Stdout, "There is no cloud") {
		t.Errorf("got %+v", got)
	}
	if got := s.Command(t, "bucket", "remove"); got.Code != 0 || !strings.Contains(got.Stdout, "There is no bucket to remove") {
		t.Errorf("got %+v", got)
	}
	got := s.Command(t, "cloud", "status")
	if got.Code != 0 || strings.Contains(got.Stdout, "cloud setup") || !strings.Contains(got.Stdout, "cannot be set up here") || !strings.Contains(got.Stdout, "crier network live") {
		t.Errorf("got %+v", got)
	}
}
