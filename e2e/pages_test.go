package e2e_test

import (
	"strings"
	"testing"

	"crier/e2e"
	"crier/e2e/browser"
)

// TestPages_SignIn opens the sign-in link as a person does, and walks on from there.
func TestPages_SignIn(t *testing.T) {
	t.Parallel()
	app := e2e.Boot(t)
	page := browser.Open(t)
	page.Navigate(app.Server.URL() + "/")
	if got := page.Text("main"); !strings.Contains(got, "not signed in") || !strings.Contains(got, "crier login") {
		t.Errorf("before the link the page says %q", got)
	}
	code, err := app.Logins.Issue(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	page.Navigate(app.Server.URL() + "/login?code=" + code.Reveal())
	page.WaitTrue(`location.pathname === "/"`)
	if got := page.Text("main"); !strings.Contains(got, "This browser is signed in") {
		t.Errorf("after the link the page says %q", got)
	}
	if got := page.Text(".mode"); got != "SANDBOX network: nothing is really published" {
		t.Errorf("the bar says %q", got)
	}
	var cookie string
	page.Evaluate("document.cookie", &cookie)
	if cookie != "" {
		t.Errorf("scripts can read the cookie: %q", cookie)
	}
	page.Click(`a[href="/docs"]`)
	page.WaitVisible("#operations-Posts-publishPost")
	page.CheckClean()
}

// TestPages_TryItOut calls an operation from the documentation, with a key that was put in there.
func TestPages_TryItOut(t *testing.T) {
	t.Parallel()
	app := e2e.Boot(t)
	page := browser.Open(t)
	page.Navigate(app.Server.URL() + "/docs")
	_, key, err := app.Keys.Create(t.Context(), "docs")
	if err != nil {
		t.Fatal(err)
	}
	page.Click(".btn.authorize")
	page.Type(".modal-ux input", key.Reveal())
	page.Click(".modal-ux .btn.authorize")
	page.Click(".modal-ux .btn-done")
	page.Click("#operations-Auth-getMe .opblock-summary-control")
	// The button is there before the page has read what it would call.
	page.WaitVisible("#operations-Auth-getMe .opblock-section")
	page.Click("#operations-Auth-getMe .execute")
	if got := page.Text("#operations-Auth-getMe .live-responses-table .response-col_description .highlight-code"); !strings.Contains(got, demoAccount) {
		t.Errorf("the answer shown is %q", got)
	}
	page.CheckClean()
}
