package httpapi

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"path"
	"runtime/debug"
	"strings"
	"time"

	"crier/platform/apperror"
	"crier/platform/clock"
	"crier/platform/secrets"
	"crier/platform/wireid"
)

// shell is the part of the server around the router.
type shell struct {
	router  *router
	auth    *authenticator
	limiter *limiter
	clock   clock.Clock
	log     *slog.Logger
	dev     bool
	hosts   hosts
	running running
	// patience is how long a client may pause while it sends a body, and half of how long while it
	// reads an answer.
	patience time.Duration
}

func (s *shell) ServeHTTP(rw http.ResponseWriter, r *http.Request) {
	defer s.running.enter()()
	st := &state{requestID: requestID(r), dev: s.dev, log: s.log}
	r = r.WithContext(context.WithValue(r.Context(), stateKey{}, st))
	w := &responseWriter{ResponseWriter: rw, request: r, patience: s.patience}
	w.refuse = func(status int) {
		// What was set for the file does not hold for the error.
		w.Header().Set("Cache-Control", "no-store")
		w.Header().Del("ETag")
		w.Header().Del("Last-Modified")
		writeError(w, r, libraryError(r, status))
	}
	w.Header().Set(requestIDHeader, st.requestID)
	defer s.guard(w, r)
	started := s.clock.Now()
	site, isOurs := s.hosts.site(r.Host)
	if isOurs {
		st.site, st.appURL, st.port = site, s.hosts.url(), s.hosts.port()
		s.answer(w, r, st)
	} else {
		writeError(w, r, apperror.New(apperror.NotFound, "there is nothing here"))
	}
	if s.log.Enabled(r.Context(), slog.LevelDebug) {
		s.log.Debug("httpapi: request", "request_id", st.requestID, "method", shorten(r.Method), "path", shorten(secrets.HideKeys(r.URL.Path)), "status", w.status,
			"duration", s.clock.Now().Sub(started))
	}
}

// libraryError is the contract's error for a refusal of the standard library.
func libraryError(r *http.Request, status int) error {
	switch status {
	case http.StatusRequestedRangeNotSatisfiable:
		return &ErrorResponse{Message: "the file does not have the range of bytes that was asked for", Code: apperror.InvalidParam, Status: status}
	case http.StatusPreconditionFailed:
		return &ErrorResponse{
			Message: "the file is not as If-Match or If-Unmodified-Since wants it; leave that header out to get it as it is",
			Code:    apperror.InvalidParam, Status: status,
		}
	}
	return nothingAt(r)
}

func (s *shell) answer(w *responseWriter, r *http.Request, st *state) {
	h := w.Header()
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cache-Control", "no-store")
	st.identity = s.auth.identify(r)
	if !st.identity.Key.IsZero() {
		s.limiter.writeHeaders(h, s.limiter.peek(st.identity.Key))
	}
	if !strings.HasPrefix(r.Header.Get("Range"), "bytes=") {
		// A range in an unknown unit is ignored (RFC 9110, 14.2); the file server would refuse it.
		r.Header.Del("Range")
	}
	if r.Body != nil && r.Body != http.NoBody {
		body := newPatientBody(w, r, s.patience)
		r.Body = body
		s.route(w, r)
		body.drain()
		return
	}
	s.route(w, r)
}

func (s *shell) route(w *responseWriter, r *http.Request) {
	if !isClean(r.URL.EscapedPath()) {
		writeError(w, r, nothingAt(r))
		return
	}
	s.router.ServeHTTP(w, r)
}

// isClean reports whether the mux accepts a path as it is. It answers any other path with a page
// that redirects to the clean one.
func isClean(escaped string) bool {
	cleaned := path.Clean(escaped)
	return strings.HasPrefix(escaped, "/") && (escaped == cleaned || cleaned != "/" && escaped == cleaned+"/")
}

func nothingAt(r *http.Request) error {
	return apperror.New(apperror.NotFound, "there is nothing at %s %s; /docs lists the operations", shorten(r.Method), shorten(r.URL.Path))
}

// guard recovers from a panic of a handler and answers the request with an error.
func (s *shell) guard(w *responseWriter, r *http.Request) {
	p := recover()
	if p == nil {
		return
	}
	if err, ok := p.(error); ok && errors.Is(err, http.ErrAbortHandler) {
		panic(p)
	}
	s.log.Error("httpapi: a handler panicked", "request_id", stateOf(r.Context()).requestID, "panic", p, "stack", string(debug.Stack()))
	if w.status != 0 {
		// The answer has begun, so only a closed connection tells the client that it is incomplete.
		panic(http.ErrAbortHandler)
	}
	writeError(w, r, fmt.Errorf("panic: %v", p))
}

const (
	requestIDHeader    = "X-Request-Id"
	maxRequestIDLength = 128
)

// requestID returns the id of the request if it is acceptable, and a new one otherwise.
func requestID(r *http.Request) string {
	id := r.Header.Get(requestIDHeader)
	if id == "" || len(id) > maxRequestIDLength {
		return wireid.New().String()
	}
	for i := range len(id) {
		if id[i] <= ' ' || id[i] > '~' {
			return wireid.New().String()
		}
	}
	return id
}

// state is the state of one request while it is answered.
type state struct {
	requestID string
	site      Site
	appURL    string
	port      int
	identity  Identity
	dev       bool
	log       *slog.Logger
}

type stateKey struct{}

func stateOf(ctx context.Context) *state {
	if st, ok := ctx.Value(stateKey{}).(*state); ok {
		return st
	}
	return &state{log: slog.New(slog.DiscardHandler)}
}

const maxShownPath = 200

func shorten(shown string) string {
	if len(shown) <= maxShownPath {
		return shown
	}
	return strings.ToValidUTF8(shown[:maxShownPath], "") + "..."
}
