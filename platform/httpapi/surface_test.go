package httpapi_test

import (
	"bytes"
	"context"
	"net/http"
	"strings"
	"testing"

	"crier/platform/apperror"
	"crier/platform/httpapi"

	"github.com/danielgtaylor/huma/v2"
)

func v2() httpapi.Surface {
	return httpapi.Surface{Name: "v2", Prefix: "/api/v2", Title: "Crier API", Version: "5.0.0", Access: httpapi.Public()}
}

func newerRoutes(surface string) httpapi.Routes {
	return httpapi.Routes{Module: "newer", Surface: surface, Register: func(api *httpapi.Operations) {
		httpapi.Register(api, huma.Operation{
			OperationID: "newer", Method: http.MethodGet, Path: "/newer", Tags: []string{"Posts"}, Summary: "x", Description: "x", Security: httpapi.Any(),
		}, func(context.Context, *struct{}) (*struct{}, error) { return nil, nil })
	}}
}

func TestSurfaces_StandBesideEachOther(t *testing.T) {
	t.Parallel()
	alone := setup(t)
	b := setup(t, func(p *httpapi.Deps) {
		p.Surfaces = []httpapi.Surface{v2()}
		p.Routes = []httpapi.Routes{newerRoutes("v2")}
	})
	if !bytes.Equal(alone.document(t), b.document(t)) {
		t.Error("v1's document changes when there is a v2")
	}
	w := b.do(t, request{path: "/api/v2/openapi.json", noKey: true})
	if w.Code != 200 || !strings.Contains(w.Body.String(), `"version": "5.0.0"`) || !strings.Contains(w.Body.String(), `"/newer"`) || strings.Contains(w.Body.String(), "/echo") {
		t.Errorf("v2's document: %d %.300s", w.Code, w.Body)
	}
	if w := b.do(t, request{path: "/api/v2/newer"}); w.Code != 204 {
		t.Errorf("got %d %s", w.Code, w.Body)
	}
	wantError(t, b.do(t, request{path: "/api/v2/newer", noKey: true}), 401, apperror.AuthRequired)
	wantError(t, b.do(t, request{path: "/api/v1/newer"}), 404, apperror.NotFound)
	wantError(t, b.do(t, request{path: "/api/v2/health"}), 404, apperror.NotFound)
	wantError(t, alone.do(t, request{path: "/api/v2/newer"}), 404, apperror.NotFound)
}

func TestSurfaces_MustFitTogether(t *testing.T) {
	t.Parallel()
	change := func(f func(*httpapi.Surface)) httpapi.Surface {
		s := v2()
		f(&s)
		return s
	}
	for what, surfaces := range map[string][]httpapi.Surface{
		"the name of another": {v2(), change(func(s *httpapi.Surface) { s.Prefix = "/api/v3" })},
		"v1's name":           {change(func(s *httpapi.Surface) { s.Name = "v1" })},
		"v1's place":          {change(func(s *httpapi.Surface) { s.Prefix = "/api/v1" })},
		"no name":             {change(func(s *httpapi.Surface) { s.Name = "" })},
		"no version":          {change(func(s *httpapi.Surface) { s.Version = "" })},
		"no access":           {change(func(s *httpapi.Surface) { s.Access = nil })},
		"another place":       {change(func(s *httpapi.Surface) { s.Prefix = "/v2" })},
	} {
		if panicOf(func() { setup(t, func(p *httpapi.Deps) { p.Surfaces = surfaces }) }) == "" {
			t.Errorf("%s: it was mounted", what)
		}
	}
	if got := panicOf(func() {
		setup(t, func(p *httpapi.Deps) { p.Routes = []httpapi.Routes{newerRoutes("v2")} })
	}); !strings.Contains(got, `newer registers on the surface "v2"`) {
		t.Errorf("routes without their surface: %q", got)
	}
}
