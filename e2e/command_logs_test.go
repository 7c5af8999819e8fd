package e2e_test

import (
	"bytes"
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"crier/e2e"
)

// TestCommand_Logs prints the service's log, while the service runs and when it has ended.
func TestCommand_Logs(t *testing.T) {
	t.Parallel()
	service := e2e.Program(t).Serve(t)
	folder := []string{"CRIER_DATA_DIR=" + service.Dir()}
	follow := e2e.Program(t).Start(t, folder, "logs", "-f", "--level", "info", "--lines", "1")
	follow.AwaitOutput(t, "msg=started version=e2e pid=")
	service.Client(t).Get("/api/v1/health").Want(http.StatusOK)
	service.Stop(t)
	follow.AwaitOutput(t, "msg=stopping\n")
	follow.Signal(t, syscall.SIGINT)
	if exit := follow.Wait(t); exit.Code != 0 || exit.Stderr != "" || strings.Count(exit.Stdout, "\n") != 2 {
		t.Errorf("followed: %+v", exit)
	}
	// The file has every record of the standard error.
	kept := string(read(t, filepath.Join(service.Dir(), "crier.log")))
	for line := range strings.Lines(service.Stderr()) {
		if !strings.Contains(kept, line) {
			t.Errorf("the file lacks %q", line)
		}
	}
	if info, err := os.Stat(filepath.Join(service.Dir(), "crier.log")); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the file is %v, %v", info, err)
	}
	exit := service.Command(t, "logs", "--json", "-n", "3")
	lines := bytes.Split(bytes.TrimSpace([]byte(exit.Stdout)), []byte("\n"))
	var last struct{ Time, Level, Msg string }
	if err := json.Unmarshal(lines[len(lines)-1], &last); err != nil || exit.Code != 0 || len(lines) != 3 || last.Msg == "" || last.Time == "" || last.Level == "" {
		t.Errorf("%v: %+v", err, exit)
	}
	if exit := service.Command(t, "logs", "--lines", "0"); exit.Code != 0 || exit.Stdout != "" {
		t.Errorf("no records: %+v", exit)
	}
	for _, args := range [][]string{{"--level", "loud"}, {"--lines", "-1"}, {"now"}} {
		if exit := service.Command(t, append([]string{"logs"}, args...)...); exit.Code != 2 || exit.Stdout != "" || strings.Count(exit.Stderr, "\n") != 1 {
			t.Errorf("%q: %+v", args, exit)
		}
	}
	if exit := e2e.Program(t).Run(t, []string{"CRIER_DATA_DIR=" + t.TempDir()}, "logs"); exit.Code != 1 || !strings.Contains(exit.Stderr, "there is no log in ") {
		t.Errorf("without a log: %+v", exit)
	}
}

// TestCommand_LogsOfAFailedStart, which also runs where no log can be kept.
func TestCommand_LogsOfAFailedStart(t *testing.T) {
	t.Parallel()
	service := e2e.Program(t).Serve(t)
	dir := "CRIER_DATA_DIR=" + filepath.Join(t.TempDir(), "data")
	port := "CRIER_PORT=" + service.URL()[strings.LastIndex(service.URL(), ":")+1:]
	if exit := e2e.Program(t).Run(t, []string{dir, port, "CRIER_KEYRING=off"}, "serve"); exit.Code != 1 {
		t.Fatalf("got %+v", exit)
	}
	if exit := e2e.Program(t).Run(t, []string{dir}, "logs"); exit.Code != 0 || !strings.Contains(exit.Stdout, `level=ERROR msg="did not start"`) || !strings.Contains(exit.Stdout, "the port is in use") {
		t.Errorf("got %+v", exit)
	}
	if second := service.Command(t, "serve"); second.Code != 1 || strings.Contains(string(read(t, filepath.Join(service.Dir(), "crier.log"))), "did not start") {
		t.Errorf("a second copy wrote into the log of the first: %+v", second)
	}
	service.Stop(t)
	log := filepath.Join(service.Dir(), "crier.log")
	remove(t, log)
	if err := os.Mkdir(log, 0o700); err != nil {
		t.Fatal(err)
	}
	again := service.Again(t)
	again.Anonymous(t).Get("/api/v1/health").Want(http.StatusOK)
	again.AwaitLog(t, "the log is not kept in the data folder")
	if exit := again.Command(t, "logs"); exit.Code != 1 || !strings.Contains(exit.Stderr, "is no file") {
		t.Errorf("a folder as log: %+v", exit)
	}
}

// TestCommand_LogFile: the file that the user names gets the log in the place of the standard
// error, with the start and the end in it, and the copy in the data folder stays.
func TestCommand_LogFile(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	file := filepath.Join(dir, "own.log")
	service := e2e.Program(t).Serve(t, "CRIER_LOG_LEVEL=info", "CRIER_LOG_FILE="+file)
	service.Stop(t)
	own, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"msg=started ", "msg=stopping"} {
		if !strings.Contains(string(own), want) {
			t.Errorf("the file has no %q: %s", want, own)
		}
	}
	if said := service.Stderr(); strings.Contains(said, "level=") {
		t.Errorf("the standard error has %q", said)
	}
	if kept := service.Command(t, "logs"); !strings.Contains(kept.Stdout, "msg=started ") {
		t.Errorf("the data folder has %q", kept.Stdout)
	}
}
