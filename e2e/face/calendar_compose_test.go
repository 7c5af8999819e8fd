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

const (
	// isBeside is true when the composer is beside a calendar that is visible and inert.
	isBeside = `document.querySelector(".sheet #caption") !== null && document.querySelector(".page[inert] [data-day]") !== null && location.pathname.startsWith("/app/compose/")`
	// isBack is true when the composer has gone and the calendar is as before.
	isBack = `document.querySelector(".sheet") === null && document.querySelector(".page:not([inert]) [data-day]") !== null && location.pathname === "/app/calendar"`
)

// hasTime is true when the composer has a day and a time.
func hasTime(date, time string) string {
	return fmt.Sprintf(`document.querySelector(".sheet footer [type=date]")?.value === %q && document.querySelector(".sheet footer [type=time]")?.value === %q`, date, time)
}

// hasFocus says that the element has the focus.
func hasFocus(selector string) string {
	return fmt.Sprintf(`document.activeElement.matches(%q)`, selector)
}

// TestCalendar_Compose plans a post without leaving the calendar: with the mouse from an empty day,
// with the browser's back and forward, after a reload, on a page of its own, and for a day of
// another month. A scheduled post is on its day as soon as the composer is closed.
func TestCalendar_Compose(t *testing.T) {
	t.Parallel()
	c := newCalendar(t)
	c.Remember("time", "18:30")
	for i, caption := range []string{"Three-day rye is back", "Four glazes, one clay", "Kiln at 1,240 °C", "Gift sets"} {
		c.schedule(caption, fmt.Sprintf("%sT%02d:30:00Z", c.day(2+i%3), 6+3*i))
	}
	c.Go("/calendar?date=" + c.day(2))
	c.WaitVisible(cell(c.day(2)) + " .card")
	c.Evaluate(`window.stayed = document.querySelector(".month")`, nil)
	c.ClickAt(cell(c.day(5)), 0.5, 0.7)
	c.WaitTrue(isBeside + ` && ` + hasTime(c.day(5), "18:30"))
	c.WaitTrue(fmt.Sprintf(`document.querySelector(%q).innerText === "18:30"`, cell(c.day(5))+".writing .slot"))
	c.Step("calendar-compose-new")
	// Nothing was changed, so no draft was made. After the browser's back the calendar is where it
	// was.
	c.Evaluate(`history.back()`, nil)
	c.WaitTrue(isBack + ` && ` + hasFocus(cell(c.day(5))) + ` && document.querySelectorAll(".card.draft").length === 0 && stayed.isConnected`)
	c.Evaluate(`history.forward()`, nil)
	c.WaitTrue(isBeside + ` && ` + hasTime(c.day(5), "18:30"))
	c.Choose(".sheet input[type=file]", c.files("one.png")...)
	c.WaitVisible(cell(c.day(5)) + " .card.draft.selected")
	c.Type("#caption", "The kiln is cold again")
	c.WaitTrue(saved + ` && ` + isReady)
	c.WaitTrue(fmt.Sprintf(`document.querySelector(%q).innerText.includes("The kiln is cold again")`, cell(c.day(5))))
	c.Everywhere("calendar-compose-written")
	// After a reload, both are there. The composer becomes a page of its own, and the browser's
	// back shows the calendar.
	address := c.at()
	c.Evaluate(`location.reload()`, nil)
	c.WaitTrue(`window.stayed === undefined && ` + isBeside + ` && ` + hasTime(c.day(5), "18:30"))
	press(c.Face, "Full page")
	c.WaitTrue(fmt.Sprintf(`document.querySelector("#caption")?.value === "The kiln is cold again" && document.querySelector(".sheet") === null && location.pathname === %q`, address))
	c.Step("calendar-compose-page")
	c.Evaluate(`history.back()`, nil)
	c.WaitTrue(isBack)

	// The card of a draft opens it, and for a day of another month the calendar turns there.
	c.Click(cell(c.day(5)) + " .card.draft")
	c.WaitTrue(isBeside + ` && ` + isReady)
	fill(c.Face, "footer [type=date]", c.day(40))
	c.WaitVisible(cell(c.day(40)) + " .card.draft.selected")
	c.Step("calendar-compose-later")
	c.Click("[data-act=send]")
	c.says("is scheduled for")
	id := strings.TrimPrefix(address, "/app/compose/")
	c.WaitTrue(isBack + ` && ` + hasFocus(cardOn(c.day(40), id)+":not(.draft)"))
	c.Step("calendar-compose-scheduled")
	c.CheckClean()
}

// at is the path of the present address.
func (c *calendar) at() (path string) {
	c.t.Helper()
	c.Evaluate(`location.pathname`, &path)
	return path
}

// TestCalendar_ComposeWeek begins a post at an hour of the week, edits a scheduled post, and closes
// the composer with a click on the calendar.
func TestCalendar_ComposeWeek(t *testing.T) {
	needtest.Night(t)
	t.Parallel()
	c := newCalendar(t)
	id := c.schedule("Waits for its time", c.day(2)+"T07:00:00Z")
	c.Go("/calendar?view=week&date=" + c.day(2))
	c.WaitVisible(cardOn(c.day(2), id))
	// A column has the hours from six to 22.
	c.ClickAt(cell(c.day(4)), 0.5, 0.51)
	c.WaitTrue(isBeside + ` && ` + hasTime(c.day(4), "14:00"))
	c.WaitTrue(fmt.Sprintf(`document.querySelector(%q)?.innerText === "14:00"`, cell(c.day(4))+" .aim"))
	c.Everywhere("calendar-compose-week")
	c.ClickAt(".veil", 0.1, 0.5)
	c.WaitTrue(isBack + ` && ` + hasFocus(cell(c.day(4))))
	// The menu of a scheduled post edits it. A click that closes the menu begins no post.
	menu := fmt.Sprintf(`document.querySelector(%q).dispatchEvent(new MouseEvent("contextmenu", {bubbles: true, cancelable: true, clientX: 500, clientY: 300}))`, card(id))
	c.Evaluate(menu, nil)
	c.WaitVisible("[role=menu]")
	c.ClickAt(cell(c.day(4)), 0.5, 0.51)
	c.WaitTrue(`document.querySelector("[role=menu]") === null && ` + isBack)
	c.Evaluate(menu, nil)
	c.Click("[role=menuitem]:nth-of-type(2)")
	c.WaitTrue(isBeside + ` && ` + hasTime(c.day(2), "09:00"))
	c.WaitTrue(hasRoom)
	fill(c.Face, "footer [type=time]", "11:30")
	c.wantAt(id, c.day(2)+"T09:30:00.000Z")
	c.WaitTrue(fmt.Sprintf(`document.querySelector(%q).innerText === "11:30"`, card(id)+".selected .time"))
	c.holdsAll()
	c.Step("calendar-compose-edited")
	// Done, pressed right after the last key, saves that key too before it leaves.
	setCaption(c.Page, "Waits for its time, and is written at the last moment")
	c.Evaluate(`document.querySelector("[data-act=send]").click()`, nil)
	c.WaitTrue(isBack + ` && ` + hasFocus(card(id)))
	c.WaitTrue(fmt.Sprintf(`document.querySelector(%q).innerText.includes("at the last moment")`, card(id)+" .text"))
	c.CheckClean()
}

// TestCalendar_ComposeByKeys does the same with keys only: n on a day, Ctrl+Enter, Esc, e on a
// post. The focus returns to where it was.
func TestCalendar_ComposeByKeys(t *testing.T) {
	needtest.Night(t)
	t.Parallel()
	c := newCalendar(t)
	file := c.posts.sized(1080, 1350)
	c.Go("/calendar?date=" + c.day(3))
	c.tabTo(cell(c.day(3)))
	c.Key(kb.ArrowRight)
	c.Key("n")
	c.WaitTrue(isBeside + ` && ` + hasTime(c.day(4), "09:00") + ` && ` + hasFocus(".sheet"))
	c.Step("calendar-compose-keys")
	// What is typed beside the fields does nothing: no other post opens, and nothing scrolls away.
	at := c.at()
	c.Press("sunday, gh t")
	c.Press("c")
	c.WaitTrue(isBeside + ` && ` + hasTime(c.day(4), "09:00") + ` && ` + hasFocus(".sheet"))
	if got := c.at(); got != at {
		t.Errorf("letters beside the fields lead to %s", got)
	}
	c.WaitTrue(`(main => { main.scrollTop = 1e6; return main.scrollTop === 0 })(document.querySelector("main"))`)
	c.Key(kb.Escape)
	c.WaitTrue(isBack + ` && ` + hasFocus(cell(c.day(4))))
	c.Key(kb.Enter)
	c.WaitVisible("dialog .none")
	c.tabTo("dialog footer .primary")
	c.Key(kb.Enter)
	c.WaitTrue(isBeside + ` && document.querySelector("dialog") === null && ` + hasFocus(".sheet"))
	c.tabTo("#caption")
	c.Press("By keys alone")
	c.WaitTrue(saved)
	id := strings.TrimPrefix(c.at(), "/app/compose/")
	// A dialog of the composer is above it: Esc closes the dialog first.
	press(c.Face, "From the library")
	c.WaitVisible("dialog[open]")
	c.Key(kb.Escape)
	c.WaitTrue(`document.querySelector("dialog") === null && ` + isBeside)
	c.Key(kb.Escape)
	c.WaitTrue(isBack + ` && ` + hasFocus(cell(c.day(4))))
	c.Service.Browser(t).With("If-Match", "*").InternalDo(http.MethodPut, "/api/posts/"+id, map[string]any{"mediaFileId": file}).Want(http.StatusOK)
	c.tabTo(cardOn(c.day(4), id))
	c.Key("e")
	c.WaitTrue(isBeside + ` && ` + isReady)
	c.Key(kb.Enter, input.ModifierCtrl)
	c.says("is scheduled for")
	c.WaitTrue(isBack + ` && ` + hasFocus(cardOn(c.day(4), id)+":not(.draft)"))
	c.Step("calendar-compose-keys-scheduled")

	// In a low window the month begins with the week of today in view.
	c.Resize(1366, 480)
	c.Go("/calendar")
	c.WaitTrue(`(day => { const d = day?.getBoundingClientRect(), m = document.querySelector("main").getBoundingClientRect(); return d && d.top > m.top + 90 && d.bottom <= m.bottom })(document.querySelector(".day[aria-current]"))`)

	// A phone has no space beside it.
	c.Show(face.Phone, "light")
	c.Go("/calendar?date=" + c.day(4))
	c.WaitVisible(card(id))
	c.Click(".tabs .new")
	c.WaitTrue(`location.pathname === "/app/compose/new" && document.querySelector("#caption") !== null && document.querySelector(".sheet") === null`)
	c.CheckClean()
}
