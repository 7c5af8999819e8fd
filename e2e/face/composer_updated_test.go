package face_test

import (
	"strings"
	"testing"

	"crier/e2e"
	"crier/e2e/browser"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp/kb"
)

// TestComposer_Updated restarts Crier as another version under an open composer: the parts of the
// page that were not loaded before do not exist any more. Each says so in its place, no button is
// dead, and after a reload all parts are there and nothing is lost. The page is told that it is in
// live mode, because that asks a question.
func TestComposer_Updated(t *testing.T) {
	t.Parallel()
	port := "CRIER_PORT=" + e2e.FreePort(t)
	f, p, id := compose(t, "IMAGE", "Before", 1080, 1350, port)
	f.BeforePages(`new MutationObserver((_, observer) => { if (document.documentElement) { document.documentElement.dataset.mode = "live"; observer.disconnect() } }).observe(document, {childList: true})`)
	f.Go("/compose/" + id)
	f.WaitTrue(`document.querySelector("#before .fine") !== null && document.querySelector("[role=tabpanel]") !== null`)
	isGone := func(p browser.Problem) bool {
		return p.Kind == browser.Failed || isLost(p) || strings.Contains(p.Text, "404") || strings.Contains(p.Text, "MIME type")
	}
	f.Service.Kill(t)
	f.WaitTrue(`document.querySelector(".bar.down") !== null`)
	f.Service = e2e.Program(t).Updated(t).Serve(t, port, "CRIER_DATA_DIR="+f.Service.Dir())
	f.WaitTrue(`document.querySelector(".bar").innerText.includes("Crier was updated")`)
	f.Expect(isGone)

	// axe would fetch style sheets that do not exist any more and put them into the page, which the
	// policy forbids.
	drop := func() {
		f.Evaluate(`for (const link of document.querySelectorAll("link[rel=stylesheet]")) { try { void link.sheet.cssRules } catch { link.remove() } }`, nil)
	}
	f.Click("[data-tool=rotate]")
	f.WaitTrue(`document.querySelector(".pictures .unloaded")?.innerText.includes("The tool could not be loaded")`)
	drop()
	f.Everywhere("composer-unloaded-tool")
	f.Click("[data-tool=rotate]")
	f.Click("[data-act=library]")
	f.WaitTrue(`document.querySelector("dialog[open]")?.innerText.includes("The library could not be loaded")`)
	drop()
	f.Everywhere("composer-unloaded-library")
	f.Press(kb.Escape)
	f.WaitTrue(`document.querySelector("dialog") === null`)

	// A live post waits for the question. Without it nothing is sent, and it can be requested
	// again.
	f.WaitTrue(`!document.querySelector("[data-act=send]").ariaDisabled`)
	for range 2 {
		f.Press(kb.Enter, input.ModifierCtrl)
		f.WaitTrue(`document.querySelector("dialog[open]")?.innerText.includes("The last question could not be loaded")`)
		f.Press(kb.Escape)
		f.WaitTrue(`document.querySelector("dialog") === null`)
	}
	fill(f, "input[type=date]", aroundClocks(-1))
	f.WaitTrue(`document.querySelector("footer .unloaded")?.innerText.includes("The day could not be loaded")`)
	drop()
	f.Step("composer-unloaded-day")
	f.WaitTrue(saved)
	setCaption(f.Page, "Before, and written meanwhile")
	f.Click("footer [data-act=reload]")
	f.WaitTrue(`document.querySelector("#caption")?.value === "Before, and written meanwhile" && document.querySelector("[role=slider]") !== null && !document.querySelector(".bar").innerText.includes("updated")`)
	f.Expect(nil)
	p.client = f.Service.Client(t)
	p.await(id, "saved", func(post written) bool { return e2e.Text(post.Caption) == "Before, and written meanwhile" })
	f.WaitTrue(`!document.querySelector("[data-act=send]").ariaDisabled`)
	f.Click("[data-act=send]")
	f.WaitTrue(`document.querySelector("dialog[open]")?.innerText.includes("for everyone to see?")`)
	f.Step("composer-loaded-again")
}
