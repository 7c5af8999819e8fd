package browser_test

import (
	"bytes"
	"fmt"
	"html"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"crier/e2e/browser"
	"crier/platform/needtest"
)

// serve serves one page at / with the headers, and /hello with a greeting for the bearer of the
// cookie.
func serve(t *testing.T, page string, headers ...string) *httptest.Server {
	t.Helper()
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		for i := 0; i < len(headers); i += 2 {
			w.Header().Set(headers[i], headers[i+1])
		}
		_, _ = io.WriteString(w, "<!doctype html><title>Test</title><link rel=icon href=data:,>"+page)
	})
	mux.HandleFunc("GET /hello", func(w http.ResponseWriter, r *http.Request) {
		name, err := r.Cookie("name")
		if err != nil {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		_, _ = fmt.Fprintf(w, "hello %s", html.EscapeString(name.Value))
	})
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	return server
}

func kinds(problems []browser.Problem) []browser.Kind {
	var all []browser.Kind
	for _, p := range problems {
		all = append(all, p.Kind)
	}
	return all
}

func TestPage_DrivesACleanPage(t *testing.T) {
	t.Parallel()
	server := serve(t, `<input id=in><button id=go>Go</button><p id=out hidden></p><script>
		document.getElementById("go").onclick = async () => {
			const greeting = await (await fetch("/hello")).text()
			const out = document.getElementById("out")
			out.textContent = greeting + " " + document.getElementById("in").value
			out.hidden = false
		}</script>`)
	page := browser.Open(t)
	page.SetCookie(server.URL, &http.Cookie{Name: "name", Value: "Ada", Path: "/", HttpOnly: true})
	page.Resize(500, 400)
	page.PreferDark(true)
	page.Navigate(server.URL + "/")
	page.Type("#in", "and Grace")
	page.Click("#go")
	page.WaitVisible("#out")
	if got := page.Text("#out"); got != "hello Ada and Grace" {
		t.Errorf("the page says %q", got)
	}
	var seen struct {
		Width  int
		Dark   bool
		Cookie string
	}
	page.Evaluate(`Promise.resolve({Width: innerWidth, Dark: matchMedia("(prefers-color-scheme: dark)").matches,
		Cookie: document.cookie})`, &seen)
	if seen.Width != 500 || !seen.Dark || seen.Cookie != "" {
		t.Errorf("the page saw %+v", seen)
	}
	if got, want := page.Requests(), []string{server.URL + "/", server.URL + "/hello"}; !slices.Equal(got, want) {
		t.Errorf("requests %q, want %q", got, want)
	}
	page.CheckClean()
	shot := filepath.Join(t.TempDir(), "page.png")
	page.Screenshot(shot)
	if b, err := os.ReadFile(shot); err != nil || !bytes.HasPrefix(b, []byte("\x89PNG")) {
		t.Errorf("the screenshot starts with %.8q, %v", b, err)
	}
}

func TestPage_RecordsErrors(t *testing.T) {
	t.Parallel()
	server := serve(t, `<script>
		console.error("broken", 7); console.warn("fine"); console.log("fine")
		setTimeout(() => { throw new Error("uncaught") })
		Promise.reject(new Error("rejected"))
		fetch("/hello").then(() => document.title = "done")</script>`)
	page := browser.Open(t)
	page.Navigate(server.URL + "/")
	page.WaitTrue(`document.title == "done"`)
	problems := page.Problems()
	texts := fmt.Sprint(problems)
	for _, want := range []string{"console: broken 7", "Error: uncaught", "Error: rejected", "failed: ", "/hello"} {
		if !strings.Contains(texts, want) {
			t.Errorf("%q is missing from %s", want, texts)
		}
	}
	got := kinds(problems)
	slices.Sort(got)
	if want := []browser.Kind{browser.Console, browser.Exception, browser.Exception, browser.Failed}; !slices.Equal(got, want) {
		t.Errorf("kinds %q, want %q", got, want)
	}
}

func TestPage_RecordsForeignRequests(t *testing.T) {
	t.Parallel()
	server := serve(t, `<script src="https://cdn.example/lib.js"></script><img src="http://192.0.2.1/pixel.gif">
		<script>new WebSocket("wss://socket.example/")</script>`)
	page := browser.Open(t)
	page.Navigate(server.URL + "/")
	got := page.Foreign()
	slices.Sort(got)
	want := []string{"http://192.0.2.1/pixel.gif", "https://cdn.example/lib.js", "wss://socket.example/"}
	if !slices.Equal(got, want) {
		t.Errorf("foreign requests %q, want %q", got, want)
	}
}

func TestPage_RecordsViolations(t *testing.T) {
	needtest.Night(t)
	t.Parallel()
	server := serve(t, `<script src="https://cdn.example/lib.js"></script><p style="color: red">text</p>`,
		"Content-Security-Policy", "default-src 'none'; img-src data:")
	page := browser.Open(t)
	page.Navigate(server.URL + "/")
	problems := page.Problems()
	if got, want := kinds(problems), []browser.Kind{browser.Violation, browser.Violation}; !slices.Equal(got, want) {
		t.Errorf("problems %v, want %q", problems, want)
	}
}
