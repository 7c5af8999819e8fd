package e2e_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"crier/e2e"
)

// TestCommand_Notify: an address is tried, shown without its secrets and forgotten; a test in vain
// says why.
func TestCommand_Notify(t *testing.T) {
	t.Parallel()
	told := make(chan string, 8)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		told <- r.URL.Path + " " + r.Header.Get("Title") + ": " + string(body)
		_, _ = io.WriteString(w, "{}")
	}))
	t.Cleanup(server.Close)
	p := e2e.Program(t).Serve(t)
	run := func(code int, args ...string) string {
		t.Helper()
		exit := p.Command(t, append([]string{"notify"}, args...)...)
		if exit.Code != code || strings.Contains(exit.Stdout+exit.Stderr, "planted") {
			t.Errorf("crier notify %q: %+v", args, exit)
		}
		return exit.Stdout
	}
	if got := run(0); !strings.Contains(got, "desktop") || !strings.Contains(got, "never") {
		t.Errorf("at first: %s", got)
	}
	run(1, "test")
	run(0, "add", "ntfy://"+server.Listener.Addr().String()+"/planted?scheme=http", "--name", "phone")
	run(0, "test", "phone")
	if got := e2e.Await(t, told, "the test"); got != "/planted Sandbox: Crier can tell you here: This is a test. Crier tells you as soon as something needs you." {
		t.Errorf("told is %q", got)
	}
	var all struct {
		Places []struct{ Name, Shows string }
	}
	if err := json.Unmarshal([]byte(run(0, "--json")), &all); err != nil || fmt.Sprint(all.Places) != "[{desktop this computer} {phone ntfy://"+server.Listener.Addr().String()+"/…}]" {
		t.Errorf("there are %v, %v", all.Places, err)
	}
	run(2, "desktop", "perhaps")
	run(0, "remove", "phone")
	run(1, "remove", "phone")
	run(2, "remove", "desktop")
	run(0, "add", "ntfy://127.0.0.1:1/planted?scheme=http")
	if got := run(3, "test"); !strings.Contains(got, "ntfy") || !strings.Contains(got, "Nothing answers there") {
		t.Errorf("a test in vain: %s", got)
	}
}
