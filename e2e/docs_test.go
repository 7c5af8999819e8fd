package e2e_test

import (
	"fmt"
	markup "html"
	"maps"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"crier/e2e"
	"crier/modules/docs"
	"crier/modules/posts"
	"crier/platform/apperror"
	"crier/platform/config"
)

func guidePages() []string {
	return []string{"/docs", "/docs/quickstart", "/docs/polling", "/docs/states", "/docs/rate-limits", "/docs/idempotency", "/docs/errors"}
}

// docsPages returns the address of every page of the documentation.
func docsPages(t *testing.T) []string {
	t.Helper()
	pages, err := docs.Pages()
	if err != nil {
		t.Fatal(err)
	}
	all := append(guidePages(), "/docs/search", "/docs/search?q=post")
	for _, p := range pages {
		all = append(all, p.URL())
	}
	return all
}

// TestDocs_LinksResolve follows every link of every page.
func TestDocs_LinksResolve(t *testing.T) {
	t.Parallel()
	app := e2e.Boot(t)
	client := app.Anonymous(t)
	anchors := map[string]map[string]bool{}
	read := func(path string) map[string]bool {
		if anchors[path] == nil {
			resp := client.Get(path).Want(http.StatusOK)
			anchors[path] = map[string]bool{}
			for _, m := range idPattern.FindAllSubmatch(resp.Body, -1) {
				anchors[path][string(m[1])] = true
			}
		}
		return anchors[path]
	}
	for _, path := range docsPages(t) {
		read(path)
		for _, link := range linksOf(string(client.Get(path).Body)) {
			u, err := url.Parse(link)
			if err != nil {
				t.Fatal(err)
			}
			if u.Host != "" {
				if !strings.HasPrefix(link, app.Sandbox.URL()) {
					t.Errorf("%s leads away, to %s", path, link)
				}
				continue
			}
			to := u.Path
			if to == "" {
				to = path
			}
			if found := read(to); u.Fragment != "" && !found[u.Fragment] {
				t.Errorf("%s: %s has no %q", path, to, u.Fragment)
			}
		}
		if resp := client.Do(http.MethodHead, path, nil).Want(http.StatusOK); len(resp.Body) != 0 {
			t.Errorf("HEAD %s has a body", path)
		}
	}
}

var (
	idPattern   = regexp.MustCompile(` id="([^"]+)"`)
	linkPattern = regexp.MustCompile(`(?:href|src)="([^"]*)"`)
	urlPattern  = regexp.MustCompile(`https?://[^\s"'<>]+`)
)

func linksOf(page string) []string {
	var links []string
	for _, m := range linkPattern.FindAllStringSubmatch(page, -1) {
		links = append(links, markup.UnescapeString(m[1]))
	}
	return links
}

// TestDocs_NameNobodyElse: no guide contains a foreign address, linked or not.
func TestDocs_NameNobodyElse(t *testing.T) {
	t.Parallel()
	app := e2e.Boot(t)
	for _, path := range guidePages() {
		for _, address := range urlPattern.FindAllString(string(app.Anonymous(t).Get(path).Body), -1) {
			if !strings.HasPrefix(address, app.Server.URL()) && !strings.HasPrefix(address, app.Sandbox.URL()) {
				t.Errorf("%s names %s", path, address)
			}
		}
	}
}

func TestDocs_UnknownPages(t *testing.T) {
	t.Parallel()
	client := e2e.Boot(t).Anonymous(t)
	for _, path := range []string{
		"/docs/nothing", "/docs/errors/", "/docs/errors/NOT_FOUND", "/docs/errors.html", "/docs/Errors", "/docs/guide/guide.css",
		"/docs/contents/", "/docs/README", "/docs/README.md", "/docs/search/",
	} {
		client.Get(path).WantError(http.StatusNotFound, string(apperror.NotFound))
	}
	for _, path := range docsPages(t) {
		resp := client.Post(path, "{}")
		resp.WantError(http.StatusNotFound, string(apperror.NotFound))
		if got := resp.Header.Get("Allow"); got != "GET, HEAD" {
			t.Errorf("POST %s: Allow %q", path, got)
		}
	}
}

// TestDocs_Errors compares the page with the enumeration in the document.
func TestDocs_Errors(t *testing.T) {
	t.Parallel()
	app := e2e.Boot(t)
	var doc struct {
		Components struct {
			Schemas map[string]struct {
				Properties map[string]struct{ Enum []string }
			}
		}
	}
	app.Anonymous(t).Get("/api/v1/openapi.json").Want(http.StatusOK).JSON(&doc)
	page := string(app.Anonymous(t).Get("/docs/errors").Body)
	codes := doc.Components.Schemas["ErrorResponse"].Properties["code"].Enum
	if len(codes) != 50 {
		t.Fatalf("the document has %d codes", len(codes))
	}
	for _, code := range codes {
		if strings.Count(page, ` id="`+code+`"`) != 1 {
			t.Errorf("the page has not one anchor #%s", code)
		}
	}
}

var (
	changePattern = regexp.MustCompile(`<(path|tr)[^>]* data-from="([A-Z]*)" data-to="([A-Z]+)"`)
	statePattern  = regexp.MustCompile(`<tr data-state="([A-Z]+)" data-ended="(true|false)"`)
	boxPattern    = regexp.MustCompile(`<g[^>]*><rect [^>]*/><text [^>]*>([A-Z]+)</text></g>`)
)

// TestDocs_StateDiagram compares the diagram and the tables of the page with the life cycle of
// posts.
func TestDocs_StateDiagram(t *testing.T) {
	t.Parallel()
	want, wantStates := map[string][]string{}, map[string]string{}
	for _, change := range posts.LifeCycle() {
		wantStates[string(change.To)] = fmt.Sprint(change.To.HasEnded())
		want["tr"] = append(want["tr"], string(change.From+" "+change.To))
		if change.From != "" {
			want["path"] = append(want["path"], string(change.From+" "+change.To))
		}
	}
	page := string(e2e.Boot(t).Anonymous(t).Get("/docs/polling").Body)
	shown := map[string][]string{}
	for _, m := range changePattern.FindAllStringSubmatch(page, -1) {
		shown[m[1]] = append(shown[m[1]], m[2]+" "+m[3])
	}
	for _, kind := range []string{"path", "tr"} {
		slices.Sort(shown[kind])
		slices.Sort(want[kind])
		if !slices.Equal(shown[kind], want[kind]) {
			t.Errorf("the changes in each <%s> are\n%q, want\n%q", kind, shown[kind], want[kind])
		}
	}
	states, boxes := map[string]string{}, []string{}
	for _, m := range statePattern.FindAllStringSubmatch(page, -1) {
		states[m[1]] = m[2]
	}
	for _, m := range boxPattern.FindAllStringSubmatch(page, -1) {
		boxes = append(boxes, m[1])
	}
	if !maps.Equal(states, wantStates) || !slices.Equal(slices.Sorted(slices.Values(boxes)), slices.Sorted(maps.Keys(wantStates))) {
		t.Errorf("the states are %v and %v, want %v", states, boxes, wantStates)
	}
}

// TestDocs_RateLimits compares the limits on the page with the service's.
func TestDocs_RateLimits(t *testing.T) {
	t.Parallel()
	for _, change := range []func(*config.Config){
		func(*config.Config) {},
		func(c *config.Config) { c.RateLimitRPM, c.RateLimitRPH = 7, 70 },
	} {
		app := e2e.Boot(t, e2e.Configured(change))
		page := string(app.Anonymous(t).Get("/docs/rate-limits").Body)
		policy := app.Client(t).Get("/api/v1/auth/me").Header.Get("RateLimit-Policy")
		for _, want := range []string{
			fmt.Sprintf(`<strong>%d requests a minute</strong>`, app.Config.RateLimitRPM), fmt.Sprintf(`<strong>%d requests an hour</strong>`, app.Config.RateLimitRPH),
			"<code>" + policy + "</code>",
		} {
			if !strings.Contains(page, want) {
				t.Errorf("the page lacks %q", want)
			}
		}
	}
}

var runPattern = regexp.MustCompile(`(?s)<pre class="run"><code>(.*?)</code></pre>`)

// guideScript returns the commands of a guide as one script.
func guideScript(t *testing.T, service *e2e.Service, name string) string {
	t.Helper()
	page := service.Anonymous(t).Get("/docs/" + name).Want(http.StatusOK).Body
	var script strings.Builder
	for _, m := range runPattern.FindAllSubmatch(page, -1) {
		script.WriteString(markup.UnescapeString(string(m[1])) + "\n")
	}
	if script.Len() == 0 {
		t.Fatalf("the guide %s has no commands", name)
	}
	return script.String()
}

// TestDocs_Quickstart runs the commands of the page as they stand, with a photo as phones take it.
func TestDocs_Quickstart(t *testing.T) {
	t.Parallel()
	service := e2e.Program(t).Serve(t)
	out := runScript(t, service, guideScript(t, service, "quickstart"))
	p := service.Control(t).Ledger().Publications
	if len(p) == 0 || p[0].Caption != "Hello from Crier" {
		t.Errorf("the ledger has %+v\n%s", p, out)
	}
	var all struct{ Posts []struct{ Caption string } }
	service.Client(t).Get("/api/v1/posts").Want(http.StatusOK).JSON(&all)
	if len(all.Posts) != 2 || all.Posts[0].Caption != "Hello again" {
		t.Errorf("the posts are %+v\n%s", all.Posts, out)
	}
	if !strings.Contains(out, `"status":"PUBLISHED"`) || !strings.Contains(out, `"publications"`) {
		t.Errorf("the commands show\n%s", out)
	}
}

// TestDocs_QuickstartEndsAtARefusal has what is no picture uploaded: the commands show why it is
// refused, and wait for nothing.
func TestDocs_QuickstartEndsAtARefusal(t *testing.T) {
	t.Parallel()
	service := e2e.Program(t).Serve(t)
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "photo.jpg"), []byte("no picture"), 0o600); err != nil {
		t.Fatal(err)
	}
	// A reader's shell goes on after a failure.
	out, _ := tryScript(t, service, dir, "set +eu; sleep() { echo waits; exit 3; }\n"+guideScript(t, service, "quickstart"))
	if reason := "refused: {\"error\":\""; !strings.Contains(out, reason) || !strings.Contains(out, "MEDIA_INVALID") && !strings.Contains(out, "UPLOAD_ERROR") {
		t.Errorf("the commands do not show the reason:\n%s", out)
	}
	if strings.Contains(out, "waits") {
		t.Errorf("the commands wait for a post that there is not:\n%s", out)
	}
}

// TestDocs_WaitingClient runs the client of the page on rate limits on a key whose budget is used
// up. In place of a sleep it gets nothing the first time, and another key the second. When nobody
// answers, it does not show the answer before.
func TestDocs_WaitingClient(t *testing.T) {
	t.Parallel()
	service := e2e.Program(t).Serve(t, "RATE_LIMIT_RPM=2")
	out := runScript(t, service, `
KEY=$(bin/crier keys create first); SECOND=$(bin/crier keys create second); NEXT=$KEY; BASE=`+service.BaseURL()+`
sleep() { echo; echo "sleep $1"; grep -i ^retry-after headers.txt; KEY=$NEXT; }
curl() { echo call >>calls.txt; command curl "$@"; }
send() { command curl -sS -o /dev/null -H "Authorization: Bearer $KEY" "$BASE/auth/me"; }
send; send
`+guideScript(t, service, "rate-limits")+`
NEXT=$SECOND; api $BASE/auth/me
echo; wc -l <calls.txt
api --unix-socket none.sock $BASE/auth/me 2>refused.txt || echo "refused: $?"`)
	waits := regexp.MustCompile(`\nsleep (\d+)\nRetry-After: (\d+)\r\n`).FindAllStringSubmatch(out, -1)
	if len(waits) != 2 || waits[0][1] != waits[0][2] || waits[1][1] != waits[1][2] {
		t.Errorf("the client waits %q:\n%s", waits, out)
	}
	if !regexp.MustCompile(`(?s)^\nsleep .*"code":"RATE_LIMITED".*\nsleep .*\n\{"user":.*\}\n+\s*4\nrefused: 7\n$`).MatchString(out) {
		t.Errorf("the client shows\n%s", out)
	}
}

// TestDocs_TimedOutClient runs the client of the page on idempotency, whose first answer is lost on
// the way.
func TestDocs_TimedOutClient(t *testing.T) {
	t.Parallel()
	service := e2e.Program(t).Serve(t)
	out := runScript(t, service, guideScript(t, service, "quickstart")+`
sleep() { echo "sleep $1"; }
curl() {
    command curl -D headers.txt "$@" >answer.txt
    case "$*" in *Idempotency-Key*) [ -e lost ] || { mv headers.txt lost; return 28; } ;; esac
    cat answer.txt
}
echo BEGIN
`+guideScript(t, service, "idempotency")+`
echo; grep -i replayed headers.txt`)
	_, out, _ = strings.Cut(out, "BEGIN\n")
	if !regexp.MustCompile(`^sleep 5\n\{"postId":"[^"]+","status":"QUEUED"[^\n]*\n+Idempotent-Replayed: true\r\n$`).MatchString(out) {
		t.Errorf("the client shows\n%q", out)
	}
	var history struct{ Posts []struct{ Caption string } }
	service.Client(t).Get("/api/v1/posts").Want(http.StatusOK).JSON(&history)
	if p := history.Posts; len(p) != 3 || p[0].Caption != "Autumn sale" {
		t.Errorf("the posts are %+v", p)
	}
}

// TestDocs_PollingClient runs the clients of the page on polling, the endless one until it has
// nothing more to do.
func TestDocs_PollingClient(t *testing.T) {
	t.Parallel()
	service := e2e.Program(t).Serve(t)
	out := runScript(t, service, guideScript(t, service, "quickstart")+`
sleep() { echo "sleep $1"; cat since.txt; exit; }
echo 2020-01-01T00:00:00.000Z >since.txt
echo BEGIN
`+guideScript(t, service, "polling"))
	_, out, _ = strings.Cut(out, "BEGIN\n")
	m := regexp.MustCompile(`^[^\n]*"status":"PUBLISHED"[^\n]*\n\{"posts":\[\{[^\n]*"hasMore":false,"nextSince":"([^"]+)"\}\nsleep 5\n([^\n]+)\n$`).FindStringSubmatch(out)
	if m == nil || m[1] != m[2] {
		t.Errorf("the clients show\n%s", out)
	}
}
