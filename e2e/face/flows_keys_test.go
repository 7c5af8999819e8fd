package face_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"crier/e2e"
	"crier/e2e/face"
	"crier/platform/clock"
	"crier/platform/needtest"
	"crier/platform/sandbox"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp/kb"
)

// These tests do with keys what the tests of the screens do with the mouse: nothing is clicked, and
// only Tab, the arrows and other keys move the focus.

// TestFlow_PhotosByKeys is flow 2: Tab to the calendar, arrows to a day, Enter for its list, and
// the button for photos. They become one draft in their order, which is there after a reload.
func TestFlow_PhotosByKeys(t *testing.T) {
	needtest.Night(t)
	t.Parallel()
	c := newCalendar(t)
	c.Remember("time", "18:30")
	c.Go("/calendar?date=" + c.day(5))
	c.tabTo(cell(c.day(5)))
	c.Key(kb.ArrowRight)
	c.Key(kb.Enter)
	c.WaitVisible("dialog .none")
	c.tabTo("dialog footer .button:not(.primary)")
	if got := c.Text("dialog footer .button:not(.primary)"); got != "Add photos…" {
		t.Errorf("Tab comes to %q", got)
	}
	c.Step("flow-2-day-keys")
	// The window for files belongs to the system and not to the page; this is its result.
	c.Choose("dialog input[type=file]", c.files("one.png", "two.png", "three.png")...)
	c.wantDraft(c.day(6), "CAROUSEL", "one.png", "two.png", "three.png")
	c.WaitVisible(cell(c.day(6)) + " .card.draft")
	c.Step("flow-2-planned-keys")
	c.Go("/calendar?date=" + c.day(6))
	c.tabTo(cell(c.day(6)) + " .card.draft")
	c.Key(kb.Enter)
	c.WaitTrue(`location.pathname.startsWith("/app/compose/") && document.querySelectorAll("[data-entry]").length === 3`)
	c.Step("flow-2-opened-keys")
}

// TestFlow_MoveByKeys is flow 3: Alt, Shift and an arrow move a post. It keeps its wall time across
// a change of the clocks, and the focus; Ctrl+Z moves it back. A post that the service refuses to
// move returns to its place with the reason, and a past day is refused without a request.
func TestFlow_MoveByKeys(t *testing.T) {
	t.Parallel()
	c := newCalendar(t)
	faulty(c.Face)
	id := c.schedule("Sixteen test tiles", c.day(-1)+"T08:00:00Z")
	c.Go("/calendar?date=" + c.day(-1))
	hasFocus := func(on string) {
		t.Helper()
		c.WaitTrue(fmt.Sprintf(`document.activeElement.matches(%q)`, on))
	}
	move := func(arrow string) { c.Key(arrow, input.ModifierAlt, input.ModifierShift) }
	c.tabTo(card(id))
	c.asOne(func() {
		move(kb.ArrowRight)
		move(kb.ArrowRight)
	})
	c.wantAt(id, c.day(1)+"T07:00:00.000Z")
	c.says("moved to")
	hasFocus(cardOn(c.day(1), id))
	c.Step("flow-3-moved-keys")
	c.Key("z", input.ModifierCtrl)
	c.wantAt(id, c.day(-1)+"T08:00:00.000Z")
	c.says("is back on")
	hasFocus(cardOn(c.day(-1), id))

	refuse(c.Face, "/api/posts/"+id)
	move(kb.ArrowRight)
	c.says("The disk is full; make room on it.")
	hasFocus(cardOn(c.day(-1), id))
	c.Step("flow-3-refused-keys")
	heal(c.Face)
	c.wantAt(id, c.day(-1)+"T08:00:00.000Z")

	tomorrow := clock.System().Now().UTC().AddDate(0, 0, 1).Format(time.DateOnly)
	soon := c.schedule("Nearly too late", tomorrow+"T00:30:00Z")
	c.Go("/calendar?date=" + tomorrow)
	c.tabTo(card(soon))
	move(kb.ArrowUp)
	c.says("has passed.")
	hasFocus(card(soon))
	c.Step("flow-3-past-keys")
}

// TestFlow_ClocksByKeys is flow 4: Enter confirms another time for one that the clocks skip, and
// for one that they show twice the arrows choose.
func TestFlow_ClocksByKeys(t *testing.T) {
	needtest.Night(t)
	t.Parallel()
	c := newCalendar(t)
	id := c.schedule("Late kiln", c.day(-1)+"T01:30:00Z")
	c.Go("/calendar?date=" + c.day(-1))
	c.tabTo(card(id))
	c.Key(kb.ArrowRight, input.ModifierAlt, input.ModifierShift)
	if got := c.Text("dialog .warn"); !strings.Contains(got, "02:30 does not exist") || !strings.Contains(got, "03:30?") {
		t.Errorf("got %q", got)
	}
	c.Step("flow-4-skipped-keys")
	c.tabTo("dialog footer .primary:not([aria-disabled])")
	c.Key(kb.Enter)
	c.wantAt(id, c.day(0)+"T01:30:00.000Z")

	autumn := time.Date(c.spring.Year(), time.October, 31, 0, 0, 0, 0, time.UTC)
	autumn = autumn.AddDate(0, 0, -int(autumn.Weekday()))
	eve, sunday := autumn.AddDate(0, 0, -1).Format(time.DateOnly), autumn.Format(time.DateOnly)
	id = c.schedule("Late kiln, again", eve+"T00:30:00Z")
	c.Go("/calendar?date=" + eve)
	c.tabTo(card(id))
	c.Key(kb.ArrowRight, input.ModifierAlt, input.ModifierShift)
	c.WaitVisible("dialog .choice + .choice")
	c.Step("flow-4-repeated-keys")
	c.tabTo("dialog .choice input")
	c.Key(kb.ArrowDown)
	c.WaitTrue(`document.activeElement.matches(".choice + .choice input:checked")`)
	c.tabTo("dialog footer .primary:not([aria-disabled])")
	// While the days are being read again, another change happens. That answer is shown, and then
	// they are read once more.
	c.Evaluate(weather, nil)
	c.Evaluate(`window.holding = "GET .*/posts/range"`, nil)
	c.Key(kb.Enter)
	c.wantAt(id, sunday+"T01:30:00.000Z")
	c.WaitTrue(`window.held.length > 0`)
	c.schedule("Meanwhile", eve+"T12:00:00Z")
	c.Evaluate(`window.letGo()`, nil)
	c.WaitTrue(fmt.Sprintf(`document.querySelectorAll(%q).length === 1`, cell(eve)+" .card"))
	c.Requests()
	c.WaitTrue(fmt.Sprintf(`document.activeElement.matches(%q)`, cardOn(sunday, id)))
}

// TestFlow_PeopleByKeys is flow 6: keys move a person in the picture and a mention in a story, to a
// hundredth, and the network gets both.
func TestFlow_PeopleByKeys(t *testing.T) {
	needtest.Night(t)
	t.Parallel()
	f, p, id := compose(t, "IMAGE", "People", 432, 540)
	name := func() {
		t.Helper()
		tabTo(t, f, "[data-people] .add")
		f.Key(kb.Enter)
		f.WaitTrue(`document.activeElement.dataset.tag !== undefined`)
		f.Press("mara.voss")
	}
	name()
	f.Key(kb.Tab)
	f.Press("40")
	f.Key(kb.Tab)
	f.Press("60")
	f.Key(kb.Tab)
	tabTo(t, f, "#alt-text")
	f.Press("A loaf on a board")
	f.Step("flow-6-person-keys")
	post := p.await(id, "tagged", func(post written) bool { return post.UserTags != nil && e2e.Text(post.AltText) == "A loaf on a board" })
	f.WaitTrue(saved)
	tagsOf(t, p.get(post.ID).UserTags)[0].near(t, "the person", 0.4, 0.6)
	f.Key(kb.Enter, input.ModifierCtrl)
	p.await(id, "published", func(post written) bool { return post.Status == "PUBLISHED" })

	user := sandbox.DemoNativeUser()
	p.client.Post("/api/v1/settings/private-api-credentials", map[string]any{"accountId": p.account, "snUsername": user.Username, "snPassword": user.Password.Reveal()}).Want(http.StatusOK)
	story := p.draft("STORIES", "", [2]int{1080, 1920})
	f.Go("/compose/" + story)
	name()
	tabTo(t, f, "[data-spot]")
	f.Key(kb.ArrowRight, input.ModifierShift)
	f.Key(kb.ArrowUp)
	f.Step("flow-6-mention-keys")
	post = p.await(story, "mentioning", func(post written) bool {
		return post.StoryMentions != nil && tagsOf(t, post.StoryMentions)[0].X > 0.54 && tagsOf(t, post.StoryMentions)[0].Y < 0.495
	})
	tagsOf(t, post.StoryMentions)[0].near(t, "the mention", 0.55, 0.49)
	f.WaitTrue(saved)
	f.Key(kb.Enter, input.ModifierCtrl)
	p.await(story, "published", func(post written) bool { return post.Status == "PUBLISHED" })
	if l := f.Service.Control(t).Ledger(); len(l.NativeStories) != 1 || len(l.NativeStories[0].Mentions) != 1 {
		t.Errorf("the sandbox has %+v", l)
	}
}

// TestFlow_PhoneByKeys is flow 12 on a phone, with a keyboard: the list of the week, the menu of a
// post, and the dialog that moves it.
func TestFlow_PhoneByKeys(t *testing.T) {
	needtest.Night(t)
	t.Parallel()
	c := newCalendar(t)
	id := c.schedule("Moved on a phone", c.day(2)+"T07:00:00Z")
	c.Show(face.Phone, "dark")
	c.Go("/calendar?date=" + c.day(2))
	c.tabTo(".row:has(" + card(id) + ") > button")
	c.Key(kb.Enter)
	c.WaitTrue(`document.activeElement.matches("[role=menuitem]")`)
	c.Key(kb.ArrowDown)
	c.Key(kb.ArrowDown)
	c.WaitTrue(`document.activeElement.innerText === "Move to…"`)
	c.Step("flow-12-menu-keys")
	c.Key(kb.Enter)
	c.tabTo("dialog input[type=time]")
	// The arrows change the part of a field that has the focus: its hour.
	c.Key(kb.ArrowUp)
	c.WaitTrue(`document.querySelector("dialog input[type=time]").value === "10:00"`)
	c.Step("flow-12-move-keys")
	c.tabTo("dialog footer .primary:not([aria-disabled])")
	c.Key(kb.Enter)
	c.wantAt(id, c.day(2)+"T08:00:00.000Z")
	c.WaitTrue(`document.querySelector("dialog") === null && document.activeElement !== document.body`)
	c.Step("flow-12-moved-keys")
}
