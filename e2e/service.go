package e2e

import (
	"encoding/json"
	"errors"
	"math/rand/v2"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"crier/modules/settings"
	"crier/platform/clock"
	"crier/platform/database"
	"crier/platform/database/databasetest"
	"crier/platform/datadir"
)

// Service is the real program, serving.
type Service struct {
	*Process
	program  *Executable
	settings []string
	dir      string
	runtime  datadir.Runtime
}

// Serve starts crier serve on a free port and waits until it answers. Settings, such as
// RATE_LIMIT_RPM=5, add to or replace those of a test: a temporary folder, no keyring, the whole
// log. The temporary folder has the database that a first start leaves, for to migrate an empty one
// takes as long as the rest of a start; a test of a first start names its own CRIER_DATA_DIR.
func (e *Executable) Serve(tb testing.TB, settings ...string) *Service {
	tb.Helper()
	s, answers := e.TryServe(tb, settings...)
	if !answers {
		tb.Fatalf("crier serve ended with %d:\n%s%s", s.Wait(tb).Code, s.Stdout(), s.Stderr())
	}
	return s
}

// Rehearse is Serve for a service that is started again when it dies. The process is its parent.
func (e *Executable) Rehearse(tb testing.TB, settings ...string) *Service {
	tb.Helper()
	s, answers := e.tryServe(tb, settings, "--rehearsal", "--port", FreePort(tb))
	if !answers {
		tb.Fatalf("crier serve --rehearsal ended with %d:\n%s%s", s.Wait(tb).Code, s.Stdout(), s.Stderr())
	}
	return s
}

// A test that waits for a post asks for it many times a second, and on a slow machine for longer
// than the usual limits of a key allow. A test of the limits sets its own.
const (
	anyMinute = "RATE_LIMIT_RPM=1000000"
	anyHour   = "RATE_LIMIT_RPH=100000000"
)

const (
	// firstFree and manyFree are the ports that FreePort chooses from. They lie below those that
	// systems give to programs that ask for any, so that nobody gets one while its program is down.
	firstFree = 20_000
	manyFree  = 12_000
)

// FreePort returns a port that a program can have again after a restart.
func FreePort(tb testing.TB) string {
	tb.Helper()
	for {
		port := strconv.Itoa(firstFree + rand.IntN(manyFree))
		listener, err := new(net.ListenConfig).Listen(tb.Context(), "tcp", net.JoinHostPort("127.0.0.1", port))
		if err != nil {
			if tb.Context().Err() != nil {
				tb.Fatal(err)
			}
			continue
		}
		_ = listener.Close()
		return port
	}
}

// TryServe is Serve for a service that may be made to die before it answers: then it reports false.
func (e *Executable) TryServe(tb testing.TB, settings ...string) (s *Service, answers bool) {
	tb.Helper()
	return e.tryServe(tb, settings)
}

func (e *Executable) tryServe(tb testing.TB, settings []string, flags ...string) (s *Service, answers bool) {
	tb.Helper()
	dir := valueOf("CRIER_DATA_DIR", settings)
	if dir == "" {
		dir = emptyFolder(tb)
	}
	settings = append([]string{"CRIER_PORT=0", "CRIER_KEYRING=off", "CRIER_LOG_LEVEL=debug", "CRIER_DATA_DIR=" + dir, anyMinute, anyHour}, settings...)
	s = &Service{Process: e.Start(tb, settings, append([]string{"serve"}, flags...)...), program: e, settings: settings, dir: dir}
	if !s.says(tb, s.stdout, "Stop with Ctrl-C.\n") {
		return s, false
	}
	b, err := os.ReadFile(filepath.Join(dir, "runtime.json"))
	if err != nil {
		tb.Fatal(err)
	}
	if err := json.Unmarshal(b, &s.runtime); err != nil {
		tb.Fatalf("runtime.json: %v", err)
	}
	return s, true
}

// emptyFolder returns a data folder with nothing in it but a migrated database.
func emptyFolder(tb testing.TB) string {
	tb.Helper()
	dir := filepath.Join(tb.TempDir(), "data")
	if err := os.Mkdir(dir, 0o700); err != nil {
		tb.Fatal(err)
	}
	databasetest.Put(tb, filepath.Join(dir, "crier.db"))
	return dir
}

// valueOf returns what the last of the settings of the name says.
func valueOf(name string, settings []string) string {
	for _, s := range slices.Backward(settings) {
		if value, ok := strings.CutPrefix(s, name+"="); ok {
			return value
		}
	}
	return ""
}

// Again starts a service like s, on its folder, after s has ended.
func (s *Service) Again(tb testing.TB) *Service {
	tb.Helper()
	return s.program.Serve(tb, s.settings...)
}

// Dir returns the data folder.
func (s *Service) Dir() string { return s.dir }

// BaseURL returns the root of the v1 API.
func (s *Service) BaseURL() string { return s.runtime.APIURL }

// URL returns the address of the service, such as http://127.0.0.1:7171.
func (s *Service) URL() string { return strings.TrimSuffix(s.runtime.APIURL, v1Prefix) }

// AppURL returns the app's own address, such as http://crier-k3v9x0qa.localhost:7171.
func (s *Service) AppURL() string { return s.runtime.AppURL }

// SandboxURL returns the address of the service's sandbox network.
func (s *Service) SandboxURL() string { return s.runtime.SandboxURL }

var linkPattern = regexp.MustCompile(`http://\S+/login\?code=\S+`)

// Link returns the sign-in link that was printed at the start.
func (s *Service) Link() string { return linkPattern.FindString(s.Stdout()) }

// Command runs another command on the service's folder, to its end.
func (s *Service) Command(tb testing.TB, args ...string) Exit {
	tb.Helper()
	return s.program.Run(tb, s.settings, args...)
}

// Anonymous returns a client without credentials.
func (s *Service) Anonymous(tb testing.TB) *Client {
	tb.Helper()
	c := NewClient(tb, s.URL())
	served, _ := programDocuments.LoadOrStore(s.program.path, c.served)
	c.served = served.(*servedDocuments)
	return c
}

// programDocuments has the documents of each program, by its path. A program serves the same ones
// in all its processes, and takes longer to write them than to start.
var programDocuments sync.Map

// Client returns a client with an API key.
func (s *Service) Client(tb testing.TB) *Client {
	tb.Helper()
	return s.Anonymous(tb).With("Authorization", "Bearer "+s.Key(tb))
}

// Key returns an API key, made as crier keys create does, from beside the service.
func (s *Service) Key(tb testing.TB) string {
	tb.Helper()
	db, err := database.Open(tb.Context(), filepath.Join(s.dir, "crier.db"))
	if err != nil {
		tb.Fatal(err)
	}
	_, full, err := settings.NewKeys(db, clock.System()).Create(tb.Context(), "test")
	if err := errors.Join(err, db.Close()); err != nil {
		tb.Fatal(err)
	}
	return full.Reveal()
}

// SignIn signs in by a link of the command line. It returns the link's host, and the cookie that a
// browser then sends there, such as session=....
func (s *Service) SignIn(tb testing.TB) (host, cookie string) {
	tb.Helper()
	link, err := url.Parse(strings.TrimSpace(s.Command(tb, "login").Stdout))
	if err != nil {
		tb.Fatal(err)
	}
	answer := s.Anonymous(tb).At(link.Host).Get(link.RequestURI()).Want(http.StatusSeeOther)
	cookie, _, _ = strings.Cut(answer.Header.Get("Set-Cookie"), ";")
	return link.Host, cookie
}

// Browser returns a client that has signed in.
func (s *Service) Browser(tb testing.TB) *Client {
	tb.Helper()
	host, cookie := s.SignIn(tb)
	return s.Anonymous(tb).At(host).With("Cookie", cookie)
}

// Control returns the control API of the sandbox network that the service talks to.
func (s *Service) Control(tb testing.TB) *SandboxControl {
	tb.Helper()
	return NewSandboxControl(tb, s.SandboxURL())
}

// SandboxProcess is crier sandbox, running.
type SandboxProcess struct {
	*Process
	url string
}

// Sandbox starts crier sandbox on the port, "0" for a free one, and waits until it answers. An
// empty state is forgotten at the end.
func (e *Executable) Sandbox(tb testing.TB, port, state string, settings ...string) *SandboxProcess {
	tb.Helper()
	args := []string{"sandbox", "--port", port}
	if state != "" {
		args = append(args, "--state", state)
	}
	s := &SandboxProcess{Process: e.Start(tb, settings, args...)}
	s.AwaitOutput(tb, "Stop with Ctrl-C.\n")
	s.url = originPattern.FindString(s.Stdout())
	return s
}

var originPattern = regexp.MustCompile(`http://127\.0\.0\.1:\d+`)

// URL returns the address of the sandbox network.
func (s *SandboxProcess) URL() string { return s.url }

// Port returns the port of the sandbox network.
func (s *SandboxProcess) Port() string { return strings.TrimPrefix(s.url, "http://127.0.0.1:") }

// Control returns the control API of the sandbox network.
func (s *SandboxProcess) Control(tb testing.TB) *SandboxControl {
	tb.Helper()
	return NewSandboxControl(tb, s.url)
}

// GetJSON requests a URL and decodes the answer, which must be one of success, into target.
func GetJSON(tb testing.TB, url string, target any) {
	tb.Helper()
	req, err := http.NewRequestWithContext(tb.Context(), http.MethodGet, url, http.NoBody)
	if err != nil {
		tb.Fatal(err)
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		tb.Fatal(err)
	}
	defer func() { _ = resp.Body.Close() }()
	if resp.StatusCode != http.StatusOK {
		tb.Fatalf("GET %s: %s", url, resp.Status)
	}
	if err := json.NewDecoder(resp.Body).Decode(target); err != nil {
		tb.Fatalf("GET %s: %v", url, err)
	}
}
