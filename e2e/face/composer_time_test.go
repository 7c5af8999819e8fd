package face_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"crier/e2e"
	"crier/e2e/face"
	"crier/platform/clock"
	"crier/platform/needtest"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp/kb"
)

// fill sets a field of the composer's bar, as its picker does.
func fill(f *face.Face, selector, value string) {
	f.WaitVisible(selector)
	f.Evaluate(fmt.Sprintf(`(() => { const e = document.querySelector(%q); e.value = %q; e.dispatchEvent(new Event("change", {bubbles: true})) })()`, selector, value), nil)
}

// holdUploads makes the page's uploads wait until window.letGo() is called.
const holdUploads = `(() => {
	const send = XMLHttpRequest.prototype.send
	window.held = []
	XMLHttpRequest.prototype.send = function (body) {
		if (!window.held) return send.call(this, body)
		window.held.push(() => send.call(this, body))
		// The browser reports the progress of a slow upload so.
		window.taken = part => this.upload.dispatchEvent(new ProgressEvent("progress", {loaded: Math.round(body.get("file").size * part)}))
	}
	window.letGo = () => { const all = window.held; window.held = null; for (const go of all) go() }
})()`

// photo writes a picture and returns where it is.
func photo(t *testing.T, name string, width, height int) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, e2e.Picture(t, width, height), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// says waits until the page has announced the words to screen readers.
func says(f *face.Face, words string) {
	f.WaitTrue(fmt.Sprintf(`[...document.querySelectorAll("[role=status]")].some(e => e.textContent.includes(%q))`, words))
}

// TestComposer_KeyWaitsForUploads presses the key for publishing during an upload: the post is
// published with the file, and not before.
func TestComposer_KeyWaitsForUploads(t *testing.T) {
	needtest.Night(t)
	t.Parallel()
	f, p, id := compose(t, "IMAGE", "Two", 432, 540)
	f.Evaluate(holdUploads, nil)
	f.Choose(".pictures input[type=file]", photo(t, "second.png", 432, 540))
	f.WaitTrue(`window.held.length === 1`)
	f.Press(kb.Enter, input.ModifierCtrl)
	says(f, "Files are on their way")
	if post := p.get(id); post.Status != "DRAFT" {
		t.Fatalf("with a file on its way the post is %s", post.Status)
	}
	f.Evaluate(`window.letGo()`, nil)
	p.await(id, "with both", func(post written) bool { return len(post.MediaFiles) == 2 })
	f.WaitTrue(saved + ` && !document.querySelector("[data-act=send]").ariaDisabled`)
	f.Press(kb.Enter, input.ModifierCtrl)
	post := p.await(id, "published", func(post written) bool { return post.Status == "PUBLISHED" })
	if len(post.MediaFiles) != 2 {
		t.Errorf("it went out with %d files", len(post.MediaFiles))
	}
	f.CheckClean()
}

// TestComposer_KeyWaitsForTheTime presses the key while the page asks which time is meant, for a
// scheduled post: the page stays until that is answered, and stores no other time meanwhile. A
// page that is left before that says that the time is not saved, and keeps it. An answer that
// comes after the page was left is saved.
func TestComposer_KeyWaitsForTheTime(t *testing.T) {
	needtest.Night(t)
	t.Parallel()
	f, p, id := compose(t, "IMAGE", "Early", 432, 540)
	fill(f, "input[type=date]", aroundClocks(-1))
	f.WaitVisible("footer select")
	f.Evaluate(`document.querySelector("footer select").dispatchEvent(new PointerEvent("pointerdown", {bubbles: true}))`, nil)
	f.WaitTrue(`[...document.querySelectorAll("footer option")].some(o => o.value === "Europe/Berlin")`)
	fill(f, "footer select", "Europe/Berlin")
	fill(f, "input[type=time]", "02:30")
	f.WaitTrue(saved + ` && !document.querySelector("[data-act=send]").ariaDisabled`)
	f.Click("[data-act=send]")
	p.await(id, "scheduled", func(post written) bool { return post.Status == "SCHEDULED" })
	f.Go("/compose/" + id)
	f.WaitTrue(`document.querySelector("#before .fine") !== null`)
	fill(f, "input[type=date]", aroundClocks(0))
	f.WaitVisible("footer .question button")
	f.Press(kb.Enter, input.ModifierCtrl)
	says(f, "Set the time first")
	f.WaitTrue(fmt.Sprintf(`location.pathname === "/app/compose/%s"`, id))
	f.WaitTrue(`document.querySelector("header [data-saved]").innerText.includes("not saved") && document.querySelector("#before header").innerText.includes("Waits for the time") && ` + asks)
	f.Step("composer-time-unclear")
	f.Click(`.bar a[href="/app/demo"]`)
	f.WaitTrue(`document.querySelector(".composer") === null && document.body.innerText.includes("The post goes out as it was before")`)
	f.Go("/compose/" + id)
	f.Click("footer .question button")
	p.await(id, "moved", func(post written) bool { return e2e.Text(post.ScheduledFor) == aroundClocks(0)+"T01:30:00.000Z" })

	f.WaitTrue(saved)
	f.Evaluate(weather, nil)
	f.Evaluate(`window.holding = "GET .*local-time"`, nil)
	fill(f, "input[type=time]", "18:00")
	f.WaitTrue(`window.held.length === 1 && ` + asks)
	f.Click(`.bar a[href="/app/demo"]`)
	f.WaitTrue(`document.querySelector(".composer") === null`)
	f.Evaluate(`window.letGo()`, nil)
	p.await(id, "moved again", func(post written) bool { return e2e.Text(post.ScheduledFor) == aroundClocks(0)+"T16:00:00.000Z" })
	f.CheckClean()
}

// TestComposer_ChecksTellTheTruth looks at what the checks say of a new post while its only file is
// on its way, of a caption that Crier takes and the network does not, and of a name that nobody can
// have, without which the post would go out.
func TestComposer_ChecksTellTheTruth(t *testing.T) {
	t.Parallel()
	f := face.Open(t, "/compose/new")
	checked := func(head, act string) {
		t.Helper()
		f.WaitTrue(fmt.Sprintf(`document.querySelector("#before header")?.innerText.includes(%q) && document.querySelector("footer .act").innerText.includes(%q)`, head, act))
	}
	checked("Not ready yet", "Add a picture first")
	f.Evaluate(holdUploads, nil)
	f.Choose(".empty input[type=file]", photo(t, "only.png", 432, 540))
	checked("Waits for files", "Files are on their way")
	f.WaitTrue(`document.querySelector("#before [data-fix]") === null && !document.querySelector("#before .fine").innerText.includes("sizes")`)
	f.Step("composer-check-waits")
	f.Evaluate(`window.letGo()`, nil)
	checked("Ready", "")
	setCaption(f.Page, strings.Repeat("#bread ", 31))
	checked("It would fail", "")
	setCaption(f.Page, "Bread")
	checked("Ready", "")
	f.Click("[data-people] .add")
	f.Type("[data-people] [data-tag]", "two words")
	checked("1 to fix", "Fix 1 thing first")
	f.Step("composer-check-name")
	f.Click("[data-people] li button")
	checked("Ready", "")

	// A file that Crier is away for is sent once it is back.
	f.Evaluate(weather, nil)
	f.Evaluate(`(() => {
		const send = XMLHttpRequest.prototype.send
		window.held = null // weather sets it, and holdUploads would hold the uploads again.
		window.isAway = true
		XMLHttpRequest.prototype.send = function (body) { window.isAway ? this.dispatchEvent(new ProgressEvent("error")) : send.call(this, body) }
	})()`, nil)
	f.Choose(".pictures input[type=file]", photo(t, "second.png", 432, 540))
	f.WaitTrue(`document.querySelector("#before").innerText.includes("second.png waits for Crier") && document.querySelector(".strip").innerText.includes("Waits for Crier")`)
	f.Evaluate(`window.isAway = false`, nil)
	checked("Ready", "")
	f.CheckClean()
}

// TestComposer_ClosesIntoCrier closes a composer whose address was typed in where the tab showed a
// page that is not Crier's: the calendar comes, and not that page.
func TestComposer_ClosesIntoCrier(t *testing.T) {
	needtest.Night(t)
	t.Parallel()
	f := face.Open(t, "/media")
	f.Navigate("about:blank")
	f.Go("/compose/new")
	f.Click(".leave")
	f.WaitTrue(`location.pathname === "/app/calendar"`)
	f.Go("/media")
	f.Go("/compose/new")
	f.Click(".leave")
	f.WaitTrue(`location.pathname === "/app/media"`)
	f.CheckClean()
}

// TestComposer_OneMemoryOfTimes plans a post in the composer. Photos that are dropped on the
// calendar afterwards get the same time of day, and so does the composer's next post.
func TestComposer_OneMemoryOfTimes(t *testing.T) {
	needtest.Night(t)
	t.Parallel()
	f, _, _ := compose(t, "IMAGE", "Evening", 432, 540)
	f.Evaluate(`localStorage.setItem("crier.zone", "UTC")`, nil)
	day := func(days int) string { return clock.System().Now().UTC().AddDate(0, 0, days).Format(time.DateOnly) }
	fill(f, "input[type=date]", day(3))
	fill(f, "input[type=time]", "17:35")
	f.WaitTrue(saved)
	f.Go("/calendar?date=" + day(4))
	f.DropFiles(cell(day(4)), func() { f.WaitVisible(cell(day(4)) + ".target") }, photo(t, "dropped.png", 320, 400))
	f.WaitTrue(fmt.Sprintf(`(async () => {
		const range = await (await fetch("/api/posts/range?timezone=UTC&from=%[1]s&to=%[1]s")).json()
		return range.days[0].posts[0]?.localTime === "%[1]sT17:35:00"
	})()`, day(4)))
	f.Go("/compose/new?date=" + day(5))
	f.WaitTrue(`document.querySelector("input[type=time]")?.value === "17:35"`)
}

// hasRoom is true when the field of the time is as wide as the time in it.
const hasRoom = `(field => field.value !== "" && field.scrollWidth <= field.clientWidth)(document.querySelector("footer [data-when=time]"))`

// TestComposer_ZoneOfTheCalendar begins a post on a day of the calendar, whose zone differs from
// the browser's: the day is in the calendar's zone.
func TestComposer_ZoneOfTheCalendar(t *testing.T) {
	needtest.Night(t)
	t.Parallel()
	f, p, id := compose(t, "IMAGE", "Tokyo", 1080, 1350)
	f.Evaluate(`localStorage.setItem("crier.zone", "Asia/Tokyo")`, nil)
	day := clock.System().Now().UTC().AddDate(0, 0, 3).Format(time.DateOnly)
	f.Go("/compose/new?date=" + day)
	f.WaitTrue(`document.querySelector("footer select")?.value === "Asia/Tokyo"`)
	f.WaitTrue(hasRoom)
	f.Step("composer-tokyo")
	// On a phone the day fits into its field.
	f.Show(face.Phone, "light")
	f.WaitTrue(`[...document.querySelectorAll("footer [data-when]")].length === 2 && [...document.querySelectorAll("footer [data-when]")].every(e => e.scrollWidth <= e.clientWidth)`)
	f.WaitTrue(hasRoom)
	f.Step("composer-tokyo")
	f.Show(face.Desktop, "light")
	// The same holds for a draft that gets its day now.
	f.Go("/compose/" + id)
	f.WaitTrue(`document.querySelector("#before .fine") !== null`)
	fill(f, "input[type=date]", day)
	fill(f, "input[type=time]", "08:15")
	f.WaitTrue(`document.querySelector("footer select").value === "Asia/Tokyo" && ` + saved + ` && !document.querySelector("[data-act=send]").ariaDisabled`)
	// How far away that is counts by the days in Tokyo too.
	f.WaitTrue(fmt.Sprintf(`(() => {
		const days = (Date.parse(%q) - Date.parse(new Date().toLocaleDateString("sv-SE", {timeZone: "Asia/Tokyo"}))) / 864e5
		return document.querySelector(".away").innerText.includes("in " + days + " days")
	})()`, day))
	f.Click("[data-act=send]")
	post := p.await(id, "scheduled", func(post written) bool { return post.Status == "SCHEDULED" })
	want, err := time.ParseInLocation("2006-01-02 15:04", day+" 08:15", time.FixedZone("JST", 9*60*60))
	if err != nil {
		t.Fatal(err)
	}
	if got := e2e.Text(post.ScheduledFor); got != want.UTC().Format("2006-01-02T15:04:05.000Z") {
		t.Errorf("it is scheduled for %s", got)
	}
	f.CheckClean()
}
