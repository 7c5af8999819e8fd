package desktop

import (
	"bytes"
	"compress/gzip"
	"io"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"crier/platform/httpapi"
)

// ask sends a request to a server of the mode. What it refuses is answered 404.
func ask(t *testing.T, s *server, method, target string, headers ...string) *http.Response {
	t.Helper()
	r := httptest.NewRequestWithContext(t.Context(), method, target, http.NoBody)
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	s.serve(w, r, func(error) { w.WriteHeader(http.StatusNotFound) })
	return w.Result()
}

func read(t *testing.T, r io.Reader) string {
	t.Helper()
	b, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func sandbox() *server { return newServer(httpapi.About{Mode: "sandbox"}) }

func TestServe_ThePageIsAtEveryRoute(t *testing.T) {
	t.Parallel()
	s := sandbox()
	first := ""
	for _, target := range []string{"/app/", "/app/calendar", "/app/posts/3f2b8c1e-6d4a-4f7b-9c0d-5e8a1b2c3d4e", "/app/nothing/of/the/kind", "/app/-"} {
		r := ask(t, s, http.MethodGet, target)
		page := read(t, r.Body)
		if r.StatusCode != http.StatusOK || r.Header.Get("Content-Type") != "text/html; charset=utf-8" || r.Header.Get("Cache-Control") != "no-cache" {
			t.Errorf("%s: %s, %v", target, r.Status, r.Header)
		}
		if first == "" {
			first = page
		}
		if page != first || !strings.Contains(page, `data-mode="sandbox"`) || strings.Contains(page, `="./`) {
			t.Errorf("%s: %s", target, page)
		}
		if regexp.MustCompile(`<script[^>]*>[^<]|<style| style=| on[a-z]+=`).MatchString(page) {
			t.Errorf("%s has script or style inside: %s", target, page)
		}
		if got := r.Header.Get("Content-Security-Policy"); got != policy || !strings.Contains(got, "require-trusted-types-for 'script'") || !strings.Contains(got, "worker-src 'none'") {
			t.Errorf("%s: policy %q", target, got)
		}
		again := ask(t, s, http.MethodGet, target, "If-None-Match", r.Header.Get("ETag"))
		if again.StatusCode != http.StatusNotModified {
			t.Errorf("%s again: %s", target, again.Status)
		}
	}
	live := read(t, ask(t, newServer(httpapi.About{Mode: "live"}), http.MethodGet, "/app/").Body)
	if !strings.Contains(live, `data-mode="live"`) {
		t.Errorf("live: %s", live)
	}
}

func TestServe_FilesOfTheBuildForGood(t *testing.T) {
	t.Parallel()
	s := sandbox()
	page := read(t, ask(t, s, http.MethodGet, "/app/").Body)
	links := regexp.MustCompile(`(?:src|href)="(/app/-/[^"]+)"`).FindAllStringSubmatch(page, -1)
	if len(links) < 4 {
		t.Errorf("the page links to %q", links)
	}
	for _, link := range links {
		plain := ask(t, s, http.MethodGet, link[1])
		body := read(t, plain.Body)
		if plain.StatusCode != http.StatusOK || plain.Header.Get("Cache-Control") != "max-age=31536000, immutable" || body == "" {
			t.Errorf("%s: %s, %v", link[1], plain.Status, plain.Header)
		}
		packed := ask(t, s, http.MethodGet, link[1], "Accept-Encoding", "gzip")
		z, err := gzip.NewReader(packed.Body)
		if err != nil {
			t.Fatal(err)
		}
		if read(t, z) != body || packed.Header.Get("ETag") == plain.Header.Get("ETag") {
			t.Errorf("%s packed is something else", link[1])
		}
	}
	own := regexp.MustCompile(`/app/-/[0-9a-f]+/`).FindString(page)
	for _, gone := range []string{"/app/-/0123456789abcdef/app.js", own, own + "nothing.js", own + "index.html", own + "../app.js", "/app/-/"} {
		if r := ask(t, s, http.MethodGet, gone); r.StatusCode != http.StatusNotFound {
			t.Errorf("%s: %s", gone, r.Status)
		}
	}
}

// TestServe_WhatIsInstalledStays asks for what a browser reads of the application when it installs
// it: at addresses that no build changes, with the copy asked about each time.
func TestServe_WhatIsInstalledStays(t *testing.T) {
	t.Parallel()
	s := sandbox()
	page := read(t, ask(t, s, http.MethodGet, "/app/").Body)
	for target, kind := range map[string]string{"/app/install/crier.webmanifest": "application/manifest+json", "/app/install/icon-192.png": "image/png", "/app/install/maskable-512.png": "image/png"} {
		r := ask(t, s, http.MethodGet, target)
		if r.StatusCode != http.StatusOK || r.Header.Get("Content-Type") != kind || r.Header.Get("Cache-Control") != "no-cache" {
			t.Errorf("%s: %s, %v", target, r.Status, r.Header)
		}
		own := regexp.MustCompile(`/app/-/[0-9a-f]+/`).FindString(page)
		if gone := ask(t, s, http.MethodGet, own+strings.TrimPrefix(target, "/app/")); gone.StatusCode != http.StatusNotFound {
			t.Errorf("%s is at an address of this build too", target)
		}
	}
	if !strings.Contains(page, `rel="apple-touch-icon" href="/app/install/maskable-192.png"`) {
		t.Errorf("the page says %s", page)
	}
	for mode, colour := range map[string]string{"sandbox": "#f4d272", "live": "#17181b"} {
		page := read(t, ask(t, newServer(httpapi.About{Mode: mode}), http.MethodGet, "/app/").Body)
		if !strings.Contains(page, `media="(prefers-color-scheme: light)" content="`+colour+`">`) || strings.Contains(page, "data-sandbox") {
			t.Errorf("%s: %s", mode, page)
		}
	}
}

func TestNewSite_ItsPrefixNamesTheContent(t *testing.T) {
	t.Parallel()
	build := func(files map[string]string) string {
		system := fstest.MapFS{index: {Data: []byte(`<html data-mode="live"><script src="./app.js"></script>`)}}
		for name, body := range files {
			system[name] = &fstest.MapFile{Data: []byte(body)}
		}
		s, err := newSite(system, "live")
		if err != nil {
			t.Fatal(err)
		}
		w := httptest.NewRecorder()
		s.page.Serve(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, Path, http.NoBody), "")
		return regexp.MustCompile(`/app/-/[0-9a-f]+/`).FindString(w.Body.String())
	}
	one := build(map[string]string{"a.js": "1", "b.js": "2"})
	if one == "" || one != build(map[string]string{"b.js": "2", "a.js": "1"}) {
		t.Errorf("the same build is at %q", one)
	}
	for _, other := range []map[string]string{{"a.js": "1"}, {"a.js": "2", "b.js": "1"}, {"a.js": "1b.js 12"}, {"a.js": "1", "c.js": "2"}} {
		if build(other) == one {
			t.Errorf("%v has the same prefix", other)
		}
	}
	for _, broken := range []fs.FS{fstest.MapFS{}, fstest.MapFS{index: {}, "a.exe": {}}} {
		if _, err := newSite(broken, "live"); err == nil {
			t.Errorf("%v was taken", broken)
		}
	}
}

// TestDist_IsFitForThePolicy looks for what the policy forbids, and at the sizes that were
// promised.
func TestDist_IsFitForThePolicy(t *testing.T) {
	t.Parallel()
	const maxScript, maxStyle, maxChunk, maxAll = 260 << 10, 24 << 10, 30 << 10, 1 << 20
	built, err := fs.Sub(dist, "dist")
	if err != nil {
		t.Fatal(err)
	}
	first := read(t, must(t, built, index))
	var scripts, loaded, styles, all int
	err = fs.WalkDir(built, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		content := must(t, built, name)
		size := 0
		name, isPacked := strings.CutSuffix(name, ".gz")
		if isPacked {
			info, err := entry.Info()
			if err != nil {
				return err
			}
			size = int(info.Size())
			if content, err = gzip.NewReader(content); err != nil {
				return err
			}
		}
		body := read(t, content)
		all += len(body)
		switch {
		case strings.HasSuffix(name, ".js"):
			scripts += size
			if strings.Contains(first, `"./`+name) {
				loaded += size
			} else if size > maxChunk {
				t.Errorf("%s has %d bytes packed", name, size)
			}
			if strings.Contains(body, "serviceWorker") {
				t.Errorf("%s has a service worker, which could show an interface that is older than the program", name)
			}
			if regexp.MustCompile(`\beval\(|new Function\(|["'\x60]data:`).MatchString(body) {
				t.Errorf("%s has what the policy forbids", name)
			}
		case strings.HasSuffix(name, ".css"):
			styles += size
			if strings.Contains(body, "url(data:") {
				t.Errorf("%s has a data: address", name)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("packed: %d bytes of script at first and %d in all, %d of style in all; %d bytes in all", loaded, scripts, styles, all)
	if loaded > 45<<10 || scripts > maxScript || styles > maxStyle || all > maxAll {
		t.Error("that is above the budget")
	}
}

func must(t *testing.T, files fs.FS, name string) io.Reader {
	t.Helper()
	f, err := files.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = f.Close() })
	return f
}

// packed returns the body as gzip.
func packed(t *testing.T, body []byte) []byte {
	t.Helper()
	var b bytes.Buffer
	z, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := z.Write(body); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}
