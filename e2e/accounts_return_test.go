package e2e_test

import (
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"crier/e2e"
	"crier/modules/auth"
	"crier/platform/sandbox"

	"go.uber.org/fx"
)

const leadingBack = "https://crier.anna.workers.dev/oauth"

// returning is a service that a worker leads browsers back to.
func returning(t *testing.T) *journey {
	t.Helper()
	return begin(t, e2e.Decorated(fx.Decorate(func(auth.LoginAddress) auth.LoginAddress { return func() string { return leadingBack } })))
}

// agrees begins a login, agrees to it, and returns the path to which the worker leads the browser.
func (j *journey) agrees(in body, more string) string {
	j.t.Helper()
	var begun auth.BegunLogin
	j.Browser(j.t).Post(beginPath, in).Want(http.StatusOK).JSON(&begun)
	here, err := url.Parse(j.Server.URL())
	if err != nil {
		j.t.Fatal(err)
	}
	if begun.RedirectURI != leadingBack || !begun.IsLedBack || !strings.HasPrefix(begun.State, here.Port()+".") {
		j.t.Fatalf("begun %+v", begun)
	}
	back := led(j.t, begun.URL+more)
	if back.Host != "crier.anna.workers.dev" || back.Path != "/oauth" {
		j.t.Fatalf("led to %s", back)
	}
	q := back.Query()
	q.Del("error_reason")
	q.Del("error_description")
	return "/oauth/callback?" + q.Encode()
}

// led returns where an address leads a browser.
func led(t testing.TB, address string) *url.URL {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address, http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	resp, err := http.DefaultTransport.RoundTrip(req)
	if err != nil {
		t.Fatal(err)
	}
	_ = resp.Body.Close()
	to, err := resp.Location()
	if err != nil {
		t.Fatalf("%d: %v", resp.StatusCode, err)
	}
	return to
}

func byApp(login string) body {
	return body{"login": login, "appId": sandbox.DemoApp().ID, "appSecret": sandbox.DemoApp().Secret.Reveal()}
}

// crossSite is a browser that comes from another site, without a session.
func (j *journey) crossSite() *e2e.Client {
	return j.Anonymous(j.t).With("Accept", "text/html").With("Sec-Fetch-Site", "cross-site").With("Sec-Fetch-Mode", "navigate")
}

var goesOn = regexp.MustCompile(`<meta http-equiv="refresh" content="0; url=(http://[^?"]+)\?login=([\w-]{43})">`)

// TestAccounts_LedBack: a browser that the worker leads back has no session. The state proves its
// login, once, and its page goes on to where the session is, which finishes the login.
func TestAccounts_LedBack(t *testing.T) {
	t.Parallel()
	j := returning(t)
	var ways auth.LoginWays
	j.Browser(t).Get("/api/accounts/oauth").Want(http.StatusOK).JSON(&ways)
	if ways.RedirectURI != leadingBack || !ways.IsLedBack || len(ways.Apps) != 0 {
		t.Errorf("ways are %+v", ways)
	}
	for login, more := range map[string]string{"primary": "", "partner": "&sandbox_account=" + studio().SNUserID} {
		path := j.agrees(byApp(login).with("remember", true), more)
		for _, ahead := range []string{"Sec-Purpose", "Purpose"} {
			j.crossSite().With(ahead, "prefetch").Get(path).Want(http.StatusNotFound)
		}
		page := j.crossSite().Get(path).Want(http.StatusOK)
		for name, want := range map[string]string{
			"Content-Type": "text/html; charset=utf-8", "Cache-Control": "no-store", "Referrer-Policy": "no-referrer", "X-Content-Type-Options": "nosniff",
			"Content-Security-Policy": "default-src 'none'", "Set-Cookie": "",
		} {
			if got := page.Header.Get(name); !strings.HasPrefix(got, want) || want == "" && got != "" {
				t.Errorf("%s is %q", name, got)
			}
		}
		found := goesOn.FindSubmatch(page.Body)
		if found == nil || string(found[1]) != j.Server.AppURL()+"/app/accounts" {
			t.Fatalf("the page does not go on: %s", page.Body)
		}
		if q, _ := url.ParseQuery(strings.TrimPrefix(path, "/oauth/callback?")); strings.Contains(string(page.Body), q.Get("code")) || strings.Contains(j.Log.String(), q.Get("code")) {
			t.Error("the code is in the page, or in the log")
		}
		if again := j.crossSite().Get(path).Want(http.StatusBadRequest); !strings.Contains(string(again.Body), "has been finished before") || goesOn.Match(again.Body) {
			t.Errorf("a second time: %s", again.Body)
		}
		finish := body{"ticket": string(found[2])}
		j.Anonymous(t).Post(finishPath, finish).WantError(http.StatusUnauthorized, "AUTH_REQUIRED")
		var answer auth.ConnectionAnswer
		j.Browser(t).Post(finishPath, finish).Want(http.StatusOK).JSON(&answer)
		j.Browser(t).Post(finishPath, finish).WantError(http.StatusBadRequest, "VALIDATION_ERROR")
		if login == "partner" {
			if len(answer.Choices) != 2 || answer.Ticket == nil {
				t.Fatalf("a choice is missing: %+v", answer)
			}
			j.Browser(t).Post(finishPath, body{"ticket": *answer.Ticket, "snUserId": studio().SNUserID}).Want(http.StatusOK).JSON(&answer)
		}
		if answer.Account == nil || string(answer.Account.Account.LoginMethod) != login {
			t.Fatalf("connected %+v", answer)
		}
	}
	j.Browser(t).Get("/api/accounts/oauth").Want(http.StatusOK).JSON(&ways)
	if len(ways.Apps) != 2 || ways.Apps[0] != (auth.RememberedApp{Login: auth.Primary, AppID: sandbox.DemoApp().ID, RedirectURI: leadingBack}) {
		t.Errorf("remembered are %+v", ways.Apps)
	}
	// The remembered app is enough, and its address is taken.
	j.agrees(body{"login": "primary"}, "")
}

// TestAccounts_LedBackForNothing: what comes back without a login that was begun here, too late or
// without a code says so in words, and connects nothing.
func TestAccounts_LedBackForNothing(t *testing.T) {
	t.Parallel()
	j := returning(t)
	says := func(when, path, words string) {
		t.Helper()
		page := j.crossSite().Get(path).Want(http.StatusBadRequest)
		if body := string(page.Body); !strings.Contains(body, words) || goesOn.MatchString(body) || !strings.Contains(body, `href="`+j.Server.AppURL()+`/app/accounts"`) {
			t.Errorf("%s: %s", when, body)
		}
	}
	const callback = "/oauth/callback"
	says("nothing", callback, "was not begun here")
	says("a guess", callback+"?code=x&state=7171."+strings.Repeat("a", 43), "was not begun here")
	says("a long guess", callback+"?code=x&state="+strings.Repeat("a", 500), "was not begun here")
	denied := j.agrees(byApp("primary"), "&sandbox_deny=1")
	says("refused by the user", denied, "You did not agree to the login, so nothing was connected")
	says("the same again", denied, "has been finished before")
	q, err := url.ParseQuery(strings.TrimPrefix(j.agrees(byApp("primary"), ""), callback+"?"))
	if err != nil {
		t.Fatal(err)
	}
	says("an error of the network", callback+"?"+url.Values{"state": {q.Get("state")}, "error": {"server_error"}, "code": q["code"]}.Encode(), "The network ended the login: server_error")
	q, _ = url.ParseQuery(strings.TrimPrefix(j.agrees(byApp("primary"), ""), callback+"?"))
	says("no code", callback+"?state="+q.Get("state"), "holds no code")
	late := j.agrees(byApp("primary"), "")
	j.Clock.Advance(time.Hour)
	says("late", late, "older than an hour")
	j.Anonymous(t).Post(callback, nil).Want(http.StatusNotFound)
	var list auth.AccountOverviews
	if j.Browser(t).Get("/api/accounts").JSON(&list); len(list.Accounts) != 2 {
		t.Errorf("connected are %+v", list)
	}
	// The address can be pasted all the same, as where no worker leads back.
	var answer auth.ConnectionAnswer
	path := j.agrees(byApp("primary"), "")
	j.Browser(t).Post(finishPath, body{"redirectedUrl": leadingBack + strings.TrimPrefix(path, callback)}).Want(http.StatusOK).JSON(&answer)
	if answer.Account == nil {
		t.Errorf("pasted: %+v", answer)
	}
}

// TestAccounts_NotLedBack: where no worker leads back the address is pasted, and is
// https://localhost/ unless another is named.
func TestAccounts_NotLedBack(t *testing.T) {
	t.Parallel()
	j := begin(t)
	var ways auth.LoginWays
	j.Browser(t).Get("/api/accounts/oauth").Want(http.StatusOK).JSON(&ways)
	var begun auth.BegunLogin
	j.Browser(t).Post(beginPath, byApp("primary")).Want(http.StatusOK).JSON(&begun)
	if ways.IsLedBack || ways.RedirectURI != "https://localhost/" || begun.RedirectURI != ways.RedirectURI || begun.IsLedBack || strings.Contains(begun.State, ".") {
		t.Errorf("ways are %+v, begun is %+v", ways, begun)
	}
}
