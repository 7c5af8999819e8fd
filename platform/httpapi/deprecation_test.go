package httpapi_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"crier/platform/apperror"
	"crier/platform/config"
	"crier/platform/httpapi"

	"github.com/danielgtaylor/huma/v2"
)

var deprecation = httpapi.Deprecation{
	Since:  time.Date(2026, 12, 1, 0, 0, 0, 0, time.FixedZone("", 3600)),
	Sunset: time.Date(2027, 3, 1, 0, 0, 0, 0, time.FixedZone("", 3600)),
	Link:   "https://crier.example/v2#old",
}

// withOld adds an operation that is deprecated, and one beside it that is not.
func withOld(d httpapi.Deprecation) func(*httpapi.Deps) {
	return func(p *httpapi.Deps) {
		p.V1 = append(p.V1, httpapi.Routes{Module: "old", Register: func(api *httpapi.Operations) {
			for name, metadata := range map[string]map[string]any{
				"old": httpapi.Deprecated(httpapi.Errors(apperror.NotFound), d), "new": httpapi.Errors(apperror.NotFound),
			} {
				httpapi.Register(api, huma.Operation{
					OperationID: name, Method: http.MethodGet, Path: "/" + name + "/{how}", Tags: []string{"Posts"}, Summary: name, Description: name,
					Security: httpapi.Any(), Metadata: metadata,
				}, func(_ context.Context, in *struct {
					How   string `path:"how" doc:"What comes."`
					Limit int    `query:"limit" minimum:"1" doc:"A number."`
				},
				) (*struct{}, error) {
					switch in.How {
					case "panic":
						panic("boom")
					case "none":
						return nil, apperror.New(apperror.NotFound, "there is none")
					}
					return nil, nil
				})
			}
		}})
	}
}

func TestDeprecated_EveryAnswerSaysSo(t *testing.T) {
	t.Parallel()
	b := setup(t, withOld(deprecation), func(p *httpapi.Deps) {
		p.Config = config.Default()
		p.Config.RateLimitRPM = 7
	})
	want := map[string]string{
		"Deprecation": "@1796079600", "Sunset": "Sun, 28 Feb 2027 23:00:00 GMT", "Link": `<https://crier.example/v2#old>; rel="sunset"`,
	}
	for _, c := range []struct {
		path   string
		noKey  bool
		status int
	}{
		{"/ok", false, 204},
		{"/none", false, 404},
		{"/panic", false, 500},
		{"/ok?limit=x", false, 400},
		{"/ok?limit=0", false, 400},
		{"/ok?limit=1&limit=1", false, 400},
		{"/ok", true, 401},
		{"/ok", false, 204},
		{"/ok", false, 429},
	} {
		w := b.do(t, request{path: "/api/v1/old" + c.path, noKey: c.noKey})
		if w.Code != c.status {
			t.Fatalf("%s: %d, want %d: %s", c.path, w.Code, c.status, w.Body)
		}
		for name, value := range want {
			if got := w.Header().Get(name); got != value {
				t.Errorf("%s: %s is %q, want %q", c.path, name, got, value)
			}
		}
		w = b.do(t, request{path: "/api/v1/new" + c.path, noKey: true})
		for name := range want {
			if got := w.Header().Get(name); got != "" {
				t.Errorf("%s is said to be deprecated: %s is %q", c.path, name, got)
			}
		}
	}
}

func TestDeprecated_TheDocumentSaysSo(t *testing.T) {
	t.Parallel()
	var doc struct {
		Paths map[string]map[string]struct {
			Deprecated bool
			Responses  map[string]struct {
				Headers map[string]struct{ Description, Example string }
			}
		}
	}
	withoutLink := deprecation
	withoutLink.Link = ""
	for _, d := range []httpapi.Deprecation{deprecation, withoutLink} {
		if err := json.Unmarshal(setup(t, withOld(d)).document(t), &doc); err != nil {
			t.Fatal(err)
		}
		for path, isOld := range map[string]bool{"/old/{how}": true, "/new/{how}": false} {
			op := doc.Paths[path]["get"]
			if op.Deprecated != isOld || len(op.Responses) != 6 {
				t.Errorf("%s: deprecated %t, answers %v", path, op.Deprecated, op.Responses)
			}
			for status, resp := range op.Responses {
				h := resp.Headers
				if isOld != (h["Deprecation"].Example == "@1796079600") || isOld != (h["Sunset"].Description != "") || (isOld && d.Link != "") != (h["Link"].Example != "") {
					t.Errorf("%s, %s: the headers %v", path, status, h)
				}
			}
		}
	}
}

func TestDeprecated_NeedsItsNotice(t *testing.T) {
	t.Parallel()
	short, soon, never, unknown, split := deprecation, deprecation, deprecation, deprecation, deprecation
	short.Sunset = deprecation.Sunset.Add(-time.Second)
	soon.Sunset = time.Time{}
	never.Since = time.Time{}
	unknown.Link = "see the release notes"
	split.Link = "https://crier.example/>; rel=\"next"
	for what, c := range map[string]struct {
		deprecation httpapi.Deprecation
		want        string
	}{
		"a second short": {short, "3 months' notice"}, "no sunset": {soon, "3 months' notice"}, "no start": {never, "3 months' notice"},
		"no address": {unknown, "no address"}, "a link that ends the header's": {split, "no address"}, "the least notice": {deprecation, ""},
	} {
		if got := panicOf(func() { setup(t, withOld(c.deprecation)) }); (got == "") != (c.want == "") || !strings.Contains(got, c.want) {
			t.Errorf("%s: %q, want %q", what, got, c.want)
		}
	}
}

// panicOf returns what f panics with, empty if it does not.
func panicOf(f func()) (text string) {
	defer func() {
		if p := recover(); p != nil {
			text = fmt.Sprint(p)
		}
	}()
	f()
	return ""
}

func TestDeprecated_LeavesWhatItWasGiven(t *testing.T) {
	t.Parallel()
	given := httpapi.Errors(apperror.NotFound)
	got := httpapi.Deprecated(given, deprecation)
	if len(given) != 1 || len(got) != 2 || len(httpapi.Deprecated(nil, deprecation)) != 1 {
		t.Errorf("from %v came %v", given, got)
	}
}
