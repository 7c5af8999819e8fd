package httpapi_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"crier/platform/apperror"
	"crier/platform/httpapi"
)

// TestPaths_AreNeverCleaned: the router leads no client from a path that is not clean to another.
func TestPaths_AreNeverCleaned(t *testing.T) {
	t.Parallel()
	b := setup(t)
	for _, path := range []string{
		"//", "//x", "/api/v1//public", "/api/v1/./public", "/api/v1/fail/../public", "/files/../crier.db", "/..", "/.", "/docs//", "/docs/../docs", "/files//a",
		"/api/v1/public/.", "/files/%2e%2e/../x", "/files/%2f//x", "/docs/%2e%2e/docs", "/..%2fdocs", "/files",
	} {
		for _, method := range []string{http.MethodGet, http.MethodPost, http.MethodHead} {
			w := b.do(t, request{method: method, path: path})
			if method == http.MethodHead {
				if w.Code != 404 || w.Body.Len() != 0 {
					t.Errorf("HEAD %s: got %d %s", path, w.Code, w.Body)
				}
				continue
			}
			wantError(t, w, 404, apperror.NotFound)
			if w.Header().Get("Location") != "" || w.Header().Get("RateLimit-Limit") == "" {
				t.Errorf("%s %s: %v", method, path, w.Header())
			}
		}
	}
	for _, path := range []string{"/docs", "/docs/", "/api/v1/public", "/files/a"} {
		if w := b.do(t, request{path: path}); w.Code >= 300 {
			t.Errorf("%s: got %d %s", path, w.Code, w.Body)
		}
	}
}

func TestOrigin_IsOursToTheLetter(t *testing.T) {
	t.Parallel()
	b := setup(t)
	_, port, _ := strings.Cut(b.host, ":")
	for origin, taken := range map[string]bool{
		"http://" + b.host: true, "https://" + b.host: false, "http://localhost:" + port: false, "HTTP://" + b.host: false, "http://" + b.host + "/": false,
		b.host: false, "null": false, "://": false, "http://x@" + b.host: false, "ftp://" + b.host: false, "http://" + b.host + " ": false,
	} {
		for _, site := range []string{"", "same-origin", "none"} {
			header := map[string]string{"Cookie": "session=" + goodSession, "Origin": origin}
			if site != "" {
				header["Sec-Fetch-Site"] = site
			}
			w := b.do(t, request{method: http.MethodPost, path: "/api/v1/cookie-only", header: header, noKey: true})
			if taken && w.Code != 204 {
				t.Errorf("%q, %q: got %d %s", origin, site, w.Code, w.Body)
			}
			if !taken {
				wantError(t, w, 401, apperror.AuthRequired)
			}
			if w := b.do(t, request{path: "/api/v1/fail/known", header: header, noKey: true}); w.Code != 404 {
				t.Errorf("%q: a read got %d %s", origin, w.Code, w.Body)
			}
		}
	}
}

func TestUnauthorized_NamesTheScheme(t *testing.T) {
	t.Parallel()
	b := setup(t)
	for _, path := range []string{"/api/v1/fail/known", "/files/a"} {
		for _, header := range []map[string]string{nil, {"Authorization": "Bearer x"}, {"Cookie": "session=x"}} {
			w := b.do(t, request{path: path, header: header, noKey: true})
			if got := w.Header().Values("WWW-Authenticate"); w.Code != 401 || len(got) != 1 || got[0] != "Bearer" {
				t.Errorf("%s, %v: %d %q", path, header, w.Code, got)
			}
		}
	}
	if w := b.do(t, request{path: "/api/v1/fail/known"}); w.Header().Get("WWW-Authenticate") != "" {
		t.Errorf("on %d too", w.Code)
	}
}

func TestRateLimit_SaysWhichBudgetIsUsedUp(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		minute, hour int
		wait         time.Duration
		want         string
	}{
		{1, 5, 0, "more than 1 request a minute"},
		{2, 5, 0, "more than 2 requests a minute"},
		{2, 3, time.Minute, "more than 3 requests an hour"},
		{2, 2, 0, "more than 2 requests an hour"},
	} {
		b := setup(t, func(p *httpapi.Deps) { p.Config.RateLimitRPM, p.Config.RateLimitRPH = c.minute, c.hour })
		for range c.minute {
			limits(b, t, nil)
		}
		b.clock.Advance(c.wait)
		for range c.hour - c.minute {
			if c.wait > 0 {
				limits(b, t, nil)
			}
		}
		body := wantError(t, b.do(t, request{path: "/api/v1/fail/known"}), 429, apperror.RateLimited)
		if got := body["error"].(string); !strings.HasPrefix(got, c.want) {
			t.Errorf("%d and %d: it says %q", c.minute, c.hour, got)
		}
	}
}

func TestQuery_IsTakenToTheLetter(t *testing.T) {
	t.Parallel()
	b := setup(t)
	for query, code := range map[string]apperror.Code{
		"limit=%zz": apperror.InvalidParam, "a=1;b=2": apperror.InvalidParam, "%": apperror.InvalidParam, "other=%zz": apperror.InvalidParam,
		"limit=1&limit=2": apperror.InvalidParam, "limit=1&limit=1": apperror.InvalidParam, "limit=&limit=1": apperror.InvalidParam,
		"kind=image&kind=video": apperror.InvalidParam, "needed=y": apperror.InvalidParam, "since=2026-01-01T00:00:00Z&%6cimit=1&limit=2": apperror.InvalidParam,
		"other=1&other=2": "", "Limit=1&limit=2": "", "&&limit=1&": "",
	} {
		w := b.do(t, request{method: http.MethodPost, path: echoPath(query), body: `{"caption":"x"}`})
		if code == "" {
			if w.Code != 200 {
				t.Errorf("%s: got %d %s", query, w.Code, w.Body)
			}
			continue
		}
		wantError(t, w, 400, code)
	}
	// An operation that has no parameters does not guess what was meant either; who may not ask is
	// told that first.
	for _, path := range []string{"/api/v1/public?%zz", "/api/v1/fail/known?a;b"} {
		wantError(t, b.do(t, request{path: path}), 400, apperror.InvalidParam)
	}
	wantError(t, b.do(t, request{path: "/api/v1/fail/known?%zz", noKey: true}), 401, apperror.AuthRequired)
	body := wantError(t, b.do(t, request{path: "/api/v1/public?%zz=hunter22"}), 400, apperror.InvalidParam)
	if said := body["error"].(string); strings.Contains(said, "hunter22") || !strings.Contains(said, "query string") {
		t.Errorf("it says %q", said)
	}
}

func TestContentEncoding(t *testing.T) {
	t.Parallel()
	b := setup(t)
	for encoding, ok := range map[string]bool{"": true, "identity": true, "Identity": true, "identity, identity": true, "gzip": false, "identity, gzip": false, "br": false, "x": false} {
		w := b.do(t, request{method: http.MethodPost, path: echoPath(""), body: `{"caption":"x"}`, header: map[string]string{"Content-Encoding": encoding}})
		if ok && w.Code != 200 {
			t.Errorf("%q: got %d %s", encoding, w.Code, w.Body)
		}
		if !ok {
			if said := wantError(t, w, 400, apperror.ValidationError)["error"].(string); !strings.Contains(said, "Content-Encoding") {
				t.Errorf("%q: it says %q", encoding, said)
			}
		}
	}
	// Parameters come before the body.
	w := b.do(t, request{method: http.MethodPost, path: echoPath("limit=x"), body: `{}`, header: map[string]string{"Content-Type": "text/plain"}})
	wantError(t, w, 400, apperror.InvalidParam)
	w = b.do(t, request{method: http.MethodPost, path: "/api/v1/upload", body: "x", header: map[string]string{"Content-Encoding": "gzip"}})
	wantError(t, w, 400, apperror.UploadError)
	if w := b.do(t, request{method: http.MethodPost, path: "/api/v1/upload", body: "x", header: map[string]string{"Content-Encoding": "identity"}}); w.Code != 204 {
		t.Errorf("an upload: got %d %s", w.Code, w.Body)
	}
}
