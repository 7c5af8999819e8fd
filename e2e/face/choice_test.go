package face_test

import (
	"fmt"
	"net/http"
	"testing"
	"time"

	"crier/e2e/face"
	"crier/platform/clock"
	"crier/platform/needtest"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp/kb"
)

// isChosen says that the bar of what is chosen names so many.
func isChosen(words string) string {
	return fmt.Sprintf(`document.querySelector(".chosen h2")?.innerText === %q`, words)
}

// later presses the arrow of the bar that moves what is chosen by days.
func later(f *face.Face) { f.Click(".chosen .step button:last-of-type") }

// chosenOf schedules three posts on three days and shows the calendar of them.
func chosenOf(t *testing.T) (c *calendar, ids []string) {
	t.Helper()
	c = newCalendar(t)
	for i, caption := range []string{"Rye", "Spelt", "Buns"} {
		ids = append(ids, c.schedule(caption, c.day(2+i)+"T07:00:00Z"))
	}
	c.Go("/calendar?date=" + c.day(2))
	c.WaitVisible(cardOn(c.day(4), ids[2]))
	return c, ids
}

// TestFace_Choice chooses several with a frame on the calendar, and all but one with keys in the
// list of posts. It does something to all of them at once and undoes it.
func TestFace_Choice(t *testing.T) {
	t.Parallel()
	c, ids := chosenOf(t)
	// A frame from an empty day over three posts. No post is begun for that day.
	c.DragTo(cell(c.day(1)), cell(c.day(4)), 0.9, 0.9)
	c.WaitTrue(isChosen("3 posts"))
	c.WaitTrue(`[...document.querySelectorAll(".voice [role=status]")].some(line => line.innerText === "3 posts chosen")`)
	c.WaitTrue(`location.pathname === "/app/calendar" && document.querySelectorAll(".picked [role=checkbox][aria-checked=true]").length === 3`)
	later(c.Face)
	c.says("3 posts moved 1 day later.")
	c.wantAt(ids[0], c.day(3)+"T07:00:00.000Z")
	c.Press("z", input.ModifierCtrl)
	c.says("3 posts are back.")
	c.wantAt(ids[2], c.day(4)+"T07:00:00.000Z")
	c.Step("choice-calendar")
	c.Press(kb.Escape)
	c.WaitTrue(`document.querySelector(".chosen") === null`)

	// The list of posts: all, then one less, with the mouse and a key.
	c.Go("/posts")
	c.WaitVisible(card(ids[0]))
	c.Press("a", input.ModifierCtrl)
	c.WaitTrue(isChosen("3 posts"))
	c.MoveTo(card(ids[1]))
	c.Press("x")
	c.WaitTrue(isChosen("2 posts"))
	press(c.Face, "To drafts")
	c.says("2 posts are drafts now, and nothing goes out.")
	c.WaitTrue(`document.querySelector(".chosen") === null`)
	c.Press("z", input.ModifierCtrl)
	c.says("2 posts are back.")
	c.CheckClean()
}

// TestFace_ChoiceEverywhere looks at what is chosen on each page that has something to choose, and
// does the rest that can be done with it: a time for all, a drag that takes all, a time that has
// passed, posts that have no verb in common, and files.
func TestFace_ChoiceEverywhere(t *testing.T) {
	needtest.Night(t)
	t.Parallel()
	c, ids := chosenOf(t)
	c.Press("a", input.ModifierCtrl)
	c.WaitTrue(isChosen("3 posts"))
	press(c.Face, "Set the time")
	c.WaitVisible("dialog[open]")
	c.Evaluate(`(field => { field.value = "18:30"; field.dispatchEvent(new Event("input", {bubbles: true})) })(document.querySelector("dialog [type=time]"))`, nil)
	c.Step("choice-time")
	press(c.Face, "Set it")
	c.says("3 posts set to 18:30.")
	c.wantAt(ids[2], c.day(4)+"T16:30:00.000Z")
	later(c.Face)
	c.says("3 posts moved 1 day later.")
	// Each is undone by itself, the last first.
	c.Press("z", input.ModifierCtrl)
	c.says("3 posts are back.")
	c.wantAt(ids[2], c.day(4)+"T16:30:00.000Z")
	c.Press("z", input.ModifierCtrl)
	c.says("3 posts are back.")
	c.wantAt(ids[2], c.day(4)+"T07:00:00.000Z")
	// One of those that are chosen takes the others with it.
	c.WaitVisible(cardOn(c.day(2), ids[0]))
	c.DragTo(card(ids[0]), cell(c.day(3)), 0.5, 0.9)
	c.says("3 posts moved.")
	c.wantAt(ids[2], c.day(5)+"T07:00:00.000Z")
	c.Everywhere("choice-calendar")

	c.Go("/posts")
	c.WaitVisible(card(ids[0]))
	c.DragTo(".filters .zone", card(ids[1]), 0.1, 0.5)
	c.WaitTrue(`document.querySelector(".chosen") !== null`)
	c.Press("a", input.ModifierCtrl)
	c.Everywhere("choice-posts")

	// The queue, and what a time that has passed does: nothing is moved.
	c.Go("/queue")
	c.WaitVisible(card(ids[0]))
	click := func(selector, key string) {
		c.Evaluate(fmt.Sprintf(`document.querySelector(%q).dispatchEvent(new MouseEvent("click", {bubbles: true, cancelable: true, %s: true}))`, selector, key), nil)
	}
	click(card(ids[0]), "ctrlKey")
	click(card(ids[2]), "shiftKey")
	c.WaitTrue(isChosen("3 posts"))
	c.Everywhere("choice-queue")
	// Between a phone and a screen the bar has one row.
	c.Show(face.Portrait, "light")
	c.WaitTrue(`document.querySelector(".chosen .ink").offsetHeight <= 56`)
	c.Show(face.Desktop, "light")
	// An empty field is on the way to another number.
	for _, days := range []string{"", "366"} {
		c.Evaluate(fmt.Sprintf(`(field => { field.value = %q; field.dispatchEvent(new Event("input", {bubbles: true})) })(document.querySelector(".chosen [type=number]"))`, days), nil)
	}
	c.Click(".chosen .step button")
	c.says("Nothing was done. 3 of 3 posts would go out at a time that has passed")
	c.wantAt(ids[0], c.day(3)+"T07:00:00.000Z")
	c.Forgiven("400")

	// Of posts that have no verb in common those that cannot be moved are left out.
	c.posts.publish("Out of the oven")
	c.Go("/posts")
	c.WaitTrue(`document.querySelectorAll("[data-post]").length === 4`)
	c.Press("a", input.ModifierCtrl)
	c.WaitTrue(isChosen("4 posts"))
	press(c.Face, "Leave out 1 that cannot move")
	c.WaitTrue(isChosen("3 posts") + ` && document.querySelector(".chosen .step") !== null`)

	// The library.
	c.Go("/media")
	c.WaitVisible("[data-file]")
	// A file that is opened and closed keeps the focus, while the rows change with their room.
	c.Resize(1000, 768)
	for _, key := range []string{kb.Enter, kb.Escape} {
		c.Evaluate(`[...document.querySelectorAll("[data-file] .file")].at(-1).focus()`, nil)
		c.Press(key)
		c.WaitTrue(fmt.Sprintf(`(document.querySelector("aside h2") !== null) === %t && document.activeElement === [...document.querySelectorAll("[data-file] .file")].at(-1)`, key == kb.Enter))
	}
	c.Show(face.Desktop, "light")
	c.Evaluate(`document.querySelector("[data-file] .file").focus()`, nil)
	c.Press("x")
	c.WaitTrue(isChosen("1 file"))
	c.Press("a", input.ModifierCtrl)
	c.WaitTrue(isChosen("4 files"))
	c.Everywhere("choice-media")
	press(c.Face, "Delete…")
	c.WaitVisible(".chosen .question")
	c.Everywhere("choice-media-delete")
	press(c.Face, "Keep them")
	press(c.Face, "New post")
	c.WaitTrue(`location.pathname === "/app/compose/new" && location.search.split(",").length === 4`)
	c.CheckClean()
}

// TestFace_ChoiceOf400 moves 400 posts of the queue by a week with one key and one press, and back:
// in one request each, while the page answers.
func TestFace_ChoiceOf400(t *testing.T) {
	needtest.Night(t)
	t.Parallel()
	c := newCalendar(t)
	picture := c.posts.picture()
	first := clock.System().Now().UTC().Truncate(time.Hour).Add(48 * time.Hour)
	for i := range 400 {
		c.posts.client.Post("/api/v1/schedule", map[string]any{
			"accountId": c.posts.account, "mediaType": "IMAGE", "mediaFileId": picture, "caption": fmt.Sprintf("One of 400: %d", i), "timezone": "UTC",
			"scheduledFor": first.Add(time.Duration(i) * time.Hour).Format(time.RFC3339),
		}).Want(http.StatusCreated)
	}
	c.Go("/queue")
	for n := 100; n < 400; n += 100 {
		c.WaitTrue(fmt.Sprintf(`document.querySelectorAll("[data-post]").length === %d`, n))
		press(c.Face, "Later posts")
	}
	c.WaitTrue(`document.querySelectorAll("[data-post]").length === 400`)
	c.Press("a", input.ModifierCtrl)
	c.WaitTrue(isChosen("400 posts"))
	c.Evaluate(`(() => {
		const ask = fetch
		window.asked = {}
		window.fetch = (what, how) => {
			const path = new URL(what.url ?? what, location).pathname
			window.asked[path] = (window.asked[path] ?? 0) + 1
			return ask(what, how)
		}
		// How long the page answered nothing, at most.
		window.stopped = 0
		let last = performance.now()
		setInterval(() => { const now = performance.now(); window.stopped = Math.max(window.stopped, now - last); last = now }, 20)
		window.begun = performance.now()
	})()`, nil)
	later(c.Face)
	c.says("400 posts moved 1 day later.")
	c.Press("z", input.ModifierCtrl)
	c.says("400 posts are back.")
	var told string
	c.Evaluate(`JSON.stringify({asked: window.asked, stopped: Math.round(window.stopped), took: Math.round(performance.now() - window.begun)})`, &told)
	t.Log(told)
	c.WaitTrue(`window.asked["/api/posts/bulk"] === 2`)
	c.Press(kb.Escape)
	c.WaitTrue(`document.querySelector(".chosen") === null && document.querySelectorAll("[data-post]").length === 400`)
	c.CheckClean()
}
