package e2e_test

import (
	"errors"
	"io"
	"io/fs"
	"mime/multipart"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"crier/e2e"
	"crier/platform/needtest"
)

// held is a service in the middle of a publish: the network does not answer a call of it.
type held struct {
	*e2e.Service
	sandbox *e2e.SandboxProcess
	client  *e2e.Client
	post    string
}

// holdPublish has the network swallow the call that match names, and waits until the post has the
// status.
func holdPublish(t *testing.T, match e2e.FaultMatch, status string) held {
	t.Helper()
	program := e2e.Program(t)
	h := held{sandbox: program.Sandbox(t, "0", "")}
	h.Service = program.Serve(t, "CRIER_SANDBOX_URL="+h.sandbox.URL(), "RATE_LIMIT_RPM=1000000", "RATE_LIMIT_RPH=1000000")
	h.client = h.Client(t)
	h.sandbox.Control(t).Fault(e2e.Fault{Match: match, DelayMs: time.Hour.Milliseconds()})
	media := h.client.Upload("file", "photo.png", picture(t, 320, 320)).Want(http.StatusCreated).String("id")
	h.post = publish(h.client, media, "held")
	e2e.AwaitStatus(t, h.client, h.post, status)
	return h
}

// TestServe_StopsDuringAPublish stops while the network owes an answer, and starts again when it
// works.
func TestServe_StopsDuringAPublish(t *testing.T) {
	needtest.Night(t)
	t.Parallel()
	for name, c := range map[string]struct {
		match  e2e.FaultMatch
		status string
	}{
		"before the container": {e2e.CreateCalls, "PROCESSING"},
		"at the publish call":  {e2e.PublishCalls, "PUBLISHING"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := holdPublish(t, c.match, c.status)
			endsInTime(t, h.Process, syscall.SIGTERM)
			h.sandbox.Control(t).ClearFaults()
			again := h.Again(t)
			if *onlyRaced {
				return // Goroutines meet in the stop; what comes after it takes a minute, and is seen in the other run.
			}
			client := again.Client(t)
			e2e.AwaitPublished(t, client, h.post)
			if l := h.sandbox.Control(t).Ledger(); len(l.Publications) != 1 {
				t.Errorf("the ledger has %+v", l.Publications)
			}
		})
	}
}

// stopLimit is what the service promises, and as much again for a busy machine.
const stopLimit = 20 * time.Second

// endsInTime sends a signal to stop and holds that the process then ends well, and soon.
func endsInTime(t *testing.T, p *e2e.Process, signal os.Signal) {
	t.Helper()
	p.Signal(t, signal)
	select {
	case <-p.Ended():
	case <-time.After(stopLimit): //nolint:forbidigo // The program has a clock of its own.
		t.Errorf("%s has not ended the service within %s", signal, stopLimit)
	}
	if exit := p.Wait(t); exit.Code != 0 {
		t.Errorf("%s ended the service with %d", signal, exit.Code)
	}
}

// unread returns lines for Executable.Under that make the stream, such as "2", a pipe whose reader
// ends at once.
func unread(t *testing.T, stream string) string {
	t.Helper()
	pipe := filepath.Join(t.TempDir(), "pipe")
	return "mkfifo " + pipe + "\n: <" + pipe + " &\nexec " + stream + ">" + pipe + "\nwait"
}

// TestServe_NobodyReadsTheLog: the service runs without the reader of its log, and stops in order,
// as when Ctrl-C ends the other program of a pipeline first.
func TestServe_NobodyReadsTheLog(t *testing.T) {
	t.Parallel()
	service := e2e.Program(t).Under(t, unread(t, "2")).Serve(t)
	service.Anonymous(t).Get("/api/v1/health").Want(http.StatusOK)
	endsInTime(t, service.Process, os.Interrupt)
	if _, err := os.Stat(filepath.Join(service.Dir(), "runtime.json")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("runtime.json: %v", err)
	}
}

// TestCommand_StartUnread: nobody reads what the call prints, as with head. The service of the call
// stops in order all the same.
func TestCommand_StartUnread(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "data")
	settings := []string{"CRIER_DATA_DIR=" + dir, "CRIER_KEYRING=off"}
	exit := e2e.Program(t).Under(t, unread(t, "1")).Run(t, settings, "posts", "list", "--start")
	if exit.Code != 1 || !strings.Contains(exit.Stderr, "broken pipe") {
		t.Errorf("it ends with %+v", exit)
	}
	if _, err := os.Stat(filepath.Join(dir, "runtime.json")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("runtime.json: %v", err)
	}
	if log, err := os.ReadFile(filepath.Join(dir, "crier.log")); err != nil || !strings.Contains(string(log), "msg=stopping") {
		t.Errorf("the log: %v\n%s", err, log)
	}
}

func TestServe_ASecondSignalEndsItAtOnce(t *testing.T) {
	t.Parallel()
	h := holdPublish(t, e2e.PublishCalls, "PUBLISHING")
	h.Signal(t, syscall.SIGTERM)
	h.AwaitLog(t, "msg=stopping")
	h.Signal(t, os.Interrupt)
	if exit := h.Wait(t); exit.Code != 1 || !strings.HasSuffix(exit.Stderr, "crier: stopped at once; the next start takes up what was under way\n") {
		t.Errorf("got %d, %s", exit.Code, exit.Stderr)
	}
	// What it left behind does not stand in the way of the next one.
	h.Again(t)
}

// TestServe_StopsDuringAnUpload stops while a client is still sending.
func TestServe_StopsDuringAnUpload(t *testing.T) {
	t.Parallel()
	service := e2e.Program(t).Serve(t)
	key := strings.TrimSpace(service.Command(t, "keys", "create", "test").Stdout)
	body, sender := io.Pipe()
	form := multipart.NewWriter(sender)
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, service.BaseURL()+"/media/upload", body)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Authorization", "Bearer "+key)
	req.Header.Set("Content-Type", form.FormDataContentType())
	answered := make(chan int, 1)
	go func() {
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			answered <- 0
			return
		}
		answered <- resp.StatusCode
		_ = resp.Body.Close()
	}()
	part, err := form.CreateFormFile("file", "photo.png")
	if err != nil {
		t.Fatal(err)
	}
	content := picture(t, 400, 400)
	if _, err := part.Write(content[:len(content)/2]); err != nil {
		t.Fatal(err)
	}
	awaitFiles(t, filepath.Join(service.Dir(), "staging"))
	endsInTime(t, service.Process, syscall.SIGTERM)
	_ = sender.CloseWithError(io.ErrUnexpectedEOF)
	if status := <-answered; status == http.StatusCreated {
		t.Error("half an upload was taken")
	}
	if left, err := os.ReadDir(filepath.Join(service.Dir(), "staging")); err != nil || len(left) != 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
	again := service.Again(t)
	var list struct{ Total int }
	again.Client(t).Get("/api/v1/media").Want(http.StatusOK).JSON(&list)
	if list.Total != 0 {
		t.Errorf("%d files are recorded", list.Total)
	}
}

// awaitFiles waits until there is a file in dir.
func awaitFiles(t *testing.T, dir string) {
	t.Helper()
	awaitEntries(t, dir, func(n int) bool { return n > 0 })
}

// awaitNoFiles waits until there is no file in dir.
func awaitNoFiles(t *testing.T, dir string) {
	t.Helper()
	awaitEntries(t, dir, func(n int) bool { return n == 0 })
}

func awaitEntries(t *testing.T, dir string, enough func(n int) bool) {
	t.Helper()
	for range 10_000 {
		entries, err := os.ReadDir(dir)
		if err != nil {
			t.Fatal(err)
		}
		if enough(len(entries)) {
			return
		}
		time.Sleep(5 * time.Millisecond) //nolint:forbidigo // The program has a clock of its own.
	}
	t.Fatalf("what is in %s has not become what it should", dir)
}
