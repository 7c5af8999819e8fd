package face_test

import (
	"fmt"
	"net/http"
	"testing"

	"crier/e2e"
	"crier/e2e/browser"
	"crier/e2e/face"
	"crier/platform/needtest"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp/kb"
)

// TestFace_Queue shows an empty queue, one with posts of coming days, and one with a held post.
func TestFace_Queue(t *testing.T) {
	t.Parallel()
	f := face.Serve(t)
	f.SignIn()
	f.Seen()
	f.Go("/queue")
	// Whether all that was due went out is not said here: some may have failed.
	f.WaitTrue(`document.querySelector("main").innerText.includes("Nothing waits\n\nWrite a post")`)
	f.Everywhere("queue-empty")

	posts := newPosts(t, f)
	posts.schedule("Country loaf, 30 left", 1)
	posts.schedule("Market Saturday: the winter mugs", 1)
	posts.schedule("Fourth Advent, and then it is quiet", 4)
	f.WaitTrue(`document.querySelectorAll("main section li").length === 3`)
	f.WaitTrue(`document.querySelectorAll("main section").length === 2`)

	// A picture is cropped so that the network refuses it: the queue, the post, the calendar and
	// the overview say what will fail.
	var list struct {
		Posts []struct {
			ID         string
			MediaFiles []struct{ ID string }
		}
	}
	posts.client.Get("/api/v1/schedule").Want(http.StatusOK).JSON(&list)
	f.Service.Browser(t).InternalDo(http.MethodPut, "/api/media/"+list.Posts[0].MediaFiles[0].ID+"/edits", map[string]any{"crop": map[string]any{"ratio": "9:16"}}).Want(http.StatusOK)
	f.WaitTrue(`document.querySelector("li.held .reason")?.innerText.includes("feed pictures take 0.75 (3:4) to 1.91") && document.querySelector("li.held .state").innerText === "Will fail"`)
	f.Step("queue-will-fail")
	f.Click("li.held a")
	f.WaitTrue(`document.querySelector("[data-problem]")?.innerText.includes("It will fail as it is")`)
	f.Step("post-will-fail")
	f.Jump("go", "/app/")
	f.WaitTrue(`[...document.querySelectorAll("main h3")].some(h => h.innerText === "One post will fail as it is")`)
	f.WaitTrue(`document.querySelector("article.lead .status").innerText === "Will fail"`)
	f.Jump("gc", "/app/calendar")
	f.WaitTrue(`document.querySelector(".card.threatened .hidden")?.innerText.includes("Will fail: The picture is")`)
	f.Step("calendar-will-fail")
	f.Go("/queue")
	f.WaitTrue(`document.querySelectorAll("main section").length === 2`)
	// The last day may have more posts than those that are read.
	f.Evaluate(changed("/api/v1/schedule", "told.hasMore = true"), nil)
	posts.schedule("Gift sets", 4)
	f.WaitTrue(`[...document.querySelectorAll("main section .tally")].map(e => e.innerText).join() === "2 posts,2 posts and more"`)

	// The network cannot be reached: posts that are due wait, and say why.
	f.Service.Control(t).Fault(e2e.Fault{Match: e2e.FaultMatch{Path: "."}, Times: 1000, HTTP: http.StatusServiceUnavailable, Code: 2, Transient: true})
	posts.begin("Out of the oven")
	f.WaitTrue(`document.querySelector("h2.now") !== null`)
	f.Everywhere("queue")
	if got := f.Text("main section:first-of-type time"); got != "at once" {
		t.Errorf("the post whose turn it is goes out %q", got)
	}
	if got := f.Text(".owner"); got != "This computer" {
		t.Errorf("it is published %q", got)
	}
	// On a phone the page is in the list of More, which is marked in its place.
	f.Show(face.Phone, "light")
	f.WaitTrue(`document.querySelector(".tabs [aria-current]")?.innerText === "More"`)
	f.WaitTrue(`[...document.querySelectorAll(".tabs a, .tabs button")].every(e => e.offsetHeight >= 44)`)
	f.Click(".tabs button")
	f.WaitTrue(`document.querySelector("dialog [aria-current=page]")?.innerText === "Queue"`)
}

// TestFace_History filters and searches the posts, clears the filters, and loads older ones.
func TestFace_History(t *testing.T) {
	t.Parallel()
	f := face.Serve(t)
	f.SignIn()
	f.Seen()
	f.Go("/posts")
	f.WaitTrue(`document.querySelector("main").innerText.includes("No posts yet")`)
	f.Step("posts-empty")

	posts := newPosts(t, f)
	posts.publish("Rye, three days old and better for it")
	for range 52 {
		posts.client.Post("/api/v1/posts/draft", map[string]any{"accountId": posts.account, "mediaType": "IMAGE", "caption": "A draft of many"}).Want(http.StatusCreated)
	}
	f.WaitTrue(`document.querySelectorAll("main li").length === 50`)
	f.Everywhere("posts")
	if !browser.Prints(f.Page, 2) {
		t.Error("the print ends with the first sheet")
	}
	// On a phone the choice of the account has a row with room for its words.
	f.Show(face.Phone, "light")
	f.WaitTrue(`document.querySelector("select").getBoundingClientRect().width > 100`)
	f.Show(face.Desktop, "light")
	f.Click(".more button")
	f.WaitTrue(`document.querySelectorAll("main li").length === 53 && document.activeElement === document.querySelectorAll("main li a")[50]`)

	press(f, "Published")
	f.WaitTrue(`document.querySelectorAll("main li").length === 1 && location.search === "?status=PUBLISHED"`)
	f.Type("input[type=search]", "nothing")
	f.WaitTrue(`document.querySelector("main").innerText.includes("There is no “nothing” in published posts.")`)
	f.Step("posts-none")
	press(f, "Clear the filters")
	f.WaitTrue(`document.querySelectorAll("main li").length === 50 && location.search === ""`)
	f.Type("input[type=search]", "RYE")
	f.WaitTrue(`document.querySelectorAll("main li").length === 1`)
	f.Click("main li a")
	f.WaitTrue(`document.querySelector("#proof")?.innerText === "Published once"`)
	f.Step("posts-found")
}

// TestFace_LeftWhileTyping leaves a page before its search begins, and types while the next page is
// on its way. The search does not change the address of the next page.
func TestFace_LeftWhileTyping(t *testing.T) {
	needtest.Night(t)
	t.Parallel()
	f := face.Serve(t)
	f.SignIn()
	f.Seen()
	for from, to := range map[string]string{"/posts": "/app/media", "/media": "/app/posts"} {
		for _, order := range []string{"type(); leave()", "leave(); type()"} {
			f.Go(from)
			f.WaitVisible("input[type=search]")
			var address string
			// Of two timers with the same time, the one that was set first fires first.
			f.Evaluate(fmt.Sprintf(`(() => {
				const field = document.querySelector("input[type=search]"), link = document.querySelector("a[href='%s']")
				const type = () => { field.value = "rye"; field.dispatchEvent(new InputEvent("input", {bubbles: true})) }
				const leave = () => link.click()
				%s
				return new Promise(done => setTimeout(() => done(location.pathname + location.search), 250))
			})()`, to, order), &address)
			if address != to {
				t.Errorf("%s, from %s to %s: the address is %s", order, from, to, address)
			}
		}
	}
}

// TestFace_Library drops files. One is invalid and says so; the last of the others shows the types
// of post that can use it.
func TestFace_Library(t *testing.T) {
	t.Parallel()
	f := face.Serve(t)
	f.BeforePages(messagesStay)
	f.SignIn()
	f.Seen()
	f.Go("/media")
	f.WaitVisible(".zone")
	f.Step("media-empty")

	// A real drop carries files; so does this one.
	f.Evaluate(`(async () => {
		const files = new DataTransfer()
		for (const [name, width, height] of [["loaves.png", 800, 1000], ["tall.png", 720, 1280], ["stall.png", 1600, 900]]) {
			const canvas = new OffscreenCanvas(width, height)
			const pen = canvas.getContext("2d")
			for (let i = 0; i < 40; i++) { pen.fillStyle = "hsl(" + i * 9 + " 40% 50%)"; pen.fillRect(0, i * height / 40, width, height / 40) }
			files.items.add(new File([await canvas.convertToBlob()], name, {type: "image/png"}))
		}
		files.items.add(new File(["no picture"], "notes.jpg", {type: "image/jpeg"}))
		document.querySelector(".page").dispatchEvent(new DragEvent("drop", {dataTransfer: files, bubbles: true, cancelable: true}))
	})()`, nil)
	f.WaitTrue(`document.querySelectorAll(".file").length === 3 && document.querySelectorAll("li.failed").length === 1`)
	f.WaitTrue(`document.querySelector("section .tally").innerText === "3 files"`)
	f.Forgiven("400")
	f.WaitVisible("aside h2")
	// The same words are no picture the next time either.
	f.WaitTrue(`![...document.querySelectorAll("li.failed button")].some(b => b.innerText === "Try again")`)
	f.Everywhere("media")
	press(f, "Leave it")
	f.WaitTrue(`document.querySelectorAll("li.failed").length === 0`)
	edit(f)
	f.CheckClean()
}

// edit edits the wide picture that is selected in the library with the composer's tools: with the
// mouse, then with keys.
func edit(f *face.Face) {
	size := func(words string) {
		f.WaitTrue(`document.querySelector("aside dd").innerText.startsWith("` + words + `")`)
	}
	var id string
	// Each file is selected as it arrives, and a click on the selected one would deselect it.
	f.WaitTrue(`document.querySelector("aside h2")?.innerText === "stall.png" ||
		[...document.querySelectorAll(".file[aria-pressed=false]")].find(e => e.innerText.includes("stall.png"))?.click()`)
	f.Evaluate(`new URLSearchParams(location.search).get("file")`, &id)
	kept := func(crop string) {
		f.WaitTrue(fmt.Sprintf(`(async () => { const { edits } = await (await fetch("/api/media/%s/edits")).json(); return [edits?.crop?.ratio, edits?.crop?.focusX, edits?.rotate || ""].join() === %q })()`, id, crop))
	}
	size("1,440 × 810")
	f.Click("aside [data-act=edit]")
	f.WaitVisible("dialog [data-frame]")
	f.Click("dialog [data-ratio='1:1']")
	f.WaitTrue(`document.querySelector("dialog [data-stage] img")?.src.startsWith("blob:") && document.querySelector("dialog .busy") === null`)
	f.Everywhere("media-edit")
	f.Click("dialog [data-frame]")
	f.Press(kb.ArrowRight, input.ModifierShift)
	f.WaitTrue(`Math.abs(parseFloat(document.querySelector("[data-frame]").style.left) - 26.88) < 0.1`)
	f.Step("media-edit-focus")
	f.Click("dialog [data-act=apply]")
	f.WaitTrue(`document.querySelector("dialog") === null && document.querySelector(".toast p")?.innerText === "stall.png was cropped to 1:1."`)
	kept("1:1,0.55,")
	f.Step("media-edited")
	f.Click(".toast .undo")
	kept(",,")
	size("1,440 × 810")
	f.WaitTrue(`(e => e.clientWidth > e.clientHeight)(document.querySelector(".file[aria-pressed=true]"))`)
	// The same with keys only; leaving discards the changes.
	f.Evaluate(`document.querySelector(".file[aria-pressed=true]").focus()`, nil)
	f.Press("e")
	f.WaitVisible("dialog [data-tool=rotate]")
	f.Evaluate(`document.querySelector("dialog [data-tool=rotate]").focus()`, nil)
	f.Press(kb.Enter)
	f.WaitVisible("dialog [data-turn=right]")
	f.Evaluate(`document.querySelector("dialog [data-turn=right]").focus()`, nil)
	f.Press(kb.Enter)
	f.Press(kb.Escape)
	f.WaitTrue(`document.querySelector("dialog") === null && document.activeElement.matches(".file[aria-pressed=true]")`)
	kept(",,")
}
