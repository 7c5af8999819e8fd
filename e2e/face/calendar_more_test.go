package face_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"crier/e2e/browser"
	"crier/e2e/face"
	"crier/platform/clock"
	"crier/platform/needtest"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp/kb"
)

// TestCalendar_Quarters moves a post of the week by quarters of an hour, with keys and with the
// mouse, and another past the edge of the week, where it keeps the focus.
func TestCalendar_Quarters(t *testing.T) {
	needtest.Night(t)
	t.Parallel()
	c := newCalendar(t)
	id := c.schedule("Quarters", c.day(2)+"T07:00:00Z")
	c.Go("/calendar?view=week&date=" + c.day(2))
	c.WaitVisible(cardOn(c.day(2), id))
	c.tabTo(card(id))
	c.Press(kb.ArrowDown, input.ModifierAlt, input.ModifierShift)
	c.Press(kb.ArrowDown, input.ModifierAlt, input.ModifierShift)
	c.Press(kb.ArrowUp, input.ModifierAlt, input.ModifierShift)
	c.wantAt(id, c.day(2)+"T07:15:00.000Z")
	c.WaitTrue(fmt.Sprintf(`document.activeElement.matches(%q)`, card(id)))
	c.Press(kb.ArrowRight, input.ModifierAlt, input.ModifierShift)
	c.wantAt(id, c.day(3)+"T07:15:00.000Z")
	c.says("moved to")
	c.Step("week-quarter")
	// With the mouse, onto the middle of a column: the time is that of the place, in quarters.
	c.Hold(card(id))
	c.MoveTo(cell(c.day(4)))
	c.WaitVisible(".carried p")
	tip := c.Text(".carried p")
	c.Step("week-drag")
	c.Release(cell(c.day(4)))
	var at string
	c.WaitTrue(fmt.Sprintf(`document.querySelector(%q) !== null`, cardOn(c.day(4), id)))
	c.Evaluate(fmt.Sprintf(`document.querySelector(%q).innerText`, card(id)+" .time"), &at)
	if !strings.Contains(tip, at) || !slices.Contains([]string{"00", "15", "30", "45"}, at[3:]) {
		t.Errorf("the tip says %q, the card %q", tip, at)
	}
	last := c.schedule("Of the last day", c.day(7)+"T09:00:00Z")
	c.WaitVisible(cardOn(c.day(7), last))
	c.Evaluate(fmt.Sprintf(`document.querySelector(%q).focus()`, card(last)), nil)
	c.Press(kb.ArrowRight, input.ModifierAlt, input.ModifierShift)
	c.wantAt(last, c.day(8)+"T09:00:00.000Z")
	c.WaitTrue(fmt.Sprintf(`document.activeElement.matches(%q)`, cardOn(c.day(8), last)))
	c.CheckClean()
}

// TestCalendar_Selection chooses posts and moves them together: with the bar, which asks once for
// all, with keys, and undone. Then it makes drafts of them and deletes them.
func TestCalendar_Selection(t *testing.T) {
	t.Parallel()
	c := newCalendar(t)
	first, second := c.schedule("First of two", c.day(2)+"T07:00:00Z"), c.schedule("Second of two", c.day(3)+"T10:00:00Z")
	c.Go("/calendar?date=" + c.day(2))
	c.WaitVisible(cardOn(c.day(2), first))
	choose := func(ids ...string) {
		t.Helper()
		for _, id := range ids {
			c.Evaluate(fmt.Sprintf(`document.querySelector(%q).focus()`, card(id)), nil)
			c.Press("x")
		}
		c.WaitTrue(isChosen("2 posts"))
	}
	choose(first, second)
	// The answer is lost. The request is repeated under its name, and no post moves twice.
	c.Evaluate(`(() => {
		const ask = fetch
		window.keys = []
		window.fetch = async (what, how) => {
			if (!what.url?.endsWith("/posts/bulk")) return ask(what, how)
			window.keys.push(what.headers.get("Idempotency-Key"))
			const answer = await ask(what, how)
			if (window.keys.length > 1) return answer
			await answer.text()
			throw new TypeError("Failed to fetch")
		}
	})()`, nil)
	later(c.Face)
	c.says("2 posts moved 1 day later.")
	c.MoveTo(".toasts .undo")
	c.wantAt(first, c.day(3)+"T07:00:00.000Z")
	c.wantAt(second, c.day(4)+"T10:00:00.000Z")
	var keys []string
	if c.Evaluate("window.keys", &keys); len(keys) != 2 || keys[0] != keys[1] || keys[0] == "" {
		t.Errorf("the request came under the names %q", keys)
	}
	// They stay chosen, for a step further.
	c.WaitTrue(isChosen("2 posts"))
	press(c.Face, "Undo")
	c.says("2 posts are back.")
	c.wantAt(first, c.day(2)+"T07:00:00.000Z")
	// Moving one with keys moves the other too.
	c.Evaluate(fmt.Sprintf(`document.querySelector(%q).focus()`, card(first)), nil)
	c.Press(kb.ArrowRight, input.ModifierAlt, input.ModifierShift)
	c.wantAt(first, c.day(3)+"T07:00:00.000Z")
	c.wantAt(second, c.day(4)+"T10:00:00.000Z")
	c.says("2 posts moved.")
	// One of them has become a draft meanwhile: what fits both is left, and undoing the move puts
	// the other one back alone.
	c.posts.client.Do(http.MethodDelete, "/api/v1/schedule/"+second, nil)
	c.WaitTrue(`![...document.querySelectorAll(".chosen .verb")].some(verb => verb.innerText === "To drafts")`)
	c.Press("z", input.ModifierCtrl)
	c.says("1 post is back. 1 of 2 stayed: The post was changed meanwhile")
	c.wantAt(first, c.day(2)+"T07:00:00.000Z")
	if got := c.posts.get(second).Status; got != "DRAFT" {
		t.Errorf("undoing a move has made a draft %s", got)
	}
	press(c.Face, "Delete…")
	c.WaitVisible(".chosen .question")
	c.Step("calendar-delete-chosen")
	c.Click(".chosen .question [data-act=sure]")
	c.says("2 posts deleted.")
	c.WaitTrue(`document.querySelector(".chosen") === null`)
	c.Press("z", input.ModifierCtrl)
	c.says("2 posts are back.")
	c.wantAt(first, c.day(2)+"T07:00:00.000Z")
	c.CheckClean()
}

// TestCalendar_Finger drags a post with a finger that has rested on it, and scrolls with one that
// has not.
func TestCalendar_Finger(t *testing.T) {
	t.Parallel()
	c := newCalendar(t)
	id := c.schedule("By hand", c.day(2)+"T07:00:00Z")
	c.Go("/calendar?date=" + c.day(2))
	c.WaitVisible(cardOn(c.day(2), id))
	c.TouchDrag(card(id), `document.querySelector(".was") !== null`, cell(c.day(3)))
	c.WaitVisible(cardOn(c.day(3), id))
	c.wantAt(id, c.day(3)+"T07:00:00.000Z")
	// A finger that rests and is lifted has chosen; the bar then has the menu of one post.
	c.TouchDrag(card(id), `document.querySelector(".was") !== null`, ".was")
	c.WaitTrue(isChosen("1 post"))
	press(c.Face, "More…")
	c.WaitVisible("[role=menu]")
	c.Step("calendar-finger")
	c.CheckClean()
}

// TestCalendar_FiveHundredFiles drops 500 files on a day at once: ten are taken, and a sentence
// says what became of the others.
func TestCalendar_FiveHundredFiles(t *testing.T) {
	needtest.Night(t)
	t.Parallel()
	c := newCalendar(t)
	c.Go("/calendar?date=" + c.day(5))
	c.WaitVisible(cell(c.day(5)))
	c.Evaluate(fmt.Sprintf(`(async () => {
		const canvas = new OffscreenCanvas(640, 800)
		canvas.getContext("2d").fillRect(0, 0, 300, 300)
		const picture = await canvas.convertToBlob()
		const dropped = new DataTransfer()
		for (let i = 0; i < 500; i++) dropped.items.add(i < 3 ? new File([picture], i + ".png", {type: "image/png"}) : new File(["words"], i + ".jpg", {type: "image/jpeg"}))
		document.querySelector(%q).dispatchEvent(new DragEvent("drop", {dataTransfer: dropped, bubbles: true, cancelable: true}))
	})()`, cell(c.day(5))), nil)
	c.WaitVisible(cell(c.day(5)) + " .card.draft")
	c.WaitTrue(`document.querySelectorAll(".dock li.failed").length === 7 && document.querySelector(".dock").innerText.includes("The other 490 were left out")`)
	c.Forgive(func(p browser.Problem) bool { return p.Kind == browser.Failed && strings.Contains(p.URL, uploadFailed) })
	c.Step("calendar-500")
	c.CheckClean()
}

// TestFace_Inspector makes the library fix a file for the feed, and delete one.
func TestFace_Inspector(t *testing.T) {
	t.Parallel()
	f := face.Serve(t)
	f.SignIn()
	f.Seen()
	p := newPosts(t, f)
	id := p.sized(360, 640)
	f.Go("/media?file=" + id)
	f.WaitVisible("aside li .button")
	f.Step("inspector")
	f.Click("aside li .button")
	f.WaitTrue(`document.querySelector(".toasts[role=status]").innerText.includes("The file as it was uploaded is kept.")`)
	f.WaitTrue(`document.querySelector("aside li").innerText.includes("as it is")`)
	f.Step("inspector-mended")
	press(f, "Delete…")
	f.WaitVisible("dialog[open]")
	f.Step("inspector-delete")
	f.Click("dialog footer .danger")
	f.WaitTrue(`document.querySelector("aside") === null && document.querySelectorAll(".file").length === 0`)
	p.client.Get("/api/v1/media/"+id).WantError(http.StatusNotFound, "NOT_FOUND")
	// The event of the deletion may have caused a request for the file that was still shown.
	f.Forgive(func(p browser.Problem) bool {
		return p.Kind == browser.Failed && strings.Contains(p.Text, "404") && strings.Contains(p.URL, id)
	})
	f.CheckClean()
}

// TestFace_DraftOfToday lists a draft whose day has come among the posts that need a person. Of
// more causes than have room, the rest is shown by a button.
func TestFace_DraftOfToday(t *testing.T) {
	needtest.Night(t)
	t.Parallel()
	c := newCalendar(t)
	id := c.draft(c.Service.Browser(t), "Was to go out today", clock.System().Now().UTC().AddDate(0, 0, -2).Format(time.RFC3339))
	c.Go("/")
	c.WaitTrue(`document.querySelector("[aria-labelledby=needs-you]")?.innerText.includes("A draft was planned for a day that has come")`)
	c.Everywhere("overview-draft")
	press(c.Face, "Open")
	c.WaitTrue(fmt.Sprintf(`location.pathname === "/app/compose/%s"`, id))
	c.BeforePages(`(() => {
		const ask = fetch
		const groups = [..."123456"].map(id => ({accountId: id, code: "RATE_LIMITED", count: 60, isHeld: false, message: "the network refused it", posts: []}))
		window.fetch = async (what, how) => (what.url ?? what).includes("/posts/failures") ? Response.json({groups}) : ask(what, how)
	})()`)
	c.Go("/")
	c.WaitTrue(`document.querySelectorAll("[aria-labelledby=needs-you] li").length === 4`)
	if got := c.Text("[aria-labelledby=needs-you] h3"); got != "60 posts of an account that is gone did not go out" {
		t.Errorf("of 60 posts it says %q", got)
	}
	press(c.Face, "Three more")
	c.WaitTrue(`document.querySelectorAll("[aria-labelledby=needs-you] li").length === 7`)
}

// TestFace_Figures prints how quickly the interface answers: from a key to the next frame, and from
// a change at the service to the screen. Budgets are 100 ms and 300 ms, of a machine that does
// nothing else.
func TestFace_Figures(t *testing.T) {
	needtest.Night(t)
	t.Parallel()
	f, p, id := compose(t, "IMAGE", "Figures", 1080, 1350)
	var keys, events []float64
	f.Evaluate(`window.frames_ = []; void document.querySelector("#caption").addEventListener("keydown", () => {
		const begin = performance.now()
		requestAnimationFrame(() => setTimeout(() => window.frames_.push(performance.now() - begin)))
	}, {capture: true})`, nil)
	f.Type("#caption", " typed at the speed of somebody who types")
	f.WaitTrue("window.frames_.length > 30")
	f.Evaluate("window.frames_", &keys)
	f.WaitTrue(saved)
	f.Go("/posts/" + id)
	f.WaitTrue(`document.querySelector("h1").innerText.startsWith("Figures")`)
	tab := f.Service.Browser(t)
	for i := range 5 {
		caption := fmt.Sprintf("Changed %d", i)
		var took float64
		f.Evaluate(fmt.Sprintf(`void (window.seen = new Promise(done => {
			const look = () => document.querySelector("h1").innerText === %q ? done(performance.timeOrigin + performance.now()) : requestAnimationFrame(look)
			look()
		}))`, caption), nil)
		begin := clock.System().Now()
		tab.With("If-Match", "*").InternalDo(http.MethodPut, "/api/posts/"+id, map[string]any{"caption": caption}).Want(http.StatusOK)
		f.Evaluate("window.seen", &took)
		events = append(events, took-float64(begin.UnixMicro())/1000)
	}
	slices.Sort(keys)
	slices.Sort(events)
	t.Logf("from a key to the frame that shows it: %.0f ms, the median of %d; 98 of 100 within %.0f ms", keys[len(keys)/2], len(keys), keys[len(keys)*98/100])
	t.Logf("from a change at the service to the screen: %.0f ms, the median of %.0f", events[2], events)
	p.get(id)
}
