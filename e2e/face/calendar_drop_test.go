package face_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"crier/e2e"
	"crier/e2e/browser"
	"crier/platform/needtest"

	"github.com/chromedp/chromedp/kb"
)

// TestCalendar_DropPhotos is flow 2: photos that are dropped on a day become one draft, in their
// order, at the time that was used last. For a broken photo the reason is shown.
func TestCalendar_DropPhotos(t *testing.T) {
	t.Parallel()
	c := newCalendar(t)
	c.Remember("time", "18:30")
	dir := t.TempDir()
	file := func(name string, content []byte) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, content, 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	good := []string{file("one.png", e2e.Picture(t, 640, 800)), file("two.png", e2e.Picture(t, 640, 800)), file("three.png", e2e.Picture(t, 640, 800))}
	broken := file("notes.jpg", []byte("these are words, and no picture"))
	c.Go("/calendar?date=" + c.day(5))
	c.Evaluate(`window.bars = 0; new MutationObserver(() => bars = Math.max(bars, document.querySelectorAll(".slot progress").length)).observe(document.body, {childList: true, subtree: true})`, nil)
	c.DropFiles(cell(c.day(5)), func() { c.WaitVisible(cell(c.day(5)) + ".target") }, good...)
	c.WaitVisible(cell(c.day(5)) + " .card.draft")
	c.says("One carousel of three pictures for " + c.spring.AddDate(0, 0, 5).Format("Mon 2 Jan") + ", 18:30: it goes out only once you schedule it.")
	var bars int
	if c.Evaluate("bars", &bars); bars != 3 {
		t.Errorf("%d bars were shown", bars)
	}
	c.wantDraft(c.day(5), "CAROUSEL", "one.png", "two.png", "three.png")
	c.Step("calendar-dropped")
	c.Go("/calendar?date=" + c.day(5))
	c.WaitVisible(cell(c.day(5)) + " .card.draft")

	// With keys, by the day's list.
	c.tabTo(cell(c.day(5)))
	c.Press(kb.ArrowRight)
	c.WaitTrue(fmt.Sprintf("document.activeElement.matches(%q)", cell(c.day(6))))
	c.Press(kb.Enter)
	c.WaitVisible("dialog .none")
	c.Step("calendar-add")
	c.Choose("dialog input[type=file]", good[2], broken, good[0])
	c.WaitVisible(".dock li.failed p")
	c.wantDraft(c.day(6), "CAROUSEL", "three.png", "one.png")
	c.Forgive(func(p browser.Problem) bool { return strings.Contains(p.String(), "/api/v1/media/upload") })
	c.WaitTrue(`document.querySelector(".dock").getBoundingClientRect().top >= document.querySelector(".scroll").getBoundingClientRect().bottom`)
	c.Step("calendar-broken")
	if got := c.Text(".dock li.failed p"); len(got) < 12 {
		t.Errorf("the reason is %q", got)
	}

	// In the week the place of the drop gives the hour, and cards beside each other show their
	// whole content.
	c.Go("/calendar?view=week&date=" + c.day(8))
	aims := fmt.Sprintf(`document.querySelector(%q)?.innerText === "14:00"`, cell(c.day(8))+".held .aim")
	c.DropFiles(cell(c.day(8)), func() { c.WaitTrue(aims) }, good[:2]...)
	c.wantDraftAt(c.day(8), "14:00", "CAROUSEL", "one.png", "two.png")
	c.WaitVisible(cell(c.day(8)) + " .card.draft .kind")
	c.holdsAll()
	c.DropFiles(cell(c.day(8)), func() { c.WaitTrue(aims) }, good[2])
	c.WaitVisible(cell(c.day(8)) + " .place.narrow + .narrow .card.draft")
	c.holdsAll()
	c.Step("calendar-dropped-week")
	for _, width := range []int64{1366, 1024, 800} {
		c.Resize(width, 800)
		c.holdsAll()
	}
}

// holdsAll waits until no part of a card of the week is outside it.
func (c *calendar) holdsAll() {
	c.t.Helper()
	c.WaitTrue(`(cards => cards.length > 0 && cards.every(card => {
		const {left, right} = card.getBoundingClientRect()
		return [...card.children].every(part => {
			const its = part.getBoundingClientRect()
			return part.matches(".hidden") || its.width === 0 || (its.left >= left - .5 && its.right <= right + .5)
		})
	}))([...document.querySelectorAll(".weekview .card")])`)
}

// wantDraft waits until the day has one draft, at 18:30, of the files in this order.
func (c *calendar) wantDraft(date, kind string, names ...string) {
	c.t.Helper()
	c.wantDraftAt(date, "18:30", kind, names...)
}

func (c *calendar) wantDraftAt(date, time, kind string, names ...string) {
	c.t.Helper()
	c.WaitTrue(fmt.Sprintf(`(async () => {
		const range = await (await fetch("/api/posts/range?timezone=Europe/Berlin&from=%[1]s&to=%[1]s")).json()
		const post = range.days[0].posts[0]
		if (!post || range.days[0].count !== 1 || post.mediaType !== %[2]q || post.localTime !== "%[1]sT%[4]s:00") return false
		const whole = await (await fetch("/api/posts/" + post.id)).json()
		return whole.mediaFiles.map(f => f.originalFilename).join() === %[3]q
	})()`, date, kind, strings.Join(names, ","), time))
}

// messagesStay makes messages stay, so that none disappears on a busy machine before it is pressed.
const messagesStay = `(() => {
	const set = window.setTimeout
	window.setTimeout = (run, after, ...rest) => set(run, after === 8000 ? 2e9 : after, ...rest)
})()`

// TestCalendar_PostsInstead drops two files on a day: the page says that they are one carousel. One
// press makes two posts of it, and another one a carousel again; so does the composer.
func TestCalendar_PostsInstead(t *testing.T) {
	needtest.Night(t)
	t.Parallel()
	c := newCalendar(t)
	c.BeforePages(messagesStay)
	c.Remember("time", "18:30")
	c.Go("/calendar?date=" + c.day(5))
	c.DropFiles(cell(c.day(5)), func() { c.WaitVisible(cell(c.day(5)) + ".target") }, c.files("one.png", "two.png")...)
	c.says("One carousel of two pictures for ")
	c.wantDraft(c.day(5), "CAROUSEL", "one.png", "two.png")
	press(c.Face, "Two posts instead")
	times := func(want string) {
		t.Helper()
		c.WaitTrue(fmt.Sprintf(`[...document.querySelectorAll(%q)].map(e => e.innerText).join() === %q`, cell(c.day(5))+" .card.draft .time", want))
	}
	times("18:30,19:00")
	c.says("Two drafts, half an hour apart.")
	c.Step("calendar-apart")
	press(c.Face, "Undo")
	times("18:30")
	c.wantDraft(c.day(5), "CAROUSEL", "one.png", "two.png")

	c.Click(cell(c.day(5)) + " .card.draft")
	c.Click("[data-act=apart]")
	c.WaitTrue(`document.querySelectorAll("[data-entry]").length === 1 && document.querySelector("[data-act=apart]") === null`)
	c.Step("composer-apart")
	press(c.Face, "Undo")
	c.WaitTrue(`document.querySelectorAll("[data-entry]").length === 2`)
	c.CheckClean()
}

// TestCalendar_PostsInsteadNotUndone makes two posts of a carousel, and undoes that while no post
// can be deleted: the page says that it was not undone, and the same press does it later.
func TestCalendar_PostsInsteadNotUndone(t *testing.T) {
	needtest.Night(t)
	t.Parallel()
	c := newCalendar(t)
	faulty(c.Face)
	c.BeforePages(messagesStay)
	c.Remember("time", "18:30")
	c.Go("/calendar?date=" + c.day(5))
	c.DropFiles(cell(c.day(5)), func() { c.WaitVisible(cell(c.day(5)) + ".target") }, c.files("one.png", "two.png")...)
	c.says("One carousel of two pictures for ")
	press(c.Face, "Two posts instead")
	c.says("Two drafts, half an hour apart.")
	refuse(c.Face, "/api/v1/posts/[0-9a-f-]{36}$")
	press(c.Face, "Undo")
	c.says("It was not undone. The disk is full; make room on it.")
	c.Step("calendar-not-undone")
	heal(c.Face)
	press(c.Face, "Undo")
	c.wantDraft(c.day(5), "CAROUSEL", "one.png", "two.png")
	c.CheckClean()
}
