package face_test

import (
	"net/http"
	"strings"
	"testing"

	"crier/e2e/face"

	"github.com/chromedp/chromedp/kb"
)

// TestFace_Settings leads to each place of the settings, and changes the general ones by keyboard.
func TestFace_Settings(t *testing.T) {
	t.Parallel()
	f := face.Serve(t)
	f.SignIn()
	f.Seen()
	f.Go("/settings")
	f.WaitTrue(`document.querySelector("nav[aria-label=Settings] [aria-current]").innerText === "General"`)
	f.Everywhere("settings-general")
	f.Evaluate(`document.querySelector("[aria-labelledby=theme] button:last-child").focus()`, nil)
	f.Press(kb.Enter)
	f.WaitTrue(`document.documentElement.dataset.theme === "dark"`)
	f.Go("/settings/general")
	f.WaitTrue(`document.documentElement.dataset.theme === "dark" && document.querySelector("[aria-labelledby=theme] [aria-pressed=true]").innerText === "Dark"`)
	f.CheckClean()
}

// TestFace_SettingsKeys makes a key by keyboard, tries the ready line, and revokes the key by
// mouse. The page shows the secret once, and keeps it nowhere.
func TestFace_SettingsKeys(t *testing.T) {
	t.Parallel()
	f := face.Serve(t)
	f.SignIn()
	f.Seen()
	f.Go("/settings/keys")
	f.WaitVisible(".rows .nothing")
	f.Step("settings-keys-none")
	f.Evaluate(`document.querySelector("[data-act=new]").focus()`, nil)
	f.Press(kb.Enter)
	f.WaitTrue(`document.activeElement.matches(".form input")`)
	f.Press("Till at the counter")
	f.Press(kb.Enter)
	f.WaitTrue(`document.activeElement.matches(".made input") && document.querySelector("[data-tried]").innerText.includes("200, and there are no posts yet")`)
	var key, shown string
	f.Evaluate(`document.querySelector(".made input").value`, &key)
	f.Evaluate(`getSelection().toString()`, &shown)
	if shown != key {
		t.Errorf("the key is not selected: %q", shown)
	}
	f.Evaluate(`document.querySelector(".made pre").innerText`, &shown)
	if strings.Contains(shown, key) || !strings.Contains(shown, key[:12]) {
		t.Errorf("the line shows %q", shown)
	}
	f.Everywhere("settings-keys-made")
	client := f.Service.Anonymous(t).With("Authorization", "Bearer "+key)
	client.Get("/api/v1/posts").Want(http.StatusOK)
	f.Click("[data-act=hide]")
	f.WaitTrue(`document.querySelector(".made") === null && document.querySelector("[data-key=\"Till at the counter\"]").innerText.includes("used today")`)
	f.Evaluate(`document.documentElement.outerHTML + JSON.stringify(localStorage) + JSON.stringify(sessionStorage) + JSON.stringify(history.state)`, &shown)
	if strings.Contains(shown, key) {
		t.Error("the page still has the key")
	}
	f.Click("[data-act=revoke]")
	f.WaitTrue(`document.activeElement.innerText === "Keep it"`)
	f.Everywhere("settings-keys-revoke")
	f.Press(kb.Enter)
	f.WaitTrue(`document.querySelector(".question") === null && document.activeElement.matches("[data-act=revoke]")`)
	f.Press(kb.Enter)
	f.WaitVisible(".question")
	f.Click("[data-act=sure]")
	f.WaitVisible(".rows .nothing")
	client.Get("/api/v1/posts").Want(http.StatusUnauthorized)
	f.CheckClean()
}
