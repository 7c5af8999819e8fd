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

// selects opens the month of a day and selects the posts, of which the last has the focus then.
func (c *calendar) selects(date string, ids ...string) {
	c.t.Helper()
	c.Go("/calendar?date=" + date)
	for _, id := range ids {
		c.WaitVisible(cardOn(date, id))
		c.Evaluate(fmt.Sprintf(`document.querySelector(%q).focus()`, card(id)), nil)
		c.Press("x")
	}
	c.WaitTrue(`document.querySelector(".selection p")?.innerText.startsWith("Two posts selected")`)
}

// TestCalendar_SeveralOverTheClocks moves two posts at once to times that the clocks skip: the page
// asks about one after the other, each answer counts for its post alone, and one undo takes both
// back.
func TestCalendar_SeveralOverTheClocks(t *testing.T) {
	needtest.Night(t)
	t.Parallel()
	c := newCalendar(t)
	ids := map[string]string{"02:30": c.schedule("Kiln of 02:30", c.day(-1)+"T01:30:00Z"), "02:45": c.schedule("Kiln of 02:45", c.day(-1)+"T01:45:00Z")}
	at := func(day int, time string) string {
		return c.day(day) + "T01" + strings.TrimPrefix(time, "02") + ":00.000Z"
	}
	// asked waits for a question about another post than the last, and returns its time. The two
	// come in any order.
	asked := func(last string) (time string) {
		t.Helper()
		c.WaitTrue(fmt.Sprintf(`(e => {
			const at = e?.querySelector("[type=time]").value
			return at && at !== %q && e.querySelector(".name").innerText.includes("Kiln of " + at) && e.querySelector(".warn")?.innerText.includes(at + " does not exist")
		})(document.querySelector("dialog"))`, last))
		c.Evaluate(`document.querySelector("dialog [type=time]").value`, &time)
		return time
	}
	move := func() {
		t.Helper()
		c.selects(c.day(-1), ids["02:30"], ids["02:45"])
		c.Press(kb.ArrowRight, input.ModifierAlt, input.ModifierShift)
	}
	move()
	first := asked("")
	c.Step("calendar-skipped-first")
	c.Click("dialog footer .primary")
	second := asked(first)
	c.Click("dialog footer .primary")
	c.says("2 posts moved")
	c.wantAt(ids[first], at(0, first))
	c.wantAt(ids[second], at(0, second))
	c.Press("z", input.ModifierCtrl)
	c.wantAt(ids[first], at(-1, first))
	c.wantAt(ids[second], at(-1, second))

	move()
	first = asked("")
	c.Press(kb.Escape)
	second = asked(first)
	c.Click("dialog footer .primary")
	c.says("moved to")
	c.wantAt(ids[second], at(0, second))
	c.wantAt(ids[first], at(-1, first))
	c.WaitVisible(cardOn(c.day(-1), ids[first]))
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
		press(c.Face, "A day later")
		c.says("Two posts moved to the day after.")
		c.MoveTo(".toasts .undo")
		c.wantAt(post, posts.moved)
		c.wantAt(draft, posts.draftMoved)
		c.Click(".toasts .undo")
		c.says("Two posts are back.")
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
