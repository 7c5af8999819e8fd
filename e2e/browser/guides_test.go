package browser_test

import (
	"fmt"
	"net/http/httptest"
	"testing"

	"crier/e2e/browser"
	"crier/modules/docs"
	"crier/platform/apperror"
	"crier/platform/httpapi/docspage"
	"crier/platform/needtest"
)

// serveGuides serves the guides as the service does, and returns its address.
func serveGuides(t *testing.T) string {
	t.Helper()
	docs, err := docspage.Handler(docspage.Options{
		SpecURL: "/api/v1/openapi.json", Mode: docspage.Sandbox,
		BaseURL: func() string { return "http://127.0.0.1:7171/api/v1" },
		Book:    docs.Book(),
		Limits:  docspage.Limits{PerMinute: 100, PerHour: 1000, Policy: "100;w=60, 1000;w=3600"},
	})
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(docs)
	t.Cleanup(server.Close)
	return server.URL
}

// TestGuides_AreReadable opens each page on a screen and on a phone, light and dark: there are no
// errors and no foreign requests, and only boxes of code scroll sideways.
func TestGuides_AreReadable(t *testing.T) {
	needtest.Night(t)
	t.Parallel()
	address := serveGuides(t)
	page := browser.Open(t)
	paths := []string{"/docs/states", "/docs/errors", "/docs/search?q=post", "/docs/search?q=nowhere"}
	pages, err := docs.Pages()
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range pages {
		paths = append(paths, p.URL())
	}
	for _, path := range paths {
		page.Navigate(address + path)
		for _, dark := range []bool{false, true} {
			for _, width := range []int64{360, 1200} {
				page.Resize(width, 800)
				page.PreferDark(dark)
				var seen struct {
					Wide       int64
					Background string
				}
				page.Evaluate(`({Wide: document.documentElement.scrollWidth, Background: getComputedStyle(document.documentElement).backgroundColor})`, &seen)
				if seen.Wide > width {
					t.Errorf("%s is %d pixels wide on a screen of %d", path, seen.Wide, width)
				}
				if want := map[bool]string{false: "rgb(251, 251, 250)", true: "rgb(20, 21, 24)"}[dark]; seen.Background != want {
					t.Errorf("%s, dark %t: the background is %s", path, dark, seen.Background)
				}
			}
		}
	}
	page.CheckClean()
}

// TestGuides_FilterTheErrors selects each kind of codes. The page has no script.
func TestGuides_FilterTheErrors(t *testing.T) {
	needtest.Night(t)
	t.Parallel()
	counts := map[string]int{}
	for _, d := range apperror.Catalog() {
		for filter, is := range map[string]bool{
			"all": true, "requests": d.Unreachable == "", "posts": d.OnPosts, "retryable": d.Retryable, "unreachable": d.Unreachable != "",
		} {
			if is {
				counts[filter]++
			}
		}
	}
	page := browser.Open(t)
	page.Navigate(serveGuides(t) + "/docs/errors")
	const visible = `[...document.querySelectorAll(".code")].filter(e => e.checkVisibility()).length`
	for filter, want := range counts {
		page.Click("#show-" + filter)
		page.WaitTrue(fmt.Sprintf("%s === %d", visible, want))
	}
	page.Click("#show-posts")
	page.Click(`.codes a[href="#SETUP_LOCKED"]`)
	page.WaitVisible("#SETUP_LOCKED")
	page.CheckClean()
}

// TestGuides_Search searches for a word in the box of a page and follows a result. The page has no
// script.
func TestGuides_Search(t *testing.T) {
	t.Parallel()
	address := serveGuides(t)
	page := browser.Open(t)
	page.Navigate(address + "/docs/contents")
	page.Type("#q", "CRIER_LATE_GR")
	page.Click(".top button")
	page.WaitVisible(".results mark")
	page.Click(`.results a[href="/docs/schedule#when-crier-was-not-running"]`)
	page.WaitVisible("#when-crier-was-not-running")
	page.CheckClean()
}
