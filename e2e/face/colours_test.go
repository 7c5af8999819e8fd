package face_test

import (
	"testing"

	"crier/e2e/browser"
	"crier/platform/needtest"
)

// TestFace_SystemColours shows the composer and the calendar in colours of the system's own, which
// take the place of all fills and shadows: what is chosen, what can be pressed and what cannot are
// told apart all the same.
func TestFace_SystemColours(t *testing.T) {
	needtest.Night(t)
	t.Parallel()
	f, p, id := compose(t, "IMAGE", "In the system's colours", 1080, 1350)
	browser.ForceColours(f.Page)
	f.Go("/compose/" + id)
	f.WaitTrue(`document.querySelector("#before .fine") !== null`)
	look := func(expression string) {
		t.Helper()
		f.WaitTrue(`((back, of) => ` + expression + `)(e => getComputedStyle(document.querySelector(e)).backgroundColor, e => getComputedStyle(document.querySelector(e)))`)
	}
	look(`back("[data-view=feed]") !== back("[data-view=grid]")`)
	f.Click("[data-tool=frame]")
	f.WaitVisible("[data-options]")
	look(`back("[data-tool=frame]") !== back("[data-tool=rotate]")`)
	look(`back("[data-options] [aria-pressed=true]") !== back("[data-options] [aria-pressed=false]")`)
	look(`of("[data-act=send]").outlineStyle === "solid" && of("label.day .writable").outlineStyle === "solid"`)
	f.Step("composer-system-colours")

	p.schedule("To be chosen", 0)
	f.Go("/calendar")
	f.WaitVisible(".card")
	look(`back(".number.today") !== back("[data-day]")`)
	look(`back(".chip[aria-pressed=true]") !== back(".chip[aria-pressed=false]")`)
	f.Evaluate(`document.querySelector(".card").focus()`, nil)
	f.Press("x")
	f.WaitVisible(".card.picked")
	look(`of(".card.picked").outlineStyle === "solid"`)
	f.Step("calendar-system-colours")
}

// TestFace_LinksInSystemColours looks for the edge of links that are drawn as buttons: the system's
// colours take their fill and their shadow.
func TestFace_LinksInSystemColours(t *testing.T) {
	needtest.Night(t)
	t.Parallel()
	f, _, id := compose(t, "IMAGE", "In the system's colours", 1080, 1350)
	browser.ForceColours(f.Page)
	hasEdge := func(links string) {
		t.Helper()
		f.WaitTrue(`(all => all.length > 0 && all.every(e => getComputedStyle(e).outlineStyle === "solid"))([...document.querySelectorAll("` + links + `")])`)
	}
	f.Go("/queue")
	hasEdge("main a.button")
	hasEdge("aside a.new, nav a.new")
	f.Go("/posts/" + id)
	hasEdge("main a.button")
	hasEdge("main a.icon")
	f.Step("post-system-colours")
	f.Go("/posts")
	hasEdge("main label.search")
}
