package httpapi_test

import (
	"bytes"
	"context"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"crier/platform/apperror"
	"crier/platform/httpapi"

	"github.com/danielgtaylor/huma/v2"
)

// hold holds a registration up: begun is closed when it has begun, and it ends after goOn.
type hold struct {
	begun, goOn chan struct{}
	begin       func()
}

var held atomic.Pointer[hold]

// heldUp is a parameter whose schema waits for held.
type heldUp string

func (heldUp) Schema(huma.Registry) *huma.Schema {
	h := held.Load()
	h.begin()
	<-h.goOn
	return &huma.Schema{Type: huma.TypeString}
}

// asked is how often huma has asked for the schema of counted.
var asked atomic.Int32

// counted is a parameter that counts the registrations of its operation.
type counted string

func (counted) Schema(huma.Registry) *huma.Schema {
	asked.Add(1)
	return &huma.Schema{Type: huma.TypeString}
}

// withParam returns the routes of an operation that has a parameter of the type.
func withParam[T ~string]() httpapi.Routes {
	return httpapi.Routes{Module: "slow", Register: func(surface *httpapi.Operations) {
		httpapi.Register(surface, described(func(op *huma.Operation) { op.OperationID, op.Path = "slow", "/slow" }), func(context.Context, *struct {
			Q T `query:"q" doc:"x"`
		},
		) (*struct{}, error) {
			return nil, nil
		})
	}}
}

// TestServer_AnswersHealthFirst holds the registration of an operation up. The health and all else
// is answered meanwhile, and the operation is not answered as if it were not there.
func TestServer_AnswersHealthFirst(t *testing.T) {
	t.Parallel()
	h := &hold{begun: make(chan struct{}), goOn: make(chan struct{})}
	h.begin = sync.OnceFunc(func() { close(h.begun) })
	held.Store(h)
	b := setup(t)
	b.server = httpapi.NewServer(b.with(testRoutes(), withParam[heldUp]()))
	ask := func(method, path string, want int) {
		t.Helper()
		if w := b.do(t, request{method: method, path: path}); w.Code != want {
			t.Errorf("%s %s: %d %s, want %d", method, path, w.Code, w.Body, want)
		}
	}
	ask(http.MethodGet, "/api/v1/health", http.StatusOK)
	var asking sync.WaitGroup
	asking.Go(func() { ask(http.MethodPost, "/api/v1/slow", http.StatusNoContent) })
	<-h.begun
	ask(http.MethodGet, "/api/v1/health", http.StatusOK)
	ask(http.MethodPost, "/api/v1/health", http.StatusNotFound)
	ask(http.MethodGet, "/api/v1/nothing", http.StatusNotFound)
	ask(http.MethodGet, "/files/1", http.StatusOK)
	ask(http.MethodGet, "/docs", http.StatusOK)
	asking.Go(func() { ask(http.MethodPost, "/api/v1/slow", http.StatusNoContent) })
	ask(http.MethodGet, "/api/v1/public", http.StatusNoContent)
	asking.Go(func() { ask(http.MethodGet, "/api/v1/openapi.json", http.StatusOK) })
	close(h.goOn)
	asking.Wait()
}

// TestServer_RegistersWhatIsCalled counts the registrations of an operation.
func TestServer_RegistersWhatIsCalled(t *testing.T) {
	t.Parallel()
	last := asked.Load()
	b := setup(t)
	b.server = httpapi.NewServer(b.with(testRoutes(), withParam[counted]()))
	b.do(t, request{path: "/api/v1/health"})
	b.do(t, request{path: "/api/v1/public"})
	if n := asked.Load(); n != last {
		t.Fatal("an operation is registered before it is called")
	}
	for _, c := range []struct {
		what string
		do   func()
		want bool
	}{
		{"the first call", func() { b.do(t, request{method: http.MethodPost, path: "/api/v1/slow"}) }, true},
		{"the second call", func() { b.do(t, request{method: http.MethodPost, path: "/api/v1/slow"}) }, false},
		{"the document", func() { b.document(t) }, true},
		{"the document again", func() { b.document(t) }, false},
		{"the check of a new server", httpapi.NewServer(b.with(withParam[counted]())).Check, true},
	} {
		c.do()
		if now := asked.Load(); (now > last) != c.want {
			t.Errorf("%s: registered %t, want %t", c.what, now > last, c.want)
		}
		last = asked.Load()
	}
}

// TestServer_RegistersAtOnce has many requests come before any operation is registered.
func TestServer_RegistersAtOnce(t *testing.T) {
	t.Parallel()
	want := setup(t).document(t)
	for range 20 {
		b := setup(t)
		b.server = httpapi.NewServer(b.with(testRoutes()))
		var asking sync.WaitGroup
		for range 2 {
			asking.Go(func() {
				if w := b.do(t, request{path: "/api/v1/openapi.json"}); !bytes.Equal(w.Body.Bytes(), want) {
					t.Errorf("the document is %d %.200s", w.Code, w.Body)
				}
			})
			asking.Go(func() {
				w := b.do(t, request{method: http.MethodPost, path: echoPath("limit=7"), body: `{"caption":"x"}`})
				if w.Code != http.StatusOK || !strings.Contains(w.Body.String(), `"limit":7`) {
					t.Errorf("echo: %d %s", w.Code, w.Body)
				}
			})
			asking.Go(func() { wantError(t, b.do(t, request{path: "/api/v1/fail/known"}), 404, apperror.NotFound) })
			asking.Go(func() {
				if w := b.do(t, request{path: "/api/v1/public"}); w.Code != http.StatusNoContent {
					t.Errorf("public: %d %s", w.Code, w.Body)
				}
			})
		}
		asking.Wait()
	}
}

// TestServer_BrokenOperation calls an operation that breaks a rule of registration. The others are
// answered.
func TestServer_BrokenOperation(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.server = httpapi.NewServer(b.with(testRoutes(), httpapi.Routes{Module: "broken", Register: func(surface *httpapi.Operations) {
		httpapi.Register(surface, described(func(op *huma.Operation) { op.Description = "" }), func(context.Context, *struct{}) (*struct{}, error) {
			return nil, nil
		})
	}}))
	for range 2 {
		wantError(t, b.do(t, request{method: http.MethodPost, path: "/api/v1/x"}), 500, apperror.InternalError)
		wantError(t, b.do(t, request{path: "/api/v1/openapi.json"}), 500, apperror.InternalError)
	}
	if w := b.do(t, request{path: "/api/v1/public"}); w.Code != http.StatusNoContent {
		t.Errorf("public: %d %s", w.Code, w.Body)
	}
	if got := panicOf(b.server.Check); !strings.Contains(got, "a description") {
		t.Errorf("Check panics with %q", got)
	}
}

// TestRegister_RefusesWhatIsShared: an operation has no value into which two registrations would
// write, and at most one answer by WithResponse.
func TestRegister_RefusesWhatIsShared(t *testing.T) {
	t.Parallel()
	describe := func(huma.Registry) *huma.Response { return &huma.Response{Description: "x"} }
	once := httpapi.WithResponse(nil, http.StatusOK, describe)
	for what, change := range map[string]func(*huma.Operation){
		"Responses":   func(op *huma.Operation) { op.Responses = map[string]*huma.Response{} },
		"RequestBody": func(op *huma.Operation) { op.RequestBody = &huma.RequestBody{} },
		"Parameters":  func(op *huma.Operation) { op.Parameters = []*huma.Param{} },
		"Errors":      func(op *huma.Operation) { op.Errors = []int{} },
		"Callbacks":   func(op *huma.Operation) { op.Callbacks = map[string]map[string]*huma.PathItem{} },
		"Extensions":  func(op *huma.Operation) { op.Extensions = map[string]any{} },
	} {
		if _, panicked := register[none, none](t, described(change)); !strings.Contains(panicked, "its registrations would change") {
			t.Errorf("%s: it panics with %q", what, panicked)
		}
	}
	if _, panicked := register[none, none](t, described(func(op *huma.Operation) { op.Metadata = once })); panicked != "" {
		t.Errorf("one answer: it panics with %q", panicked)
	}
	if panicOf(func() { httpapi.WithResponse(once, http.StatusPreconditionFailed, describe) }) == "" {
		t.Error("the second answer has replaced the first")
	}
}
