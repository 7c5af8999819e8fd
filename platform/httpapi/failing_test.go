package httpapi_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"syscall"
	"testing"
	"time"

	"crier/platform/apperror"
	"crier/platform/httpapi"
	"crier/platform/secrets"
	"crier/platform/wireid"

	"github.com/danielgtaylor/huma/v2"
)

// broken verifies nothing: its database fails.
type broken struct{ err error }

func (b broken) VerifyKey(context.Context, secrets.Text) (wireid.ID, error) {
	return wireid.ID{}, b.err
}

func (b broken) VerifySession(ctx context.Context, token secrets.Text, site httpapi.Site) (httpapi.Session, error) {
	if token.Reveal() == "foreign" {
		return verifier{}.VerifySession(ctx, token, site)
	}
	return httpapi.Session{}, b.err
}

func withBroken(err error) func(*httpapi.Deps) {
	return func(p *httpapi.Deps) { p.Keys, p.Sessions = broken{err}, broken{err} }
}

// TestAuthentication_ThatFails is no fault of the client's, whatever it asks for and however it
// says who it is.
func TestAuthentication_ThatFails(t *testing.T) {
	t.Parallel()
	for name, header := range map[string]map[string]string{
		"a key": nil, "a session": {"Cookie": "session=" + goodSession}, "two sessions": {"Cookie": "session=foreign; session=" + goodSession},
	} {
		b := setup(t, withBroken(errors.New("disk I/O error (10)")))
		for _, path := range []string{"/api/v1/fail/known", "/files/a"} {
			w := b.do(t, request{path: path, noKey: header != nil, header: header})
			wantError(t, w, 500, apperror.InternalError)
			if !strings.Contains(b.log.String(), "disk I/O error (10)") || strings.Contains(w.Body.String(), "disk") {
				t.Errorf("%s, %s: %s\nlog: %s", name, path, w.Body, b.log)
			}
			b.log.Reset()
		}
	}
}

// TestFullDisk_IsSaid: its user is the one who can do something about it.
func TestFullDisk_IsSaid(t *testing.T) {
	t.Parallel()
	b := setup(t, withBroken(fmt.Errorf("store: %w", syscall.ENOSPC)))
	w := b.do(t, request{path: "/api/v1/fail/known"})
	wantError(t, w, 500, apperror.InternalError)
	if !strings.Contains(w.Body.String(), "the disk is full") || !strings.Contains(b.log.String(), "level=ERROR") {
		t.Errorf("got %s\nlog: %s", w.Body, b.log)
	}
}

// TestClientThatHangsUp is no failure of the database, which says so in words of its own.
func TestClientThatHangsUp(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	b := setup(t, withBroken(fmt.Errorf("look for an API key: %w", context.Canceled)))
	for _, path := range []string{"/api/v1/fail/known", "/api/v1/health"} {
		r := httptest.NewRequestWithContext(ctx, http.MethodGet, path, http.NoBody)
		r.Host = b.host
		r.Header.Set("Authorization", "Bearer "+goodKey)
		b.server.ServeHTTP(httptest.NewRecorder(), r)
	}
	if b.log.Len() > 0 {
		t.Errorf("log: %s", b.log)
	}
}

// TestError_WithoutAText gets the text of its code, from a module's operation and from a plain
// handler.
func TestError_WithoutAText(t *testing.T) {
	t.Parallel()
	fails := func() httpapi.Routes {
		return httpapi.Routes{Module: "silent", Register: func(api *httpapi.Operations) {
			for path, err := range map[string]error{
				"/silent": apperror.New(apperror.NotFound, ""), "/mute": &httpapi.ErrorResponse{Code: apperror.NotFound, Status: http.StatusNotFound},
			} {
				httpapi.Register(api, huma.Operation{
					OperationID: path[1:], Method: http.MethodGet, Path: path, Tags: []string{"Posts"}, Summary: "x", Description: "x",
					Security: httpapi.Public(), Metadata: httpapi.Errors(apperror.NotFound),
				}, func(context.Context, *struct{}) (*struct{}, error) { return nil, err })
			}
		}}
	}
	b := setup(t, func(p *httpapi.Deps) {
		p.V1 = append(p.V1, fails())
		p.Handlers = []httpapi.Handler{{Pattern: "GET /plain", Access: httpapi.Public(), Serve: func(_ http.ResponseWriter, _ *http.Request, fail func(error)) {
			fail(apperror.New(apperror.NotFound, ""))
		}}}
	})
	for _, path := range []string{"/api/v1/silent", "/api/v1/mute", "/plain"} {
		w := b.do(t, request{path: path})
		wantError(t, w, 404, apperror.NotFound)
		if !strings.Contains(w.Body.String(), `"error":"There is no such resource`) || !strings.Contains(b.log.String(), "mistake in Crier") {
			t.Errorf("%s: %s\nlog: %s", path, w.Body, b.log)
		}
		b.log.Reset()
	}
}

// TestHealth_ThatCannotWrite still answers with 200, for reading works; what it found is a second
// old at most.
func TestHealth_ThatCannotWrite(t *testing.T) {
	t.Parallel()
	for err, want := range map[error]string{
		syscall.ENOSPC:           `"services":{"database":"read-only","disk":"full","publishing":"up"}`,
		errors.New("disk gone"):  `"services":{"database":"read-only","disk":"up","publishing":"up"}`,
		context.DeadlineExceeded: `"services":{"database":"read-only","disk":"up","publishing":"up"}`,
	} {
		counted := &countingDatabase{database: database{writeErr: err}}
		b := setup(t, func(p *httpapi.Deps) { p.Database = counted })
		for range 5 {
			w := b.do(t, request{path: "/api/v1/health", noKey: true})
			if got := w.Body.String(); w.Code != 200 || !strings.Contains(got, `"status":"degraded"`) || !strings.Contains(got, want) {
				t.Errorf("%v: %d %s", err, w.Code, got)
			}
		}
		counted.writeErr = nil
		b.clock.Advance(time.Second)
		if w := b.do(t, request{path: "/api/v1/health", noKey: true}); !strings.Contains(w.Body.String(), `"status":"healthy"`) {
			t.Errorf("afterwards: %s", w.Body)
		}
		if counted.writes != 2 {
			t.Errorf("%d writes", counted.writes)
		}
	}
}

type countingDatabase struct {
	database

	writes int
}

func (c *countingDatabase) CheckWrite(ctx context.Context) error {
	c.writes++
	return c.database.CheckWrite(ctx)
}
