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
