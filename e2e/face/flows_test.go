package face_test

import (
	"fmt"
	"strings"
	"testing"

	"crier/e2e"
	"crier/e2e/browser"
	"crier/e2e/face"
	"crier/platform/needtest"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp/kb"
)

// hand is the way in which a flow is used: mouse or keyboard.
type hand struct {
	name string
	// reach moves to the element of a selector; with the mouse it presses it.
	reach func(t *testing.T, f *face.Face, selector string)
	isKey bool
}

// press presses the element of a selector.
func (h hand) press(t *testing.T, f *face.Face, selector string) {
	t.Helper()
	h.reach(t, f, selector)
	if h.isKey {
		f.Press(kb.Enter)
	}
}

// byEachHand runs a flow once with the mouse and once with keys only.
func byEachHand(t *testing.T, flow func(t *testing.T, by hand)) {
	t.Helper()
	click := func(t *testing.T, f *face.Face, selector string) {
		t.Helper()
		f.Click(selector)
	}
	for _, by := range []hand{{name: "mouse", reach: click}, {name: "keys", reach: tabTo, isKey: true}} {
		t.Run(by.name, func(t *testing.T) {
			t.Parallel()
			flow(t, by)
		})
	}
}

// tabTo presses Tab until the element of the selector has the focus.
func tabTo(t *testing.T, f *face.Face, selector string) {
	t.Helper()
	f.WaitVisible(selector)
	for range 90 {
		var has bool
		if f.Evaluate(fmt.Sprintf(`document.activeElement?.matches(%q) ?? false`, selector), &has); has {
			return
		}
		f.Press(kb.Tab)
	}
	t.Fatalf("Tab does not come to %s", selector)
}

const (
	isReady     = `document.querySelector("#before .fine") !== null && document.querySelector("[data-act=send]")?.ariaDisabled !== "true"`
	isPublished = `document.querySelector("#proof")?.innerText === "Published once"`
)

// TestFlow_FirstPost is flow 1: from the printed link to a live post with its link, without a
// reload. The sandbox has it once, and the first step is ticked.
func TestFlow_FirstPost(t *testing.T) {
	t.Parallel()
	byEachHand(t, func(t *testing.T, by hand) {
		t.Helper()
		f := face.Serve(t)
		f.Navigate(f.Service.Link())
		f.WaitTrue(`location.pathname === "/app/welcome" && document.querySelector(".card .publish") !== null`)
		f.Evaluate(`window.stayed = true`, nil)
		f.Step("flow-1-welcome-" + by.name)
		by.press(t, f, ".card .publish")
		f.WaitTrue(`location.pathname.startsWith("/app/compose/") && ` + isReady)
		f.Step("flow-1-composer-" + by.name)
		by.press(t, f, "[data-act=send]")
		f.WaitTrue(`location.pathname.startsWith("/app/posts/") && ` + isPublished)
		f.Step("flow-1-published-" + by.name)
		var link string
		f.Evaluate(`document.querySelector("a.see").href`, &link)
		if ledger := f.Service.Control(t).Ledger(); len(ledger.Publications) != 1 || len(ledger.PublishCalls) != 1 || e2e.PathOf(ledger.Publications[0].Permalink) != e2e.PathOf(&link) {
			t.Errorf("the page links to %s, and the sandbox has %+v", link, ledger)
		}
		by.press(t, f, `.side a[href="/app/"]`)
		f.WaitTrue(`document.querySelector("[aria-labelledby=first-steps] li.done")?.innerText.includes("Publish a picture")`)
		var stayed bool
		if f.Evaluate(`window.stayed === true`, &stayed); !stayed {
			t.Error("the page was loaded again on the way")
		}
		f.Step("flow-1-ticked-" + by.name)
	})
}

// TestFlow_Fix is flow 5: a picture that is too tall is fitted by itself. Once it is given back,
// the page states its problem in figures, a button fixes it, and the post can be published.
func TestFlow_Fix(t *testing.T) {
	t.Parallel()
	byEachHand(t, func(t *testing.T, by hand) {
		t.Helper()
		f, p, id := compose(t, "IMAGE", "Tall", 360, 640)
		f.WaitTrue(`document.querySelector("[data-fitted]")?.innerText.includes("was fitted to 4:5")`)
		f.Step("flow-5-fitted-" + by.name)
		by.press(t, f, "[data-fitted] button")
		f.WaitVisible("[data-fix=pad]")
		if got := f.Text("#before"); !strings.Contains(got, "too tall") || !strings.Contains(got, "9:16") || !strings.Contains(got, "4:5") {
			t.Errorf("the check says %q", got)
		}
		f.Step("flow-5-problem-" + by.name)
		by.press(t, f, "[data-fix=pad]")
		f.WaitTrue(`document.querySelector("[data-fix=pad]") === null && ` + isReady)
		f.Step("flow-5-fine-" + by.name)
		by.press(t, f, "[data-act=send]")
		f.WaitTrue(fmt.Sprintf(`location.pathname === "/app/posts/%s"`, id))
		p.await(id, "published", func(post written) bool { return post.Status == "PUBLISHED" })
		f.Step("flow-5-published-" + by.name)
	})
}

// TestFlow_LostAnswer is flow 7: the network publishes a post and its answer is lost. The page
// never says that publishing failed; in the end it proves that the post is there once.
func TestFlow_LostAnswer(t *testing.T) {
	needtest.Night(t)
	t.Parallel()
	byEachHand(t, func(t *testing.T, by hand) {
		t.Helper()
		f, _, _ := compose(t, "IMAGE", "Our stollen has rested", 432, 540)
		control := f.Service.Control(t)
		control.Fault(e2e.Fault{Match: e2e.PublishCalls, DropAfterCommit: true})
		f.Evaluate(`window.said = "", void new MutationObserver(() => window.said += document.body.innerText + "\n").observe(document.body, {subtree: true, childList: true, characterData: true})`, nil)
		f.WaitTrue(isReady)
		by.press(t, f, "[data-act=send]")
		f.WaitTrue(`document.querySelector("main").innerText.includes("No answer came back")`)
		f.Step("flow-7-lost-" + by.name)
		f.WaitTrue(isPublished + ` && document.querySelector("dd.count").innerText === "1"`)
		f.Step("flow-7-published-" + by.name)
		var said string
		f.Evaluate("window.said", &said)
		if lower := strings.ToLower(said); strings.Contains(lower, "fail") || strings.Contains(lower, "error") {
			t.Error("a page said that something failed")
		}
		if ledger := control.Ledger(); len(ledger.Publications) != 1 || len(ledger.PublishCalls) != 1 {
			t.Errorf("the ledger has %+v", ledger)
		}
	})
}

// TestFlow_StopsAndReturns is flow 11: Crier dies while the user writes, comes back as another
// version, and is loaded again. The text is there at each moment, and the session stays.
func TestFlow_StopsAndReturns(t *testing.T) {
	needtest.Night(t)
	t.Parallel()
	byEachHand(t, func(t *testing.T, by hand) {
		t.Helper()
		f, p, id := compose(t, "IMAGE", "Before", 432, 540, "CRIER_PORT="+e2e.FreePort(t))
		const text = "Before the stop, and after"
		f.Expect(func(p browser.Problem) bool { return isLost(p) || p.Kind == browser.Failed })
		f.Service.Kill(t)
		by.reach(t, f, "#caption")
		f.Press(kb.End, input.ModifierCtrl)
		f.Press(" the stop, and after")
		f.WaitTrue(`document.querySelector(".bar.down") !== null`)
		f.Step("flow-11-down-" + by.name)
		// To the page it looks like a newer version.
		f.Evaluate(`(() => {
			const ask = fetch
			window.fetch = (what, how) => what === "/app/" ? ask(what, how).then(r => r.text()).then(() => new Response("/app/-/ffffffffffffffff/app.js")) : ask(what, how)
		})()`, nil)
		f.Service = f.Service.Again(t)
		f.WaitTrue(`document.querySelector(".bar").innerText.includes("Crier was updated")`)
		f.Expect(nil)
		f.Step("flow-11-updated-" + by.name)
		by.press(t, f, ".bar button")
		f.WaitTrue(fmt.Sprintf(`document.querySelector("#caption")?.value === %q && !document.querySelector(".bar").innerText.includes("updated")`, text))
		p.client = f.Service.Client(t)
		p.await(id, "saved", func(post written) bool { return e2e.Text(post.Caption) == text })
		f.Step("flow-11-loaded-" + by.name)
		f.CheckClean()
	})
}
