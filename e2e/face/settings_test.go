package face_test

import (
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
