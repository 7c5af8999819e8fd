package httpapi_test

import (
	"context"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"crier/platform/apperror"
	"crier/platform/httpapi"
	"crier/platform/wireid"
	"crier/platform/wiretime"

	"github.com/danielgtaylor/huma/v2"
)

type wordedInput struct {
	Body struct {
		At    *wiretime.Time  `json:"at,omitempty" doc:"x"`
		Times []wiretime.Time `json:"times,omitempty" maxItems:"2" doc:"x"`
		ID    wireid.ID       `json:"id,omitzero" doc:"x"`
		N     int             `json:"n,omitempty" minimum:"-1500000" maximum:"1000000" doc:"x"`
		Any   map[string]any  `json:"any,omitempty" doc:"x"`
		Text  string          `json:"text,omitempty" minLength:"2" maxLength:"3" doc:"x"`
		URL   string          `json:"url,omitempty" format:"uri" doc:"x"`
	}
}

// TestBodyErrors_AreForPeople: the text says where and which rule, and nothing of the program or of
// the value.
func TestBodyErrors_AreForPeople(t *testing.T) {
	t.Parallel()
	b := setup(t, func(p *httpapi.Deps) {
		p.Config.Dev = true
		p.V1 = []httpapi.Routes{{Module: "worded", Register: func(api *httpapi.Operations) {
			httpapi.Register(api, huma.Operation{
				OperationID: "worded", Method: http.MethodPost, Path: "/worded", Tags: []string{"Posts"}, Summary: "x", Description: "x", Security: httpapi.Any(),
			}, func(context.Context, *wordedInput) (*struct{}, error) { return nil, nil })
		}}}
	})
	const deep = 20_000
	date := "expected an ISO 8601 date-time with an offset, such as 2026-11-21T09:30:00Z"
	for body, want := range map[string]string{
		`{"at":`:                         "body: at /at: the JSON ends too early",
		`{`:                              "body: the JSON ends too early",
		" ":                              "body: the JSON ends too early",
		`{} {"hunter22":1}`:              "body: not valid JSON after byte 3",
		`{"text":hunter22}`:              "body: at /text: not valid JSON after byte 8",
		`{hunter22:1}`:                   "body: not valid JSON after byte 1",
		`{7:1}`:                          "body: names must be text in double quotes",
		`{"any":{"b":"hunter22","b":2}}`: "body: at /any/b: the name stands twice",
		"{\"text\":\"\xff\"}":            "body: at /text: text must be UTF-8",
		`{"text":"hunter22\udc00"}`:      `body: at /text: \udc00 is half of a character, and its other half does not follow: leave it out, or cut the text between whole characters`,
		`{"text":"\uD83D\u0041"}`:        `body: at /text: \uD83D is half of a character, and its other half does not follow: leave it out, or cut the text between whole characters`,
		`{"text":"\ud800hunter22"}`:      `body: at /text: \ud800 is half of a character, and its other half does not follow: leave it out, or cut the text between whole characters`,
		`{"any":{"a":` + strings.Repeat("[", deep) + strings.Repeat("]", deep) + `}}`: "body: it is nested too deeply",
		`{"` + strings.Repeat("x", 500) + `":1.}`:                                     "body: at /" + strings.Repeat("x", 99) + "...: not valid JSON after byte 506",
		`{"any":{"a":1` + strings.Repeat("0", 400) + `}}`:                             "body: at /any/a: the number is out of range",
		`{"any":{"a":"\u0000"}}`:                                                      "body: text must not contain the character NUL (U+0000)",
		`{"at":"2026-11-21T09:30:00"}`:                                                "body: at /at: " + date,
		`{"times":["2026-11-21T09:30:00"]}`:                                           "body: at /times/0: " + date,
		`{"at":"0000-01-01T00:00:00+01:00"}`:                                          "body: at /at: " + date,
		`{"at":"hunter22"}`:                                                           "body: at /at: " + date,
		`{"id":"hunter22"}`:                                                           "body.id: expected a UUID",
		`{"id":"{3f2b8c1e-6d4a-4f7b-9c0d-5e8a1b2c3d4e}"}`:                             "body: at /id: expected a UUID",
		`{"url":"http://hunter22:%zz"}`:                                               "body.url: expected string to be RFC 3986 uri",
		`{"n":6.5}`:                                                                   "body.n: expected integer",
		`{"n":1e7}`:                                                                   "body.n: expected a number of at most 1000000",
		`{"n":1000001}`:                                                               "body.n: expected a number of at most 1000000",
		`{"n":-1500001}`:                                                              "body.n: expected a number of at least -1500000",
		`{"text":"x"}`:                                                                "body.text: expected at least 2 characters",
		`{"text":"hunter22"}`:                                                         "body.text: expected at most 3 characters",
		`{"times":["2026-11-21T09:30:00Z","2026-11-21T09:30:00Z","2026-11-21T09:30:00Z"]}`: "body.times: expected at most 2 items",
		"": "the request needs a JSON body",
		`{"text":"` + strings.Repeat("x", 1<<20) + `"}`: "the body is larger than 1048576 bytes",
	} {
		w := b.do(t, request{method: http.MethodPost, path: "/api/v1/worded", body: body})
		said := wantError(t, w, 400, apperror.ValidationError)["error"].(string)
		if said != want {
			t.Errorf("%.60s: it says %q, want %q", body, said, want)
		}
		if strings.Contains(w.Body.String(), "hunter22") || len(w.Body.String()) > 1000 {
			t.Errorf("%.60s: the value came back: %.300s", body, w.Body)
		}
	}
}

// FuzzBody: whatever the body, the answer is the contract's and its text is for people.
func FuzzBody(f *testing.F) {
	for _, seed := range []string{"", "{", `{"caption":"x"}`, `{"caption":7,"at":"x"}`, `{"caption":"x","at":"2026-11-21T09:30:00"}`, `{"a":1,"a":2}`, "{\"\xff\":1}", `{"caption":"\ud800"}`, `{"a":1e999}`} {
		f.Add(seed)
	}
	b := setup(f, func(p *httpapi.Deps) { p.Config.RateLimitRPM, p.Config.RateLimitRPH = 1<<40, 1<<40 })
	f.Fuzz(func(t *testing.T, body string) {
		w := b.do(t, request{method: http.MethodPost, path: echoPath(""), body: body})
		if w.Code == http.StatusOK {
			return
		}
		said := wantError(t, w, 400, apperror.ValidationError)["error"].(string)
		for _, internal := range []string{"jsontext", "json:", "wiretime", "Go int", "Go float"} {
			if strings.Contains(said, internal) && !strings.Contains(body, internal) {
				t.Errorf("%q: it says %q", body, said)
			}
		}
	})
}

// FuzzTarget: whatever path and query are asked for, the answer is a resource or the contract's
// error, and never a redirect.
func FuzzTarget(f *testing.F) {
	for _, seed := range []string{"/", "//x", "/docs/../x", "/files", "/api/v1/public?%zz", "/api/v1/fail/known?a;b", "/api/v1/fail/%2e%2e", "/docs/%2f%2f", "*"} {
		f.Add(seed)
	}
	b := setup(f, func(p *httpapi.Deps) { p.Config.RateLimitRPM, p.Config.RateLimitRPH = 1<<40, 1<<40 })
	f.Fuzz(func(t *testing.T, target string) {
		u, err := url.ParseRequestURI(target)
		if err != nil || u.Host != "" || strings.ContainsAny(target, " \r\n\t#") {
			t.Skip("no request has it")
		}
		w := b.do(t, request{path: target})
		if w.Code < 300 {
			return
		}
		code := apperror.NotFound
		if w.Code == http.StatusBadRequest {
			code = apperror.InvalidParam
		}
		if strings.HasPrefix(u.Path, "/api/v1/fail/") || strings.HasPrefix(u.Path, "/api/service") || strings.HasPrefix(u.Path, "/api/openapi.json") {
			if w.Code/100 == 3 {
				t.Errorf("%q: got %d", target, w.Code)
			}
			return
		}
		wantError(t, w, code.Status(), code)
	})
}

// TestBody_Bound: an operation that says so reads a body longer than the others do, and no longer
// one than it says.
func TestBody_Bound(t *testing.T) {
	t.Parallel()
	const most = 2 << 20
	b := setup(t, func(p *httpapi.Deps) {
		p.V1 = []httpapi.Routes{{Module: "long", Register: func(api *httpapi.Operations) {
			httpapi.Register(api, huma.Operation{
				OperationID: "long", Method: http.MethodPost, Path: "/long", Tags: []string{"Posts"}, Summary: "x", Description: "x", Security: httpapi.Any(),
				Metadata: httpapi.WithBody(nil, most),
			}, func(context.Context, *struct {
				Body struct {
					Text string `json:"text" doc:"x"`
				}
			},
			) (*struct{}, error) {
				return nil, nil
			})
		}}}
	})
	const around = `{"text":""}`
	body := func(n int) string { return `{"text":"` + strings.Repeat("x", n-len(around)) + `"}` }
	if w := b.do(t, request{method: http.MethodPost, path: "/api/v1/long", body: body(most)}); w.Code != http.StatusNoContent {
		t.Errorf("a body of just the bound: %d %s", w.Code, w.Body)
	}
	w := b.do(t, request{method: http.MethodPost, path: "/api/v1/long", body: body(most + 1)})
	if said := wantError(t, w, 400, apperror.ValidationError)["error"]; said != "the body is larger than 2097152 bytes" {
		t.Errorf("a longer one: %v", said)
	}
}
