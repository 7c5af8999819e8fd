package face_test

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
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

// calendar is a calendar in Berlin, with the helpers of its tests.
type calendar struct {
	*face.Face

	t     *testing.T
	posts *posts
	// spring is the Sunday of next year on which Berlin's clocks go forward.
	spring time.Time
}

func newCalendar(t *testing.T) *calendar {
	t.Helper()
	c := &calendar{Face: face.Serve(t), t: t}
	c.BeforePages(keepSaid)
	c.SignIn()
	c.Seen()
	c.Remember("zone", "Europe/Berlin")
	c.posts = newPosts(t, c.Face)
	c.spring = clocksForward()
	return c
}

// clocksForward is the Sunday of next year on which Berlin's clocks go forward. It stays the same
// when a year ends meanwhile.
var clocksForward = sync.OnceValue(func() time.Time {
	last := time.Date(clock.System().Now().Year()+1, time.March, 31, 0, 0, 0, 0, time.UTC)
	return last.AddDate(0, 0, -int(last.Weekday()))
})

// aroundClocks returns the day as many days after that one, in the form of a page's field.
func aroundClocks(days int) string {
	return clocksForward().AddDate(0, 0, days).Format(time.DateOnly)
}

// day is the day as many days after the clocks go forward.
func (*calendar) day(days int) string { return aroundClocks(days) }

// schedule schedules a picture for an instant, planned in Berlin, and returns its id.
func (c *calendar) schedule(caption, at string) string {
	c.t.Helper()
	var made struct{ ID, PostID string }
	c.posts.client.Post("/api/v1/schedule", map[string]any{
		"accountId": c.posts.account, "mediaType": "IMAGE", "mediaFileId": c.posts.picture(), "caption": caption, "scheduledFor": at, "timezone": "Europe/Berlin",
	}).Want(http.StatusCreated).JSON(&made)
	return made.ID + made.PostID
}

// draft plans a draft for an instant, or without one if it is empty, and returns its id.
func (c *calendar) draft(client *e2e.Client, caption, at string) string {
	c.t.Helper()
	body := map[string]any{"accountId": c.posts.account, "mediaType": "IMAGE", "mediaFileId": c.posts.picture(), "caption": caption, "timezone": "Europe/Berlin"}
	if at != "" {
		body["plannedFor"] = at
	}
	var made struct{ ID string }
	client.InternalDo(http.MethodPost, "/api/posts/drafts", body).Want(http.StatusCreated).JSON(&made)
	return made.ID
}

func card(id string) string         { return fmt.Sprintf("[data-post='%s']", id) }
func cell(date string) string       { return fmt.Sprintf("[data-day='%s']", date) }
func cardOn(date, id string) string { return cell(date) + " " + card(id) }

// wantAt waits until the service has the post at an instant.
func (c *calendar) wantAt(id, instant string) {
	c.t.Helper()
	c.WaitTrue(fmt.Sprintf(`fetch("/api/posts/%s").then(r => r.json()).then(p => (p.scheduledFor ?? p.plannedFor) === %q)`, id, instant))
}

// keepSaid makes pages keep the messages at their bottom, which otherwise disappear after eight
// seconds.
const keepSaid = `(() => {
	const seen = new WeakSet()
	window.said = []
	new MutationObserver(() => {
		for (const line of document.querySelectorAll(".toasts[role=status] > *")) {
			if (seen.has(line)) continue
			seen.add(line)
			window.said.push(line.innerText)
		}
	}).observe(document, {childList: true, subtree: true})
})()`

// says waits until a message at the bottom contains the words, and drops the messages up to then.
func (c *calendar) says(words string) {
	c.t.Helper()
	c.WaitTrue(fmt.Sprintf(`(at => at >= 0 && window.said.splice(0, at + 1).length > 0)(window.said.findIndex(line => line.includes(%q)))`, words))
}

// TestCalendar_UndoBesideADialog moves a post and opens a dialog before the move is undone: the
// button that undoes it can be pressed, and what happens is announced.
func TestCalendar_UndoBesideADialog(t *testing.T) {
	needtest.Night(t)
	t.Parallel()
	c := newCalendar(t)
	id := c.schedule("To be undone", c.day(2)+"T07:00:00Z")
	c.Go("/calendar?date=" + c.day(2))
	c.WaitVisible(cardOn(c.day(2), id))
	c.tabTo(card(id))
	c.Press(kb.ArrowRight, input.ModifierAlt, input.ModifierShift)
	c.WaitVisible(".toasts .undo")
	c.Press("?")
	c.WaitVisible("dialog[open]")
	c.MoveTo(".toasts .undo")
	c.Step("calendar-undo-in-dialog")
	c.Click(".toasts .undo")
	c.wantAt(id, c.day(2)+"T07:00:00.000Z")
	c.WaitTrue(`document.querySelectorAll("dialog[open] [role=status]").length === 2`)
	c.Press(kb.Escape)
	c.WaitTrue(`document.querySelector("dialog") === null && document.querySelector(".app .toasts") !== null`)
}

// TestCalendar_Reschedule is flow 3: moved with the mouse or with keys, a post keeps its wall time
// across a change of the clocks. A move can be undone. A post that the service refuses to move, or
// that is moved into the past, returns to its place with the reason.
func TestCalendar_Reschedule(t *testing.T) {
	t.Parallel()
	c := newCalendar(t)
	id := c.schedule("Sixteen test tiles", c.day(-2)+"T08:00:00Z")
	c.Go("/calendar?date=" + c.day(-2))
	c.WaitVisible(cardOn(c.day(-2), id))
	c.Hold(cardOn(c.day(-2), id))
	c.MoveTo(cell(c.day(1)))
	if got, want := c.Text(".carried p"), c.spring.AddDate(0, 0, 1).Format("Mon 2 Jan")+", still 09:00"; !strings.Contains(got, want) {
		t.Errorf("the tip says %q, want %q", got, want)
	}
	if got := c.Text(cell(c.day(-2)) + " .was"); got != "was 09:00 here" {
		t.Errorf("the source says %q", got)
	}
	c.Step("calendar-drag")
	c.Release(cell(c.day(1)))
	// A message stays while the pointer is on it.
	c.MoveTo(".toasts .undo")
	c.WaitVisible(cardOn(c.day(1), id))
	// It covers no part of the calendar, and takes no room from it.
	c.WaitTrue(`document.querySelector(".toasts").getBoundingClientRect().bottom <= document.querySelector("main").getBoundingClientRect().top && document.querySelector("main").getBoundingClientRect().bottom === innerHeight`)
	c.wantAt(id, c.day(1)+"T07:00:00.000Z")
	c.says("moved to")
	c.Click(".toasts .undo")
	c.WaitVisible(cardOn(c.day(-2), id))
	c.wantAt(id, c.day(-2)+"T08:00:00.000Z")
	c.Step("calendar-undone")

	// With keys: Tab to the card, then the arrows to a day.
	c.tabTo(card(id))
	c.asOne(func() {
		for range 3 {
			c.Press(kb.ArrowRight, input.ModifierAlt, input.ModifierShift)
		}
	})
	c.wantAt(id, c.day(1)+"T07:00:00.000Z")
	c.says("moved to")
	c.WaitTrue(fmt.Sprintf(`document.activeElement.matches(%q)`, cardOn(c.day(1), id)))
	c.Press("z", input.ModifierCtrl)
	c.wantAt(id, c.day(-2)+"T08:00:00.000Z")
	c.says("is back on")
	c.Step("calendar-undone-by-keys")

	// The answer to a move is lost: the page does not say that the post has stayed.
	c.Evaluate(`window.losing = "PUT .*/posts/"`, nil)
	c.Press(kb.ArrowRight, input.ModifierAlt, input.ModifierShift)
	c.says("may have changed all the same")
	c.WaitVisible(cardOn(c.day(-1), id))
	c.wantAt(id, c.day(-1)+"T08:00:00.000Z")
}

// asOne checks that moves are sent and undone as one: the service gets no request before the last
// move was made.
func (c *calendar) asOne(moves func()) {
	c.t.Helper()
	c.Evaluate(weather, nil)
	c.Evaluate(`window.holding = "PUT .*/posts/"`, nil)
	moves()
	c.WaitTrue(`window.held.length === 1`)
	c.Evaluate(`window.letGo()`, nil)
}

// tabTo presses Tab until the element has the focus.
func (c *calendar) tabTo(selector string) {
	c.t.Helper()
	tabTo(c.t, c.Face, selector)
}

// TestCalendar_Refusals is the rest of flow 3: a post that has changed meanwhile returns to its
// place with the reason, and the past is refused before the drop.
func TestCalendar_Refusals(t *testing.T) {
	needtest.Night(t)
	t.Parallel()
	c := newCalendar(t)
	id := c.schedule("Four glazes, one clay", c.day(1)+"T07:00:00Z")
	c.Go("/calendar?date=" + c.day(1))
	c.Hold(cardOn(c.day(1), id))
	c.MoveTo(cell(c.day(2)))
	c.WaitVisible(".carried p")
	c.posts.client.Do(http.MethodPut, "/api/v1/schedule/"+id, map[string]any{"caption": "Five glazes"}).Want(http.StatusOK)
	c.Release(cell(c.day(2)))
	c.says("It was changed meanwhile")
	c.WaitVisible(cardOn(c.day(1), id))
	c.Forgive(func(p browser.Problem) bool { return strings.Contains(p.String(), "412") })
	c.Step("calendar-refused")

	draft := c.draft(c.Service.Browser(t), "Throwing the big bowls", "")
	berlin, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		t.Fatal(err)
	}
	yesterday := clock.System().Now().In(berlin).AddDate(0, 0, -1)
	date := yesterday.Format(time.DateOnly)
	c.Go("/calendar?date=" + date)
	c.Hold("[data-tray] " + card(draft))
	c.MoveTo(cell(date))
	if got, want := c.Text(".carried p"), yesterday.Format("Mon 2 Jan")+" has passed."; !strings.Contains(got, want) {
		t.Errorf("the tip says %q, want %q", got, want)
	}
	c.Step("calendar-past")
	c.Release(cell(date))
	c.WaitVisible("[data-tray] " + card(draft))
	c.Hold("[data-tray] " + card(draft))
	c.MoveTo(cell(date))
	c.Press(kb.Escape)
	c.WaitVisible("[data-tray] " + card(draft))
	c.Release(cell(date))
	c.CheckClean()
}

// TestCalendar_ClockChanges is flow 4: a time that the clocks skip must be confirmed, and for one
// that they show twice both instants are offered.
func TestCalendar_ClockChanges(t *testing.T) {
	t.Parallel()
	c := newCalendar(t)
	id := c.schedule("Late kiln", c.day(-1)+"T01:30:00Z")
	c.Go("/calendar?date=" + c.day(-1))
	c.Hold(cardOn(c.day(-1), id))
	c.MoveTo(cell(c.day(0)))
	c.Release(cell(c.day(0)))
	if got := c.Text("dialog .warn"); !strings.Contains(got, "02:30 does not exist") || !strings.Contains(got, "03:30?") {
		t.Errorf("got %q", got)
	}
	c.Step("calendar-skipped")
	c.Press(kb.Escape)
	c.WaitVisible(cardOn(c.day(-1), id))
	c.wantAt(id, c.day(-1)+"T01:30:00.000Z")
	c.tabTo(card(id))
	c.Press(kb.ArrowRight, input.ModifierAlt, input.ModifierShift)
	c.WaitVisible("dialog .warn")
	c.tabTo("dialog footer .primary:not([aria-disabled])")
	c.Press(kb.Enter)
	c.wantAt(id, c.day(0)+"T01:30:00.000Z")
	c.WaitVisible(cardOn(c.day(0), id))
	if got := c.Text(card(id) + " .time"); got != "03:30" {
		t.Errorf("the card says %q", got)
	}

	autumn := time.Date(c.spring.Year(), time.October, 31, 0, 0, 0, 0, time.UTC)
	autumn = autumn.AddDate(0, 0, -int(autumn.Weekday()))
	eve, sunday := autumn.AddDate(0, 0, -1).Format(time.DateOnly), autumn.Format(time.DateOnly)
	id = c.schedule("Late kiln, again", eve+"T00:30:00Z")
	c.Go("/calendar?date=" + eve)
	c.tabTo(card(id))
	c.Press(kb.ArrowRight, input.ModifierAlt, input.ModifierShift)
	c.WaitVisible("dialog .choice + .choice")
	c.Step("calendar-repeated")
	c.Click("dialog .choice + .choice input")
	c.Click("dialog footer .primary")
	c.wantAt(id, sunday+"T01:30:00.000Z")
	c.WaitVisible(cardOn(sunday, id))
}
