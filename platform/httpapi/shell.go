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

	"github.com/danielgtaylor/huma/v2"
)

// shell is the part of the server around the router.
type shell struct {
	mux     *http.ServeMux
	auth    *authenticator
	limiter *limiter
	clock   clock.Clock
	log     *slog.Logger
	dev     bool
	hosts   hosts
	running running
	fixed   fixedPaths
	// patience is how long a client may pause while it sends a body, and half of how long while it
	// reads an answer.
	patience time.Duration
}

func (s *shell) ServeHTTP(rw http.ResponseWriter, r *http.Request) {
	defer s.running.enter()()
	st := &state{requestID: requestID(r), dev: s.dev, log: s.log}
	r = r.WithContext(context.WithValue(r.Context(), stateKey{}, st))
	w := &responseWriter{ResponseWriter: rw, request: r, patience: s.patience}
	w.refuse = func(status int) { s.write(w, r, libraryError(r, status)) }
	w.Header().Set(requestIDHeader, st.requestID)
	defer s.guard(w, r)
	started := s.clock.Now()
	site, isOurs := s.hosts.site(r.Host)
	if isOurs {
		st.site = site
		s.answer(w, r, st)
	} else {
		s.write(w, r, apperror.New(apperror.NotFound, "there is nothing here"))
	}
	if s.log.Enabled(r.Context(), slog.LevelDebug) {
		s.log.Debug("request", "request_id", st.requestID, "method", shorten(r.Method), "path", shorten(secrets.HideKeys(r.URL.Path)), "status", w.status,
			"duration", s.clock.Now().Sub(started))
	}
}

// libraryError is the contract's form of what the standard library refused.
func libraryError(r *http.Request, status int) error {
	if status == http.StatusRequestedRangeNotSatisfiable {
		return &ErrorResponse{Message: "the file does not have the range of bytes that was asked for", Code: apperror.InvalidParam, Status: status}
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
	if r.Body != nil && r.Body != http.NoBody {
		r.Body = newPatientBody(w, r.Body, s.patience)
	}
	if !isClean(r.URL.EscapedPath()) {
		s.write(w, r, nothingAt(r))
		return
	}
	if methods := s.fixed.allowed(r); methods != "" {
		h.Set("Allow", methods)
		s.write(w, r, nothingAt(r))
		return
	}
	s.mux.ServeHTTP(w, r)
}

// isClean reports whether the router takes a path as it is. From any other it would lead on to the
// clean one, with a page of its own.
func isClean(escaped string) bool {
	cleaned := path.Clean(escaped)
	return strings.HasPrefix(escaped, "/") && (escaped == cleaned || cleaned != "/" && escaped == cleaned+"/")
}

func nothingAt(r *http.Request) error {
	return apperror.New(apperror.NotFound, "there is nothing at %s %s; /docs lists the operations", shorten(r.Method), shorten(r.URL.Path))
}

// guard answers a panic and keeps the server going.
func (s *shell) guard(w *responseWriter, r *http.Request) {
	p := recover()
	if p == nil {
		return
	}
	if err, ok := p.(error); ok && errors.Is(err, http.ErrAbortHandler) {
		panic(p)
	}
	s.log.Error("a handler panicked", "request_id", stateOf(r.Context()).requestID, "panic", p, "stack", string(debug.Stack()))
	if w.status != 0 {
		// The answer has begun: only a cut connection tells the client that it is not whole.
		panic(http.ErrAbortHandler)
	}
	s.write(w, r, fmt.Errorf("panic: %v", p))
}

// write answers err as an ErrorResponse, or to a browser as a page.
func (s *shell) write(w http.ResponseWriter, r *http.Request, err error) {
	resp := responseFor(r.Context(), err)
	for name, values := range resp.GetHeaders() {
		w.Header()[name] = values
	}
	if getsPage(s.hosts, r) {
		if err := writePage(w, r, resp); err == nil {
			return
		}
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(resp.Status)
	if r.Method == http.MethodHead {
		return
	}
	if err := s.json().Marshal(w, resp); err != nil {
		s.log.Debug("write an answer", "error", err)
	}
}

// authorised is the huma middleware that lets only those in whom the operation's security names.
func (s *shell) authorised(api huma.API) func(huma.Context, func(huma.Context)) {
	return func(ctx huma.Context, next func(huma.Context)) {
		h := http.Header{}
		id := IdentityOf(ctx.Context())
		err := s.authorise(h, id, Access(ctx.Operation().Security))
		if err == nil {
			err = checkPower(ctx.Operation(), id)
		}
		for name, values := range h {
			ctx.SetHeader(name, values[0])
		}
		if err == nil {
			next(ctx)
			return
		}
		refuse(api, ctx, responseFor(ctx.Context(), err))
	}
}

// protect is the same for a plain handler.
func (s *shell) protect(access Access, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if err := s.authorise(w.Header(), IdentityOf(r.Context()), access); err != nil {
			s.write(w, r, err)
			return
		}
		next.ServeHTTP(w, r)
	})
}

const maxShownPath = 200

func shorten(shown string) string {
	if len(shown) <= maxShownPath {
		return shown
	}
	return strings.ToValidUTF8(shown[:maxShownPath], "") + "..."
}
