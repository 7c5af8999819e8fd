package sandbox_test

import (
	"html"
	"net/http"
	"net/url"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"crier/platform/clock"
	"crier/platform/sandbox"
)

const back = "https://localhost/back"

// agree has the account agree to a login, and returns the code.
func (w *world) agree(host, path string, a sandbox.Account) string {
	w.t.Helper()
	query := url.Values{
		"client_id": {sandbox.DemoApp().ID}, "redirect_uri": {back}, "response_type": {"code"}, "scope": {"a,b"}, "state": {"s"},
		"sandbox_account": {a.SNUserID},
	}
	return w.led(w.server.URL + host + path + "?" + query.Encode()).Query().Get("code")
}

// led returns where an authorize page leads the browser.
func (w *world) led(address string) *url.URL {
	w.t.Helper()
	req, err := http.NewRequestWithContext(w.t.Context(), http.MethodGet, address, http.NoBody)
	if err != nil {
		w.t.Fatal(err)
	}
	req.Header.Set("Accept", "text/html")
	resp, err := http.DefaultTransport.RoundTrip(req)
	if err != nil {
		w.t.Fatal(err)
	}
	_ = resp.Body.Close()
	to, err := resp.Location()
	if err != nil || resp.StatusCode != http.StatusFound || to.Fragment != "_" {
		w.t.Fatalf("%d, %v, %v", resp.StatusCode, to, err)
	}
	return to
}

// grantLong walks the primary login to a long-lived token.
func (w *world) grantLong(a sandbox.Account) string {
	w.t.Helper()
	form := url.Values{
		"client_id": {sandbox.DemoApp().ID}, "client_secret": {sandbox.DemoApp().Secret.Reveal()}, "grant_type": {"authorization_code"},
		"redirect_uri": {back}, "code": {w.agree("/www-ig", "/oauth/authorize", a)},
	}
	short := w.must(http.MethodPost, w.server.URL+"/api-ig/oauth/access_token", form.Encode(), "Content-Type", "application/x-www-form-urlencoded")
	if !strings.Contains(short.raw, `"user_id":26`) || short.text("access_token") == "" {
		w.t.Fatalf("got %s", short.raw)
	}
	long := w.must(http.MethodGet, w.server.URL+"/graph-ig/access_token?grant_type=ig_exchange_token&client_secret="+
		sandbox.DemoApp().Secret.Reveal()+"&access_token="+short.text("access_token"), "")
	if long.text("access_token") == "" {
		w.t.Fatalf("got %s", long.raw)
	}
	return long.text("access_token")
}

func (w *world) me(token string) answer {
	w.t.Helper()
	return w.must(http.MethodGet, w.server.URL+"/graph-ig/v25.0/me?fields=user_id", "", "Authorization", "Bearer "+token)
}

// TestLogin_TokensOutliveARestart, with what the control API did to them.
func TestLogin_TokensOutliveARestart(t *testing.T) {
	t.Parallel()
	clk, path := clock.NewFake(start), filepath.Join(t.TempDir(), "state")
	florist := sandbox.FurtherAccounts()[0]
	w := openWorld(t, sandbox.Options{StateFile: path, Clock: clk})
	token := w.grantLong(florist)
	unused := w.agree("/www-ig", "/oauth/authorize", florist)
	w.close()
	w = openWorld(t, sandbox.Options{StateFile: path, Clock: clk})
	if got := w.me(token); got.text("user_id") != florist.SNUserID {
		t.Fatalf("after a restart: %s", got.raw)
	}
	w.must(http.MethodPost, w.server.URL+"/_sandbox/tokens", `{"accountId":"`+florist.SNUserID+`","action":"revoke"}`)
	later := w.grantLong(florist)
	for range 2 {
		if got := w.me(token).code(); got != "190/460" {
			t.Errorf("the token from before: %s", got)
		}
		if got := w.me(later); got.status != http.StatusOK {
			t.Errorf("the token from after: %s", got.raw)
		}
		w.close()
		w = openWorld(t, sandbox.Options{StateFile: path, Clock: clk})
	}
	form := url.Values{
		"client_id": {sandbox.DemoApp().ID}, "client_secret": {sandbox.DemoApp().Secret.Reveal()}, "grant_type": {"authorization_code"},
		"redirect_uri": {back}, "code": {unused},
	}
	clk.Advance(time.Hour)
	late := w.must(http.MethodPost, w.server.URL+"/api-ig/oauth/access_token", form.Encode(), "Content-Type", "application/x-www-form-urlencoded")
	if late.status != http.StatusBadRequest || late.text("error_type") != "OAuthException" || late.text("error_message") == "" || late.get("error") != nil {
		t.Errorf("a late code: %s", late.raw)
	}
}

// TestLogin_LogShowsNoSecret: the log tells calls, not codes, tokens and secrets.
func TestLogin_LogShowsNoSecret(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	token := w.grantLong(sandbox.FurtherAccounts()[0])
	log := w.must(http.MethodGet, w.server.URL+"/_sandbox/log", "").raw
	if strings.Contains(log, token) || strings.Contains(log, sandbox.DemoApp().Secret.Reveal()) || strings.Contains(log, "SANDBOX-") {
		t.Errorf("the log is %s", log)
	}
	if !strings.Contains(log, "/oauth/authorize") {
		t.Errorf("the log lacks the login: %s", log)
	}
}

// TestLogin_OlderStateFile is read, and has the accounts that came later.
func TestLogin_OlderStateFile(t *testing.T) {
	t.Parallel()
	_, lines, err := sandbox.LoadedState(strings.NewReader(`{"crierSandboxState":1}`+"\n"), clock.NewFake(start))
	if err != nil || !strings.HasPrefix(lines, sandbox.StateHeader) || !strings.Contains(lines, sandbox.FurtherAccounts()[0].SNUserID) {
		t.Errorf("got %s, %v", lines, err)
	}
}

// TestLogin_AsksInABrowser: a person who opens the authorize page chooses who agrees, or refuses;
// each link is the address at which that happens.
func TestLogin_AsksInABrowser(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	query := url.Values{
		"client_id": {sandbox.DemoApp().ID}, "redirect_uri": {back}, "response_type": {"code"}, "scope": {"instagram_business_basic"}, "state": {`"><b>x`},
	}
	page := w.must(http.MethodGet, w.server.URL+"/www-ig/oauth/authorize?"+query.Encode(), "", "Accept", "text/html")
	links := regexp.MustCompile(`href="(\?[^"]+)"`).FindAllStringSubmatch(page.raw, -1)
	if page.status != http.StatusOK || len(links) < 3 || strings.Contains(page.raw, "<b>x") {
		t.Fatalf("%d: %s", page.status, page.raw)
	}
	for i, link := range links {
		to := w.led(w.server.URL + "/www-ig/oauth/authorize" + html.UnescapeString(link[1]))
		if to.Query().Get("state") != query.Get("state") || to.Query().Has("code") == (i == len(links)-1) {
			t.Errorf("%s leads to %s", link[1], to)
		}
	}
}
