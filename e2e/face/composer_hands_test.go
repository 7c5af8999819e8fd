package face_test

import (
	"fmt"
	"testing"

	"crier/e2e/browser"
	"crier/e2e/face"
	"crier/platform/needtest"

	"github.com/chromedp/chromedp/kb"
)

// focused waits until the element of the selector has the focus.
func focused(f *face.Face, selector string) {
	f.WaitTrue(fmt.Sprintf(`document.activeElement.matches(%q)`, selector))
}

// enter presses Enter on the element of the selector.
func enter(f *face.Face, selector string) {
	f.WaitVisible(selector)
	f.Evaluate(fmt.Sprintf(`document.querySelector(%q).focus()`, selector), nil)
	f.Press(kb.Enter)
}

// TestComposer_OrderByButtons orders pictures and removes one without dragging and without a
// hovering mouse, on a phone.
func TestComposer_OrderByButtons(t *testing.T) {
	needtest.Night(t)
	t.Parallel()
	f := face.Serve(t)
	f.SignIn()
	f.Seen()
	p := newPosts(t, f)
	id := p.draft("CAROUSEL", "Order", [2]int{1080, 1350}, [2]int{1080, 1334}, [2]int{1080, 1318})
	f.Go("/compose/" + id)
	f.WaitTrue(`document.querySelector("#before .fine") !== null`)
	want := func(order string) {
		t.Helper()
		f.WaitTrue(fmt.Sprintf(`(async () => %s === %q)()`, names(id), order))
	}
	f.Click("[data-move=later]")
	want("photo-2.png,photo-1.png,photo-3.png")
	f.WaitTrue(`document.querySelector(".place").innerText.includes("Picture 2 of 3")`)
	f.Everywhere("composer-order")
	f.Show(face.Phone, "light")
	enter(f, "[data-move=later]")
	want("photo-2.png,photo-3.png,photo-1.png")
	// At the end there is no further place, and the focus stays.
	f.Press(kb.Enter)
	focused(f, "[data-move=later][aria-disabled=true]")
	f.Click("[data-move=earlier]")
	want("photo-2.png,photo-1.png,photo-3.png")
	// No invisible element can be pressed, and every target is large enough for a finger.
	f.WaitTrue(`[...document.querySelectorAll(".pictures button")].every(b => {
		const box = b.getBoundingClientRect(), style = getComputedStyle(b)
		return box.width === 0 || (style.opacity !== "0" && (b.matches(".choose") || (box.width >= 44 && box.height >= 44)))
	})`)
	f.WaitVisible("[data-tool=rotate]")
	f.Click("[data-act=out]")
	want("photo-2.png,photo-3.png")
	focused(f, ".thumb[aria-pressed=true]")
	f.WaitTrue(saved)
	f.Step("composer-order-phone")
	f.CheckClean()
}

// TestComposer_FocusStays presses, with keys, buttons that disappear when they are pressed: the
// focus moves to where the user goes on, and is never lost.
func TestComposer_FocusStays(t *testing.T) {
	t.Parallel()
	f, p, id := compose(t, "IMAGE", "Focus", 432, 540)
	for range 2 {
		f.Click("[data-people] .add")
		f.WaitTrue(`document.activeElement.dataset.tag !== undefined`)
		f.Press("mara.voss")
	}
	enter(f, "[data-people] li:first-child button")
	focused(f, "[data-people] li:first-child button")
	f.Press(kb.Enter)
	focused(f, "[data-people] .add")

	f.Click("[data-tool=text]")
	// The text that was added last is the one that is edited.
	for i, words := range []string{"Buns at ten", "Rolls at noon"} {
		enter(f, "[data-act=write]")
		focused(f, fmt.Sprintf("[data-options] .text:nth-child(%d of .text) .wide input", i+1))
		f.Press(words)
	}
	f.WaitTrue(`[...document.querySelectorAll("[data-options] .wide input")].map(e => e.value).join() === "Buns at ten,Rolls at noon"`)
	enter(f, "[data-options] .text button")
	focused(f, "[data-options] .text button")
	f.Press(kb.Enter)
	focused(f, "[data-act=write]")
	enter(f, "[data-tool=text]")
	f.WaitTrue(`document.querySelector("[data-options]") === null`)
	focused(f, "[data-tool=text]")

	fill(f, "input[type=date]", aroundClocks(0))
	f.WaitVisible("footer select")
	f.Evaluate(`document.querySelector("footer select").dispatchEvent(new PointerEvent("pointerdown", {bubbles: true}))`, nil)
	f.WaitTrue(`[...document.querySelectorAll("footer option")].some(o => o.value === "Europe/Berlin")`)
	fill(f, "footer select", "Europe/Berlin")
	fill(f, "input[type=time]", "02:30")
	enter(f, "footer .question button")
	focused(f, "[data-when=time]")
	enter(f, ".away button")
	focused(f, "[data-when=date]")
	f.WaitTrue(saved)

	f.Evaluate(weather, nil)
	f.Evaluate(`window.holding = "PUT "`, nil)
	setCaption(f.Page, "Mine")
	f.WaitTrue(`window.held.length === 1`)
	p.client.Put("/api/v1/posts/draft/"+id, map[string]any{"caption": "Theirs"})
	f.Evaluate(`window.letGo()`, nil)
	enter(f, ".clash .primary")
	focused(f, "#caption")
	f.WaitTrue(saved + ` && document.querySelector("#caption").value === "Mine"`)

	// A file that failed is tried again, and removing a file moves the focus to where the next is
	// added.
	f.Evaluate(`(() => {
		const open = XMLHttpRequest.prototype.open
		XMLHttpRequest.prototype.open = function (method, address) { XMLHttpRequest.prototype.open = open; open.call(this, method, address + "/nowhere") }
	})()`, nil)
	f.Choose(".pictures input[type=file]", photo(t, "again.png", 432, 540))
	enter(f, ".strip .retry")
	focused(f, "[data-entry]:nth-child(2) .thumb")
	f.WaitTrue(`document.querySelectorAll(".strip [data-entry]").length === 2 && document.querySelector(".strip .progress") === null`)
	for _, after := range []string{".thumb[aria-pressed=true]", ".empty button"} {
		enter(f, "[data-entry]:last-child .remove, [data-entry]:has(+ .more) .remove")
		focused(f, after)
	}
	// The button that files are chosen with goes with the empty stage, and the focus moves to the
	// first file.
	f.Choose(".empty input[type=file]", photo(t, "chosen.png", 432, 540))
	focused(f, "[data-entry]:first-child .thumb")
	f.WaitTrue(`document.querySelector(".strip .progress") === null`)
	f.WaitTrue(saved)
	f.Forgive(func(p browser.Problem) bool { return p.Kind == browser.Failed })
	f.Step("composer-focus")
	f.CheckClean()
}
