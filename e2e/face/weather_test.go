package face_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"crier/e2e"
	"crier/e2e/browser"
	"crier/e2e/face"
	"crier/platform/clock"
	"crier/platform/needtest"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp/kb"
)

// wrongClock sets the browser's clock ahead by a day and two hours.
const wrongClock = `(() => {
	const Real = Date, ahead = 26 * 3600e3
	window.Date = class extends Real {
		constructor(...a) { a.length ? super(...a) : super(Real.now() + ahead) }
		static now() { return Real.now() + ahead }
	}
})()`

// TestFace_ClockWrongByADay plans and publishes in a browser with a wrong clock: days and times are
// the service's.
func TestFace_ClockWrongByADay(t *testing.T) {
	needtest.Night(t)
	t.Parallel()
	f, p, id := compose(t, "IMAGE", "Clock", 432, 540)
	f.BeforePages(wrongClock)
	f.Evaluate(`localStorage.setItem("crier.zone", "UTC")`, nil)
	before := clock.System().Now().UTC().Format(time.DateOnly)
	f.Go("/calendar")
	f.WaitVisible("[aria-current=date]")
	var today string
	f.Evaluate(`document.querySelector("[aria-current=date]").dataset.day`, &today)
	if after := clock.System().Now().UTC().Format(time.DateOnly); today != before && today != after {
		t.Errorf("today is %s in the calendar, and %s by the service", today, after)
	}
	f.Step("clock-calendar")
	f.Go("/compose/" + id)
	f.WaitTrue(`document.querySelector("#before .fine") !== null`)
	// This is in half an hour by the service's clock, and long past by the browser's.
	soon := clock.System().Now().UTC().Add(30 * time.Minute)
	f.Evaluate(fmt.Sprintf(`(() => { const d = document.querySelector("input[type=date]"); d.value = %q; d.dispatchEvent(new Event("change", {bubbles: true})) })()`, soon.Format(time.DateOnly)), nil)
	f.WaitVisible("input[type=time]")
	f.Evaluate(fmt.Sprintf(`(() => { const d = document.querySelector("input[type=time]"); d.value = %q; d.dispatchEvent(new Event("change", {bubbles: true})) })()`, soon.Format("15:04")), nil)
	f.WaitTrue(saved + ` && document.querySelector(".away").innerText.startsWith("in ")`)
	f.Step("clock-composer")
	f.WaitTrue(`!document.querySelector("[data-act=send]").ariaDisabled`)
	f.Click("[data-act=send]")
	post := p.await(id, "scheduled", func(post written) bool { return post.Status == "SCHEDULED" })
	if got := e2e.Text(post.ScheduledFor); !strings.HasPrefix(got, soon.Format("2006-01-02T15:04")) {
		t.Errorf("it is scheduled for %s", got)
	}
	f.CheckClean()
}

// TestFace_SlowService delays every answer by two seconds: a page says that it is loading, and
// typed text appears at once.
func TestFace_SlowService(t *testing.T) {
	needtest.Night(t)
	t.Parallel()
	f, p, id := compose(t, "IMAGE", "", 432, 540)
	f.BeforePages(`(() => { const ask = fetch; window.fetch = (...a) => new Promise(done => setTimeout(done, 2000)).then(() => ask(...a)) })()`)
	f.Navigate(f.Service.AppURL() + "/app/")
	f.WaitTrue(`document.querySelector(".skeleton, [aria-busy=true]") !== null && document.querySelector("h1") !== null`)
	f.Step("slow-loading")
	f.WaitVisible("#next-out")
	f.Go("/compose/" + id)
	f.WaitVisible("#caption")
	const text = "Typed while nobody answers"
	f.Type("#caption", text)
	f.WaitTrue(fmt.Sprintf(`document.querySelector("#caption").value === %q && document.querySelector("[data-saved=saved]") === null`, text))
	// Leaving meanwhile loses nothing.
	f.Go("/compose/" + id)
	p.await(id, "saved", func(post written) bool { return e2e.Text(post.Caption) == text })
	f.WaitTrue(fmt.Sprintf(`document.querySelector("#caption")?.value === %q`, text))
	f.Step("slow-written")
	f.CheckClean()
}

// TestFace_NewBuildDuringAnEdit is the end of flow 11: Crier comes back as another version while
// the user writes. The page says so, and a reload loses nothing.
func TestFace_NewBuildDuringAnEdit(t *testing.T) {
	needtest.Night(t)
	t.Parallel()
	f, p, id := compose(t, "IMAGE", "Before", 432, 540, "CRIER_PORT="+e2e.FreePort(t))
	f.Service.Kill(t)
	const text = "Before the new version, and after"
	f.Type("#caption", " the new version, and after")
	f.WaitTrue(`document.querySelector(".bar.down") !== null`)
	f.Evaluate(`(() => {
		const ask = fetch
		window.fetch = (what, how) => what === "/app/" ? ask(what, how).then(r => r.text()).then(() => new Response("/app/-/ffffffffffffffff/app.js")) : ask(what, how)
	})()`, nil)
	f.Service = f.Service.Again(t)
	f.WaitTrue(`document.querySelector(".bar").innerText.includes("Crier was updated")`)
	f.Forgive(func(p browser.Problem) bool { return p.Kind == browser.Failed })
	f.Step("updated-while-writing")
	f.Click(".bar button")
	f.WaitTrue(fmt.Sprintf(`document.querySelector("#caption")?.value === %q && !document.querySelector(".bar").innerText.includes("updated")`, text))
	p.client = f.Service.Client(t)
	p.await(id, "saved", func(post written) bool { return e2e.Text(post.Caption) == text })
	f.Step("updated-and-loaded")
	f.CheckClean()
}

// TestFace_EveryRoute runs axe on every route in both themes, on a screen and on a phone.
func TestFace_EveryRoute(t *testing.T) {
	t.Parallel()
	f := face.Serve(t)
	f.SignIn()
	f.Seen()
	newPosts(t, f).publish("A post of every route")
	for _, route := range []string{
		"/", "/welcome", "/calendar", "/calendar?view=week", "/compose/new", "/queue", "/posts", "/media", "/reposts", "/accounts", "/go-live", "/settings", "/health", "/demo", "/nowhere",
	} {
		f.Go(route)
		f.Everywhere("route" + strings.NewReplacer("/", "-", "?", "-").Replace(route))
	}
}

// TestFace_ByKeysAlone writes, plans and finds a post without a mouse, with Tab and letters only.
func TestFace_ByKeysAlone(t *testing.T) {
	needtest.Night(t)
	t.Parallel()
	f := face.Serve(t)
	f.SignIn()
	f.Seen()
	p := newPosts(t, f)
	p.draft("IMAGE", "In company")
	p.picture()
	f.Go("/")
	f.WaitVisible("#next-out")
	f.Press("n")
	f.WaitTrue(`document.querySelector("#caption") !== null`)
	tabTo := func(what, is string) {
		t.Helper()
		for range 80 {
			var has bool
			if f.Evaluate(`(e => !!e && (`+is+`))(document.activeElement)`, &has); has {
				return
			}
			f.Press(kb.Tab)
		}
		t.Fatalf("Tab does not come to %s", what)
	}
	tabTo("the library", `e.innerText === "From the library"`)
	f.Press(kb.Enter)
	f.WaitVisible("dialog li")
	tabTo("the picture", `e.matches("dialog li input")`)
	f.Press(" ")
	tabTo("Add", `e.innerText === "Add"`)
	f.Press(kb.Enter)
	f.WaitTrue(`document.querySelector("dialog") === null && document.querySelector("[data-entry]") !== null`)
	// The button that opened the library is gone.
	focused(f, "[data-entry] .thumb")
	tabTo("the caption", `e.id === "caption"`)
	f.Press("By keys alone")
	f.WaitTrue(saved + ` && document.querySelector("#before .fine") !== null && !document.querySelector("[data-act=send]").ariaDisabled`)
	f.Press(kb.Enter, input.ModifierCtrl)
	f.WaitTrue(`location.pathname.startsWith("/app/posts/") && document.querySelector("#proof")?.innerText === "Published once"`)
	f.Jump("gp", "/app/posts")
	f.WaitTrue(`document.querySelector("h1").innerText === "Posts" && document.querySelectorAll("main li").length === 2`)
	f.Press("/")
	f.WaitTrue(`document.activeElement.matches("input[type=search]")`)
	f.Press("alone")
	f.WaitTrue(`location.search === "?q=alone"`)
	f.WaitTrue(`document.querySelectorAll("main li").length === 1`)
	f.Requests()
	tabTo("the post", `e.matches("main li a")`)
	f.Press(kb.Enter)
	f.WaitTrue(`document.querySelector("#proof")?.innerText === "Published once"`)
	f.Step("by-keys")
}
