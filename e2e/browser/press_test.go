package browser_test

import (
	"slices"
	"strings"
	"testing"

	"crier/e2e/browser"
	"crier/platform/needtest"

	"github.com/chromedp/chromedp/kb"
)

// moving is a page whose button goes away from where it has just been measured, as often as the
// address says. Beneath it is a field, which tells what it hears.
const moving = `<style>
		#field, #go { position: fixed; left: 100px; width: 100px; height: 40px }
		#field { inset: 0; width: auto; height: auto }
	</style>
	<div id=field tabindex=0></div><button id=go style="top: 100px">Go</button>
	<script>
		const heard = [], field = document.getElementById("field"), go = document.getElementById("go")
		for (const element of [field, go])
			for (const kind of ["pointerdown", "mousedown", "pointerup", "mouseup", "click", "focus"])
				element.addEventListener(kind, () => heard.push(element.id + " " + kind))
		document.body.addEventListener("click", event => { if (event.target === document.body) heard.push("body click") })
		const [kind, times] = location.hash.slice(1).split(",")
		let left = +times
		const move = () => { if (left-- > 0) go.style.top = parseInt(go.style.top) + 60 + "px" }
		if (kind === "measured") {
			const measure = go.getBoundingClientRect
			let last
			go.getBoundingClientRect = () => {
				const box = measure.call(go)
				if (box.y === last) queueMicrotask(move)
				last = box.y
				return box
			}
		} else if (kind === "pressed") {
			addEventListener("mousedown", event => { if (event.target === go) move() })
		} else {
			document.body.style.height = "3000px"
			go.style.position = "absolute"
			addEventListener("mousedown", event => { if (event.target === go && left-- > 0) scrollBy(0, 60) })
		}
	</script>`

// presses opens the page with a button that moves, has it used, and returns what its elements
// heard.
func presses(t *testing.T, moves string, use func(page *browser.Page)) []string {
	t.Helper()
	server := serve(t, moving)
	page := browser.Open(t)
	page.Resize(800, 600)
	page.Navigate(server.URL + "/#" + moves)
	use(page)
	var heard []string
	page.Evaluate("heard", &heard)
	page.CheckClean()
	return heard
}

// TestPage_ClicksWhatMoves has a button go elsewhere between its measuring and the press, and has
// the page scroll between press and release. The button is clicked in the end, and what the mouse
// hit in its place hears nothing of a press. A button that its own press moves gets no click, as
// with a user.
func TestPage_ClicksWhatMoves(t *testing.T) {
	t.Parallel()
	whole := []string{"go pointerdown", "go mousedown", "go focus", "go pointerup", "go mouseup", "go click"}
	slipped := []string{"go pointerdown", "go mousedown", "go focus", "field pointerup", "field mouseup"}
	again := []string{"go pointerdown", "go mousedown", "go pointerup", "go mouseup", "go click"}
	click := func(page *browser.Page) { page.Click("#go") }
	clickAt := func(page *browser.Page) { page.ClickAt("#go", 0.2, 0.8) }
	for name, c := range map[string]struct {
		moves string
		use   func(page *browser.Page)
		want  []string
	}{
		"a click, never":                   {"measured,0", click, whole},
		"a click, after measuring":         {"measured,3", click, whole},
		"a click, scrolled by the press":   {"scrolled,1", click, slices.Concat(slipped, again)},
		"a click, moved by the press":      {"pressed,1", click, append(slipped[:len(slipped):len(slipped)], "body click")},
		"a click at a place":               {"measured,3", clickAt, whole},
		"a press that is held":             {"measured,2", func(page *browser.Page) { page.Hold("#go") }, whole[:3]},
		"a press that is held, and let go": {"measured,2", func(page *browser.Page) { page.Hold("#go"); page.Release("#go") }, whole},
		"a drag onto what lies beneath":    {"measured,2", func(page *browser.Page) { page.DragTo("#go", "#field", 0.9, 0.9) }, append(slipped[:len(slipped):len(slipped)], "body click")},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := presses(t, c.moves, c.use); !slices.Equal(got, c.want) {
				t.Errorf("the page heard\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(c.want, "\n"))
			}
		})
	}
}

// TestPage_ClicksWhatChangesThePage has clicks change the page under the mouse: each is done once,
// and what comes after it reaches the page.
func TestPage_ClicksWhatChangesThePage(t *testing.T) {
	needtest.Night(t)
	t.Parallel()
	server := serve(t, `<p id=done></p>
		<iframe width=200 height=50 srcdoc="<style>body{margin:0}button{width:100%;height:50px}</style><button onclick='parent.tell(&quot;framed&quot;)'>In a frame</button>"></iframe>
		<button id=removes onclick="tell('removed'); this.remove()">Remove</button>
		<button id=vanishes onmousedown="tell('vanished'); this.remove()">Vanish</button>
		<button id=moves onmousedown="this.style.marginLeft = '5px'" onclick="tell('moved')">Move</button>
		<button id=opens onclick="tell('opened'); dialog.showModal()">Open</button>
		<dialog id=dialog><button id=closes onclick="tell('closed'); dialog.close()">Close</button></dialog>
		<a id=leaves href="/?next">Leave</a>
		<script>function tell(what) { done.textContent += what + " " }</script>`)
	page := browser.Open(t)
	page.Navigate(server.URL + "/")
	for _, selector := range []string{"iframe", "#removes", "#vanishes", "#moves", "#opens", "#closes"} {
		page.Click(selector)
	}
	// The key presses the button that had the focus before the dialog opened.
	page.Press(kb.Enter)
	page.ClickAt("#dialog", -1, 0.5)
	page.Press(kb.Escape)
	if got, want := page.Text("#done"), "framed removed vanished moved opened closed opened"; got != want {
		t.Errorf("done is %q, want %q", got, want)
	}
	page.Click("#leaves")
	// The script is the last of the page.
	page.WaitTrue(`location.search === "?next" && document.readyState === "complete"`)
	page.Click("#removes")
	if got := page.Text("#done"); got != "removed" {
		t.Errorf("on the next page done is %q", got)
	}
	page.CheckClean()
}
