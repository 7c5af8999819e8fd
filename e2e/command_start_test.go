package e2e_test

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"crier/e2e"
	"crier/platform/needtest"
)

// TestCommand_Start: a call can run the service for its own time, also on a folder that does not
// exist yet. The folder is free after it.
func TestCommand_Start(t *testing.T) {
	t.Parallel()
	program := e2e.Program(t)
	dir := filepath.Join(t.TempDir(), "data")
	settings := []string{"CRIER_DATA_DIR=" + dir, "CRIER_KEYRING=off"}
	photo := filepath.Join(t.TempDir(), "photo.png")
	if err := os.WriteFile(photo, picture(t, 320, 320), 0o600); err != nil {
		t.Fatal(err)
	}
	told := program.Run(t, settings, "publish", photo, "--account", "crier.demo.bakery", "--start")
	if told.Code != 0 || told.Stderr != "" || !strings.Contains(told.Stdout, "PUBLISHED") || !strings.Contains(told.Stdout, "/www-ig/p/") {
		t.Fatalf("published: %+v", told)
	}
	if _, err := os.Stat(filepath.Join(dir, "runtime.json")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("after the call: %v", err)
	}
	for name, c := range map[string]struct {
		args []string
		code int
		says string
	}{
		"without it":     {[]string{"posts", "list"}, 1, "start it with crier serve, or add --start\n"},
		"a failure":      {[]string{"posts", "show", "00000000", "--start"}, 1, "there is no post"},
		"what lasts":     {[]string{"media", "convert", "00000000", "--start"}, 2, "crier serve"},
		"all of a cause": {[]string{"posts", "retry", "--cause", "TOKEN_EXPIRED", "--start"}, 2, "crier serve"},
	} {
		if exit := program.Run(t, settings, c.args...); exit.Code != c.code || exit.Stdout != "" || !strings.Contains(exit.Stderr, c.says) || strings.Count(exit.Stderr, "\n") != 1 {
			t.Errorf("%s: %+v", name, exit)
		}
	}
	// Several concurrent calls take turns.
	var calls []*e2e.Process
	for range 3 {
		calls = append(calls, program.Start(t, settings, "posts", "list", "--start", "--json"))
	}
	for _, call := range calls {
		var list struct{ Total int }
		if exit := call.Wait(t); exit.Code != 0 || json.Unmarshal([]byte(exit.Stdout), &list) != nil || list.Total != 1 {
			t.Errorf("one of several: %+v", exit)
		}
	}
	if exit := program.Run(t, settings, "logs", "--lines", "1"); exit.Code != 0 || !strings.Contains(exit.Stdout, "msg=stopping") {
		t.Errorf("its log: %+v", exit)
	}
	// A running service is used, and stays.
	service := program.Serve(t, settings...)
	if exit := service.Command(t, "posts", "list", "--start"); exit.Code != 0 {
		t.Errorf("beside a service: %+v", exit)
	}
	if _, r := statusCommand(t, service, 0); r.Service.State != "running" {
		t.Errorf("it is %+v", r.Service)
	}
}

// stuckCall is a call with --start whose post the network does not finish processing.
type stuckCall struct {
	program    *e2e.Executable
	settings   []string
	dir, photo string
	call       *e2e.Process
}

func startStuck(t *testing.T) stuckCall {
	t.Helper()
	program, dir := e2e.Program(t), filepath.Join(t.TempDir(), "data")
	network := program.Sandbox(t, "0", "")
	network.Control(t).NextContainerSticks()
	c := stuckCall{
		program: program, dir: dir, photo: filepath.Join(t.TempDir(), "photo.png"),
		settings: []string{"CRIER_DATA_DIR=" + dir, "CRIER_KEYRING=off", "CRIER_SANDBOX_URL=" + network.URL()},
	}
	if err := os.WriteFile(c.photo, picture(t, 320, 320), 0o600); err != nil {
		t.Fatal(err)
	}
	c.call = program.Start(t, c.settings, "publish", c.photo, "--account", "crier.demo.bakery", "--start")
	c.call.AwaitOutput(t, "PROCESSING")
	return c
}

// TestCommand_StartInterrupted: Ctrl-C ends the wait and the service in order, and the command says
// what becomes of the post.
func TestCommand_StartInterrupted(t *testing.T) {
	needtest.Night(t)
	t.Parallel()
	c := startStuck(t)
	c.call.Signal(t, syscall.SIGINT)
	if exit := c.call.Wait(t); exit.Code != 1 || !strings.Contains(exit.Stderr, "goes on when crier serve runs") || strings.Count(exit.Stderr, "\n") != 1 {
		t.Errorf("interrupted: %+v", exit)
	}
	if exit := c.program.Run(t, c.settings, "status"); exit.Code != 3 || !strings.Contains(exit.Stdout, "Service   stopped") || !strings.Contains(exit.Stdout, "1 post is to go out") {
		t.Errorf("after it: %+v", exit)
	}
}

// TestCommand_StartOfAnotherCall: no other call may use the service of a call, because it ends with
// that call.
func TestCommand_StartOfAnotherCall(t *testing.T) {
	t.Parallel()
	c := startStuck(t)
	for _, args := range [][]string{{"posts", "list"}, {"publish", c.photo}, {"login"}} {
		exit := c.program.Run(t, c.settings, args...)
		if exit.Code != 1 || exit.Stdout != "" || !strings.HasPrefix(exit.Stderr, "crier: no Crier is running that stays on "+c.dir) || strings.Count(exit.Stderr, "\n") != 1 {
			t.Errorf("%s beside it: %+v", args, exit)
		}
	}
	if exit := c.program.Run(t, c.settings, "posts", "list", "--json"); exit.Code != 1 || !strings.Contains(exit.Stdout, `"code":"NOT_RUNNING"`) {
		t.Errorf("as JSON: %+v", exit)
	}
	if exit := c.program.Run(t, c.settings, "status"); exit.Code != 0 || !strings.Contains(exit.Stdout, "Service   running for one call (process ") {
		t.Errorf("status: %+v", exit)
	}
	// Another call with --start waits for its turn.
	next := c.program.Start(t, c.settings, "posts", "list", "--start", "--json")
	c.call.Signal(t, syscall.SIGINT)
	if exit := c.call.Wait(t); exit.Code != 1 {
		t.Errorf("the first: %+v", exit)
	}
	if exit := next.Wait(t); exit.Code != 0 || !strings.Contains(exit.Stdout, `"total":1`) {
		t.Errorf("the next: %+v", exit)
	}
}

// TestCommand_StartBesideAStartingService waits for the service, and uses it.
func TestCommand_StartBesideAStartingService(t *testing.T) {
	t.Parallel()
	service := e2e.Program(t).Serve(t)
	// A service that is starting has locked the folder and has no address yet.
	address := filepath.Join(service.Dir(), "runtime.json")
	if err := os.Rename(address, address+".later"); err != nil {
		t.Fatal(err)
	}
	call := e2e.Program(t).Start(t, []string{"CRIER_DATA_DIR=" + service.Dir(), "CRIER_KEYRING=off"}, "posts", "list", "--start", "--json")
	if err := os.Rename(address+".later", address); err != nil {
		t.Fatal(err)
	}
	if exit := call.Wait(t); exit.Code != 0 || !strings.Contains(exit.Stdout, `"total":0`) {
		t.Errorf("got %+v", exit)
	}
	if _, r := statusCommand(t, service, 0); r.Service.State != "running" || *r.Service.PID != service.PID() {
		t.Errorf("the service is %+v", r.Service)
	}
}
