package face_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"crier/e2e"
	"crier/e2e/browser"
	"crier/e2e/face"
	"crier/platform/clock"
	"crier/platform/needtest"

	"github.com/chromedp/chromedp/kb"
)

// begin publishes a picture without waiting for it, and returns the post's id.
func (p *posts) begin(caption string) string {
	p.t.Helper()
	var post struct{ PostID string }
	p.client.Post("/api/v1/posts/publish", map[string]any{"accountId": p.account, "mediaType": "IMAGE", "mediaFileId": p.picture(), "caption": caption}).Want(http.StatusAccepted).JSON(&post)
	return post.PostID
}

// TestFace_PostWithALostAnswer publishes while the sandbox loses the answer: the page says what is
// unknown, never that publishing failed, and in the end proves that the post was published once.
func TestFace_PostWithALostAnswer(t *testing.T) {
	needtest.Night(t)
	t.Parallel()
	f := face.Serve(t)
	f.SignIn()
	posts := newPosts(t, f)
	control := f.Service.Control(t)
	control.Fault(e2e.Fault{Match: e2e.PublishCalls, DropAfterCommit: true})
	f.Go("/posts/" + posts.begin("Our stollen has rested for three weeks"))
	f.Evaluate(`window.said = "", void new MutationObserver(() => window.said += document.querySelector("main").innerText + "\n").observe(document.querySelector("main"), {subtree: true, childList: true, characterData: true})`, nil)
	f.WaitTrue(`document.querySelector("main").innerText.includes("No answer came back")`)
	f.Step("post-lost-answer")
	f.WaitTrue(`document.querySelector("#proof").innerText === "Published once"`)
	f.Everywhere("post-published")

	var said string
	f.Evaluate(`window.said + document.querySelector("main").innerText`, &said)
	if lower := strings.ToLower(said); strings.Contains(lower, "fail") || strings.Contains(lower, "error") {
		t.Error("a page said that something failed")
	}
	for _, want := range []string{"NO ANSWER", "Crier looked instead", "Published, once", "reading it back"} {
		if !strings.Contains(said, want) {
			t.Errorf("%q is missing from %s", want, said)
		}
	}
	if got := f.Text("dd.count"); got != "1" {
		t.Errorf("the card says %s publish calls", got)
	}
	if ledger := control.Ledger(); len(ledger.Publications) != 1 || len(ledger.PublishCalls) != 1 {
		t.Errorf("the ledger has %+v", ledger)
	}
	// Every call can be shown with keys only.
	f.Evaluate(`document.querySelector("button.aside").focus()`, nil)
	f.Press("\r")
	f.WaitTrue(`document.querySelectorAll(".calls li").length > 1`)
	f.Step("post-calls")
}

// TestFace_PostWithSlowAnswers: the page of a post that is being published shows that it is out
// when each answer takes longer than the pause between two questions.
func TestFace_PostWithSlowAnswers(t *testing.T) {
	needtest.Night(t)
	t.Parallel()
	f := face.Serve(t)
	f.SignIn()
	posts := newPosts(t, f)
	f.BeforePages(`(() => {
		const ask = fetch
		window.fetch = async (what, how) => {
			if ((what.url ?? what).includes("/timeline")) await new Promise((resolve, reject) => {
				setTimeout(resolve, 900)
				what.signal?.addEventListener("abort", () => reject(what.signal.reason))
			})
			return ask(what, how)
		}
	})()`)
	// The answer to the publish call is lost, so that the post is in work for some seconds.
	f.Service.Control(t).Fault(e2e.Fault{Match: e2e.PublishCalls, DropAfterCommit: true})
	f.Go("/posts/" + posts.begin("Slow answers"))
	f.WaitTrue(`document.querySelector(".state")?.innerText.includes("Published")`)
}

// TestFace_PostByItsState tries the actions of a draft, a scheduled post, and a refused one.
func TestFace_PostByItsState(t *testing.T) {
	t.Parallel()
	f := face.Serve(t)
	f.BeforePages(messagesStay)
	f.SignIn()
	posts := newPosts(t, f)
	posts.schedule("Country loaf, 30 left", 2)
	var list struct {
		Posts []struct{ ID, ScheduledFor string }
	}
	posts.client.Get("/api/v1/schedule").Want(http.StatusOK).JSON(&list)
	id := list.Posts[0].ID
	f.Go("/posts/" + id)
	f.WaitTrue(`document.querySelector(".state")?.innerText.includes("Scheduled")`)
	f.Everywhere("post-scheduled")

	// In the zone of the post it is the morning of the next day, and not the evening of this one.
	evening := clock.System().Now().UTC().Truncate(24*time.Hour).AddDate(0, 0, 2).Add(20 * time.Hour)
	move := func(at time.Time, zone string) {
		t.Helper()
		posts.client.Put("/api/v1/schedule/"+id, map[string]any{"scheduledFor": at.Format(time.RFC3339), "timezone": zone}).Want(http.StatusOK)
	}
	move(evening, "Pacific/Kiritimati")
	f.Go("/posts/" + id)
	press(f, "Move to…")
	f.WaitTrue(fmt.Sprintf(`[...document.querySelectorAll("dialog input[aria-hidden]")].map(i => i.value).join(" ") === %q`, evening.AddDate(0, 0, 1).Format(time.DateOnly)+" 10:00"))
	press(f, "Leave it")
	move(evening, "UTC")
	f.Go("/posts/" + id)

	press(f, "Move to…")
	f.WaitVisible("dialog input[type=time]")
	f.Step("post-move")
	// A text that is selected with the mouse may end beside the dialog, which stays.
	f.Hold("dialog [data-when=time]")
	f.MoveTo(".state")
	f.Release(".state")
	var stays bool
	if f.Evaluate(`document.querySelector("dialog") !== null`, &stays); !stays {
		t.Fatal("the dialog is closed, and what was typed in it is lost")
	}
	// Enter is pressed before the service has said which instant that is.
	f.Evaluate(`{
		const ask = window.fetch
		const told = new Promise(tell => (window.tell = tell))
		window.fetch = async (what, how) => { if (what.url.includes("/local-time")) await told; return ask(what, how) }
	}`, nil)
	f.Evaluate(`document.querySelector("dialog [data-when=time]").focus()`, nil)
	f.Press("21:15")
	f.Press(kb.Enter)
	f.WaitTrue(`document.querySelector("dialog footer [aria-busy=true]") !== null`)
	f.Evaluate(`window.tell()`, nil)
	f.WaitTrue(`document.querySelector("dialog") === null && document.querySelector(".state").innerText.includes("21:15")`)

	// Undoing fails once: that is said, and undoing is offered again.
	f.Evaluate(`(() => {
		const ask = fetch
		let failures = 0
		window.fetch = async (what, how) => what.method === "PUT" && failures++ === 0 ? Response.json({error: "the disk is full", code: "INTERNAL_ERROR"}, {status: 500}) : ask(what, how)
	})()`, nil)
	f.Click(".toasts .undo")
	f.WaitTrue(`document.querySelector(".toasts").innerText.includes("It was not undone. The disk is full.")`)
	f.Click(".toasts .undo")
	f.WaitTrue(`!document.querySelector(".state").innerText.includes("21:15")`)

	// A change that the service refuses is not saved: the post's page says so, and the change can
	// be undone.
	press(f, "Edit")
	f.WaitVisible("[data-entry]")
	press(f, "Remove 1")
	f.WaitTrue(`document.querySelector(".words .problem h2")?.innerText === "It was not saved, and goes out as it was before"`)
	f.Forgiven("400")
	f.Step("compose-not-saved")
	f.Click(".leave")
	f.WaitTrue(`document.querySelector(".why.warn h2")?.innerText === "What you changed is not saved" && document.querySelector(".toast p")?.innerText.includes("goes out as it was before")`)
	f.Step("post-not-saved")
	f.Click(".why.warn a")
	f.Click("[data-act=take-back]")
	f.WaitTrue(`document.querySelector("[data-entry]") !== null && document.querySelector(".words .problem") === null && document.querySelector("[data-saved=saved]") !== null`)
	f.Forgive(func(p browser.Problem) bool { return strings.Contains(p.String(), "400") })
	f.Click(".leave")
	f.WaitTrue(`document.querySelector(".state") !== null && document.querySelector(".why") === null`)

	f.Click("button.dots")
	f.WaitVisible("[role=menu]")
	f.Step("post-menu")
	press(f, "Make it a draft")
	f.WaitTrue(`document.querySelector(".state").innerText.includes("Draft")`)
	f.Step("post-draft")

	// Of all calls: each minute the service asks whether the account works again.
	f.Service.Control(t).Fault(e2e.Fault{Match: e2e.FaultMatch{Path: "."}, Times: 1000, HTTP: http.StatusBadRequest, Code: 190, Message: "Error validating access token"})
	f.Go("/posts/" + posts.begin("Out of the oven"))
	// The network refuses the account, so the remedy comes before the retry.
	f.WaitTrue(`document.querySelector(".why .remedy a")?.innerText === "Connect again" && !document.querySelector("main").innerText.includes("Check, then retry")`)
	f.Everywhere("post-refused")
	f.Service.Control(t).ClearFaults()
	// The service may have found it out by itself just now.
	f.Evaluate(`[...document.querySelectorAll("main button")].find(b => b.innerText.trim() === "Check again")?.click()`, nil)
	// The cause is gone, and so is what was to be done about it.
	f.WaitTrue(`/works again, so that it can be tried again/.test(document.querySelector(".why.ask")?.innerText) && !/connect the account/.test(document.querySelector(".why").innerText)`)
	f.Step("post-cause-gone")
	press(f, "Check, then retry")
	f.WaitTrue(`document.querySelector("#proof").innerText === "Published once"`)
	f.Step("post-retried")

	press(f, "Duplicate")
	f.WaitTrue(`location.pathname.startsWith("/app/compose/") && document.querySelector("#caption") !== null`)
	f.WaitTrue(`/published the same file and caption at \d\d:\d\d on \w{3} \d+ \w{3,4}; leave this post out/.test(document.querySelector("#before")?.innerText)`)
	f.Evaluate(`history.back()`, nil)
	f.WaitTrue(`location.pathname.startsWith("/app/posts/") && document.querySelector("#caption") === null`)
	f.Click("button.dots")
	press(f, "Delete…")
	f.WaitVisible("dialog[open]")
	f.Step("post-delete")
	f.Click("dialog footer button:last-child")
	f.WaitTrue(`location.pathname === "/app/posts"`)

	f.Go("/posts/3f2b8c1e-6d4a-4f7b-9c0d-5e8a1b2c3d4e")
	f.WaitTrue(`document.querySelector("h1").innerText === "There is no such post"`)
	f.Forgiven("404")
	f.Step("post-none")
	f.Go("/posts/mistyped")
	f.WaitTrue(`document.querySelector("h1").innerText === "There is no such post"`)
	f.Forgiven("400")
}

// press clicks the button with this text, as soon as it exists and is enabled.
func press(f *face.Face, words string) {
	f.Evaluate(`new Promise(done => {
		const look = () => {
			const button = [...document.querySelectorAll("button, a")].find(b => b.innerText.trim() === `+quoted(words)+`)
			if (!button || button.disabled || button.ariaDisabled === "true") return setTimeout(look, 20)
			button.click()
			done(0)
		}
		look()
	})`, nil)
}

func quoted(s string) string { return `"` + strings.ReplaceAll(s, `"`, `\"`) + `"` }

// TestFace_PostWhileTheServiceIsAway stops the service under a post's page and starts it again.
func TestFace_PostWhileTheServiceIsAway(t *testing.T) {
	needtest.Night(t)
	t.Parallel()
	port := "CRIER_PORT=" + e2e.FreePort(t)
	f := face.Serve(t, port)
	f.SignIn()
	posts := newPosts(t, f)
	posts.schedule("Market Saturday: the winter mugs", 3)
	var list struct{ Posts []struct{ ID string } }
	posts.client.Get("/api/v1/schedule").Want(http.StatusOK).JSON(&list)
	f.Go("/posts/" + list.Posts[0].ID)
	f.WaitTrue(`document.querySelector(".state") !== null`)
	f.Service.Stop(t)
	// The page may have noticed it before this is pressed; then the press does nothing.
	f.Evaluate(`(async () => {
		document.querySelector("button.dots").click()
		await new Promise(requestAnimationFrame)
		for (const button of document.querySelectorAll("button")) if (button.innerText.trim() === "Duplicate") button.click()
	})()`, nil)
	f.WaitTrue(`document.querySelector(".bar").innerText.includes("Crier is not running")`)
	if got := f.Text("h1"); got != "Market Saturday: the winter mugs" {
		t.Errorf("the page lost its post: %q", got)
	}
	f.WaitTrue(`[...document.querySelectorAll(".acts .button")].every(b => b.getAttribute("aria-disabled") === "true")`)
	e2e.Program(t).Serve(t, "CRIER_DATA_DIR="+f.Service.Dir(), port)
	f.WaitTrue(`!document.querySelector(".bar").innerText.includes("not running")`)
	f.Forgive(isLost)
	press(f, "Move to…")
	f.WaitVisible("dialog[open]")
	f.Step("post-back")
}
