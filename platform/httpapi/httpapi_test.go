package httpapi_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"crier/platform/apperror"
	"crier/platform/clock"
	"crier/platform/config"
	"crier/platform/httpapi"
	"crier/platform/loopback"
	"crier/platform/secrets"
	"crier/platform/wireid"
	"crier/platform/wiretime"

	"github.com/danielgtaylor/huma/v2"
)

const (
	goodKey     = "svc_live_good"
	otherKey    = "svc_live_other"
	goodSession = "good-session"
	appName     = "crier-00000000.localhost"
	// limitedSession is one of an address.
	limitedSession = "limited-session"
)

var (
	start  = time.Date(2026, 11, 21, 9, 30, 0, 0, time.UTC)
	keyIDs = map[string]wireid.ID{goodKey: wireid.New(), otherKey: wireid.New()}
)

type verifier struct{}

func (verifier) VerifyKey(_ context.Context, key secrets.Text) (wireid.ID, error) {
	if id, ok := keyIDs[key.Reveal()]; ok {
		return id, nil
	}
	return wireid.ID{}, apperror.New(apperror.AuthInvalidKey, "no such key")
}

func (verifier) VerifySession(_ context.Context, token secrets.Text, _ httpapi.Site) (httpapi.Session, error) {
	switch token.Reveal() {
	case limitedSession:
		return httpapi.Session{ID: "jti", Limited: true}, nil
	case goodSession:
		return httpapi.Session{ID: "jti"}, nil
	case "expired":
		return httpapi.Session{}, apperror.New(apperror.TokenExpired, "expired")
	}
	return httpapi.Session{}, apperror.New(apperror.TokenInvalid, "bad")
}

// database fails to read or to write as it is told.
type database struct{ readErr, writeErr error }

func (d database) Check(context.Context) error { return d.readErr }

func (d database) CheckWrite(context.Context) error { return d.writeErr }

type bundle struct {
	parts  httpapi.Deps
	server *httpapi.Server
	clock  *clock.Fake
	log    *bytes.Buffer
	host   string
}

// document returns the document of v1.
func (b *bundle) document(t testing.TB) []byte {
	t.Helper()
	document, err := b.server.V1Document()
	if err != nil {
		t.Fatal(err)
	}
	return document
}

type echoInput struct {
	ID     wireid.ID                    `path:"id" doc:"x"`
	Limit  int                          `query:"limit"  minimum:"1" maximum:"100" default:"20" doc:"x"`
	Kind   string                       `query:"kind"   enum:"image,video" doc:"x"`
	Since  httpapi.Param[wiretime.Time] `query:"since" doc:"x"`
	Needed string                       `query:"needed" required:"true" doc:"x"`
	Body   struct {
		Caption  string         `json:"caption" maxLength:"5" doc:"x"`
		Password string         `json:"password,omitempty" maxLength:"5" doc:"x"`
		At       *wiretime.Time `json:"at,omitempty" doc:"x"`
	}
}

type echoOutput struct {
	Body struct {
		ID      wireid.ID      `json:"id" doc:"x"`
		Caption string         `json:"caption" doc:"x"`
		Limit   int            `json:"limit" doc:"x"`
		At      *wiretime.Time `json:"at" doc:"x"`
		SinceOK bool           `json:"sinceSet" doc:"x"`
		List    []string       `json:"list" doc:"x"`
	}
}

func testRoutes() httpapi.Routes {
	op := func(id, method, path string, access httpapi.Access) huma.Operation {
		return huma.Operation{
			OperationID: id, Method: method, Path: path, Tags: []string{"Posts"}, Summary: id, Description: id, Security: access,
			Metadata: httpapi.Errors(apperror.NotFound),
		}
	}
	fails := map[string]error{
		"known":    apperror.Wrap(apperror.NotFound, errors.New("secret cause"), "no such post"),
		"internal": errors.New("secret cause"),
		"limited":  &apperror.Error{Code: apperror.LoginRateLimited, Message: "slow down", RetryAfter: 1500 * time.Millisecond},
	}
	return httpapi.Routes{Module: "test", Register: func(api *httpapi.Operations) {
		httpapi.Register(api, op("echo", http.MethodPost, "/echo/{id}", httpapi.Any()), func(_ context.Context, in *echoInput) (*echoOutput, error) {
			out := &echoOutput{}
			out.Body.ID, out.Body.Caption, out.Body.Limit, out.Body.At = in.ID, in.Body.Caption, in.Limit, in.Body.At
			out.Body.SinceOK = in.Since.IsSet
			return out, nil
		})
		httpapi.Register(api, op("fail", http.MethodGet, "/fail/{how}", httpapi.Any()), func(_ context.Context, in *struct {
			How string `path:"how" doc:"x"`
		},
		) (*struct{}, error) {
			if in.How == "panic" {
				panic("boom")
			}
			return nil, fails[in.How]
		})
		cookieOnly := op("cookieOnly", http.MethodPost, "/cookie-only", httpapi.CookieOnly())
		cookieOnly.Metadata = httpapi.AtAnyAddress(nil)
		httpapi.Register(api, cookieOnly, func(context.Context, *struct{}) (*struct{}, error) { return nil, nil })
		lasting := op("lasting", http.MethodPost, "/lasting", httpapi.CookieOnly())
		lasting.Metadata = httpapi.AtOwnAddress(nil)
		httpapi.Register(api, lasting, func(context.Context, *struct{}) (*struct{}, error) { return nil, nil })
		upload := op("upload", http.MethodPost, "/upload", httpapi.Any())
		upload.Metadata = httpapi.WithUpload(httpapi.Errors(apperror.UploadError))
		httpapi.Register(api, upload, func(context.Context, *struct{}) (*struct{}, error) { return nil, nil })
		httpapi.Register(api, op("public", http.MethodGet, "/public", httpapi.Public()), func(context.Context, *struct{}) (*struct{}, error) {
			return nil, nil
		})
	}}
}

func setup(t testing.TB, change ...func(*httpapi.Deps)) *bundle {
	t.Helper()
	b := &bundle{clock: clock.NewFake(start), log: &bytes.Buffer{}}
	endpoint := loopback.NewEndpoint(0)
	listeners, err := endpoint.Open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if err := listeners.Close(); err != nil {
		t.Fatal(err)
	}
	parts := httpapi.Deps{
		Config: config.Default(), Clock: b.clock, Log: slog.New(slog.NewTextHandler(b.log, nil)), Endpoint: endpoint, Database: database{},
		Keys: verifier{}, Sessions: verifier{}, V1: []httpapi.Routes{testRoutes()},
		About: httpapi.About{Version: "test", Mode: "sandbox", AppName: appName, SandboxURL: func() string { return "http://127.0.0.1:1" }},
		Handlers: []httpapi.Handler{{
			Pattern: "GET /files/", Access: httpapi.Any(),
			Serve: func(w http.ResponseWriter, r *http.Request, fail func(error)) {
				if r.URL.Path == "/files/none" {
					fail(apperror.New(apperror.NotFound, "no file"))
					return
				}
				_, _ = io.WriteString(w, "file")
			},
		}},
	}
	for _, c := range change {
		c(&parts)
	}
	b.parts, b.server = parts, httpapi.NewServer(parts)
	b.server.Check()
	b.host = strings.TrimPrefix(b.server.URL(), "http://")
	return b
}

// with returns the parts of a server that has the routes on v1 and nothing else there.
func (b *bundle) with(routes ...httpapi.Routes) httpapi.Deps {
	parts := b.parts
	parts.V1 = routes
	return parts
}

// request describes one request; zero values are a GET with the good key.
type request struct {
	method, path, body string
	header             map[string]string
	noKey              bool
}

func (b *bundle) do(t testing.TB, req request) *httptest.ResponseRecorder {
	t.Helper()
	if req.method == "" {
		req.method = http.MethodGet
	}
	r := httptest.NewRequestWithContext(t.Context(), req.method, req.path, strings.NewReader(req.body))
	r.Host = b.host
	if !req.noKey {
		r.Header.Set("Authorization", "Bearer "+goodKey)
	}
	if req.body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	for name, value := range req.header {
		if name == "Host" {
			r.Host = value
		}
		r.Header.Set(name, value)
	}
	w := httptest.NewRecorder()
	b.server.ServeHTTP(w, r)
	return w
}

// wantError checks that w is an ErrorResponse of the code, whole and with the headers that every
// answer has.
func wantError(t *testing.T, w *httptest.ResponseRecorder, status int, code apperror.Code) map[string]any {
	t.Helper()
	var body map[string]any
	if err := json.Unmarshal(w.Body.Bytes(), &body); err != nil {
		t.Fatalf("%d %s: %v", w.Code, w.Body, err)
	}
	if w.Code != status || body["code"] != string(code) || body["status"] != float64(status) || body["error"] == "" {
		t.Errorf("got %d %s, want %d %s", w.Code, w.Body, status, code)
	}
	if got := w.Header().Get("Content-Type"); got != "application/json" {
		t.Errorf("content type %q", got)
	}
	if w.Header().Get("X-Request-Id") == "" {
		t.Error("no request id")
	}
	return body
}

func echoPath(query string) string {
	return "/api/v1/echo/3f2b8c1e-6d4a-4f7b-9c0d-5e8a1b2c3d4e?needed=x&" + query
}

func TestEcho(t *testing.T) {
	t.Parallel()
	b := setup(t)
	w := b.do(t, request{method: "POST", path: echoPath("limit=7&since=2026-01-01T00:00:00Z"), body: `{"caption":"héllo","unknown":1,"at":"2026-11-21T15:00:00+05:30"}`})
	want := `{"id":"3f2b8c1e-6d4a-4f7b-9c0d-5e8a1b2c3d4e","caption":"héllo","limit":7,"at":"2026-11-21T09:30:00.000Z","sinceSet":true,"list":[]}`
	if got := strings.TrimSpace(w.Body.String()); w.Code != 200 || got != want {
		t.Errorf("got %d %s", w.Code, got)
	}
	for name, value := range map[string]string{
		"RateLimit-Limit": "100", "RateLimit-Remaining": "99", "RateLimit-Reset": "60", "RateLimit-Policy": "100;w=60, 1000;w=3600",
		"X-Content-Type-Options": "nosniff", "Content-Type": "application/json", "Link": "",
	} {
		if got := w.Header().Get(name); got != value {
			t.Errorf("%s: %q, want %q", name, got, value)
		}
	}
}

func TestBadRequests(t *testing.T) {
	t.Parallel()
	b := setup(t, func(p *httpapi.Deps) { p.Config.RateLimitRPM = 1000 })
	ok := `{"caption":"x"}`
	for name, c := range map[string]struct {
		path, body string
		code       apperror.Code
	}{
		"bad id":                  {"/api/v1/echo/7?needed=x", ok, apperror.InvalidParam},
		"id in braces":            {"/api/v1/echo/%7B3f2b8c1e-6d4a-4f7b-9c0d-5e8a1b2c3d4e%7D?needed=x", ok, apperror.InvalidParam},
		"no needed":               {"/api/v1/echo/3f2b8c1e-6d4a-4f7b-9c0d-5e8a1b2c3d4e", ok, apperror.MissingParam},
		"limit is no number":      {echoPath("limit=abc"), ok, apperror.InvalidParam},
		"limit is empty":          {echoPath("limit="), ok, apperror.InvalidParam},
		"limit is too small":      {echoPath("limit=0"), ok, apperror.ValidationError},
		"limit is too large":      {echoPath("limit=101"), ok, apperror.ValidationError},
		"kind is unknown":         {echoPath("kind=audio"), ok, apperror.InvalidParam},
		"since is no date":        {echoPath("since=yesterday"), ok, apperror.InvalidParam},
		"since has no offset":     {echoPath("since=2026-01-01T00:00:00"), ok, apperror.InvalidParam},
		"no body":                 {echoPath(""), "", apperror.ValidationError},
		"null":                    {echoPath(""), "null", apperror.ValidationError},
		"a list":                  {echoPath(""), "[]", apperror.ValidationError},
		"malformed":               {echoPath(""), `{"caption":`, apperror.ValidationError},
		"trailing":                {echoPath(""), ok + "{}", apperror.ValidationError},
		"duplicate":               {echoPath(""), `{"caption":"a","caption":"b"}`, apperror.ValidationError},
		"other case only":         {echoPath(""), `{"Caption":"a"}`, apperror.ValidationError},
		"bad UTF-8":               {echoPath(""), "{\"caption\":\"\xff\"}", apperror.ValidationError},
		"lone surrogate":          {echoPath(""), `{"caption":"\ud800"}`, apperror.ValidationError},
		"NUL":                     {echoPath(""), `{"caption":"a\u0000b"}`, apperror.ValidationError},
		"NUL in a name":           {echoPath(""), `{"caption":"a","\u0000":1}`, apperror.ValidationError},
		"NUL that is none":        {echoPath(""), `{"caption":"x","pad":"\\u0000"}`, ""},
		"wrong type":              {echoPath(""), `{"caption":7}`, apperror.ValidationError},
		"too long":                {echoPath(""), `{"caption":"123456"}`, apperror.ValidationError},
		"date without offset":     {echoPath(""), `{"caption":"x","at":"2026-11-21T15:00:00"}`, apperror.ValidationError},
		"over the size limit":     {echoPath(""), `{"caption":"x","pad":"` + strings.Repeat("x", 1<<20) + `"}`, apperror.ValidationError},
		"parameters before body":  {"/api/v1/echo/7?needed=x", `{`, apperror.InvalidParam},
		"a case variant besides":  {echoPath(""), `{"caption":"ok","CAPTION":"` + strings.Repeat("x", 9) + `"}`, ""},
		"a body of just 1 MiB":    {echoPath(""), `{"caption":"x","pad":"` + strings.Repeat("x", 1<<20-25) + `"}`, ""},
		"unknown query parameter": {echoPath("other=1"), ok, ""},
	} {
		w := b.do(t, request{method: "POST", path: c.path, body: c.body})
		if c.code == "" {
			if w.Code != 200 || strings.Contains(w.Body.String(), "xxxx") {
				t.Errorf("%s: got %d %s", name, w.Code, w.Body)
			}
			continue
		}
		t.Run(name, func(t *testing.T) {
			if body := wantError(t, w, 400, c.code); body["details"] != nil {
				t.Errorf("details outside developer mode: %v", body["details"])
			}
		})
	}
}

func TestContentTypes(t *testing.T) {
	t.Parallel()
	b := setup(t)
	for contentType, ok := range map[string]bool{
		"application/json": true, "application/json; charset=utf-8": true, "APPLICATION/JSON": true, "Application/Json;CHARSET=UTF-8": true, "application/json;charset=\"utf-8\"": true,
		"application/json; charset=us-ascii": true, "application/json;": true, " application/json ": true, "application/json; x=y": true, "": true,
		"application/merge-patch+json": false, "application/problem+json": false, "application/json; charset=latin1": false, "application/json; charset=utf-16": false,
		"application/json; charset": false, "application/json; charset=": false, "application/json; charset=utf-8; charset=latin1": false, "application/json, text/plain": false, "json": false,
		"text/plain": false, "application/x-www-form-urlencoded": false, ";+": false, ";": false, "text/json": false, "application/json+x": false, "x+application/json": false,
	} {
		w := b.do(t, request{method: "POST", path: echoPath(""), body: `{"caption":"x"}`, header: map[string]string{"Content-Type": contentType}})
		if ok && w.Code != 200 {
			t.Errorf("%s: got %d %s", contentType, w.Code, w.Body)
		}
		if !ok {
			if said := wantError(t, w, 400, apperror.ValidationError)["error"].(string); !strings.Contains(said, "Content-Type application/json") {
				t.Errorf("%s: it says %q", contentType, said)
			}
		}
	}
	w := b.do(t, request{method: "POST", path: echoPath(""), body: `{"caption":"x"}`, header: map[string]string{"Accept": "text/html"}})
	if w.Code != 200 || w.Header().Get("Content-Type") != "application/json" {
		t.Errorf("to a client that wants HTML: %d %s", w.Code, w.Header())
	}
}

func TestDetails_OnlyInDeveloperModeAndWithoutValues(t *testing.T) {
	t.Parallel()
	b := setup(t, func(p *httpapi.Deps) { p.Config.Dev = true })
	w := b.do(t, request{method: "POST", path: echoPath(""), body: `{"password":"hunter22"}`})
	body := wantError(t, w, 400, apperror.ValidationError)
	if details, ok := body["details"].([]any); !ok || len(details) != 2 {
		t.Errorf("details %v", body["details"])
	}
	if strings.Contains(w.Body.String(), "hunter22") || strings.Contains(b.log.String(), "hunter22") {
		t.Errorf("the password came back: %s", w.Body)
	}
	w = b.do(t, request{method: "POST", path: echoPath("limit=abc"), body: `{"password":"hunter22"}`})
	if body := wantError(t, w, 400, apperror.InvalidParam); body["details"] != nil {
		t.Errorf("details on another code: %v", body)
	}
}

func TestHandlerErrors(t *testing.T) {
	t.Parallel()
	b := setup(t)
	for how, want := range map[string]struct {
		status int
		code   apperror.Code
	}{
		"known": {404, apperror.NotFound}, "internal": {500, apperror.InternalError}, "panic": {500, apperror.InternalError},
		"limited": {429, apperror.LoginRateLimited},
	} {
		w := b.do(t, request{path: "/api/v1/fail/" + how, header: map[string]string{"X-Request-Id": "id-" + how}})
		body := wantError(t, w, want.status, want.code)
		if strings.Contains(w.Body.String(), "secret cause") {
			t.Errorf("%s: the cause came back: %s", how, w.Body)
		}
		if w.Header().Get("X-Request-Id") != "id-"+how {
			t.Errorf("%s: request id %q", how, w.Header().Get("X-Request-Id"))
		}
		if want.status == 500 && !strings.Contains(b.log.String(), "id-"+how) {
			t.Errorf("%s: the log does not name the request", how)
		}
		if how == "limited" && (w.Header().Get("Retry-After") != "2" || body["retryAfter"] != 2.0) {
			t.Errorf("Retry-After %q, %v", w.Header().Get("Retry-After"), body)
		}
	}
	if !strings.Contains(b.log.String(), "secret cause") {
		t.Error("the cause is not in the log")
	}
}

func TestRoutersOwnErrors(t *testing.T) {
	t.Parallel()
	b := setup(t)
	for _, c := range []struct{ method, path, allow string }{
		{"GET", "/api/v1/nothing", ""},
		{"GET", "/nothing", ""},
		{"GET", "/%ff%00", ""},
		{"GET", "/api/v1/public/", ""},
		{"DELETE", "/api/v1/public", "GET, HEAD"},
		{"GET", "/api/v1/echo/3f2b8c1e-6d4a-4f7b-9c0d-5e8a1b2c3d4e", "POST"},
		{"GET", "/docs/assets/none.js", ""},
		{"GET", "/files/none", ""},
	} {
		for _, noKey := range []bool{true, false} {
			if noKey && strings.HasPrefix(c.path, "/files") {
				continue
			}
			w := b.do(t, request{method: c.method, path: c.path, noKey: noKey})
			wantError(t, w, 404, apperror.NotFound)
			if got := w.Header().Get("Allow"); got != c.allow {
				t.Errorf("%s %s: Allow %q, want %q", c.method, c.path, got, c.allow)
			}
			if hasLimit := w.Header().Get("RateLimit-Limit") != ""; hasLimit == noKey {
				t.Errorf("%s %s: limits shown %v, key sent %v", c.method, c.path, hasLimit, !noKey)
			}
		}
	}
	if w := b.do(t, request{method: "HEAD", path: "/api/v1/nothing"}); w.Code != 404 || w.Body.Len() != 0 {
		t.Errorf("HEAD: %d %q", w.Code, w.Body)
	}
}

func TestRequestID(t *testing.T) {
	t.Parallel()
	b := setup(t)
	for id, honoured := range map[string]bool{
		"abc-123": true, strings.Repeat("x", 128): true, strings.Repeat("x", 129): false, "two words": false, "é": false, "": false,
	} {
		w := b.do(t, request{path: "/api/v1/public", header: map[string]string{"X-Request-Id": id}})
		if got := w.Header().Get("X-Request-Id"); (got == id) != honoured || got == "" {
			t.Errorf("%q became %q", id, got)
		}
	}
}

func TestHost(t *testing.T) {
	t.Parallel()
	b := setup(t)
	_, port, _ := strings.Cut(b.host, ":")
	for host, own := range map[string]bool{
		"127.0.0.1:" + port: true, "localhost:" + port: true, "LOCALHOST:" + port: true, "[::1]:" + port: true,
		"127.0.0.1": false, "127.0.0.1:1": false, "evil.example:" + port: false, "127.0.0.1.evil.example:" + port: false,
		appName + ":" + port: true, "CRIER-00000000.localhost:" + port: true,
		appName: false, appName + ":1": false, appName + ".:" + port: false, "evil." + appName + ":" + port: false, appName + ".evil.example:" + port: false,
		"crier-11111111.localhost:" + port: false, "x.localhost:" + port: false, "127.0.0.1:" + port + ".evil.example": false,
		"": false, "::1:" + port: false, "127.0.0.2:" + port: false, "localhost.:" + port: false,
	} {
		w := b.do(t, request{path: "/api/v1/public", header: map[string]string{"Host": host}})
		if own != (w.Code == 204) {
			t.Errorf("%q: got %d", host, w.Code)
		}
		if !own {
			wantError(t, w, 404, apperror.NotFound)
			if w.Header().Get("RateLimit-Limit") != "" {
				t.Errorf("%q: the answer says more than it should: %v", host, w.Header())
			}
		}
	}
}

func TestAccess(t *testing.T) {
	t.Parallel()
	b := setup(t)
	key := func(v string) map[string]string { return map[string]string{"Authorization": v} }
	cookie := func(v string) map[string]string { return map[string]string{"Cookie": v} }
	const both, only, lasting, public = "/api/v1/fail/known", "/api/v1/cookie-only", "/api/v1/lasting", "/api/v1/public"
	own := strings.TrimPrefix(b.server.AppURL(), "http://")
	for name, c := range map[string]struct {
		path   string
		header map[string]string
		code   apperror.Code // "" is let in.
	}{
		"nobody":                       {both, nil, apperror.AuthRequired},
		"key":                          {both, key("Bearer " + goodKey), ""},
		"key, scheme in another case":  {both, key("bEARER " + goodKey), ""},
		"unknown key":                  {both, key("Bearer svc_live_none"), apperror.AuthInvalidKey},
		"another scheme":               {both, key("Basic dTpw"), apperror.AuthInvalidKey},
		"scheme alone":                 {both, key("Bearer"), apperror.AuthInvalidKey},
		"cookie":                       {both, cookie("session=" + goodSession), ""},
		"bad cookie":                   {both, cookie("session=x"), apperror.TokenInvalid},
		"expired cookie":               {both, cookie("session=expired"), apperror.TokenExpired},
		"a good one of two":            {both, cookie("session=x; session=" + goodSession), ""},
		"another cookie":               {both, cookie("other=x"), apperror.AuthRequired},
		"bad key, good cookie":         {both, map[string]string{"Authorization": "Bearer x", "Cookie": "session=" + goodSession}, apperror.AuthInvalidKey},
		"good key, bad cookie":         {both, map[string]string{"Authorization": "Bearer " + goodKey, "Cookie": "session=x"}, ""},
		"cookie-only by cookie":        {only, cookie("session=" + goodSession), ""},
		"cookie-only by key":           {only, key("Bearer " + goodKey), apperror.CookieAuthRequired},
		"cookie-only by a bad key":     {only, key("Bearer x"), apperror.AuthInvalidKey},
		"cookie-only by nobody":        {only, nil, apperror.AuthRequired},
		"limited cookie":               {both, cookie("session=" + limitedSession), ""},
		"cookie-only by a limited one": {only, cookie("session=" + limitedSession), ""},
		"lasting by cookie":            {lasting, cookie("session=" + goodSession), ""},
		"lasting by a limited cookie":  {lasting, cookie("session=" + limitedSession), apperror.CookieAuthRequired},
		"lasting by key":               {lasting, key("Bearer " + goodKey), apperror.CookieAuthRequired},
		"lasting from our own name":    {lasting, map[string]string{"Cookie": "session=" + goodSession, "Host": own, "Origin": "http://" + own, "Sec-Fetch-Site": "same-origin"}, ""},
		"our own name from another":    {lasting, map[string]string{"Cookie": "session=" + goodSession, "Host": own, "Origin": b.server.URL()}, apperror.AuthRequired},
		"another name from our own":    {lasting, map[string]string{"Cookie": "session=" + goodSession, "Origin": "http://" + own}, apperror.AuthRequired},
		"public by nobody":             {public, nil, ""},
		"public by a bad key":          {public, key("Bearer x"), ""},
		"public by a bad cookie":       {public, cookie("session=x"), ""},
		"cookie from another site":     {only, map[string]string{"Cookie": "session=" + goodSession, "Sec-Fetch-Site": "cross-site"}, apperror.AuthRequired},
		"cookie from another port":     {only, map[string]string{"Cookie": "session=" + goodSession, "Origin": "http://127.0.0.1:1"}, apperror.AuthRequired},
		"cookie from a null origin":    {only, map[string]string{"Cookie": "session=" + goodSession, "Origin": "null"}, apperror.AuthRequired},
		"cookie from ourselves":        {only, map[string]string{"Cookie": "session=" + goodSession, "Origin": b.server.URL()}, ""},
		"key from another site":        {only, map[string]string{"Authorization": "Bearer " + goodKey, "Sec-Fetch-Site": "cross-site"}, apperror.CookieAuthRequired},
	} {
		t.Run(name, func(t *testing.T) {
			method := http.MethodGet
			if c.path == only || c.path == lasting {
				method = http.MethodPost
			}
			w := b.do(t, request{method: method, path: c.path, header: c.header, noKey: true})
			switch {
			case c.code != "":
				wantError(t, w, c.code.Status(), c.code)
			case c.path == both:
				wantError(t, w, 404, apperror.NotFound)
			case w.Code != 204:
				t.Errorf("got %d %s", w.Code, w.Body)
			}
		})
	}
}

func TestFiles_NeedCredentials(t *testing.T) {
	t.Parallel()
	b := setup(t)
	wantError(t, b.do(t, request{path: "/files/a", noKey: true}), 401, apperror.AuthRequired)
	if w := b.do(t, request{path: "/files/a"}); w.Body.String() != "file" || w.Header().Get("RateLimit-Remaining") != "99" {
		t.Errorf("got %d %s %v", w.Code, w.Body, w.Header())
	}
}

func TestHealth(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.clock.Advance(1500 * time.Millisecond)
	w := b.do(t, request{path: "/api/v1/health", noKey: true})
	want := `{"status":"healthy","timestamp":"2026-11-21T09:30:01.500Z","services":{"database":"up","disk":"up","publishing":"up"},"uptime":1.5}`
	if got := strings.TrimSpace(w.Body.String()); w.Code != 200 || got != want {
		t.Errorf("got %d %s", w.Code, got)
	}
	b.clock.Jump(-time.Hour) // The clock was set right; no time has passed.
	if w := b.do(t, request{path: "/api/v1/health", noKey: true}); !strings.HasSuffix(strings.TrimSpace(w.Body.String()), `"uptime":1.5}`) {
		t.Errorf("after the clock was set back: %s", w.Body)
	}
	b = setup(t, func(p *httpapi.Deps) { p.Database = database{readErr: errors.New("disk gone")} })
	wantError(t, b.do(t, request{path: "/api/v1/health", noKey: true}), 503, apperror.InternalError)
}

func TestDocuments(t *testing.T) {
	t.Parallel()
	b := setup(t)
	w := b.do(t, request{path: "/api/v1/openapi.json", noKey: true})
	if w.Code != 200 || !bytes.Equal(w.Body.Bytes(), b.document(t)) || !strings.Contains(w.Body.String(), `"openapi": "3.1.0"`) {
		t.Errorf("got %d %.200s", w.Code, w.Body)
	}
	if again := setup(t); !bytes.Equal(again.document(t), b.document(t)) {
		t.Error("two servers serve different documents")
	}
	wantError(t, b.do(t, request{path: "/api/openapi.json"}), 403, apperror.CookieAuthRequired)
	w = b.do(t, request{path: "/api/openapi.json", noKey: true, header: map[string]string{"Cookie": "session=" + goodSession}})
	if w.Code != 200 || strings.Contains(w.Body.String(), "/echo") || !strings.Contains(w.Body.String(), `"/service"`) {
		t.Errorf("the internal document: %d %.200s", w.Code, w.Body)
	}
	for path, want := range map[string]string{"/docs": "swagger", "/style.css": "main"} {
		if w := b.do(t, request{path: path, noKey: true}); w.Code != 200 || !strings.Contains(strings.ToLower(w.Body.String()), want) {
			t.Errorf("%s: %d %.300s", path, w.Code, w.Body)
		}
	}
}

// started returns a server that listens.
func started(t *testing.T) *bundle {
	t.Helper()
	endpoint := loopback.NewEndpoint(0)
	b := setup(t, func(p *httpapi.Deps) { p.Endpoint = endpoint })
	listeners, err := endpoint.Open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	b.server.Start(listeners, func(err error) { t.Error(err) })
	return b
}

func TestServer_StartAndStop(t *testing.T) {
	t.Parallel()
	b := started(t)
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, b.server.BaseURL()+"/health", http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	if err := resp.Body.Close(); err != nil || resp.StatusCode != 200 {
		t.Errorf("got %d, %v", resp.StatusCode, err)
	}
	if err := b.server.Stop(context.WithoutCancel(t.Context())); err != nil {
		t.Error(err)
	}
}
