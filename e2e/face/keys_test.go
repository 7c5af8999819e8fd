package face_test

import (
	"testing"

	"crier/e2e/face"
	"crier/platform/needtest"

	"github.com/chromedp/chromedp/kb"
)

// TestFace_Keys uses the interface without a mouse.
func TestFace_Keys(t *testing.T) {
	needtest.Night(t)
	t.Parallel()
	f := face.Serve(t)
	f.SignIn()
	f.Seen()
	f.Go("/")
	f.WaitVisible("#next-out")
	for _, to := range []struct{ keys, path string }{{"gr", "reposts"}, {"gh", "health"}, {"go", ""}, {"gs", "settings"}, {"ga", "accounts"}} {
		f.Jump(to.keys, "/app/"+to.path)
	}
	f.Press("?")
	f.WaitVisible("dialog[open]")
	f.Everywhere("keys")
	f.Press("gr")
	f.Press(kb.Escape)
	f.WaitTrue(`document.querySelector("dialog[open]") === null && location.pathname === "/app/accounts"`)
	// Users of speech input switch the letters off.
	f.Press("?")
	f.Click("dialog input[type=checkbox]")
	f.Press(kb.Escape)
	f.WaitTrue(`document.querySelector("dialog[open]") === null`)
	f.Press("?gr")
	f.Press(kb.Tab)
	f.WaitTrue(`location.pathname === "/app/accounts" && document.querySelector("dialog[open]") === null && document.activeElement !== document.body`)
	f.Step("letters-off")
	// The first Tab stop skips the sidebar.
	f.Go("/accounts")
	f.Press(kb.Tab)
	f.Press(kb.Enter)
	f.WaitTrue(`document.activeElement === document.querySelector("main")`)
	// The chosen theme survives a reload.
	f.Go("/settings/general")
	f.Click("[aria-labelledby=theme] button:last-child")
	f.WaitTrue(`document.documentElement.dataset.theme === "dark"`)
	f.Go("/accounts")
	f.WaitTrue(`getComputedStyle(document.body).backgroundColor === "rgb(20, 21, 24)"`)
	f.Step("dark-by-choice")
}
