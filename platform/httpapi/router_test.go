package httpapi_test

import (
	"context"
	"net/http"
	"testing"

	"crier/platform/apperror"
	"crier/platform/httpapi"

	"github.com/danielgtaylor/huma/v2"
)

// TestAllow_OfAFixedPath has a path with a parameter beside it that fits as well.
func TestAllow_OfAFixedPath(t *testing.T) {
	t.Parallel()
	b := setup(t, func(p *httpapi.Deps) {
		p.V1 = []httpapi.Routes{{Module: "both", Register: func(api *httpapi.Operations) {
			for id, pattern := range map[string][2]string{
				"one": {http.MethodGet, "/things/{id}"}, "remove": {http.MethodDelete, "/things/{id}"}, "latest": {http.MethodGet, "/things/latest"},
				"add": {http.MethodPost, "/things/latest"},
			} {
				httpapi.Register(api, huma.Operation{
					OperationID: id, Method: pattern[0], Path: pattern[1], Tags: []string{"Posts"}, Summary: "x", Description: "x", Security: httpapi.Public(),
				}, func(context.Context, *struct{}) (*struct{}, error) { return nil, nil })
			}
		}}}
	})
	for _, c := range []struct{ method, path, allow string }{
		{http.MethodDelete, "/api/v1/things/latest", "GET, HEAD, POST"},
		{http.MethodPut, "/api/v1/things/latest", "GET, HEAD, POST"},
		{http.MethodOptions, "/api/v1/things/latest", "GET, HEAD, POST"},
		{http.MethodPut, "/api/v1/things/x", "DELETE, GET, HEAD"},
	} {
		w := b.do(t, request{method: c.method, path: c.path})
		wantError(t, w, 404, apperror.NotFound)
		if got := w.Header().Get("Allow"); got != c.allow {
			t.Errorf("%s %s allows %q, want %q", c.method, c.path, got, c.allow)
		}
	}
	for _, c := range []struct{ method, path string }{
		{http.MethodGet, "/api/v1/things/latest"}, {http.MethodHead, "/api/v1/things/latest"}, {http.MethodPost, "/api/v1/things/latest"}, {http.MethodDelete, "/api/v1/things/x"},
	} {
		if w := b.do(t, request{method: c.method, path: c.path}); w.Code != http.StatusNoContent {
			t.Errorf("%s %s: got %d", c.method, c.path, w.Code)
		}
	}
}
