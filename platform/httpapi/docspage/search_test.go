package docspage_test

import (
	"errors"
	"html/template"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"crier/platform/httpapi/docspage"
)

// mountBook mounts the documentation with pages of these contents.
func mountBook(t *testing.T, pages ...docspage.Page) http.Handler {
	t.Helper()
	docs, err := docspage.Handler(docspage.Options{
		SpecURL: specURL, Mode: docspage.Sandbox, Book: docspage.Book{Pages: func() ([]docspage.Page, error) { return pages, nil }},
	})
	if err != nil {
		t.Fatal(err)
	}
	return docs
}

func page(section, name, title, content string) docspage.Page {
	return docspage.Page{
		Section: section, Name: name, Title: title,
		Content: func(docspage.Place) (template.HTML, error) { return template.HTML(content), nil },
	}
}

func search(t *testing.T, h http.Handler, query string) string {
	t.Helper()
	r := ask(t, h, http.MethodGet, "/docs/search?"+url.Values{"q": {query}}.Encode())
	if r.StatusCode != http.StatusOK {
		t.Fatalf("a search for %q: %s", query, r.Status)
	}
	return body(t, r.Body)
}

var resultPattern = regexp.MustCompile(`<li>\n<a href="([^"]+)">`)

// found returns the addresses that a search finds.
func found(t *testing.T, h http.Handler, query string) []string {
	t.Helper()
	var all []string
	for _, m := range resultPattern.FindAllStringSubmatch(search(t, h, query), -1) {
		all = append(all, m[1])
	}
	return all
}

func TestSearch_Finds(t *testing.T) {
	t.Parallel()
	h := mountBook(t,
		page("", "contents", "Contents", "<p>Every zebra is listed here.</p>"),
		page("Animals", "horses", "Horses", `<p>A horse is no zebra.</p><h2 id="wild">Wild <code>ones</code></h2><p>They live in <a href="x">herds</a>.</p>`),
		page("Animals", "zebras", "Zebras", `<p>Striped.</p><h2 id="zebra-herds">Where they live</h2><p>The plains of zebra_country.</p>`),
		page("Animals", "zebra", "Zebra", `<p>One of them.</p>`),
	)
	for query, want := range map[string][]string{
		"zebra":            {"/docs/zebra", "/docs/zebras#zebra-herds", "/docs/horses", "/docs/zebras"},
		"zebras":           {"/docs/zebras"},
		"ZEBRA one":        {"/docs/zebra"},
		"herds":            {"/docs/horses#wild"},
		"herd":             {"/docs/horses#wild"},
		"herd live":        {},
		"live herd":        {"/docs/horses#wild"},
		"wild ones":        {"/docs/horses#wild"},
		"zebra_country":    {"/docs/zebras#zebra-herds"},
		"horses plains":    {},
		"xylophone":        {},
		"":                 {},
		"<>&\"' --":        {},
		"RATE_LIMITED 429": {"/docs/errors#RATE_LIMITED", "/docs/errors#LOGIN_RATE_LIMITED"},
	} {
		got := found(t, h, query)
		if query == "zebra" || query == "RATE_LIMITED 429" {
			slices.Sort(got)
			slices.Sort(want)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q finds %q, want %q", query, got, want)
		}
	}
	if got := found(t, h, "zebra"); got[0] != "/docs/zebra" {
		t.Errorf("the best for a title is %q", got[0])
	}
	if got := search(t, h, "plains"); !strings.Contains(got, "<p>The <mark>plains</mark> of zebra_country. </p>") || !strings.Contains(got, "<span> Where they live</span>") {
		t.Errorf("the snippet is not in\n%s", got)
	}
}

func TestSearch_ShortensAndEscapes(t *testing.T) {
	t.Parallel()
	h := mountBook(t, page("A", "long", "Long", "<p>"+strings.Repeat("word &lt;b&gt; ", 500)+"needle "+strings.Repeat("hay ", 500)+"</p>"))
	if got := search(t, h, "needle"); len(got) > 6000 || !strings.Contains(got, "… ") || !strings.Contains(got, "&lt;b&gt; <mark>needle</mark> hay") {
		t.Errorf("%d bytes:\n%s", len(got), got)
	}
	for _, query := range []string{`"><script>alert(1)</script>`, "\xff\xfe needle", strings.Repeat("needle ", 10_000), "\x00", strings.Repeat("ü", 5000)} {
		if got := search(t, h, query); strings.Contains(got, "<script") || len(got) > 20_000 {
			t.Errorf("%.20q: %d bytes:\n%.3000s", query, len(got), got)
		}
	}
}

func TestBook_IsServedBesideTheGuides(t *testing.T) {
	t.Parallel()
	h := mountBook(t,
		page("", "contents", "Contents", "<p>All.</p>"),
		page("API", "client", "Write a client", "<p>Hello.</p>"),
		page("More", "end", "The end", "<p>Bye.</p>"),
	)
	got := body(t, ask(t, h, http.MethodGet, "/docs/client").Body)
	order := regexp.MustCompile(`(?s)<h1>Write a client</h1>\s*<p>Hello.</p>.*Next: <a href="/docs/states">.*<h2>API</h2>.*href="/docs/client" aria-current="page".*href="/docs/errors".*<h2>More</h2>.*href="/docs/end"`)
	if !order.MatchString(got) {
		t.Error(got)
	}
	if reference := body(t, ask(t, h, http.MethodGet, "/docs").Body); !strings.Contains(reference, `href="/docs/client"`) || !strings.Contains(reference, `href="/docs/contents"`) {
		t.Errorf("the reference does not lead to the pages:\n%s", reference)
	}
}

func TestBook_ThatIsUnfit(t *testing.T) {
	t.Parallel()
	unfit := errors.New("unfit")
	if _, err := docspage.Handler(docspage.Options{Book: docspage.Book{Pages: func() ([]docspage.Page, error) { return nil, unfit }}}); !errors.Is(err, unfit) {
		t.Errorf("the handler is made: %v", err)
	}
	broken := page("A", "broken", "Broken", "")
	broken.Content = func(docspage.Place) (template.HTML, error) { return "", unfit }
	h := mountBook(t, broken)
	for _, path := range []string{"/docs/broken", "/docs/search?q=a"} {
		if r := ask(t, h, http.MethodGet, path); r.StatusCode != http.StatusInternalServerError {
			t.Errorf("%s: %s", path, r.Status)
		}
	}
}

func TestReference_NamesTheDemoAccountInTheSandboxOnly(t *testing.T) {
	t.Parallel()
	for mode, want := range map[docspage.Mode]bool{docspage.Sandbox: true, docspage.Live: false} {
		docs, err := docspage.Handler(docspage.Options{SpecURL: specURL, Mode: mode, Book: docspage.Book{DemoAccount: "the-account"}})
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Contains(body(t, ask(t, docs, http.MethodGet, "/docs").Body), `data-account="the-account"`); got != want {
			t.Errorf("%s: the account is named: %t", mode, got)
		}
	}
}
