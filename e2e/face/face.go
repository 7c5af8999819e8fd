// Package face opens Crier's interface for people in a real browser, on the real program and its
// sandbox.
//
// At every step of a test (Step) axe finds no violation, and the page has broken no policy, sent no
// request to another machine, reported no error in its console, and sent nobody to a terminal. With
// CRIER_TEST_SHOTS each step is saved as a picture in that folder.
package face

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"crier/e2e"
	"crier/e2e/browser"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp/kb"
)

// Face is a tab with the interface, and the service behind it.
type Face struct {
	*browser.Page

	Service *e2e.Service
	t       *testing.T
	// expected matches problems that the test causes on purpose.
	expected func(browser.Problem) bool
	// size and theme are the present ones of the tab.
	size  Size
	theme string
}

// Size is the size of a window.
type Size struct{ Width, Height int64 }

// The sizes at which every screen is checked. On the smallest phone it has to fit, no more.
var (
	Desktop  = Size{1440, 900}
	Tablet   = Size{1024, 768}
	Portrait = Size{768, 1024}
	Hand     = Size{390, 844}
	Phone    = Size{360, 720}
)

// Serve starts the program on a folder of its own and opens a tab that is not signed in.
func Serve(t *testing.T, settings ...string) *Face {
	t.Helper()
	return On(t, e2e.Program(t).Serve(t, settings...))
}

// Rehearse is Serve for a service that is started again when it dies.
func Rehearse(t *testing.T) *Face {
	t.Helper()
	return On(t, e2e.Program(t).Rehearse(t))
}

// On opens a tab that is not signed in on a service.
func On(t *testing.T, service *e2e.Service) *Face {
	t.Helper()
	f := &Face{Page: browser.Tab(t), Service: service, t: t}
	f.Show(Desktop, "light")
	return f
}

// Open is Serve with a tab that is signed in and shows a route, such as /posts.
func Open(t *testing.T, route string, settings ...string) *Face {
	t.Helper()
	f := Serve(t, settings...)
	f.SignIn()
	f.Go(route)
	return f
}

// SignIn gives the tab the session to which the printed link leads. It asks for the link itself: in
// the browser, the link would load the whole interface once more for each test. That the link works
// there is what TestFace_SignIn and TestFlow_FirstPost prove.
func (f *Face) SignIn() {
	f.t.Helper()
	link, err := url.Parse(f.Service.Link())
	if err != nil {
		f.t.Fatal(err)
	}
	answer := f.Service.Anonymous(f.t).At(link.Host).Get(link.RequestURI()).Want(http.StatusSeeOther)
	session, err := http.ParseSetCookie(answer.Header.Get("Set-Cookie"))
	if err != nil {
		f.t.Fatal(err)
	}
	f.SetCookie(f.Service.AppURL(), session)
}

// Go loads a route.
func (f *Face) Go(route string) {
	f.t.Helper()
	f.Navigate(f.Service.AppURL() + "/app" + route)
	f.WaitTrue(`document.querySelector("h1") !== null`)
}

// Seen dismisses the welcome of a service that has no posts yet.
func (f *Face) Seen() {
	f.t.Helper()
	f.Remember("welcomed", "yes")
}

// Remember gives a preference of the interface to the pages that are loaded from now on, unless the
// browser remembers another by then.
func (f *Face) Remember(name, value string) {
	f.t.Helper()
	// An empty page has no storage.
	f.BeforePages(fmt.Sprintf(`if (origin !== "null") localStorage.getItem(%[1]q) ?? localStorage.setItem(%[1]q, %[2]q)`, "crier."+name, value))
}

// Show gives the tab a size and a theme, "light" or "dark".
func (f *Face) Show(size Size, theme string) {
	f.t.Helper()
	if size != f.size {
		f.Resize(size.Width, size.Height)
	}
	if theme != f.theme {
		f.PreferDark(theme == "dark")
		f.theme = theme
	}
}

// Resize gives the tab a size, and leaves its theme.
func (f *Face) Resize(width, height int64) {
	f.t.Helper()
	f.Page.Resize(width, height)
	f.size = Size{width, height}
}

// keyed is the test below which every flow is walked by keyboard.
const keyed = "TestFace_ByKeys/"

// Click presses what a selector matches, as somebody does who has a mouse, or below TestFace_ByKeys
// a keyboard alone: Tab leads there, Enter presses, and Space where something is ticked.
func (f *Face) Click(selector string) {
	f.t.Helper()
	if !strings.HasPrefix(f.t.Name(), keyed) {
		f.Page.Click(selector)
		return
	}
	f.WaitVisible(selector)
	f.Requests()
	target, err := json.Marshal(selector)
	if err != nil {
		f.t.Fatal(err)
	}
	var at struct{ IsThere, IsTicked bool }
	for range 150 {
		f.Evaluate(fmt.Sprintf(`(at => ({IsThere: at === document.activeElement, IsTicked: at.matches("[type=checkbox], [type=radio]")}))(document.querySelector(%s))`, target), &at)
		switch {
		case at.IsThere && at.IsTicked:
			f.Key(" ")
			return
		case at.IsThere:
			f.Key(kb.Enter)
			return
		}
		f.Key(kb.Tab)
	}
	f.t.Fatalf("Tab does not lead to %s", selector)
}

// Key presses one key as a keyboard does.
func (f *Face) Key(key string, modifiers ...input.Modifier) {
	f.t.Helper()
	browser.Key(f.Page, key, modifiers...)
}

// Forgiven waits until the browser has reported a problem with this text, and removes it from the
// record.
func (f *Face) Forgiven(words string) {
	f.t.Helper()
	is := func(p browser.Problem) bool { return strings.Contains(p.String(), words) }
	e2e.Until(f.t, func() bool { return slices.ContainsFunc(f.Problems(), is) })
	f.Forgive(is)
}

// CheckClean is that of the page, which may have asked for a picture by its former address.
func (f *Face) CheckClean() {
	f.t.Helper()
	f.catchUp()
	f.Page.CheckClean()
}

// catchUp forgives requests for pictures that an edit has replaced: the page learns of it a moment
// after its former files are gone. No file has such an address any more.
func (f *Face) catchUp() {
	f.t.Helper()
	gone := []string{}
	for _, p := range f.Problems() {
		if _, name, is := strings.Cut(p.URL, "/uploads/"); is && p.Kind == browser.Failed && strings.Contains(p.Text, "404") {
			gone = append(gone, name)
		}
	}
	if len(gone) == 0 {
		return
	}
	names, err := json.Marshal(gone)
	if err != nil {
		f.t.Fatal(err)
	}
	f.WaitTrue(fmt.Sprintf(`fetch("/api/v1/media").then(r => r.text()).then(told => told.includes('"files"') && !%s.some(name => told.includes(name)))`, names))
	f.Forgive(func(p browser.Problem) bool {
		return slices.ContainsFunc(gone, func(name string) bool { return strings.HasSuffix(p.URL, "/uploads/"+name) })
	})
}

// Jump presses two letters that lead to another page, and waits until it is there. The second must
// follow within a second and a half, which a busy machine may miss; then they are pressed again.
func (f *Face) Jump(keys, path string) {
	f.t.Helper()
	arrives := fmt.Sprintf(`new Promise(done => {
		const end = performance.now() + 3000
		const look = () => location.pathname === %q ? done(true) : performance.now() > end ? done(false) : setTimeout(look, 20)
		look()
	})`, path)
	e2e.Until(f.t, func() (is bool) {
		f.Press(keys)
		f.Evaluate(arrives, &is)
		return is
	})
}

// Expect makes the steps from now on ignore the problems that match; nil ends that.
func (f *Face) Expect(matches func(browser.Problem) bool) {
	f.t.Helper()
	if f.expected != nil {
		f.Forgive(f.expected)
	}
	f.expected = matches
}

// Step checks the tab's present content, and saves a picture of it.
func (f *Face) Step(name string) {
	f.t.Helper()
	f.settle()
	f.catchUp()
	f.shoot(name)
	f.checkAxe(name)
	var commands []string
	f.Evaluate(`document.body.innerText.match(/(?<![\w/.@])crier [a-z]+ ?[a-z]*|[Tt]erminal\b/g)?.filter(c => !/^crier (open|serve)/.test(c)) ?? []`, &commands)
	if len(commands) > 0 {
		f.t.Errorf("%s: the page sends to a terminal: %q", name, commands)
	}
	foreign, problems := browser.Recorded(f.Page)
	for _, address := range foreign {
		f.t.Errorf("%s: foreign request: %s", name, address)
	}
	for _, problem := range problems {
		if f.expected == nil || !f.expected(problem) {
			f.t.Errorf("%s: browser problem: %v", name, problem)
		}
	}
}

// Everywhere is Step at every size in both themes.
func (f *Face) Everywhere(name string) {
	f.t.Helper()
	before, theme := f.size, f.theme
	themes := []string{"light", "dark"}
	for _, size := range []Size{Desktop, Tablet, Portrait, Hand} {
		for _, theme := range themes {
			f.Show(size, theme)
			f.Step(name)
		}
		f.fits(name)
		slices.Reverse(themes) // The next size begins with the theme that is there.
	}
	f.Show(Phone, f.theme)
	f.fits(name)
	f.Show(before, theme)
}

// fits checks that the page scrolls in no direction at the present size.
func (f *Face) fits(name string) {
	f.t.Helper()
	if wide := f.overflow(); wide != "" {
		f.t.Errorf("%s at %d: the page can be scrolled: %s", name, f.size.Width, wide)
	}
}

// settle waits until nothing is being loaded, and ends animations that would end, because each of
// their frames is painted. It does not wait for lazy pictures that are not visible, because they
// would never be loaded.
func (f *Face) settle() {
	f.t.Helper()
	f.Requests()
	f.Evaluate(`document.fonts.ready.then(() => Promise.all([...document.images].filter(i => i.loading !== "lazy" || i.checkVisibility() && i.getBoundingClientRect().top < innerHeight).map(i => i.decode().catch(() => 0))))
		.then(() => Promise.all(document.getAnimations().filter(a => a.effect.getComputedTiming().endTime !== Infinity).map(a => (a.finish(), a.finished.catch(() => 0))))).then(() => new Promise(done => requestAnimationFrame(() => done(0))))`, nil)
}

// overflow names elements that are wider than the window, or lower than the page, where the page
// itself would scroll. What is laid out by the size of its place may follow a new size some frames
// later.
func (f *Face) overflow() string {
	f.t.Helper()
	var wide string
	f.Evaluate(`new Promise(done => {
		const wide = () => {
			const main = document.querySelector("main"), page = document.documentElement
			if (page.scrollHeight > innerHeight) return "down by " + (page.scrollHeight - innerHeight)
			if (page.scrollWidth <= innerWidth && (!main || main.scrollWidth <= main.clientWidth)) return ""
			const out = [...document.querySelectorAll("main *")].filter(e => e.getBoundingClientRect().right > innerWidth + 1)
			return (out.at(0)?.outerHTML ?? "?").slice(0, 200)
		}
		let frames = 60
		const look = () => {
			const found = wide()
			if (found === "" || frames-- === 0) done(found)
			else requestAnimationFrame(look)
		}
		look()
	})`, &wide)
	return wide
}

func (f *Face) shoot(name string) {
	f.t.Helper()
	dir := os.Getenv("CRIER_TEST_SHOTS")
	if dir == "" {
		return
	}
	f.Screenshot(filepath.Join(dir, fmt.Sprintf("%s-%d-%s.png", name, f.size.Width, f.theme)))
}
