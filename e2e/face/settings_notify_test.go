package face_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"crier/e2e/face"

	"github.com/chromedp/chromedp/kb"
)

// TestFace_SettingsNotifications adds two addresses by keyboard, each of which is tried at once:
// one takes the test, one refuses it. An address that cannot be used is refused, and what was typed
// stays. The switch of the desktop says what is, also when it could not be changed.
func TestFace_SettingsNotifications(t *testing.T) {
	t.Parallel()
	ntfy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/bakery" {
			w.WriteHeader(http.StatusForbidden)
		}
		_, _ = w.Write([]byte(`{"code": 40301, "http": 403, "error": "forbidden"}`))
	}))
	defer ntfy.Close()
	host := strings.TrimPrefix(ntfy.URL, "http://")
	f := face.Serve(t)
	faulty(f)
	f.SignIn()
	f.Seen()
	f.Go("/settings/notifications")
	f.WaitVisible("[name=service]")
	f.Type("[name=topic]", "my bakery")
	f.Press(kb.Enter)
	f.WaitTrue(`document.querySelector("main form .problem")?.innerText.includes("A topic of ntfy has") && document.querySelectorAll("[data-place]").length === 0`)
	f.Forgiven("400")
	f.Step("settings-notifications-topic")
	// The server is given as the address of a browser.
	f.Evaluate(`document.querySelector("[name=topic]").select()`, nil)
	f.Press("bakery")
	f.Type("[name=server]", ntfy.URL+"/")
	f.Press(kb.Enter)
	const told = `[...document.querySelectorAll("[data-place] [role=status]")].some(e => e.innerText.includes("`
	f.WaitTrue(told + `It has taken the test.")) && !document.querySelector("main [aria-busy=true]")`)
	f.Evaluate(`(s => { s.selectedIndex = s.options.length - 1; s.dispatchEvent(new Event("change", {bubbles: true})) })(document.querySelector("[name=service]"))`, nil)
	f.Type("[name=address]", "nothing://bakery")
	f.Press(kb.Enter)
	f.WaitTrue(`document.querySelector("main form .problem")?.innerText.includes("cannot use this address") && document.querySelector("[name=address]").value === "nothing://bakery"`)
	f.Forgiven("400")
	f.Step("settings-notifications-refused")
	f.Evaluate(`document.querySelector("[name=address]").select()`, nil)
	f.Press("ntfy://" + host + "/other?scheme=http")
	f.Press(kb.Enter)
	f.WaitTrue(told + `The test failed")) && document.querySelector("[name=address]").value === "" && !document.querySelector("main [aria-busy=true]")`)
	f.Everywhere("settings-notifications")
	refuse(f, "/api/notifications/desktop")
	f.Click("[data-act=desktop]")
	f.WaitTrue(`document.querySelector("main .problem") !== null && !document.querySelector("[data-act=desktop]").checked && document.activeElement === document.querySelector("[data-act=desktop]")`)
	heal(f)
	f.Click("[data-act=remove]")
	f.WaitTrue(`document.querySelectorAll("[data-place]").length === 1`)
	f.CheckClean()
}
