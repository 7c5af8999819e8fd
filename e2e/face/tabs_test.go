package face_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"crier/e2e"
	"crier/e2e/browser"
)

func leads(p *browser.Page) bool {
	return slices.ContainsFunc(p.Requests(), func(address string) bool { return strings.Contains(address, "/api/events") })
}

// TestFace_TwoTabs opens two tabs: one has the stream of events for both, and the other takes over
// when that one is closed. An open draft follows the changes of the other tab, and when both have
// changes, the later one says so.
func TestFace_TwoTabs(t *testing.T) {
	t.Parallel()
	f, p, id := compose(t, "IMAGE", "Both", 432, 540)
	e2e.Until(t, func() bool { return leads(f.Page) })
	beside := f.Beside()
	address := f.Service.AppURL() + "/app/compose/" + id
	beside.Navigate(address)
	beside.WaitTrue(`document.querySelector("#caption")?.value === "Both"`)
	if leads(beside) {
		t.Error("two tabs hold a stream each")
	}

	fill := func(tab *browser.Page, text string) {
		t.Helper()
		tab.Evaluate(fmt.Sprintf(`(() => { const c = document.querySelector("#caption"); c.value = %q; c.dispatchEvent(new InputEvent("input", {bubbles: true})) })()`, text), nil)
	}
	fill(beside, "From beside")
	f.WaitTrue(`document.querySelector("#caption").value === "From beside"`)
	// Both write before either is saved: one is saved, and the other keeps its text and asks.
	for _, tab := range []*browser.Page{f.Page, beside} {
		tab.WaitTrue(saved)
		tab.Evaluate(weather, nil)
		tab.Evaluate(`window.holding = "PUT "`, nil)
	}
	fill(f.Page, "From here")
	fill(beside, "From beside again")
	for _, tab := range []*browser.Page{f.Page, beside} {
		tab.WaitTrue(`window.held.length === 1`)
	}
	f.Evaluate(`window.letGo()`, nil)
	beside.Evaluate(`window.letGo()`, nil)
	const settled = `document.querySelector(".clash") !== null || document.querySelector("[data-saved=saved]") !== null`
	f.WaitTrue(settled)
	beside.WaitTrue(settled)
	isClash := func(tab *browser.Page) (is bool) {
		tab.Evaluate(`document.querySelector(".clash") !== null`, &is)
		return is
	}
	tabs := map[*browser.Page]string{f.Page: "From here", beside: "From beside again"}
	asked := 0
	for tab, text := range tabs {
		if !isClash(tab) {
			continue
		}
		asked++
		tab.WaitTrue(fmt.Sprintf(`document.querySelector("#caption").value === %q`, text))
		tab.Click(".clash .primary")
		p.await(id, "kept", func(post written) bool { return e2e.Text(post.Caption) == text })
	}
	if asked != 1 {
		t.Errorf("%d of two tabs asked", asked)
	}
	refused := func(p browser.Problem) bool { return p.Kind == browser.Failed && strings.Contains(p.Text, "412") }
	f.Forgive(refused)
	beside.Forgive(refused)
	f.CheckClean()
	beside.CheckClean()

	// The tab with the stream is closed; the other takes over, and receives the events.
	f.Navigate("about:blank")
	e2e.Until(t, func() bool { return leads(beside) })
	p.client.Put("/api/v1/posts/draft/"+id, map[string]any{"caption": "By a program"})
	beside.WaitTrue(`document.querySelector("#caption").value === "By a program"`)
	beside.CheckClean()
}
