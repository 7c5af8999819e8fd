package docspage_test

import (
	"net/http"
	"regexp"
	"strings"
	"testing"

	"crier/platform/apperror"
	"crier/platform/httpapi/docspage"
)

func guidePaths() []string {
	return []string{"/docs/states", "/docs/errors"}
}

// mountGuides mounts the documentation of a service of the mode.
func mountGuides(t *testing.T, mode docspage.Mode) http.Handler {
	t.Helper()
	docs, err := docspage.Handler(docspage.Options{
		SpecURL: specURL, Mode: mode,
		BaseURL: func() string { return "http://127.0.0.1:7171/api/v1" },
		Limits:  docspage.Limits{PerMinute: 7, PerHour: 1000, Policy: "7;w=60, 1000;w=3600"},
	})
	if err != nil {
		t.Fatal(err)
	}
	return docs
}

func TestGuides_AreServed(t *testing.T) {
	t.Parallel()
	h := mountGuides(t, docspage.Sandbox)
	for _, path := range guidePaths() {
		r := ask(t, h, http.MethodGet, path)
		page := body(t, r.Body)
		if r.StatusCode != http.StatusOK || r.Header.Get("Content-Type") != "text/html; charset=utf-8" || r.Header.Get("Cache-Control") != "no-cache" {
			t.Errorf("%s: %s, %v", path, r.Status, r.Header)
		}
		if got := r.Header.Get("Content-Security-Policy"); got != "default-src 'none'; style-src 'self'; img-src 'self'; font-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'" {
			t.Errorf("%s: the policy is %q", path, got)
		}
		if regexp.MustCompile(`<script|<style| style=| on[a-z]+=`).MatchString(page) {
			t.Errorf("%s has script or style inside", path)
		}
		if n := strings.Count(page, `aria-current="page"`); n != 1 || !strings.Contains(page, `href="`+path+`" aria-current="page"`) {
			t.Errorf("%s: the navigation marks %d pages", path, n)
		}
		checkEncodings(t, h, path, page)
		if r := ask(t, h, http.MethodHead, path); r.StatusCode != http.StatusOK || body(t, r.Body) != "" {
			t.Errorf("HEAD %s: %s", path, r.Status)
		}
		if r := ask(t, h, http.MethodPost, path); r.StatusCode != http.StatusNotFound || r.Header.Get("Allow") != "GET, HEAD" {
			t.Errorf("POST %s: %s", path, r.Status)
		}
		if r := ask(t, h, http.MethodGet, path+"/"); r.StatusCode != http.StatusNotFound {
			t.Errorf("%s/: %s", path, r.Status)
		}
	}
}

// TestGuides_LeadToEachOther holds that each page, the reference too, links to all of them.
func TestGuides_LeadToEachOther(t *testing.T) {
	t.Parallel()
	h := mountGuides(t, docspage.Live)
	for _, from := range append(guidePaths(), "/docs") {
		page := body(t, ask(t, h, http.MethodGet, from).Body)
		for _, to := range append(guidePaths(), "/app/") {
			if !strings.Contains(page, `href="`+to+`"`) {
				t.Errorf("%s does not link to %s", from, to)
			}
		}
	}
}

func TestGuides_NameTheNetwork(t *testing.T) {
	t.Parallel()
	for mode, want := range map[docspage.Mode]string{docspage.Sandbox: "<strong>SANDBOX</strong>", docspage.Live: "<strong>LIVE</strong>"} {
		if page := body(t, ask(t, mountGuides(t, mode), http.MethodGet, "/docs/states").Body); !strings.Contains(page, want) {
			t.Errorf("%s: the page lacks %q", mode, want)
		}
	}
}

func TestErrorsPage_HasEveryCode(t *testing.T) {
	t.Parallel()
	page := body(t, ask(t, mountGuides(t, docspage.Live), http.MethodGet, "/docs/errors").Body)
	articles := regexp.MustCompile(`(?s)<article class="([^"]*)" id="([A-Z_]+)">(.*?)</article>`).FindAllStringSubmatch(page, -1)
	catalog := apperror.Catalog()
	if len(articles) != len(catalog) {
		t.Fatalf("the page has %d codes, the catalogue %d", len(articles), len(catalog))
	}
	for i, d := range catalog {
		classes, id, text := strings.Fields(articles[i][1]), articles[i][2], articles[i][3]
		if id != string(d.Code) || !strings.Contains(page, `<li><a href="#`+id+`">`) {
			t.Errorf("%s stands where %s should, or is not linked", id, d.Code)
		}
		for class, want := range map[string]bool{
			"in-v1": d.Unreachable == "", "unreachable": d.Unreachable != "", "on-posts": d.OnPosts, "retryable": d.Retryable,
		} {
			if got := strings.Contains(" "+strings.Join(classes, " ")+" ", " "+class+" "); got != want {
				t.Errorf("%s: %s is %t", id, class, got)
			}
		}
		if (d.Unreachable == "") == strings.Contains(text, "Not in v1") || strings.Contains(text, "`") {
			t.Errorf("%s: %s", id, text)
		}
	}
}
