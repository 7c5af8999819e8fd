package docspage_test

import (
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"crier/platform/httpapi/docspage"
)

const specURL = "/api/v1/openapi.json"

// mount mounts the page as the service does. What it does not have is a teapot.
func mount(t *testing.T, mode docspage.Mode) http.Handler {
	t.Helper()
	docs, err := docspage.Handler(docspage.Options{
		SpecURL:  specURL,
		Mode:     mode,
		NotFound: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusTeapot) }),
	})
	if err != nil {
		t.Fatal(err)
	}
	mux := http.NewServeMux()
	mux.Handle(docspage.Path, docs)
	mux.Handle(docspage.Path+"/", docs)
	return mux
}

func ask(t *testing.T, h http.Handler, method, target string, headers ...string) *http.Response {
	t.Helper()
	r := httptest.NewRequestWithContext(t.Context(), method, target, nil)
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w.Result()
}

func body(t *testing.T, r io.Reader) string {
	t.Helper()
	b, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// linked returns what the page links to below /docs/assets/.
func linked(t *testing.T, h http.Handler) []string {
	t.Helper()
	page := body(t, ask(t, h, http.MethodGet, docspage.Path).Body)
	var links []string
	for _, m := range regexp.MustCompile(`(?:src|href)="(/docs/assets/[^"]+)"`).FindAllStringSubmatch(page, -1) {
		links = append(links, m[1])
	}
	if len(links) != 9 {
		t.Errorf("the page links to %q", links)
	}
	return links
}

func checkSecure(t *testing.T, r *http.Response) {
	t.Helper()
	for name, want := range map[string]string{
		"Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; " +
			"connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
		"X-Content-Type-Options": "nosniff",
		"Referrer-Policy":        "no-referrer",
	} {
		if got := r.Header.Get(name); got != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
}

func TestHandler_ServesThePage(t *testing.T) {
	t.Parallel()
	h := mount(t, docspage.Sandbox)
	for _, target := range []string{"/docs", "/docs/"} {
		r := ask(t, h, http.MethodGet, target)
		if r.StatusCode != http.StatusOK || r.Header.Get("Content-Type") != "text/html; charset=utf-8" {
			t.Errorf("%s: %s, %s", target, r.Status, r.Header.Get("Content-Type"))
		}
		if got := r.Header.Get("Cache-Control"); got != "no-cache" {
			t.Errorf("%s: Cache-Control %q", target, got)
		}
		checkSecure(t, r)
		page := body(t, r.Body)
		if !strings.Contains(page, "<title>Crier API</title>") || !strings.Contains(page, `data-spec="`+specURL+`"`) {
			t.Errorf("%s: %s", target, page)
		}
		if regexp.MustCompile(`<script[^>]*>[^<]|<style| style=| on[a-z]+=`).MatchString(page) {
			t.Errorf("%s has script or style inside: %s", target, page)
		}
	}
}

func TestHandler_NamesTheNetwork(t *testing.T) {
	t.Parallel()
	for mode, want := range map[docspage.Mode]string{
		docspage.Sandbox: "<strong>SANDBOX</strong><span>Posts stay on this computer. <span class=\"wide\">Nobody else sees them.",
		docspage.Live:    "<strong>LIVE</strong><span>Posts go out to Instagram and Facebook",
		"":               "<strong>LIVE</strong><span>Posts go out to Instagram and Facebook",
	} {
		page := body(t, ask(t, mount(t, mode), http.MethodGet, "/docs").Body)
		if !strings.Contains(page, want) || strings.Count(page, `id="network"`) != 1 {
			t.Errorf("mode %q: %s", mode, page)
		}
	}
}

func TestHandler_EscapesItsOptions(t *testing.T) {
	t.Parallel()
	docs, err := docspage.Handler(docspage.Options{SpecURL: `/"><script>alert(1)</script>`})
	if err != nil {
		t.Fatal(err)
	}
	if page := body(t, ask(t, docs, http.MethodGet, "/docs").Body); strings.Contains(page, "<script>alert") {
		t.Error(page)
	}
}

func TestHandler_ServesItsAssets(t *testing.T) {
	t.Parallel()
	h := mount(t, docspage.Live)
	types := map[string]string{
		".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8",
		".svg": "image/svg+xml", ".txt": "text/plain; charset=utf-8",
	}
	for _, target := range linked(t, h) {
		u, err := url.Parse(target)
		if err != nil {
			t.Fatal(err)
		}
		plain := ask(t, h, http.MethodGet, target)
		checkSecure(t, plain)
		want := types[u.Path[strings.LastIndexByte(u.Path, '.'):]]
		if got := plain.Header.Get("Content-Type"); plain.StatusCode != http.StatusOK || got != want {
			t.Errorf("%s: %s, %q, want %q", target, plain.Status, got, want)
		}
		if got := plain.Header.Get("Cache-Control"); got != "max-age=31536000, immutable" {
			t.Errorf("%s: Cache-Control %q", target, got)
		}
		if got := ask(t, h, http.MethodGet, u.Path+"?v=other").Header.Get("Cache-Control"); got != "no-cache" {
			t.Errorf("%s of another version: Cache-Control %q", target, got)
		}
		checkEncodings(t, h, target, body(t, plain.Body))
	}
}

// checkEncodings checks that target unpacks to want, and that a client that has either encoding is
// told so.
func checkEncodings(t *testing.T, h http.Handler, target, want string) {
	t.Helper()
	tags := map[string]bool{}
	for accept, encoding := range map[string]string{"": "", "br, GZIP;q=0.5": "gzip", "gzip;q=0, deflate": ""} {
		r := ask(t, h, http.MethodGet, target, "Accept-Encoding", accept)
		if got := r.Header.Get("Content-Encoding"); got != encoding || r.Header.Get("Vary") != "Accept-Encoding" {
			t.Fatalf("%s, accepting %q: encoding %q, Vary %q", target, accept, got, r.Header.Get("Vary"))
		}
		reader := io.Reader(r.Body)
		if encoding == "gzip" {
			var err error
			if reader, err = gzip.NewReader(r.Body); err != nil {
				t.Fatal(err)
			}
		}
		if body(t, reader) != want {
			t.Errorf("%s, accepting %q: another body", target, accept)
		}
		tag := r.Header.Get("ETag")
		tags[tag] = true
		again := ask(t, h, http.MethodGet, target, "Accept-Encoding", accept, "If-None-Match", tag)
		if again.StatusCode != http.StatusNotModified || body(t, again.Body) != "" {
			t.Errorf("%s, having %s: %s", target, tag, again.Status)
		}
	}
	if len(tags) != 2 {
		t.Errorf("%s: tags %v, want one for each encoding", target, tags)
	}
}

// TestHandler_StylesNameTheLetters holds that what a stylesheet wants is there, under an address
// that names its content.
func TestHandler_StylesNameTheLetters(t *testing.T) {
	t.Parallel()
	h := mount(t, docspage.Live)
	found := 0
	for _, target := range linked(t, h) {
		if !strings.Contains(target, ".css") {
			continue
		}
		for _, m := range regexp.MustCompile(`url\("([^"]+)"\)`).FindAllStringSubmatch(body(t, ask(t, h, http.MethodGet, target).Body), -1) {
			if strings.HasPrefix(m[1], "data:") {
				continue
			}
			found++
			r := ask(t, h, http.MethodGet, "/docs/assets/"+m[1])
			if r.StatusCode != http.StatusOK || r.Header.Get("Content-Type") != "font/woff2" || r.Header.Get("Cache-Control") != "max-age=31536000, immutable" {
				t.Errorf("%s wants %s: %s, %v", target, m[1], r.Status, r.Header)
			}
		}
	}
	if found != 2 {
		t.Errorf("the stylesheets want %d files", found)
	}
}

func TestHandler_Head(t *testing.T) {
	t.Parallel()
	h := mount(t, docspage.Live)
	for _, target := range append(linked(t, h), "/docs") {
		r := ask(t, h, http.MethodHead, target)
		if r.StatusCode != http.StatusOK || r.Header.Get("Content-Length") == "0" || body(t, r.Body) != "" {
			t.Errorf("HEAD %s: %s, length %s", target, r.Status, r.Header.Get("Content-Length"))
		}
	}
}

func TestHandler_LeavesTheRestToNotFound(t *testing.T) {
	t.Parallel()
	docs, err := docspage.Handler(docspage.Options{
		NotFound: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusTeapot) }),
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{
		"/docs/nothing", "/docs/assets", "/docs/assets/", "/docs/assets/nothing.js", "/docs/assets/page/boot.js",
		"/docs/assets/../docspage.go", "/docs/assets/..%2fdocspage.go", "/docs/assets//boot.js", "/docs/assets/./boot.js",
		"/docs/boot.js", "/boot.js", "boot.js", "", "/docs/assets/boot.js/", "/docs/assets/BOOT.JS", "/docs/assets/boot.js\x00",
	} {
		r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/", nil)
		r.URL.Path = path
		w := httptest.NewRecorder()
		docs.ServeHTTP(w, r)
		if w.Code != http.StatusTeapot || len(w.Header()) != 0 {
			t.Errorf("%q: %d, %v", path, w.Code, w.Header())
		}
	}
}

func TestHandler_OtherMethods(t *testing.T) {
	t.Parallel()
	h := mount(t, docspage.Live)
	for _, method := range []string{http.MethodPost, http.MethodPut, http.MethodDelete, http.MethodOptions} {
		r := ask(t, h, method, "/docs")
		if r.StatusCode != http.StatusTeapot || r.Header.Get("Allow") != "GET, HEAD" {
			t.Errorf("%s: %s, Allow %q", method, r.Status, r.Header.Get("Allow"))
		}
	}
}

func TestHandler_WithoutNotFound(t *testing.T) {
	t.Parallel()
	docs, err := docspage.Handler(docspage.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if r := ask(t, docs, http.MethodGet, "/docs/nothing"); r.StatusCode != http.StatusNotFound {
		t.Error(r.Status)
	}
}

func TestSwagger_IsThePublishedPackage(t *testing.T) {
	t.Parallel()
	docs, err := docspage.Handler(docspage.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"swagger-ui-bundle.js": "e6a898692f2d768e807c3ba4626068a69a2c5dd960dd6c76f3e4d3a3de180af2",
		"swagger-ui.css":       "5ed08757e53da3e026d6cbecc61fe5d43585c9560b302d534ad56692519a273d",
	} {
		r := ask(t, docs, http.MethodGet, "/docs/assets/"+name)
		b, err := io.ReadAll(r.Body)
		if err != nil {
			t.Fatal(err)
		}
		if sum := sha256.Sum256(b); hex.EncodeToString(sum[:]) != want {
			t.Errorf("%s has the sum %x", name, sum)
		}
	}
}

func BenchmarkHandler_Bundle(b *testing.B) {
	docs, err := docspage.Handler(docspage.Options{})
	if err != nil {
		b.Fatal(err)
	}
	r := httptest.NewRequestWithContext(b.Context(), http.MethodGet, "/docs/assets/swagger-ui-bundle.js", nil)
	r.Header.Set("Accept-Encoding", "gzip")
	for b.Loop() {
		docs.ServeHTTP(httptest.NewRecorder(), r)
	}
}
