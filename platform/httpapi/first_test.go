package httpapi_test

import (
	"net/http"
	"sync"
	"testing"

	"crier/platform/httpapi"

	"github.com/danielgtaylor/huma/v2"
)

// TestServer_AnswersHealthFirst holds the registration of the operations up. Only the health is
// answered meanwhile, and nothing is answered as if it were not there.
func TestServer_AnswersHealthFirst(t *testing.T) {
	t.Parallel()
	var parts httpapi.Deps
	b := setup(t, func(d *httpapi.Deps) { parts = *d })
	registering, goOn := make(chan struct{}), make(chan struct{})
	parts.V1 = []httpapi.Routes{{Module: "slow", Register: func(api huma.API) {
		close(registering)
		<-goOn
		testRoutes().Register(api)
	}}}
	b.server = httpapi.BeginServer(parts)
	health := func() {
		if w := b.do(t, request{path: "/api/v1/health", noKey: true}); w.Code != http.StatusOK {
			t.Errorf("health: %d %s", w.Code, w.Body)
		}
	}
	health()
	<-registering // The answer has begun it.
	health()
	var asking sync.WaitGroup
	var mu sync.Mutex
	isReady := false
	for path, want := range map[string]int{
		"/api/v1/public": http.StatusNoContent, "/files/1": http.StatusOK, "/api/v1/openapi.json": http.StatusOK,
		"/api/v1/nothing": http.StatusNotFound, "/docs": http.StatusOK,
	} {
		asking.Go(func() {
			w := b.do(t, request{path: path})
			mu.Lock()
			defer mu.Unlock()
			if w.Code != want || !isReady {
				t.Errorf("%s: %d %s, all operations registered: %t", path, w.Code, w.Body, isReady)
			}
		})
	}
	health()
	mu.Lock()
	isReady = true
	mu.Unlock()
	close(goOn)
	asking.Wait()
	if w := b.do(t, request{method: http.MethodPost, path: "/api/v1/health"}); w.Code != http.StatusNotFound {
		t.Errorf("POST health: %d %s", w.Code, w.Body)
	}
}

// TestServer_RegisterAll registers the operations without a request.
func TestServer_RegisterAll(t *testing.T) {
	t.Parallel()
	var parts httpapi.Deps
	setup(t, func(d *httpapi.Deps) { parts = *d })
	isRegistered := false
	parts.V1 = []httpapi.Routes{{Module: "slow", Register: func(api huma.API) {
		isRegistered = true
		testRoutes().Register(api)
	}}}
	server := httpapi.BeginServer(parts)
	if isRegistered {
		t.Error("a new server has registered all operations")
	}
	if server.RegisterAll(); !isRegistered {
		t.Error("not all operations are registered")
	}
}
