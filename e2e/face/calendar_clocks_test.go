package face_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"crier/e2e/face"
	"crier/platform/needtest"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp/kb"
)

// selects opens the month of a day and chooses the posts, of which the last has the focus then.
func (c *calendar) selects(date string, ids ...string) {
	c.t.Helper()
	c.Go("/calendar?date=" + date)
	for _, id := range ids {
		c.WaitVisible(cardOn(date, id))
		c.Evaluate(fmt.Sprintf(`document.querySelector(%q).focus()`, card(id)), nil)
		c.Press("x")
	}
	c.WaitTrue(`document.querySelector(".chosen h2")?.innerText === "2 posts"`)
}

// TestCalendar_SeveralOverTheClocks moves two posts at once to times that the clocks skip: they go
// out later, which is said, and one undo takes both back.
func TestCalendar_SeveralOverTheClocks(t *testing.T) {
	needtest.Night(t)
	t.Parallel()
	c := newCalendar(t)
	first, second := c.schedule("Kiln of 02:30", c.day(-1)+"T01:30:00Z"), c.schedule("Kiln of 02:45", c.day(-1)+"T01:45:00Z")
	c.selects(c.day(-1), first, second)
	c.Press(kb.ArrowRight, input.ModifierAlt, input.ModifierShift)
	c.says("2 posts moved. Clocks skip the time of 2 of them")
	c.wantAt(first, c.day(0)+"T01:30:00.000Z")
	c.wantAt(second, c.day(0)+"T01:45:00.000Z")
	c.Press("z", input.ModifierCtrl)
	c.says("2 posts are back.")
	c.wantAt(first, c.day(-1)+"T01:30:00.000Z")
	c.wantAt(second, c.day(-1)+"T01:45:00.000Z")
	c.CheckClean()
}

// TestCalendar_DayLaterOverTheClocks moves posts by a button over a night in which the clocks are
// changed: the undo gives each the time that it had, where the day after has no such time or the
// day before has it twice.
func TestCalendar_DayLaterOverTheClocks(t *testing.T) {
	needtest.Night(t)
	t.Parallel()
	c := newCalendar(t)
	autumn := time.Date(c.spring.Year(), time.October, 31, 0, 0, 0, 0, time.UTC)
	autumn = autumn.AddDate(0, 0, -int(autumn.Weekday()))
	sunday, monday := autumn.Format(time.DateOnly), autumn.AddDate(0, 0, 1).Format(time.DateOnly)
	for what, posts := range map[string]struct{ day, at, draftAt, moved, draftMoved string }{
		"skipped": {c.day(-1), c.day(-1) + "T01:30:00.000Z", c.day(-1) + "T01:15:00.000Z", c.day(0) + "T01:30:00.000Z", c.day(0) + "T01:15:00.000Z"},
		"twice":   {sunday, sunday + "T01:30:00.000Z", sunday + "T01:15:00.000Z", monday + "T01:30:00.000Z", monday + "T01:15:00.000Z"},
	} {
		post, draft := c.schedule("Scheduled, "+what, posts.at), c.draft(c.Service.Browser(t), "Planned, "+what, posts.draftAt)
		c.selects(posts.day, post, draft)
		later(c.Face)
		c.says("2 posts moved 1 day later.")
		c.MoveTo(".toasts .undo")
		c.wantAt(post, posts.moved)
		c.wantAt(draft, posts.draftMoved)
		c.Click(".toasts .undo")
		c.says("2 posts are back.")
		for id, want := range map[string]string{post: posts.at, draft: posts.draftAt} {
			var got string
			c.Evaluate(fmt.Sprintf(`fetch("/api/posts/%s").then(r => r.json()).then(p => p.scheduledFor ?? p.plannedFor)`, id), &got)
			if !strings.HasPrefix(got, want) {
				t.Errorf("%s: the post is back at %s, and was at %s", what, got, want)
			}
		}
	}
	c.CheckClean()
}

// TestCalendar_DrawerOfDrafts plans drafts from the drawer that a narrower window has in place of
// the tray: by the menu of a draft with keys, and by dragging it.
func TestCalendar_DrawerOfDrafts(t *testing.T) {
	needtest.Night(t)
	t.Parallel()
	c := newCalendar(t)
	c.Show(face.Tablet, "light")
	id := c.draft(c.Service.Browser(t), "Throwing the big bowls", "")
	date := c.day(9)
	c.Go("/calendar?date=" + date)
	c.Click("header button[aria-haspopup=dialog]")
	c.WaitVisible("dialog " + card(id))
	c.Step("calendar-drawer")
	c.Evaluate(fmt.Sprintf(`(() => {
		const card = document.querySelector(%q)
		card.focus()
		card.dispatchEvent(new MouseEvent("contextmenu", {bubbles: true, cancelable: true, clientX: 400, clientY: 300}))
	})()`, "dialog "+card(id)), nil)
	c.WaitTrue(`document.activeElement.closest("[role=menu]") !== null && document.activeElement.innerText.startsWith("Open")`)
	press(c.Face, "Plan for…")
	c.WaitVisible("dialog input[type=date]")
	c.Press(kb.Escape)
	c.WaitTrue(`document.querySelector("dialog") === null && document.activeElement !== document.body`)

	c.Click("header button[aria-haspopup=dialog]")
	c.WaitVisible("dialog " + card(id))
	c.Hold("dialog " + card(id))
	c.MoveTo(cell(date))
	c.WaitVisible(cell(date) + ".target")
	c.Release(cell(date))
	c.WaitVisible(cardOn(date, id))
	c.CheckClean()
}

// TestCalendar_MenuGivesTheFocusBack leaves the menu of a post, and the dialog that it opens,
// with Escape: the focus is where it was before, on the post or on its day.
func TestCalendar_MenuGivesTheFocusBack(t *testing.T) {
	needtest.Night(t)
	t.Parallel()
	c := newCalendar(t)
	date := c.day(9)
	id := c.schedule("Late kiln", date+"T07:00:00Z")
	c.Go("/calendar?date=" + date)
	wantFocus := func(selector string) {
		t.Helper()
		c.WaitTrue(fmt.Sprintf(`document.querySelector("dialog, [role=menu]") === null && document.activeElement.matches(%q)`, selector))
	}
	c.tabTo(card(id))
	c.Press(kb.F10, input.ModifierShift)
	press(c.Face, "Move to…")
	c.WaitVisible("dialog input[type=date]")
	c.Press(kb.Escape)
	wantFocus(card(id))

	list := func() {
		c.Evaluate(fmt.Sprintf(`document.querySelector(%q).focus()`, cell(date)), nil)
		c.Press(kb.Enter)
		c.Click("dialog .row button")
		c.WaitTrue(`document.activeElement.closest("[role=menu]") !== null`)
	}
	list()
	c.Press(kb.Escape)
	wantFocus(cell(date))
	list()
	press(c.Face, "Move to…")
	c.WaitVisible("dialog input[type=date]")
	c.Press(kb.Escape)
	wantFocus(cell(date))
}
