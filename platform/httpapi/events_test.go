package httpapi_test

import (
	"bytes"
	"context"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"crier/platform/apperror"
	"crier/platform/clock"
	source "crier/platform/database"
	"crier/platform/httpapi"
	"crier/platform/httpapi/events"
	"crier/platform/secrets"
)

// signedIn knows one session, until it ends.
type signedIn struct {
	mu      sync.Mutex
	expires time.Time
	isOver  bool
	// isLast says that it is good for one check more.
	isLast bool
}

// set has the session end at an instant, or be no good at all.
func (s *signedIn) set(expires time.Time, isOver bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.expires, s.isOver = expires, isOver
}

func (s *signedIn) VerifySession(context.Context, secrets.Text, httpapi.Site) (httpapi.Session, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.isOver || !s.expires.IsZero() && !clock.System().Now().Before(s.expires) {
		return httpapi.Session{}, apperror.New(apperror.TokenExpired, "expired")
	}
	s.isOver = s.isLast
	return httpapi.Session{ID: "jti", ExpiresAt: s.expires}, nil
}

// reader is a client of a stream, and the server's way to it.
type reader struct {
	net.Conn
	header http.Header
	far    net.Conn
	mu     sync.Mutex
	text   bytes.Buffer
	// leave ends the request.
	leave context.CancelFunc
	// ended is closed when the answer has ended.
	ended chan struct{}
}

func (r *reader) Header() http.Header { return r.header }

func (r *reader) WriteHeader(int) {}

func (r *reader) FlushError() error { return nil }

// read takes what comes.
func (r *reader) read() {
	b := make([]byte, 1<<10)
	for {
		n, err := r.far.Read(b)
		if err != nil {
			return
		}
		r.mu.Lock()
		r.text.Write(b[:n])
		r.mu.Unlock()
	}
}

// got returns what came since the last call.
func (r *reader) got() string {
	synctest.Wait()
	r.mu.Lock()
	defer r.mu.Unlock()
	defer r.text.Reset()
	return r.text.String()
}

func (r *reader) hasEnded() bool {
	synctest.Wait()
	select {
	case <-r.ended:
		return true
	default:
		return false
	}
}

// streaming is a server on the bubble's clock, whose database changes as a test says.
type streaming struct {
	*bundle
	session signedIn
	tell    func(...source.Change)
}

// stream runs a test in a bubble.
func stream(t *testing.T, test func(t *testing.T, s *streaming)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		s := &streaming{}
		s.bundle = setup(t, func(p *httpapi.Deps) {
			p.Clock, p.Sessions = clock.System(), &s.session
			p.Events = events.NewHub(func(_ context.Context, tell func([]source.Change)) error {
				s.tell = func(changes ...source.Change) { tell(changes) }
				return nil
			}, p.Clock)
		})
		test(t, s)
	})
}

// listen opens a stream and reads it.
func (s *streaming) listen(t *testing.T, header ...string) *reader {
	t.Helper()
	r := s.stall(t, header...)
	go r.read()
	synctest.Wait()
	return r
}

// stall opens a stream and does not read it.
func (s *streaming) stall(t *testing.T, header ...string) *reader {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	r := &reader{header: http.Header{}, leave: cancel, ended: make(chan struct{})}
	r.Conn, r.far = net.Pipe()
	req := httptest.NewRequestWithContext(ctx, http.MethodGet, "/api/events", http.NoBody)
	req.Host = s.host
	req.Header.Set("Cookie", "session=x")
	for i := 0; i < len(header); i += 2 {
		req.Header.Set(header[i], header[i+1])
	}
	go func() {
		defer close(r.ended)
		s.server.ServeHTTP(r, req)
	}()
	t.Cleanup(func() {
		cancel()
		_ = r.far.Close()
	})
	synctest.Wait()
	return r
}

// pass has the bubble's time pass.
func pass(t *testing.T, d time.Duration) {
	t.Helper()
	if err := clock.Sleep(t.Context(), clock.System(), d); err != nil {
		t.Fatal(err)
	}
}

func post(id string) source.Change { return source.Change{Kind: events.Post, ID: id, Updated: 1} }

// TestEvents_Stream: an event comes at once, a comment after 20 seconds, and a reader that comes
// again goes on.
func TestEvents_Stream(t *testing.T) {
	t.Parallel()
	stream(t, func(t *testing.T, s *streaming) {
		r := s.listen(t)
		if got := r.got(); got != "retry: 1000\n\n" || r.header.Get("Content-Type") != "text/event-stream" || r.header.Get("Cache-Control") != "no-store" {
			t.Errorf("begins with %q and %v", got, r.header)
		}
		s.tell(post("a"), post("b"))
		got := r.got()
		lines := strings.Split(got, "\n")
		if len(lines) < 5 || lines[1] != `data: {"kind":"post","id":"a","updatedAt":"1970-01-01T00:00:00.001Z"}` || lines[2] != "" ||
			!strings.HasPrefix(lines[0], "id: ") || !strings.HasPrefix(lines[3], "id: ") {
			t.Fatalf("got %q", got)
		}
		pass(t, 20*time.Second)
		if got := r.got(); got != ": ping\n\n" {
			t.Errorf("after 20 seconds %q", got)
		}
		r.leave()
		if !r.hasEnded() {
			t.Error("goes on when the reader has left")
		}
		again := s.listen(t, "Last-Event-ID", strings.TrimPrefix(lines[0], "id: "))
		if got := again.got(); strings.Contains(got, `"a"`) || !strings.Contains(got, `"b"`) || strings.Contains(got, "reset") {
			t.Errorf("goes on with %q", got)
		}
		if got := s.listen(t, "Last-Event-ID", "another-1").got(); !strings.HasSuffix(got, "\n\nevent: reset\n"+lines[3]+"\ndata: {}\n\n") {
			t.Errorf("after an event of another process %q", got)
		}
	})
}

// TestEvents_EndWithTheSession: with its end, however it came, and with its time to the second.
func TestEvents_EndWithTheSession(t *testing.T) {
	t.Parallel()
	stream(t, func(t *testing.T, s *streaming) {
		out := s.listen(t)
		s.tell(source.Change{Kind: events.SessionEnd, ID: "another"}, post("a"))
		if out.hasEnded() {
			t.Error("ended with another session")
		}
		s.tell(source.Change{Kind: events.SessionEnd, ID: "jti"}, post("b"))
		if !out.hasEnded() || strings.Contains(out.got(), `"b"`) {
			t.Error("goes on after signing out")
		}
		forgotten := s.listen(t)
		s.session.set(time.Time{}, true)
		pass(t, 20*time.Second)
		if !forgotten.hasEnded() {
			t.Error("goes on with a session that is not good")
		}
		s.session.set(clock.System().Now().Add(33*time.Second), false)
		expiring := s.listen(t)
		pass(t, 32*time.Second)
		if expiring.hasEnded() {
			t.Error("ended before the session")
		}
		pass(t, time.Second)
		if !expiring.hasEnded() {
			t.Error("goes on after the end of the session")
		}
	})
}

// TestFound_EventsEndWithEverySignOut: at once, also where all sessions are signed out together,
// and where that happens between the check of the session and the beginning of the stream. Its
// place is free then.
func TestFound_EventsEndWithEverySignOut(t *testing.T) {
	t.Parallel()
	stream(t, func(t *testing.T, s *streaming) {
		all := s.listen(t)
		s.tell(source.Change{Kind: events.SessionEnd, ID: "another"})
		if all.hasEnded() {
			t.Error("ended with another session")
		}
		s.session.set(time.Time{}, true)
		s.tell(source.Change{Kind: events.SessionEnd, ID: "of all"})
		if !all.hasEnded() {
			t.Error("goes on after all sessions were signed out")
		}
		s.session.set(time.Time{}, false)
		s.session.isLast = true
		if late := s.listen(t); !late.hasEnded() {
			t.Error("begins for a session that ended meanwhile")
		}
	})
}

// TestEvents_AReaderThatDoesNotRead is cut off after ten seconds, and nobody waits for it, neither
// who writes nor a stop.
func TestEvents_AReaderThatDoesNotRead(t *testing.T) {
	t.Parallel()
	stream(t, func(t *testing.T, s *streaming) {
		reads, stuck := s.listen(t), s.stall(t)
		began := clock.System().Now()
		took := func() time.Duration { return clock.System().Now().Sub(began) }
		for range 5000 {
			s.tell(post("a"))
		}
		// It hears of each, or that it was behind when there were too many.
		if got := reads.got(); reads.hasEnded() || !strings.Contains(got, `"a"`) && !strings.Contains(got, "event: reset") || took() != 0 {
			t.Errorf("the one that reads hears nothing, or only after %s", took())
		}
		if <-stuck.ended; took() != 10*time.Second {
			t.Errorf("cut off after %s", took())
		}
		stuck = s.stall(t)
		s.tell(source.Change{Kind: events.SessionEnd, ID: "jti"})
		if !stuck.hasEnded() || !reads.hasEnded() || took() != 10*time.Second {
			t.Errorf("the end came after %s more", took()-10*time.Second)
		}
	})
}

// TestEvents_Head: a client that asks for the header gets it, and no stream is left open.
func TestEvents_Head(t *testing.T) {
	t.Parallel()
	stream(t, func(t *testing.T, s *streaming) {
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		req := httptest.NewRequestWithContext(ctx, http.MethodHead, "/api/events", http.NoBody)
		req.Host = s.host
		req.Header.Set("Cookie", "session=x")
		w, answered := httptest.NewRecorder(), make(chan struct{})
		go func() {
			defer close(answered)
			s.server.ServeHTTP(w, req)
		}()
		synctest.Wait()
		select {
		case <-answered:
			if w.Code != http.StatusOK || w.Header().Get("Content-Type") != "text/event-stream" || w.Body.Len() > 0 {
				t.Errorf("got %d, %v, %q", w.Code, w.Header(), w.Body)
			}
		default:
			t.Error("the answer does not end")
		}
	})
}

// TestEvents_Refused are pages of other origins, which could use up the streams, keys, and one
// stream too many.
func TestEvents_Refused(t *testing.T) {
	t.Parallel()
	stream(t, func(t *testing.T, s *streaming) {
		get := func(header ...string) *httptest.ResponseRecorder {
			all := map[string]string{"Cookie": "session=x"}
			for i := 0; i < len(header); i += 2 {
				all[header[i]] = header[i+1]
			}
			return s.do(t, request{path: "/api/events", header: all, noKey: true})
		}
		for _, from := range []string{"same-site", "cross-site"} {
			wantError(t, get("Sec-Fetch-Site", from), 401, apperror.AuthRequired)
		}
		wantError(t, get("Origin", "http://127.0.0.1:1"), 401, apperror.AuthRequired)
		wantError(t, s.do(t, request{path: "/api/events"}), 403, apperror.CookieAuthRequired)
		wantError(t, get("Last-Event-ID", strings.Repeat("x", 65)), 400, apperror.ValidationError)
		for range 32 {
			s.listen(t, "Sec-Fetch-Site", "same-origin", "Origin", "http://"+s.host)
		}
		if w := get(); w.Header().Get("Retry-After") != "10" {
			t.Errorf("got %v", w.Header())
		} else {
			wantError(t, w, 429, apperror.RateLimited)
		}
	})
}

// TestEvents_StopDoesNotWaitForStreams, which last as long as the service.
func TestEvents_StopDoesNotWaitForStreams(t *testing.T) {
	t.Parallel()
	b := started(t)
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, b.server.URL()+"/api/events", http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Cookie", "session="+goodSession)
	resp, err := http.DefaultClient.Do(req)
	if err != nil || resp.StatusCode != http.StatusOK {
		t.Fatal(resp, err)
	}
	defer func() { _ = resp.Body.Close() }()
	ctx, cancel := context.WithTimeout(context.WithoutCancel(t.Context()), time.Minute)
	defer cancel()
	if err := b.server.Stop(ctx); err != nil || strings.Contains(b.log.String(), "cut off") {
		t.Errorf("got %v; the log says\n%s", err, b.log)
	}
	var text bytes.Buffer
	if _, err := text.ReadFrom(resp.Body); err != nil || text.String() != "retry: 1000\n\n" {
		t.Errorf("the stream ended with %q, %v", &text, err)
	}
}
