package e2e_test

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"crier/e2e"
	"crier/platform/clock"
	"crier/platform/httpapi"
)

// linkOf returns the path and query of a new sign-in link.
func linkOf(t *testing.T, app *e2e.App) string {
	t.Helper()
	code, err := app.Logins.Issue(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return "/login?code=" + code.Reveal()
}

func TestLogin_LinkSignsInOnce(t *testing.T) {
	t.Parallel()
	app := e2e.Boot(t)
	browser := app.Anonymous(t).At(appHost(t, app))
	link := linkOf(t, app)
	// The preview of a link must not use it up.
	browser.Do(http.MethodHead, link, nil).Want(http.StatusNotFound)
	for header, value := range map[string]string{"Sec-Purpose": "prefetch", "Purpose": "Prefetch", "sec-purpose": "prefetch;prerender", "X-Moz": "prefetch"} {
		if r := browser.With(header, value).Get(link).WantError(http.StatusNotFound, "NOT_FOUND"); r.Header.Get("Set-Cookie") != "" {
			t.Errorf("%s: %s gave a cookie", header, value)
		}
	}
	answer := browser.Get(link).Want(http.StatusSeeOther)
	if to := answer.Header.Get("Location"); to != "/" {
		t.Errorf("it leads to %q", to)
	}
	cookies, err := http.ParseSetCookie(answer.Header.Get("Set-Cookie"))
	if err != nil || len(answer.Header.Values("Set-Cookie")) != 1 {
		t.Fatalf("cookies %q, %v", answer.Header.Values("Set-Cookie"), err)
	}
	if c := cookies; c.Name != "session" || !c.HttpOnly || c.SameSite != http.SameSiteStrictMode || c.Path != "/" || c.MaxAge != 30*24*60*60 || c.Domain != "" {
		t.Errorf("the cookie is %+v", c)
	}
	if cache := answer.Header.Get("Cache-Control"); cache != "no-store" {
		t.Errorf("a cookie may be kept by caches: %q", cache)
	}
	signedIn := browser.With("Cookie", "session="+cookies.Value)
	signedIn.Get("/api/v1/auth/me").Want(http.StatusOK)
	again := browser.Get(link).WantError(http.StatusUnauthorized, "TOKEN_INVALID")
	if again.Header.Get("Set-Cookie") != "" {
		t.Error("a used link gave a cookie")
	}
	for _, log := range []string{link[len("/login?code="):], cookies.Value} {
		if strings.Contains(app.Log.String(), log) {
			t.Error("the log has a secret")
		}
	}
}

func TestLogin_LinkLivesTenMinutes(t *testing.T) {
	t.Parallel()
	app := e2e.Boot(t)
	early, late := linkOf(t, app), linkOf(t, app)
	app.Clock.Advance(10*time.Minute - time.Millisecond)
	app.Anonymous(t).Get(early).Want(http.StatusSeeOther)
	app.Clock.Advance(time.Millisecond)
	app.Anonymous(t).Get(late).WantError(http.StatusUnauthorized, "TOKEN_INVALID")
}

func TestLogin_OneOfManyWins(t *testing.T) {
	t.Parallel()
	app := e2e.Boot(t)
	link := linkOf(t, app)
	statuses := make(chan int, 20)
	var all sync.WaitGroup
	for range cap(statuses) {
		all.Go(func() { statuses <- statusOf(t, app.Server.URL()+link) })
	}
	all.Wait()
	close(statuses)
	signedIn := 0
	for status := range statuses {
		if status == http.StatusSeeOther {
			signedIn++
		}
	}
	if signedIn != 1 {
		t.Errorf("%d of %d were signed in", signedIn, cap(statuses))
	}
}

// statusOf requests a URL without following redirects. Unlike a Client it works in other goroutines
// than the test's.
func statusOf(t *testing.T, url string) int {
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url, http.NoBody)
	if err != nil {
		t.Error(err)
		return 0
	}
	resp, err := http.DefaultTransport.RoundTrip(req)
	if err != nil {
		t.Error(err)
		return 0
	}
	_ = resp.Body.Close()
	return resp.StatusCode
}

func TestLogin_NoCookieForAnythingElse(t *testing.T) {
	t.Parallel()
	app := e2e.Boot(t)
	browser := app.Anonymous(t)
	for _, path := range []string{
		"/login", "/login?code=", "/login?code=x", "/login?CODE=x", "/login?code=" + strings.Repeat("x", 1<<15), "/login?code=%00%ff", "/login?code=%zz",
	} {
		r := browser.Get(path).WantError(http.StatusUnauthorized, "TOKEN_INVALID")
		if r.Header.Get("Set-Cookie") != "" {
			t.Errorf("%.40s gave a cookie", path)
		}
	}
	if allow := browser.Post(linkOf(t, app), nil).WantError(http.StatusNotFound, "NOT_FOUND").Header.Get("Allow"); allow != "GET, HEAD" {
		t.Errorf("allowed is %q", allow)
	}
	for _, op := range operationsOf(t, "/api/v1", browser.Get("/api/v1/openapi.json").Body) {
		if r := op.call(browser); r.Header.Get("Set-Cookie") != "" {
			t.Errorf("%s gave a cookie", op.id)
		}
	}
}

func TestAuth_CheckAndMe(t *testing.T) {
	t.Parallel()
	app := e2e.Boot(t)
	type status struct {
		Authenticated bool
		Username      *string
	}
	check := func(c *e2e.Client) (s status) {
		c.Get("/api/v1/auth/check").Want(http.StatusOK).JSON(&s)
		return s
	}
	var me struct {
		User     struct{ ID string }
		Accounts []struct {
			ID, Username, SNUserID, LoginMethod string
			PartnerPageID                       *string
		}
	}
	body := app.Client(t).Get("/api/v1/auth/me").Want(http.StatusOK).JSON(&me).Body
	if len(me.Accounts) != 2 || me.Accounts[0].LoginMethod != "primary" || me.Accounts[1].PartnerPageID == nil {
		t.Errorf("me is %s", body)
	}
	if strings.Contains(strings.ToLower(string(body)), "token\"") || strings.Contains(string(body), "SANDBOX-") {
		t.Errorf("a token is told: %s", body)
	}
	for name, c := range map[string]*e2e.Client{"key": app.Client(t), "session": app.Browser(t)} {
		if s := check(c); !s.Authenticated || s.Username == nil || *s.Username != me.Accounts[0].Username {
			t.Errorf("%s: got %+v", name, s)
		}
	}
	for name, c := range map[string]*e2e.Client{
		"nothing": app.Anonymous(t), "a bad key": app.Anonymous(t).With("Authorization", "Bearer x"), "a bad session": app.Anonymous(t).With("Cookie", "session=x"),
	} {
		if s := check(c); s.Authenticated || s.Username != nil {
			t.Errorf("%s: got %+v", name, s)
		}
	}
	if _, err := app.DB.ExecContext(t.Context(), "DELETE FROM social_accounts"); err != nil {
		t.Fatal(err)
	}
	if s := check(app.Client(t)); !s.Authenticated || s.Username != nil {
		t.Errorf("without accounts: %+v", s)
	}
}

func TestAuth_Logout(t *testing.T) {
	t.Parallel()
	app := e2e.Boot(t)
	browser, other, script := app.Browser(t), app.Browser(t), app.Client(t)
	if cookie := script.Post("/api/v1/auth/logout", nil).Want(http.StatusOK).Header.Get("Set-Cookie"); cookie != "" {
		t.Errorf("with a key it sets %q", cookie)
	}
	script.Get("/api/v1/auth/me").Want(http.StatusOK)
	cookie, err := http.ParseSetCookie(browser.Post("/api/v1/auth/logout", nil).Want(http.StatusOK).Header.Get("Set-Cookie"))
	if err != nil || cookie.Name != "session" || cookie.Value != "" || cookie.MaxAge >= 0 || cookie.Path != "/" {
		t.Errorf("the cookie is %+v, %v", cookie, err)
	}
	browser.Get("/api/v1/auth/me").WantError(http.StatusUnauthorized, "TOKEN_INVALID")
	browser.Post("/api/v1/auth/logout", nil).WantError(http.StatusUnauthorized, "TOKEN_INVALID")
	other.Get("/api/v1/auth/me").Want(http.StatusOK)
	app.Anonymous(t).Post("/api/v1/auth/logout", nil).WantError(http.StatusUnauthorized, "AUTH_REQUIRED")
}

// TestAuth_SessionsLiveThirtyDaysAndThroughARestart also checks that a sign-out survives a restart.
func TestAuth_SessionsLiveThirtyDaysAndThroughARestart(t *testing.T) {
	t.Parallel()
	app := e2e.Boot(t)
	kept, out := sessionOf(t, app), sessionOf(t, app)
	me := func(session string) e2e.Response {
		return app.Anonymous(t).At(appHost(t, app)).With("Cookie", "session="+session).Get("/api/v1/auth/me")
	}
	app.Anonymous(t).At(appHost(t, app)).With("Cookie", "session="+out).Post("/api/v1/auth/logout", nil).Want(http.StatusOK)
	app.Stop()
	app = e2e.Boot(t, e2e.In(app.Dir), e2e.At(clock.NewFake(app.Clock.Now())))
	me(kept).Want(http.StatusOK)
	me(out).WantError(http.StatusUnauthorized, "TOKEN_INVALID")
	app.Clock.Advance(30*24*time.Hour - time.Second)
	me(kept).Want(http.StatusOK)
	app.Clock.Advance(time.Second)
	me(kept).WantError(http.StatusUnauthorized, "TOKEN_EXPIRED")
}

// siteOf returns the name of the App's own address.
func siteOf(app *e2e.App) httpapi.Site {
	name, _, _ := strings.Cut(strings.TrimPrefix(app.Server.AppURL(), "http://"), ":")
	return httpapi.Site(name)
}

func sessionOf(t *testing.T, app *e2e.App) string {
	t.Helper()
	token, err := app.Sessions.Issue(t.Context(), siteOf(app))
	if err != nil {
		t.Fatal(err)
	}
	return token.Reveal()
}

// TestAuth_CrossSiteWrites: a page of another origin cannot write with the browser's cookie.
func TestAuth_CrossSiteWrites(t *testing.T) {
	t.Parallel()
	app := e2e.Boot(t)
	port := strings.TrimPrefix(app.Server.URL(), "http://127.0.0.1:")
	browser, script := app.Browser(t), app.Client(t)
	caught := app.Anonymous(t).With("Cookie", "session="+signIn(t, app, app.Anonymous(t)).Value)
	for origin, signedIn := range map[string]*e2e.Client{app.Server.AppURL(): browser, app.Server.URL(): caught} {
		for header, taken := range map[string]bool{
			"Sec-Fetch-Site: cross-site":             false,
			"Sec-Fetch-Site: same-site":              false,
			"Sec-Fetch-Site: same-origin":            true,
			"Sec-Fetch-Site: none":                   true,
			"Origin: http://evil.example":            false,
			"Origin: null":                           false,
			"Origin: http://127.0.0.1:1":             false,
			"Origin: http://localhost:" + port:       false,
			"Origin: https://127.0.0.1:" + port:      false,
			"Origin: HTTP://127.0.0.1:" + port:       false,
			"Origin: " + app.Server.URL() + "/":      false,
			"Origin: " + app.Server.URL():            signedIn == caught,
			"Origin: " + app.Server.AppURL():         signedIn == browser,
			"Origin: " + app.Server.AppURL() + "0":   false,
			"Origin: http://evil." + origin[7:]:      false,
			"Origin: https" + origin[len("http"):]:   false,
			"Origin: http://x.localhost:" + port:     false,
			"Origin: " + strings.ToUpper(origin[:8]): false,
		} {
			name, value, _ := strings.Cut(header, ": ")
			for contentType, body := range map[string]string{"application/json": `{"name":"x"}`, "text/plain": `{"name":"x"}`, "application/x-www-form-urlencoded": "name=x"} {
				r := signedIn.With(name, value).With("Content-Type", contentType).Post("/api/v1/settings/api-keys", body)
				switch {
				case !taken:
					r.WantError(http.StatusUnauthorized, "AUTH_REQUIRED")
				case signedIn == caught:
					r.WantError(http.StatusForbidden, "COOKIE_AUTH_REQUIRED")
				case contentType == "application/json":
					r.Want(http.StatusCreated)
				default:
					r.WantError(http.StatusBadRequest, "VALIDATION_ERROR")
				}
			}
			signedIn.With(name, value).Get("/api/v1/auth/me").Want(http.StatusOK)
			script.With(name, value).Post("/api/v1/auth/logout", nil).Want(http.StatusOK)
		}
	}
	for _, r := range []e2e.Response{
		browser.With("Origin", "http://evil.example").Do(http.MethodOptions, "/api/v1/settings/api-keys", nil), browser.With("Origin", app.Server.URL()).Get("/api/v1/auth/me"),
	} {
		for name := range r.Header {
			if strings.HasPrefix(name, "Access-Control-") {
				t.Errorf("%s: %q", name, r.Header.Get(name))
			}
		}
	}
}

// TestAuth_Hosts is scenario 40.
func TestAuth_Hosts(t *testing.T) {
	t.Parallel()
	app := e2e.Boot(t)
	port := strings.TrimPrefix(app.Server.URL(), "http://127.0.0.1:")
	_, full, err := app.Keys.Create(t.Context(), "hosts")
	if err != nil {
		t.Fatal(err)
	}
	key := "Authorization: Bearer " + full.Reveal()
	for host, answered := range map[string]bool{
		"127.0.0.1:" + port: true, "localhost:" + port: true, "LocalHost:" + port: true, "[::1]:" + port: true,
		appHost(t, app): true, string(siteOf(app)): false, string(siteOf(app)) + ":1": false, "evil." + appHost(t, app): false,
		string(siteOf(app)) + ".:" + port: false, "x" + appHost(t, app): false, "crier.localhost:" + port: false, "evil.localhost:" + port: false,
		"127.0.0.1:" + port + ".evil.com": false,
		"127.0.0.1":                       false, "localhost": false, "[::1]": false, "::1": false, "127.0.0.1:1": false, "127.0.0.1:" + port + "0": false,
		"evil.com": false, "evil.com:" + port: false, "127.0.0.1.evil.com:" + port: false, "localhost.evil.com:" + port: false,
		"localhost.:" + port: false, "0.0.0.0:" + port: false, "[::]:" + port: false, "127.1:" + port: false, "2130706433:" + port: false,
		"127.0.0.2:" + port: false, "[::ffff:127.0.0.1]:" + port: false, "x@127.0.0.1:" + port: false, "": false,
	} {
		for _, path := range []string{"/api/v1/auth/me", "/api/v1/health", "/api/v1/openapi.json", "/docs", "/", "/style.css", "/login?code=x", "/nothing"} {
			head, body := exchange(t, app.Server.URL(), "GET "+path+" HTTP/1.1\r\nHost: "+host+"\r\n"+key+"\r\nConnection: close\r\n\r\n")
			isRefused := strings.HasPrefix(head, "HTTP/1.1 404 ") && strings.Contains(body, `"code":"NOT_FOUND"`)
			// The standard library answers an invalid host by itself.
			isRefused = isRefused || strings.HasPrefix(head, "HTTP/1.1 400 ")
			// Of the allowed hosts, only the last one is unknown.
			if isRefused == (answered && path != "/nothing") {
				t.Errorf("Host %q, %s: %s%s", host, path, head, body)
			}
			if isRefused && (strings.Contains(head, "RateLimit") || strings.Contains(head, "Set-Cookie")) {
				t.Errorf("Host %q, %s tells of the key: %s", host, path, head)
			}
		}
	}
	for _, request := range []string{
		"GET /api/v1/health HTTP/1.0\r\n\r\n", "GET /api/v1/health HTTP/1.1\r\n\r\n",
		"GET http://evil.com/api/v1/health HTTP/1.1\r\nHost: 127.0.0.1:" + port + "\r\nConnection: close\r\n\r\n",
		"GET /api/v1/health HTTP/1.1\r\nHost: 127.0.0.1:" + port + "\r\nHost: evil.com\r\n\r\n",
	} {
		if head, body := exchange(t, app.Server.URL(), request); !strings.HasPrefix(head, "HTTP/1.1 40") && !strings.HasPrefix(head, "HTTP/1.0 40") {
			t.Errorf("%q: %s%s", request, head, body)
		}
	}
}

// exchange sends bytes unchanged, and returns the head and the body of the answer, both empty when
// there is none.
func exchange(t *testing.T, origin, request string) (head, body string) {
	t.Helper()
	conn, err := new(net.Dialer).DialContext(t.Context(), "tcp", strings.TrimPrefix(origin, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close() }()
	if err := conn.SetDeadline(time.Now().Add(time.Minute)); err != nil { //nolint:forbidigo // Deadlines of a socket are the kernel's time.
		t.Fatal(err)
	}
	if _, err := io.WriteString(conn, request); err != nil {
		t.Fatal(err)
	}
	resp, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		return "", ""
	}
	defer func() { _ = resp.Body.Close() }()
	b, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Errorf("the answer to %.100q broke off: %v", request, err)
	}
	var header strings.Builder
	_ = resp.Header.Write(&header)
	return fmt.Sprintf("%s %s\r\n%s\r\n", resp.Proto, resp.Status, header.String()), string(b)
}
