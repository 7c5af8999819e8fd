package face_test

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"crier/e2e"
	"crier/e2e/browser"
	"crier/e2e/face"
	"crier/platform/needtest"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp/kb"
)

// TestFace_UndoInAField presses Ctrl+Z in a field: it undoes the typing there, and no move of the
// calendar.
func TestFace_UndoInAField(t *testing.T) {
	needtest.Night(t)
	t.Parallel()
	f := face.Serve(t)
	f.SignIn()
	f.Seen()
	f.Go("/posts")
	f.WaitVisible("input[type=search]")
	f.Type("input[type=search]", "rye")
	f.WaitTrue(`document.querySelector("input[type=search]").value === "rye"`)
	f.Key("z", input.ModifierCtrl)
	f.WaitTrue(`document.querySelector("input[type=search]").value !== "rye"`)
	f.CheckClean()
}

// TestCalendar_MonthThatFails opens a month that cannot be read: the page says so and offers to try
// again, in place of placeholders.
func TestCalendar_MonthThatFails(t *testing.T) {
	t.Parallel()
	c := newCalendar(t)
	faulty(c.Face)
	c.schedule("Known", c.day(2)+"T07:00:00Z")
	c.Go("/calendar?date=" + c.day(2))
	c.WaitVisible(cell(c.day(2)) + " .card")
	refuse(c.Face, "/posts/range")
	c.Click("[data-turn='1']")
	c.WaitVisible(".problem")
	c.Everywhere("calendar-month-fails")
	heal(c.Face)
	press(c.Face, "Try again")
	c.WaitTrue(`document.querySelector(".problem") === null && document.querySelector(".month .empty") !== null`)
	c.CheckClean()
}

// TestCalendar_PartThatIsGone selects a post while the script of the selection cannot be loaded, as
// after a new build: a sentence and a button say so.
func TestCalendar_PartThatIsGone(t *testing.T) {
	needtest.Night(t)
	t.Parallel()
	c := newCalendar(t)
	id := c.schedule("Selected", c.day(2)+"T07:00:00Z")
	c.Go("/calendar?date=" + c.day(2))
	c.WaitVisible(cardOn(c.day(2), id))
	c.Expect(func(p browser.Problem) bool { return isLost(p) || p.Kind == browser.Failed })
	c.Service.Kill(t)
	c.Evaluate(fmt.Sprintf(`document.querySelector(%q).focus()`, card(id)), nil)
	c.Key("x")
	c.WaitTrue(`document.querySelector(".unloaded")?.innerText.includes("could not be loaded") && [...document.querySelectorAll(".unloaded button")].some(b => b.innerText === "Reload")`)
	c.Step("calendar-part-gone")
}

// files writes pictures and a broken one, and returns their paths.
func (c *calendar) files(names ...string) []string {
	c.t.Helper()
	dir := c.t.TempDir()
	paths := make([]string, len(names))
	for i, name := range names {
		paths[i] = filepath.Join(dir, name)
		content := []byte("these are words, and no picture")
		if strings.HasSuffix(name, ".png") {
			content = e2e.Picture(c.t, 640+16*i, 800)
		}
		if err := os.WriteFile(paths[i], content, 0o600); err != nil {
			c.t.Fatal(err)
		}
	}
	return paths
}

// TestCalendar_TryAgain drops three files of which two fail, and tries one of these again: it joins
// the others in their draft, at its place, and the message about the third stays.
func TestCalendar_TryAgain(t *testing.T) {
	needtest.Night(t)
	t.Parallel()
	c := newCalendar(t)
	c.Remember("time", "18:30")
	// The first upload of the second picture is corrupted.
	c.BeforePages(`(() => {
		const send = XMLHttpRequest.prototype.send
		let spoiled = false
		XMLHttpRequest.prototype.send = function (form) {
			if (!spoiled && form.get("file").name === "two.png") {
				spoiled = true
				form.set("file", new Blob(["words"]), "two.png")
			}
			return send.call(this, form)
		}
	})()`)
	c.Go("/calendar?date=" + c.day(5))
	c.DropFiles(cell(c.day(5)), func() { c.WaitVisible(cell(c.day(5)) + ".target") }, c.files("one.png", "two.png", "three.png", "notes.jpg")...)
	c.WaitTrue(`document.querySelectorAll(".dock li.failed").length === 2`)
	c.Forgive(func(p browser.Problem) bool { return strings.Contains(p.String(), "/api/v1/media/upload") })
	c.wantDraft(c.day(5), "CAROUSEL", "one.png", "three.png")
	c.Click(".dock li.failed button")
	c.wantDraft(c.day(5), "CAROUSEL", "one.png", "two.png", "three.png")
	c.WaitTrue(`document.querySelectorAll(".dock li.failed").length === 1 && document.querySelector(".dock li.failed .name").innerText === "notes.jpg"`)
	c.Step("calendar-tried-again")
}

// TestCalendar_DropOnASkippedHour drops a photo on a day whose clocks skip the hour of the plan:
// the page asks what to do, and without an answer the draft has no day.
func TestCalendar_DropOnASkippedHour(t *testing.T) {
	needtest.Night(t)
	t.Parallel()
	c := newCalendar(t)
	c.Remember("time", "02:30")
	c.Go("/calendar?date=" + c.day(0))
	drop := func(name string) {
		t.Helper()
		c.DropFiles(cell(c.day(0)), func() { c.WaitVisible(cell(c.day(0)) + ".target") }, c.files(name)...)
		if got := c.Text("dialog .warn"); !strings.Contains(got, "02:30 does not exist") || !strings.Contains(got, "03:30?") {
			t.Errorf("got %q", got)
		}
	}
	drop("one.png")
	c.Step("calendar-drop-skipped")
	c.Key(kb.Escape)
	c.WaitTrue(fmt.Sprintf(`document.querySelector("dialog") === null && document.querySelector("[data-tray] [data-post]") !== null && document.querySelector(%q) === null`, cell(c.day(0))+" .card"))
	drop("two.png")
	c.Click("dialog footer .primary")
	c.WaitTrue(fmt.Sprintf(`document.querySelector(%q)?.innerText === "03:30"`, cell(c.day(0))+" .card.draft .time"))
	c.CheckClean()
}

// TestFace_WritesWhileAway presses Enter on the buttons for a new post and drags a post while Crier
// does not run: nothing happens, and the page says why.
func TestFace_WritesWhileAway(t *testing.T) {
	needtest.Night(t)
	t.Parallel()
	c := newCalendar(t)
	id := c.schedule("Held fast", c.day(2)+"T07:00:00Z")
	c.Go("/calendar?date=" + c.day(60))
	c.WaitVisible(".empty .primary")
	c.Go("/calendar?date=" + c.day(2))
	c.WaitVisible(cardOn(c.day(2), id))
	c.Expect(func(p browser.Problem) bool { return isLost(p) || p.Kind == browser.Failed })
	c.Service.Kill(t)
	c.WaitTrue(`document.querySelector(".bar.down") !== null`)
	c.Hold(cardOn(c.day(2), id))
	c.MoveTo(cell(c.day(3)))
	c.WaitTrue(`document.querySelector(".carried p")?.innerText.includes("Crier is not running")`)
	c.Step("calendar-drag-away")
	c.Release(cell(c.day(3)))
	c.WaitVisible(cardOn(c.day(2), id))
	for _, selector := range []string{".side .new", "dialog footer .primary"} {
		if strings.HasPrefix(selector, "dialog") {
			c.Evaluate(fmt.Sprintf(`document.querySelector(%q).focus()`, cell(c.day(2))), nil)
			c.Key(kb.Enter)
		}
		c.WaitVisible(selector)
		c.Evaluate(fmt.Sprintf(`document.querySelector(%q).focus()`, selector), nil)
		c.Key(kb.Enter)
		var path string
		if c.Evaluate(`new Promise(done => setTimeout(() => done(location.pathname)))`, &path); path != "/app/calendar" {
			t.Fatalf("Enter on %s leads to %s", selector, path)
		}
	}
}

// TestComposer_UndoFails undoes an edit of a picture while the service refuses that: the page says
// why, and it can be tried again.
func TestComposer_UndoFails(t *testing.T) {
	needtest.Night(t)
	t.Parallel()
	f, _, id := compose(t, "IMAGE", "Tall", 720, 1280)
	faulty(f)
	f.Go("/compose/" + id)
	f.WaitTrue(`document.querySelector("[data-fitted]") !== null && ` + isReady)
	refuse(f, "/edits")
	f.Click("[data-fitted] button")
	f.WaitTrue(`document.querySelector(".strip [role=alert]")?.innerText.includes("The disk is full; make room on it.")`)
	f.Step("composer-undo-fails")
	heal(f)
	f.Click(".strip [data-act=refit]")
	f.WaitVisible("[data-fix=pad]")
	f.WaitTrue(`document.querySelector(".strip [role=alert]") === null`)
	f.CheckClean()
}

// TestFace_SearchFromAnywhere presses the key of the search on a page without one: it opens the
// search of the posts.
func TestFace_SearchFromAnywhere(t *testing.T) {
	needtest.Night(t)
	t.Parallel()
	f := face.Serve(t)
	f.SignIn()
	f.Seen()
	f.Go("/queue")
	f.WaitVisible(".empty")
	f.Key("/")
	f.WaitTrue(`location.pathname === "/app/posts" && location.search === "" && document.activeElement.matches("input[type=search]")`)
	f.Press("rye")
	f.WaitTrue(`location.search === "?q=rye"`)
	f.Step("searched-from-elsewhere")
}

// TestFace_RefusedWithUnknownError publishes while the network refuses with a code that Crier does
// not know: the history, the post and the overview say that the post did not go out, because
// UNKNOWN_ERROR alone does not say that it may be live.
func TestFace_RefusedWithUnknownError(t *testing.T) {
	t.Parallel()
	f := face.Serve(t)
	f.SignIn()
	f.Seen()
	p := newPosts(t, f)
	f.Service.Control(t).Fault(e2e.Fault{Match: e2e.CreateCalls, Times: 9, HTTP: http.StatusBadRequest, Code: 4711, Message: "Something new"})
	f.Go("/posts")
	id := p.begin("Out of the oven")
	f.WaitTrue(`document.querySelector("main li .small")?.innerText.includes("Something new")`)
	if got := f.Text("main li .state"); got != "Not published" {
		t.Errorf("the history says %q", got)
	}
	f.Click("main li a")
	f.WaitTrue(`document.querySelector("#proof")?.innerText === "Never sent" && document.querySelector(".state")?.innerText.startsWith("Not published")`)
	f.WaitTrue(`document.querySelector("main").innerText.includes("Nothing went out, and nothing was left behind.") && !document.querySelector("main").innerText.includes("Nobody can tell")`)
	f.WaitTrue(`!/not yet|Will go from/.test(document.querySelector("[aria-labelledby=proof]").innerText)`)
	f.Step("post-refused-unknown")
	f.Jump("go", "/app/")
	f.WaitTrue(`document.querySelector("[aria-labelledby=needs-you] h3")?.innerText.endsWith("did not go out")`)
	var post struct{ ErrorCode string }
	if p.client.Get("/api/v1/posts/" + id).Want(http.StatusOK).JSON(&post); post.ErrorCode != "UNKNOWN_ERROR" {
		t.Errorf("the code is %s", post.ErrorCode)
	}
}
