package e2e_test

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"crier/e2e"
	"crier/e2e/browser"
)

// appHost returns the Host header of the App's own address, as runtime.json tells it.
func appHost(t *testing.T, app *e2e.App) string {
	t.Helper()
	var runtime struct{ AppURL string }
	b, err := os.ReadFile(filepath.Join(app.Dir, "runtime.json"))
	if err == nil {
		err = json.Unmarshal(b, &runtime)
	}
	if err != nil {
		t.Fatal(err)
	}
	u, err := url.Parse(runtime.AppURL)
	want := regexp.MustCompile(`^crier-[a-z0-9]{8}\.localhost:` + strings.TrimPrefix(app.Server.URL(), "http://127.0.0.1:") + "$")
	if err != nil || u.Scheme != "http" || u.Path != "" || !want.MatchString(u.Host) {
		t.Fatalf("appUrl is %q, %v", runtime.AppURL, err)
	}
	return u.Host
}

// signIn follows a new sign-in link and returns the cookie that it sets.
func signIn(t *testing.T, app *e2e.App, client *e2e.Client) *http.Cookie {
	t.Helper()
	answer := client.Get(linkOf(t, app)).Want(http.StatusSeeOther)
	cookie, err := http.ParseSetCookie(answer.Header.Get("Set-Cookie"))
	if err != nil || cookie.Name != "session" || cookie.Domain != "" || cookie.Path != "/" || !cookie.HttpOnly || cookie.SameSite != http.SameSiteStrictMode {
		t.Fatalf("the cookie is %+v, %v", cookie, err)
	}
	return cookie
}

// TestSafe_SessionStaysWithCrier: browsers send the cookie of 127.0.0.1 to every server there,
// whatever its port. What such a server catches makes nothing that lasts, and the session that can
// is one of a name that no other server has.
func TestSafe_SessionStaysWithCrier(t *testing.T) {
	t.Parallel()
	app := e2e.Boot(t)
	address := app.Anonymous(t)
	caught := signIn(t, app, address)
	if caught.MaxAge != 12*60*60 {
		t.Errorf("the cookie of the address lives %d seconds", caught.MaxAge)
	}
	thief := address.With("Cookie", "session="+caught.Value)
	thief.Get("/api/v1/auth/me").Want(http.StatusOK)
	thief.Post(keysPath, `{"name":"stolen"}`).WantError(http.StatusForbidden, "COOKIE_AUTH_REQUIRED")

	host := appHost(t, app)
	own := address.At(host)
	thief.At(host).Get("/api/v1/auth/me").WantError(http.StatusUnauthorized, "TOKEN_INVALID")
	thief.At(host).Post(keysPath, `{"name":"stolen"}`).WantError(http.StatusUnauthorized, "TOKEN_INVALID")
	thief.At("localhost:"+strings.TrimPrefix(app.Server.URL(), "http://127.0.0.1:")).Post(keysPath, `{"name":"stolen"}`).
		WantError(http.StatusForbidden, "COOKIE_AUTH_REQUIRED")

	kept := signIn(t, app, own)
	if kept.MaxAge != 30*24*60*60 {
		t.Errorf("the cookie of the name lives %d seconds", kept.MaxAge)
	}
	signedIn := own.With("Cookie", "session="+kept.Value).With("Origin", "http://"+host).With("Sec-Fetch-Site", "same-origin")
	signedIn.Post(keysPath, `{"name":"mine"}`).Want(http.StatusCreated)
	signedIn.At("").Get("/api/v1/auth/me").WantError(http.StatusUnauthorized, "TOKEN_INVALID")
	for name, value := range map[string]string{
		"Origin": app.Server.URL(), "origin": "http://evil." + host, "Sec-Fetch-Site": "same-site",
	} {
		signedIn.With(name, value).Post(keysPath, `{"name":"forged"}`).WantError(http.StatusUnauthorized, "AUTH_REQUIRED")
	}
}

// TestSafe_SessionStaysWithCrier_InABrowser signs a real browser in, and has it visit another
// server of the machine, on another port of each name.
func TestSafe_SessionStaysWithCrier_InABrowser(t *testing.T) {
	t.Parallel()
	app := e2e.Boot(t)
	host := appHost(t, app)
	other := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/caught" {
			_, _ = io.WriteString(w, r.Header.Get("Cookie"))
			return
		}
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = io.WriteString(w, "<!doctype html><title>Other</title><link rel=icon href=data:,>")
	}))
	t.Cleanup(other.Close)
	_, port, _ := strings.Cut(strings.TrimPrefix(other.URL, "http://"), ":")
	page := browser.Open(t)
	// A visit may come from elsewhere, and SameSite=Strict keeps the cookie back; what the page
	// asks its own server for comes with it.
	caughtAt := func(name string) (cookie string) {
		page.Navigate("http://" + name + ":" + port + "/")
		page.Evaluate(`fetch("/caught").then(answer => answer.text())`, &cookie)
		return cookie
	}

	page.Navigate("http://" + host + linkOf(t, app))
	page.WaitTrue(`location.pathname === "/app/welcome"`)
	page.Click("h1 ~ button")
	if text := page.Text("nav"); strings.Contains(text, "12 hours") {
		t.Errorf("at our own address the sidebar says %q", text)
	}
	var status int
	page.Evaluate(`fetch("/api/v1/settings/api-keys", {method: "POST", headers: {"Content-Type": "application/json"}, body: '{"name":"page"}'}).then(r => r.status)`, &status)
	if status != http.StatusCreated {
		t.Errorf("the page made a key with status %d", status)
	}
	for _, name := range []string{"127.0.0.1", "localhost", "other.localhost"} {
		if cookie := caughtAt(name); cookie != "" {
			t.Errorf("the server at %s got %q", name, cookie)
		}
	}

	// What the address of the loopback interface gives away is of little use.
	page.Navigate(app.Server.URL() + linkOf(t, app))
	page.WaitTrue(`location.pathname === "/app/welcome"`)
	page.Click("h1 ~ button")
	if text := page.Text("nav"); !strings.Contains(text, "12 hours") || strings.Contains(text, host) {
		t.Errorf("at 127.0.0.1 the sidebar says %q", text)
	}
	cookie := caughtAt("127.0.0.1")
	if !strings.HasPrefix(cookie, "session=") {
		t.Fatalf("the server at 127.0.0.1 got %q: browsers know ports by now", cookie)
	}
	thief := app.Anonymous(t).With("Cookie", cookie)
	thief.Post(keysPath, `{"name":"stolen"}`).WantError(http.StatusForbidden, "COOKIE_AUTH_REQUIRED")
	thief.At(host).Post(keysPath, `{"name":"stolen"}`).WantError(http.StatusUnauthorized, "TOKEN_INVALID")
	page.CheckClean()
}

// lasting are operations that a thief of a session of 127.0.0.1 must never get through: each gives
// out a credential, or sets where the user's files or tokens go. Every further operation says with
// httpapi.AtOwnAddress or httpapi.AtAnyAddress whether it is one.
var lasting = []string{
	"createApiKey", "connectAccount", "beginLogin", "finishLogin", "setUpCloud", "setBucket", "setCloudNotification", "importNativeSession",
}

// TestSafe_WhatLastsNeedsTheOwnAddress calls each operation that takes the cookie alone and changes
// something with a session of 127.0.0.1. Those that say so in the document refuse it, and lasting
// is among them.
func TestSafe_WhatLastsNeedsTheOwnAddress(t *testing.T) {
	t.Parallel()
	app := e2e.Boot(t)
	caught := app.Anonymous(t).With("Cookie", "session="+signIn(t, app, app.Anonymous(t)).Value)
	internal := operationsOf(t, "/api", caught.Get("/api/openapi.json").Want(http.StatusOK).Body)
	v1 := operationsOf(t, "/api/v1", caught.Get("/api/v1/openapi.json").Want(http.StatusOK).Body)
	all := slices.Concat(internal, v1)
	for _, id := range lasting {
		if !slices.ContainsFunc(all, func(op documented) bool { return op.id == id }) {
			t.Errorf("there is no operation %s", id)
		}
	}
	for _, op := range all {
		if op.method == http.MethodGet || op.byKey || !op.bySession {
			continue
		}
		lasts := op.atOwnAddress || slices.Contains(lasting, op.id)
		answer := op.call(caught)
		if refused := answer.Status == http.StatusForbidden && answer.String("code") == "COOKIE_AUTH_REQUIRED"; refused != lasts {
			t.Errorf("%s: got %d %s", op.id, answer.Status, answer.Body)
		}
	}
}
