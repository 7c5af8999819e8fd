package docs

import (
	"bytes"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"crier/platform/httpapi/docspage"

	"golang.org/x/image/webp"
)

// TestPages holds that each file is a page, under a name that no guide has.
func TestPages(t *testing.T) {
	t.Parallel()
	pages, err := Pages()
	if err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob("pages/*.md")
	if err != nil || len(files) != len(pages) {
		t.Fatalf("the contents list %d pages, and the folder has %d, %v", len(pages), len(files), err)
	}
	seen := map[string]bool{}
	for i, p := range pages {
		if seen[p.Name] || p.Title == "" || (p.Section == "") != (i == 0) || (p.About == "") != (i == 0) {
			t.Errorf("page %d is %+v", i, p)
		}
		seen[p.Name] = true
		content, err := p.Content(docspage.Place{URL: "http://127.0.0.1:1"})
		if err != nil {
			t.Fatal(err)
		}
		for _, unwanted := range []string{"<!--", "raw HTML omitted", ".md\"", "127.0.0.1:7171", "http-equiv"} {
			if strings.Contains(string(content), unwanted) {
				t.Errorf("%s has %q", p.Name, unwanted)
			}
		}
	}
}

func TestRender(t *testing.T) {
	t.Parallel()
	here := docspage.Place{
		URL: "http://127.0.0.1:8080", IsSandbox: true,
		Limits: docspage.Limits{PerMinute: 7, PerHour: 70, Policy: "7;w=60"},
	}
	for name, c := range map[string]struct{ from, want string }{
		"a link to a page":       {"[Bucket](bucket.md#set-it)", `<p><a href="/docs/bucket#set-it">Bucket</a></p>`},
		"a link to the contents": {"[all](README.md)", `<p><a href="/docs/contents">all</a></p>`},
		"a link within the page": {"[below](#names)", `<p><a href="#names">below</a></p>`},
		"a link to a file":       {"the [code *here*](../../README.md)!", `<p>the code <em>here</em>!</p>`},
		"a link elsewhere":       {"[x](https://example.com/)", `<p>x</p>`},
		"a picture":              {"a ![b](b.png)", "<p>a </p>"},
		"a picture of a screen": {"![The \"day\"](pictures/day-light.webp)", `<p><picture><source media="(prefers-color-scheme: dark)" srcset="/docs/pictures/day-dark.webp">` +
			`<img src="/docs/pictures/day-light.webp" alt="The &#34;day&#34;" width="1280" height="800" loading="lazy"></picture></p>`},
		"an address as code":    {"see `/docs/errors` and `/docs`", `<p>see <a href="/docs/errors"><code>/docs/errors</code></a> and <a href="/docs"><code>/docs</code></a></p>`},
		"other code":            {"`/docs/errors#X`", "<p><code>/docs/errors#X</code></p>"},
		"the own address":       {"`http://127.0.0.1:7171/api/v1`", "<p><code>http://127.0.0.1:8080/api/v1</code></p>"},
		"modes":                 {"<!-- sandbox -->\na\n<!-- end -->\n<!-- live -->\nb\n<!-- end -->\n<!-- repository -->\nc\n<!-- end -->\nd", "<p>a\nd</p>"},
		"HTML":                  {"a <script>b</script>", "<p>a <!-- raw HTML omitted -->b<!-- raw HTML omitted --></p>"},
		"commands that are run": {"```sh run\na <b> \"$X\"\n\nc\n```", "<pre class=\"run\"><code>a &lt;b&gt; &#34;$X&#34;\n\nc</code></pre>"},
		"other commands":        {"```sh\na\n```", "<pre><code>a</code></pre>"},
		"a table": {"| a |\n|---|\n| b |", "<div class=\"table\"><table>\n<thead>\n<tr>\n<th>a</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>b</td>\n</tr>\n" +
			"</tbody>\n</table></div>"},
		"a code of an error": {"`RATE_LIMITED` of QUEUED", `<p><a href="/docs/errors#RATE_LIMITED"><code>RATE_LIMITED</code></a> of QUEUED</p>`},
		"the limits":         {"<!-- limits -->\n", "<p>This service grants a key <strong>7 requests a minute</strong> and <strong>70 requests an hour</strong>; its <code>RateLimit-Policy</code> is <code>7;w=60</code>.</p>"},
		"a heading":          {"## Set it, now", `<h2 id="set-it-now">Set it, now</h2>`},
	} {
		got, err := render(c.from, here)
		if err != nil || strings.TrimSpace(string(got)) != c.want {
			t.Errorf("%s: %v\n%s\nwant\n%s", name, err, got, c.want)
		}
	}
	live, err := render("<!-- sandbox -->\na\n<!-- end -->\n<!-- live -->\nb\n<!-- end -->\n", docspage.Place{})
	if err != nil || strings.TrimSpace(string(live)) != "<p>b</p>" {
		t.Errorf("in live mode: %s, %v", live, err)
	}
	diagram, err := render("a\n\n<!-- life cycle -->\n\nb", here)
	if s := strings.TrimSpace(string(diagram)); err != nil || !strings.HasPrefix(s, "<p>a</p>\n<svg ") || !strings.HasSuffix(s, "</table></div>\n<p>b</p>") {
		t.Errorf("the life cycle: %s, %v", diagram, err)
	}
}

// TestPictures compares the pictures that the pages name with those that there are. Each has the
// size that its page says.
func TestPictures(t *testing.T) {
	t.Parallel()
	all, err := Book().Pictures()
	if err != nil {
		t.Fatal(err)
	}
	for name, content := range all {
		size, err := webp.DecodeConfig(bytes.NewReader(content))
		if err != nil || size.Width != PictureWidth || size.Height != PictureHeight {
			t.Errorf("%s is %d by %d, %v", name, size.Width, size.Height, err)
		}
	}
	pages, err := Pages()
	if err != nil {
		t.Fatal(err)
	}
	named := map[string]bool{}
	for _, p := range pages {
		content, err := p.Content(docspage.Place{})
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range regexp.MustCompile(`"/docs/pictures/([^"]+)"`).FindAllStringSubmatch(string(content), -1) {
			named[m[1]] = true
			if all[m[1]] == nil {
				t.Errorf("%s shows %s, which is not there; make picture takes it", p.Name, m[1])
			}
		}
	}
	for name := range all {
		if !named[name] {
			t.Errorf("no page shows %s", name)
		}
	}
}
