package face_test

import (
	"fmt"
	"strings"
	"testing"

	"crier/e2e/browser"
	"crier/platform/needtest"
)

// leaves goes to the list of posts by a link while two files are on their way, and lets them arrive
// there.
func (c *calendar) leaves(says string) {
	c.t.Helper()
	c.WaitTrue(`window.held.length === 2`)
	c.wantAsked(true)
	c.Click(`nav a[href="/app/posts"]`)
	c.WaitTrue(`document.querySelector("h1").innerText.startsWith("Posts")`)
	c.says(says)
	c.wantAsked(true)
	c.Evaluate(`window.letGo()`, nil)
}

// wantAsked checks whether the browser asks before the page is closed.
func (c *calendar) wantAsked(want bool) {
	c.t.Helper()
	c.WaitTrue(fmt.Sprintf(`%s === %v`, asks, want))
}

func isRefusedUpload(p browser.Problem) bool {
	return p.Kind == browser.Failed && strings.Contains(p.URL, uploadFailed)
}

// TestMedia_LeftWhileSending leaves the library for another page while files are on their way: they
// arrive, a refusal is told there, and the library has both when it is opened again. Until then the
// browser asks before the page is closed.
func TestMedia_LeftWhileSending(t *testing.T) {
	needtest.Night(t)
	t.Parallel()
	c := newCalendar(t)
	c.BeforePages(holdUploads)
	c.Go("/media")
	c.wantAsked(false)
	c.Choose("header input[type=file]", c.files("one.png", "notes.jpg")...)
	c.leaves("comes to the library all the same")
	c.says("notes.jpg was not uploaded.")
	c.WaitTrue(`fetch("/api/v1/media").then(r => r.json()).then(list => list.total === 1)`)
	c.wantAsked(false)
	c.WaitTrue(`location.pathname === "/app/posts"`)
	c.Forgive(isRefusedUpload)
	c.Click(`nav a[href="/app/media"]`)
	c.WaitTrue(`document.querySelectorAll(".file").length === 1 && document.querySelector(".gallery .failed .name").innerText === "notes.jpg"`)
	c.Step("media-left")
	press(c.Face, "Leave it")
	c.WaitTrue(`document.querySelector(".gallery .failed") === null`)
	c.CheckClean()
}

// TestCalendar_LeftWhileSending leaves the calendar for another page while files that were dropped
// on a day are on their way: they become a draft, the page says what did not, and the calendar has
// the reason when it is opened again. Until then the browser asks before the page is closed.
func TestCalendar_LeftWhileSending(t *testing.T) {
	needtest.Night(t)
	t.Parallel()
	c := newCalendar(t)
	c.BeforePages(holdUploads)
	c.Remember("time", "18:30")
	c.Go("/calendar?date=" + c.day(5))
	c.wantAsked(false)
	c.DropFiles(cell(c.day(5)), func() { c.WaitVisible(cell(c.day(5)) + ".target") }, c.files("one.png", "notes.jpg")...)
	c.leaves("becomes a draft all the same")
	c.says("Not all files for " + c.spring.AddDate(0, 0, 5).Format("Mon 2 Jan") + " became a draft.")
	c.wantDraft(c.day(5), "IMAGE", "one.png")
	c.wantAsked(false)
	c.Forgive(isRefusedUpload)
	c.Click(`nav a[href="/app/calendar"]`)
	c.WaitTrue(`document.querySelector(".dock li.failed .name").innerText === "notes.jpg"`)
	c.Step("calendar-left")
	c.Click(".dock header button")
	c.WaitTrue(`document.querySelector(".dock") === null`)
	c.CheckClean()
}
