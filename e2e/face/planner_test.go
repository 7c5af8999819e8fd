package face_test

import (
	"fmt"
	"path/filepath"
	"testing"

	"crier/e2e/face"
	"crier/platform/database"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp/kb"
)

// change changes posts in the database, for what takes a network too long to come about.
func (c *calendar) change(statement string, args ...any) {
	c.t.Helper()
	db, err := database.Open(c.t.Context(), filepath.Join(c.Service.Dir(), "crier.db"))
	if err != nil {
		c.t.Fatal(err)
	}
	defer func() { _ = db.Close() }()
	if _, err := db.ExecContext(c.t.Context(), statement, args...); err != nil {
		c.t.Fatal(err)
	}
}

// wide checks what stands in the sizes that a phone does not have.
func (c *calendar) wide(name string) {
	c.t.Helper()
	c.Show(face.Tablet, "dark")
	c.Step(name)
	c.Show(face.Desktop, "light")
	c.Step(name)
}

// TestCalendar_Weeks: the week of the day is the first row. Buttons, the wheel and keys go on by
// weeks, and Today goes back. No fold hides a post that failed, a post at night opens the night,
// and the agenda has the same posts.
func TestCalendar_Weeks(t *testing.T) {
	t.Parallel()
	c := newCalendar(t)
	var failed []string
	for hour := range 6 {
		id := c.schedule(fmt.Sprintf("Loaf %d", hour), fmt.Sprintf("%sT%02d:30:00Z", c.day(3), 6+hour))
		if hour >= 2 {
			failed = append(failed, id)
			c.change("UPDATE posts SET status = 'FAILED', error_code = 'TOKEN_EXPIRED', error_message = 'the access token expired', completed_at = scheduled_for WHERE id = ?", id)
		}
	}
	night := c.schedule("Before the ovens", c.day(4)+"T01:00:00Z")
	c.Go("/calendar?date=" + c.day(3))
	for _, id := range failed {
		c.WaitVisible(cardOn(c.day(3), id))
	}
	if got := c.Text(cell(c.day(3)) + " .more"); got != "1 more" {
		t.Errorf("the fold says %q", got)
	}
	first := func(want string) {
		t.Helper()
		c.WaitTrue(fmt.Sprintf(`document.querySelector("[data-day]")?.dataset.day === %q && document.querySelectorAll("[role=grid] > [role=row]").length === 6`, want))
	}
	first(c.day(1))
	c.wide("planner-month")
	c.Click("[data-turn='1']")
	first(c.day(8))
	c.Click("[data-turn='-1']")
	c.Click("[data-turn='-1']")
	first(c.day(-6))
	c.tabTo(cell(c.day(-4)))
	c.Press(kb.PageDown)
	first(c.day(22))
	c.WaitTrue(fmt.Sprintf(`document.activeElement.dataset.day === %q`, c.day(24)))
	c.Press(kb.PageUp)
	first(c.day(-6))
	// A day after the last one comes into the last row.
	for range 5 {
		c.Press(kb.ArrowDown)
	}
	first(c.day(1))
	c.WaitTrue(fmt.Sprintf(`document.activeElement.dataset.day === %q`, c.day(31)))
	c.Press("t")
	c.WaitTrue(`document.activeElement.getAttribute("aria-current") === "date" && document.querySelector("[role=grid] > [role=row]:nth-child(2)").contains(document.activeElement)`)

	c.Go("/calendar?date=" + c.day(3))
	first(c.day(1))
	c.Press("2")
	c.WaitVisible(cardOn(c.day(4), night))
	if got := c.Text(card(night) + " .time"); got != "03:00" {
		t.Errorf("the night's card says %q", got)
	}
	for _, id := range failed {
		c.WaitVisible(cardOn(c.day(3), id))
	}
	c.wide("planner-week")
	c.Press("3")
	c.WaitVisible(cardOn(c.day(4), night))
	c.WaitTrue(`document.querySelectorAll("section[data-day]").length === 14 && location.search.includes("view=agenda")`)
	c.wide("planner-agenda")
	c.Press("1")
	first(c.day(1))
	c.CheckClean()
}

// TestCalendar_PublishNow: the card under the pointer or the focus offers what can be done with it,
// and its menu has it published at once, or looked for again where it failed.
func TestCalendar_PublishNow(t *testing.T) {
	t.Parallel()
	c := newCalendar(t)
	id, failed := c.schedule("Warm rolls", c.day(2)+"T07:00:00Z"), c.schedule("Cold rolls", c.day(3)+"T07:00:00Z")
	c.change("UPDATE posts SET status = 'FAILED', error_code = 'TOKEN_EXPIRED', error_message = 'the access token expired', completed_at = scheduled_for WHERE id = ?", failed)
	c.change("UPDATE scheduled_jobs SET status = 'FAILED', completed_at = 1 WHERE subject_id = ?", failed)
	c.Go("/calendar?date=" + c.day(2))
	c.MoveTo(card(id))
	const acts = "[popover]:popover-open"
	c.WaitTrue(`document.querySelectorAll("` + acts + ` > *").length === 3`)
	c.WaitTrue(`[...document.querySelectorAll("` + acts + ` > *")].every(b => b.offsetWidth >= 24 && b.offsetHeight >= 24)`)
	c.Step("planner-card")
	c.Click(acts + " button:not([aria-haspopup])")
	c.WaitVisible("dialog input[type=date]")
	c.Press(kb.Escape)
	c.WaitTrue(`document.querySelector("dialog") === null`)

	// With keys: what the card offers goes along to another day, and Tab leads there.
	c.tabTo(card(id))
	c.Press(kb.ArrowRight, input.ModifierAlt, input.ModifierShift)
	c.WaitTrue(fmt.Sprintf(`(card => card !== null && card.getAnimations().length === 0 && Math.abs(document.querySelector("%[1]s")?.getBoundingClientRect().right - card.getBoundingClientRect().right) < 20)(document.querySelector(%[2]q))`, acts, cardOn(c.day(3), id)))
	c.Press(kb.ArrowLeft, input.ModifierAlt, input.ModifierShift)
	c.WaitVisible(cardOn(c.day(2), id))
	c.tabTo(card(id))
	c.tabTo(acts + " [aria-haspopup]")
	c.Press(kb.Enter)
	c.WaitVisible("[role=menu]")
	c.Step("planner-menu")
	c.Click("[role=menuitem]:nth-child(4)")
	c.says("is on its way.")
	c.WaitTrue(fmt.Sprintf(`fetch("/api/posts/%s").then(r => r.json()).then(p => p.status === "PUBLISHED" && p.scheduledFor === null)`, id))
	c.WaitTrue(fmt.Sprintf(`document.querySelector(%q) === null`, cardOn(c.day(2), id)))

	c.MoveTo(card(failed))
	c.WaitTrue(`document.querySelectorAll("` + acts + ` > *").length === 2`)
	c.Click(acts + " [aria-haspopup]")
	c.Click("[role=menuitem]:nth-child(2)")
	c.says("is looked for, and sent again where it is not there.")
	c.WaitTrue(fmt.Sprintf(`fetch("/api/posts/%s").then(r => r.json()).then(p => p.status !== "FAILED")`, failed))
	c.CheckClean()
}
