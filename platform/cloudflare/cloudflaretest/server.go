// Package cloudflaretest is a Cloudflare for tests: accounts, tokens with permissions, KV with its
// limits, R2 buckets and their domains, worker scripts, all behind Cloudflare's REST API over real
// HTTP and with its bodies and error codes. It keeps what is uploaded, so that a test can run it,
// and does on request what goes wrong in the world: see Fault.
//
// It runs no script and knows no JavaScript: what Cloudflare finds out by starting a script (a
// syntax error, a class that is not exported) a test asks for by a Fault. The codes are those of
// Cloudflare's tools and documents; where these name none, as for a second write within a second,
// the status is theirs and the code a guess.
package cloudflaretest

import (
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"crier/platform/clock"
)

const (
	prefix       = "/client/v4"
	maxBodyBytes = 110 << 20
)

// Server is a running Cloudflare. It is safe for concurrent use.
type Server struct {
	clock clock.Clock
	http  *httptest.Server
	mux   *http.ServeMux

	mu         sync.Mutex
	tokens     map[string]*Token
	accounts   map[string]*account
	subdomains map[string]string // to the account that has it
	made       int
	faults     []*Fault
	log        []Call
	watch      func(account, script string)
	tails      map[string]*tail
}

// Call is a request that the server had.
type Call struct {
	Method string
	// Path is below the API's base, as it was sent.
	Path  string
	Query url.Values
	// Body is what was sent, with its secrets.
	Body        []byte
	ContentType string
	// Status is what was answered; 0 for a call without an answer.
	Status int
	At     time.Time
}

// Start returns a Server without accounts, which ends with the test.
func Start(t testing.TB, c clock.Clock) *Server {
	t.Helper()
	s := New(c)
	t.Cleanup(s.Close)
	return s
}

// New returns a Server without accounts; Close ends it.
func New(c clock.Clock) *Server {
	s := &Server{
		clock: c, mux: http.NewServeMux(), tokens: map[string]*Token{}, accounts: map[string]*account{}, subdomains: map[string]string{}, tails: map[string]*tail{},
	}
	s.routes()
	s.http = httptest.NewServer(s.Handler())
	return s
}

// URL returns the address of the API, without a closing slash.
func (s *Server) URL() string { return s.http.URL + prefix }

// Close ends the server, and with it what its faults hold.
func (s *Server) Close() {
	s.http.CloseClientConnections()
	s.http.Close()
}

// Handler answers as the server at URL does.
func (s *Server) Handler() http.Handler { return http.HandlerFunc(s.serve) }

// Calls returns the requests so far, in the order in which they came.
func (s *Server) Calls() []Call {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.log)
}

// Count returns how many requests there were of the method whose path contains the text.
func (s *Server) Count(method, path string) int {
	n := 0
	for _, c := range s.Calls() {
		if c.Method == method && strings.Contains(c.Path, path) {
			n++
		}
	}
	return n
}

// Fault makes calls go wrong.
func (s *Server) Fault(f Fault) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if f.Times == 0 {
		f.Times = 1
	}
	s.faults = append(s.faults, &f)
}

// Heal ends all faults that were not used up.
func (s *Server) Heal() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.faults = nil
}

// Watch calls f after each change of a script: its upload, its secrets, schedules or serving, and
// its end.
func (s *Server) Watch(f func(account, script string)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.watch = f
}

func (s *Server) serve(w http.ResponseWriter, r *http.Request) {
	if strings.HasPrefix(r.URL.Path, tailsPath) {
		s.Tails().listen(w, r)
		return
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBodyBytes))
	if err != nil {
		return
	}
	s.mu.Lock()
	fault := faultFor(s.faults, r)
	at := len(s.log)
	s.log = append(s.log, Call{
		Method: r.Method, Path: strings.TrimPrefix(r.URL.EscapedPath(), prefix), Query: maps.Clone(r.URL.Query()),
		Body: body, ContentType: r.Header.Get("Content-Type"), At: s.clock.Now(),
	})
	s.mu.Unlock()
	if !fault.held(r.Context()) {
		return
	}
	a := answer{}
	if fault.acts() {
		a = s.act(r, body)
	}
	a = fault.instead(a)
	s.mu.Lock()
	if !fault.silent() {
		s.log[at].Status = a.status
	}
	s.mu.Unlock()
	w.Header().Set("Date", s.clock.Now().UTC().Format(http.TimeFormat))
	fault.write(w, r, a)
}

// act does what the request asks for and returns the answer.
func (s *Server) act(r *http.Request, body []byte) answer {
	rec := &request{server: s, http: r, body: body}
	s.mux.ServeHTTP(discard{}, r.WithContext(with(r.Context(), rec)))
	if rec.answer.status == 0 {
		rec.answer = refusal(http.StatusNotFound, 7000, "No route for that URI")
	}
	if rec.after != nil {
		rec.after()
	}
	if rec.changed != "" {
		s.mu.Lock()
		watch := s.watch
		s.mu.Unlock()
		if watch != nil {
			watch(rec.account.id, rec.changed)
		}
	}
	return rec.answer
}
