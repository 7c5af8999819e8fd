package face_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"crier/e2e/face"
	"crier/platform/needtest"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp/kb"
)

// TestFace_EveryScreenLoadsAndFails makes each screen's requests wait and then fail: the screen
// shows placeholders, then what happened, what the code means, the id of the request, and a button
// that tries again.
func TestFace_EveryScreenLoadsAndFails(t *testing.T) {
	needtest.Night(t)
	t.Parallel()
	f := face.Serve(t)
	f.SignIn()
	f.Seen()
	p := newPosts(t, f)
	p.schedule("A post of every screen", 2)
	var list struct{ Posts []struct{ ID string } }
	p.client.Get("/api/v1/schedule").Want(http.StatusOK).JSON(&list)
	id, file := list.Posts[0].ID, p.picture()
	faulty(f)
	f.Go("/") // What fails is kept in the tab for the address of its page.
	for _, screen := range []struct{ route, asks, shows string }{
		{"/", "/posts/range", "#next-out"},
		{"/", "/api/v1/schedule", "#next-out"},
		{"/", "/posts/failures", "#needs-you"},
		{"/calendar", "/posts/range", ".month .card"},
		{"/calendar?view=week", "/posts/range", ".weekview [data-day]"},
		{"/queue", "/api/v1/schedule", "main section li"},
		{"/posts", "/posts/search", "main li"},
		{"/go-live", "/api/golive", "[data-golive]"},
		{"/posts/" + id, "/posts/" + id, ".state"},
		{"/media", "/media/search", ".file"},
		{"/media?file=" + file, "/media/" + file, "aside h2"},
		{"/compose/" + id, "/posts/" + id, "#caption"},
	} {
		name := "fails" + strings.NewReplacer("/", "-", "?", "-", "=", "-", id, "post", file, "file").Replace(screen.route)
		hold(f, screen.asks)
		f.Navigate(f.Service.AppURL() + "/app" + screen.route)
		// It comes after 150 ms.
		f.WaitTrue(`[...document.querySelectorAll("main .skeleton, main .loading")].some(e => getComputedStyle(e).visibility === "visible" && getComputedStyle(e).animationDelay.includes("0.15s"))`)
		f.Evaluate(fmt.Sprintf(`sessionStorage.setItem("fault", "refuse " + %q)`, screen.asks), nil)
		f.Evaluate(`letGo()`, nil)
		f.WaitTrue(`document.querySelector("main .problem p")?.innerText === "The disk is full; make room on it."`)
		f.WaitTrue(`document.querySelector("main .problem a")?.getAttribute("href") === "/docs/errors#INTERNAL_ERROR" && document.querySelector("main .problem .mono").innerText === "req-of-the-test"`)
		f.Step(name)
		// This is immediate, because an event in between would make the page ask again by itself.
		f.WaitVisible("main .problem button")
		f.Evaluate(`(sessionStorage.removeItem("fault"), letGo(), document.querySelector("main .problem button").click())`, nil)
		f.WaitTrue(fmt.Sprintf(`document.querySelector("main .problem") === null && document.querySelector(%q) !== null`, screen.shows))
	}
	f.CheckClean()
}

// TestFace_AwayOnEveryScreen stops the service under the calendar, the queue, the history and the
// library: data that were read stay, the others say why they are missing, and buttons that write
// are disabled.
func TestFace_AwayOnEveryScreen(t *testing.T) {
	needtest.Night(t)
	t.Parallel()
	f := face.Serve(t)
	f.SignIn()
	f.Seen()
	p := newPosts(t, f)
	p.schedule("Read before the end", 2)
	f.Go("/")
	screens := []struct{ keys, path, title, read string }{
		{"gc", "/app/calendar", "Calendar", ".month .card"},
		{"gq", "/app/queue", "Queue", "main section li"},
		{"gp", "/app/posts", "Posts", "main li"},
		{"gm", "/app/media", "Media", ".file"},
	}
	// The previous page stays until the next one is there.
	arrive := func(path, title, read string) {
		t.Helper()
		f.WaitTrue(fmt.Sprintf(`location.pathname === %q && document.title.startsWith(%q) && document.querySelector(%q) !== null`, path, title, read))
	}
	for _, screen := range screens {
		f.Jump(screen.keys, screen.path)
		arrive(screen.path, screen.title, screen.read)
	}
	f.Requests()
	f.Expect(isLost)
	f.Service.Kill(t)
	f.WaitTrue(`document.querySelector(".bar.down") !== null`)
	for _, screen := range screens {
		f.Jump(screen.keys, screen.path)
		arrive(screen.path, screen.title, screen.read)
		f.WaitTrue(`document.querySelector(".bar.down p").innerText.includes("Crier is not running. Start it with crier serve") && document.querySelector("main .problem") === null`)
		f.Step("away" + strings.ReplaceAll(screen.path, "/", "-"))
		f.Press("n")
		var path string
		if f.Evaluate(`new Promise(done => setTimeout(() => done(location.pathname)))`, &path); path != screen.path {
			t.Errorf("a new post is begun while nothing can be stored: %s", path)
		}
	}
	f.WaitTrue(`[...document.querySelectorAll("main header .button")].find(b => b.innerText.includes("Add photos")).ariaDisabled === "true"`)
	// There are no placeholders for data that cannot be read.
	f.Jump("gp", "/app/posts")
	press(f, "Published")
	f.WaitTrue(`document.querySelector("main .problem p")?.innerText === "Crier is not running. Start it with crier serve." && document.querySelector("main .skeleton") === null`)
	f.Jump("gc", "/app/calendar")
	f.WaitTrue(`document.querySelector(".month .card") !== null`)
	f.Press("]")
	f.WaitTrue(`document.querySelector("main .problem p")?.innerText === "Crier is not running. Start it with crier serve."`)
	f.Step("away-unread")
	f.Press("[")
	f.WaitTrue(`document.querySelector(".month .card") !== null`)
}

// TestCalendar_EveryKey presses the keys of the calendar as a keyboard sends them.
func TestCalendar_EveryKey(t *testing.T) {
	needtest.Night(t)
	t.Parallel()
	c := newCalendar(t)
	id := c.schedule("Every key", c.day(2)+"T07:00:00Z")
	at := func(date string) {
		t.Helper()
		c.WaitTrue(fmt.Sprintf(`document.activeElement.matches(%q)`, cell(date)))
	}
	c.Go("/calendar?date=" + c.day(2))
	c.WaitVisible(cardOn(c.day(2), id))
	c.Key("t")
	c.WaitTrue(`document.activeElement.getAttribute("aria-current") === "date"`)
	c.Go("/calendar?date=" + c.day(2))
	c.WaitVisible(cardOn(c.day(2), id))
	c.tabTo(cell(c.day(2)))
	// The Sunday on which clocks go forward ends a week; two days later is a Tuesday.
	c.Key(kb.ArrowRight)
	at(c.day(3))
	c.Key(kb.ArrowUp)
	at(c.day(-4))
	c.Key(kb.ArrowDown)
	c.Key(kb.ArrowLeft)
	at(c.day(2))
	c.Key(kb.End)
	at(c.day(7))
	c.Key(kb.Home)
	at(c.day(1))
	c.Key(kb.PageDown)
	at(c.day(29))
	c.Key(kb.PageUp)
	at(c.day(1))
	const first = `document.querySelector("[data-day]").dataset.day === %q`
	c.Key("]")
	c.WaitTrue(fmt.Sprintf(first, c.day(1)))
	c.Key("[")
	c.WaitTrue(fmt.Sprintf(first, c.day(-6)))
	c.Key("2")
	c.WaitVisible(".weekview")
	c.Step("calendar-key-week")
	c.Key("1")
	c.WaitVisible(cardOn(c.day(2), id))
	// On a post: copy it, make a draft of it, edit it. Enter on a day opens its list, and Esc
	// closes it.
	c.tabTo(cell(c.day(-4)))
	c.Key(kb.ArrowDown)
	c.Key(kb.ArrowLeft)
	at(c.day(2))
	c.Key(kb.Enter)
	c.WaitVisible("dialog .row")
	c.Key(kb.Escape)
	c.WaitTrue(`document.querySelector("dialog") === null`)
	c.tabTo(card(id))
	c.Key("d")
	c.says("was duplicated")
	c.WaitTrue(fmt.Sprintf(`document.querySelectorAll(%q).length === 2`, cell(c.day(2))+" .card"))
	c.tabTo(card(id))
	c.Key(kb.Delete)
	c.says("is a draft now, and nothing goes out")
	c.WaitVisible(card(id) + ".draft")
	c.Key("z", input.ModifierCtrl)
	c.says("is back on")
	c.WaitTrue(fmt.Sprintf(`document.querySelector(%q) === null`, card(id)+".draft"))
	c.tabTo(card(id))
	c.Key(kb.Escape)
	at(c.day(2))
	c.tabTo(card(id))
	c.Key("e")
	c.WaitTrue(fmt.Sprintf(`location.pathname === "/app/compose/%s"`, id))
	c.CheckClean()
}
