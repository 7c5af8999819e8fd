package face

import (
	"net/url"
	"slices"
	"testing"

	"crier/e2e/browser"
	"crier/platform/needtest"
)

// TestAxe_LooksAgain: a text that went before axe had looked at it is looked at when it is back.
// One that was looked at is not looked at again. The page has an axe of its own, which notes what
// it is to look at, and removes the text at its first look.
func TestAxe_LooksAgain(t *testing.T) {
	needtest.Night(t)
	t.Parallel()
	f := &Face{Page: browser.Tab(t), t: t, size: Desktop}
	f.Navigate("data:text/html," + url.PathEscape(`<!DOCTYPE html><title>TestAxe_LooksAgain</title><script>
		const looks = [], texts = []
		window.axe = {run: async () => {
			looks.push([...crierFresh].map(e => e.textContent).join())
			if (looks.length === 1) {
				texts.push(document.querySelector("p"))
				texts[0].remove()
			}
			return {violations: []}
		}}
	</script><h1>Bread</h1><p>Rye</p>`))
	f.checkAxe("the text goes")
	f.Evaluate(`document.body.append(texts[0]), 0`, nil)
	f.checkAxe("the text is back")
	f.checkAxe("all was looked at")
	var looks []string
	f.Evaluate(`looks`, &looks)
	if want := []string{"Bread,Rye", "Rye"}; !slices.Equal(looks, want) {
		t.Errorf("axe looked at %q, not at %q", looks, want)
	}
}

// TestFits_LooksAgain: what follows the width of the window a frame later is not found to be too
// wide. What stays too wide is.
func TestFits_LooksAgain(t *testing.T) {
	t.Parallel()
	f := &Face{Page: browser.Tab(t), t: t}
	f.Show(Desktop, "light")
	f.Navigate("data:text/html," + url.PathEscape(`<!DOCTYPE html><title>TestFits_LooksAgain</title><main style="overflow: auto"><div style="height: 9px"></div></main><script>
		const [main, div] = document.querySelectorAll("main, div")
		const follow = () => { div.style.width = main.clientWidth + "px" }
		const observer = new ResizeObserver(() => requestAnimationFrame(follow))
		observer.observe(main)
	</script>`))
	f.WaitTrue(`div.style.width !== ""`)
	f.Show(Hand, "light")
	if wide := f.overflow(); wide != "" {
		t.Errorf("the page can be scrolled: %s", wide)
	}
	f.Evaluate(`observer.disconnect()`, nil)
	f.Show(Phone, "light")
	if f.overflow() == "" {
		t.Error("a page that can be scrolled is not found")
	}
}
