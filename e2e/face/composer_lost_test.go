package face_test

import (
	"fmt"
	"net/http"
	"path"
	"strings"
	"testing"

	"crier/e2e"
	"crier/e2e/browser"
	"crier/e2e/face"
	"crier/platform/needtest"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp/kb"
)

// weather lets a test drop the page's requests and answers. The service handles requests that match
// window.losing, and their answers never arrive. Requests that match window.never are dropped.
// Requests that match window.holding are sent when window.letGo() is called. While window.isAway no
// request reaches the service.
const weather = `(() => {
	const ask = fetch, held = []
	window.held = held
	window.letGo = () => { window.holding = null; for (const go of held.splice(0)) go() }
	window.fetch = async (what, how) => {
		const name = (what.method ?? how?.method ?? "GET") + " " + (what.url ?? new URL(what, location.href).href)
		const is = pattern => !!pattern && new RegExp(pattern).test(name)
		if (is(window.never)) { window.never = null; throw new TypeError("Failed to fetch") }
		if (window.isAway) throw new TypeError("Failed to fetch")
		if (is(window.holding)) await new Promise(go => held.push(go))
		const isLost = is(window.losing)
		const answer = await ask(what, how)
		if (!isLost) return answer
		window.losing = null
		window.isAway = window.goesAway
		await answer.text()
		throw new TypeError("Failed to fetch")
	}
})()`

// setCaption sets the caption, as typing does.
func setCaption(page *browser.Page, text string) {
	page.WaitVisible("#caption")
	page.Evaluate(fmt.Sprintf(`(() => { const c = document.querySelector("#caption"); c.value = %q; c.dispatchEvent(new InputEvent("input", {bubbles: true})) })()`, text), nil)
}

// captions waits until the drafts have exactly these captions, in any order.
func captions(f *face.Face, words string) {
	f.WaitTrue(fmt.Sprintf(`(async () => (await (await fetch("/api/v1/posts?status=DRAFT")).json()).posts.map(p => p.caption).sort().join() === %q)()`, words))
}

// TestComposer_LostAnswer drops the answer to publishing between the service and the browser. The
// page says that the outcome is unknown, never that it failed, and finds out as soon as it can: the
// post is published once.
func TestComposer_LostAnswer(t *testing.T) {
	t.Parallel()
	f, p, id := compose(t, "IMAGE", "Lost", 1080, 1350)
	f.Evaluate(weather, nil)
	f.Evaluate(`window.losing = "POST .*/posts/publish"; window.goesAway = true; window.said = ""
		new MutationObserver(() => window.said += document.body.innerText).observe(document.body, {childList: true, subtree: true, characterData: true})`, nil)
	f.WaitTrue(`!document.querySelector("[data-act=send]").ariaDisabled`)
	f.Click("[data-act=send]")
	f.WaitTrue(`document.querySelector("section.words").innerText.includes("No answer came back")`)
	f.Everywhere("composer-no-answer")
	f.Evaluate(`window.isAway = false`, nil)
	f.WaitTrue(fmt.Sprintf(`location.pathname === "/app/posts/%s"`, id))
	p.await(id, "published", func(post written) bool { return post.Status == "PUBLISHED" })
	var lied bool
	if f.Evaluate(`window.said.includes("did not go out")`, &lied); lied {
		t.Error("it was said that it did not go out")
	}
	if l := f.Service.Control(t).Ledger(); len(l.Publications) != 1 || len(l.PublishCalls) != 1 {
		t.Errorf("the sandbox has %+v", l)
	}
	f.CheckClean()
}

// TestComposer_LostRequest drops the request itself: the post is still a draft, the page says so
// once it knows, and the button sends it.
func TestComposer_LostRequest(t *testing.T) {
	needtest.Night(t)
	t.Parallel()
	f, p, id := compose(t, "IMAGE", "Never sent", 432, 540)
	f.Evaluate(weather, nil)
	f.WaitTrue(`!document.querySelector("[data-act=send]").ariaDisabled`)
	f.Evaluate(`window.never = "POST .*/posts/publish"`, nil)
	f.Click("[data-act=send]")
	f.WaitTrue(`document.querySelector("section.words").innerText.includes("It did not go out")`)
	f.Step("composer-did-not-arrive")
	if post := p.get(id); post.Status != "DRAFT" {
		t.Fatalf("the post is %s", post.Status)
	}
	f.Click("[data-act=send]")
	p.await(id, "published", func(post written) bool { return post.Status == "PUBLISHED" })
	f.CheckClean()
}

// TestComposer_PublishedElsewhere publishes the open post in another tab. Without unsaved changes
// the page shows the published post; with unsaved changes it says so, and makes another draft of
// them.
func TestComposer_PublishedElsewhere(t *testing.T) {
	t.Parallel()
	f, p, id := compose(t, "IMAGE", "Both", 1080, 1350)
	publish := func(id string) {
		t.Helper()
		post := p.get(id)
		body := map[string]any{"accountId": p.account, "mediaType": "IMAGE", "mediaFileId": post.MediaFiles[0].ID, "caption": post.Caption, "draftId": id}
		p.client.Post("/api/v1/posts/publish", body).Want(http.StatusAccepted)
	}
	publish(id)
	f.WaitTrue(fmt.Sprintf(`location.pathname === "/app/posts/%s"`, id))
	f.WaitTrue(`document.querySelector("#proof") !== null`)
	f.CheckClean()

	second := p.draft("IMAGE", "Second", [2]int{1080, 1350})
	f.Go("/compose/" + second)
	f.WaitTrue(`document.querySelector("#before .fine") !== null`)
	f.Evaluate(weather, nil)
	f.Evaluate(`window.holding = "PUT "`, nil)
	setCaption(f.Page, "Second, with more")
	f.WaitTrue(`window.held.length === 1`)
	publish(second)
	p.await(second, "published", func(post written) bool { return post.Status == "PUBLISHED" })
	f.Evaluate(`window.letGo()`, nil)
	f.WaitTrue(`document.querySelector(".clash")?.innerText.includes("can no longer be changed")`)
	f.Forgive(func(p browser.Problem) bool { return p.Kind == browser.Failed })
	f.Everywhere("composer-gone-out")
	f.Click(".clash .primary")
	f.WaitTrue(fmt.Sprintf(`/^\/app\/compose\/[0-9a-f-]{36}$/.test(location.pathname) && !location.pathname.endsWith(%q) && `, second) + saved)
	captions(f, "Second, with more")
	if post := p.get(second); e2e.Text(post.Caption) != "Second" {
		t.Errorf("the post that went out says %q", e2e.Text(post.Caption))
	}
	f.CheckClean()
}

// TestComposer_DeletedWhileOpen deletes the open post in another tab: the page says so, also before
// anything is written, and makes another draft of what it shows, with its time.
func TestComposer_DeletedWhileOpen(t *testing.T) {
	needtest.Night(t)
	t.Parallel()
	f, p, id := compose(t, "IMAGE", "Deleted", 432, 540)
	fill(f, "input[type=date]", aroundClocks(1))
	f.WaitTrue(saved + ` && !document.querySelector("[data-act=send]").ariaDisabled`)
	p.client.Delete("/api/v1/posts/" + id).Want(http.StatusOK)
	f.WaitTrue(`document.querySelector(".clash")?.innerText.includes("deleted elsewhere")`)
	setCaption(f.Page, "Deleted, and written on")
	f.WaitTrue(`document.querySelector("header [data-saved=stopped]") !== null`)
	f.Forgive(func(p browser.Problem) bool { return p.Kind == browser.Failed })
	f.Everywhere("composer-deleted")
	f.Click(".clash .primary")
	f.WaitTrue(fmt.Sprintf(`/^\/app\/compose\/[0-9a-f-]{36}$/.test(location.pathname) && !location.pathname.endsWith(%q) && `, id) + saved)
	var address string
	f.Evaluate(`location.pathname`, &address)
	if post := p.get(path.Base(address)); e2e.Text(post.Caption) != "Deleted, and written on" || len(post.MediaFiles) != 1 {
		t.Errorf("the new draft is %+v", post)
	}
	f.WaitTrue(fmt.Sprintf(`document.querySelector("input[type=date]").value === %q && document.querySelector(".clash") === null`, aroundClocks(1)))
	f.CheckClean()
}

// TestComposer_WrittenWhileSending writes while the post is being scheduled, and while it is
// being published: the scheduled post gets the text, and the published one offers it as another
// draft.
func TestComposer_WrittenWhileSending(t *testing.T) {
	needtest.Night(t)
	t.Parallel()
	f, p, id := compose(t, "IMAGE", "Ten per cent off", 1080, 1350)
	send := func(request, text string) {
		t.Helper()
		f.WaitTrue(saved + ` && !document.querySelector("[data-act=send]").ariaDisabled`)
		f.Evaluate(weather, nil)
		f.Evaluate(fmt.Sprintf(`window.holding = "POST .*/%s"`, request), nil)
		f.Press(kb.Enter, input.ModifierCtrl)
		f.WaitTrue(`window.held.length === 1`)
		setCaption(f.Page, text)
		f.WaitTrue(`document.querySelector("[data-saved=waiting]") !== null`)
		f.Evaluate(`window.letGo()`, nil)
	}
	fill(f, "input[type=date]", aroundClocks(3))
	send("schedule", "Twenty per cent off")
	p.await(id, "with the last text", func(post written) bool {
		return post.Status == "SCHEDULED" && e2e.Text(post.Caption) == "Twenty per cent off"
	})
	f.WaitTrue(saved + ` && document.querySelector("[data-act=send]")?.innerText === "Done"`)
	f.CheckClean()

	id = p.draft("IMAGE", "Now", [2]int{1080, 1350})
	f.Go("/compose/" + id)
	f.WaitTrue(`document.querySelector("#before .fine") !== null`)
	send("posts/publish", "Now, and more")
	f.WaitTrue(`document.querySelector(".clash")?.innerText.includes("can no longer be changed")`)
	f.Click(".clash .primary")
	captions(f, "Now, and more")
	if post := p.get(id); e2e.Text(post.Caption) != "Now" {
		t.Errorf("the post that went out says %q", e2e.Text(post.Caption))
	}
	f.CheckClean()
}

// TestComposer_SavedBeforeItsSchedulingIsSeen: what is written once a post is scheduled, before the
// page has read what became of it, is saved as a change of a scheduled post.
func TestComposer_SavedBeforeItsSchedulingIsSeen(t *testing.T) {
	needtest.Night(t)
	t.Parallel()
	f, p, id := compose(t, "IMAGE", "Ten per cent off", 1080, 1350)
	fill(f, "input[type=date]", aroundClocks(3))
	f.WaitTrue(saved + ` && !document.querySelector("[data-act=send]").ariaDisabled`)
	f.Evaluate(weather, nil)
	f.Evaluate(fmt.Sprintf(`window.holding = "POST .*/schedule|(GET|PUT) .*/api/posts/%s$"`, id), nil)
	f.Press(kb.Enter, input.ModifierCtrl)
	f.WaitTrue(`window.held.length === 1`)
	setCaption(f.Page, "Twenty per cent off")
	f.WaitTrue(`document.querySelector("[data-saved=waiting]") !== null`)
	f.Evaluate(`window.held.shift()()`, nil)
	f.WaitTrue(`window.held.length === 1`) // The page reads the post.
	setCaption(f.Page, "Thirty per cent off")
	f.WaitTrue(`window.held.length === 2`)
	f.Evaluate(`window.held.pop()()`, nil)
	f.WaitTrue(`window.held.length === 2`) // The save was refused, and comes once more.
	f.Evaluate(`window.letGo()`, nil)
	p.await(id, "with the last text", func(post written) bool {
		return post.Status == "SCHEDULED" && e2e.Text(post.Caption) == "Thirty per cent off"
	})
	f.WaitTrue(saved + ` && document.querySelector("[data-act=send]")?.innerText === "Done"`)
	f.Forgive(func(p browser.Problem) bool { return p.Kind == browser.Failed && strings.Contains(p.Text, "412") })
	f.CheckClean()
}

// TestComposer_LeftBeforeTheFirstSave leaves a new post for another page before the service has
// made it: the address stays that of the other page.
func TestComposer_LeftBeforeTheFirstSave(t *testing.T) {
	needtest.Night(t)
	t.Parallel()
	f := face.Serve(t)
	f.SignIn()
	f.Seen()
	f.Go("/compose/new")
	f.Evaluate(weather, nil)
	f.Evaluate(`window.holding = "POST .*/posts/drafts"`, nil)
	setCaption(f.Page, "Begun and left")
	f.WaitTrue(`window.held.length === 1`)
	f.Click(`.bar a[href="/app/demo"]`)
	f.WaitTrue(`document.querySelector("h1").innerText.includes("bad day") || document.title.includes("Bad-day")`)
	f.Evaluate(`window.letGo()`, nil)
	captions(f, "Begun and left")
	f.Requests()
	var path string
	if f.Evaluate(`location.pathname`, &path); path != "/app/demo" {
		t.Errorf("the address became %s", path)
	}
	f.CheckClean()
}

// TestComposer_ScheduledElsewhere schedules the open post in another tab: keeping the own text
// keeps the time, as it does for text that another page has left in the browser.
func TestComposer_ScheduledElsewhere(t *testing.T) {
	needtest.Night(t)
	t.Parallel()
	f, p, id := compose(t, "IMAGE", "Words", 1080, 1350)
	f.Evaluate(weather, nil)
	f.Evaluate(`window.holding = "PUT "`, nil)
	setCaption(f.Page, "Words, half wri")
	f.WaitTrue(`window.held.length === 1`)
	at := aroundClocks(3) + "T10:00:00Z"
	body := map[string]any{"accountId": p.account, "mediaType": "IMAGE", "mediaFileId": p.get(id).MediaFiles[0].ID, "caption": "Words", "draftId": id, "scheduledFor": at, "timezone": "UTC"}
	p.client.Post("/api/v1/schedule", body).Want(http.StatusCreated)
	f.Evaluate(`window.letGo()`, nil)
	wasScheduled := `document.querySelector(".clash")?.innerText.includes("was scheduled elsewhere for")`
	f.WaitTrue(wasScheduled)
	f.Forgive(func(p browser.Problem) bool { return p.Kind == browser.Failed })
	f.Step("composer-scheduled-elsewhere")
	browser.Leave(f.Page, f.Service.AppURL()+"/app/compose/"+id)
	f.WaitTrue(wasScheduled)
	f.Click(".clash .primary")
	post := p.await(id, "mine", func(post written) bool { return e2e.Text(post.Caption) == "Words, half wri" })
	if e2e.Text(post.ScheduledFor) != aroundClocks(3)+"T10:00:00.000Z" {
		t.Errorf("it is scheduled for %s", e2e.Text(post.ScheduledFor))
	}
	f.WaitTrue(saved + fmt.Sprintf(` && document.querySelector("input[type=date]").value === %q && document.querySelector("[data-act=send]").innerText === "Done"`, aroundClocks(3)))
	f.CheckClean()
}

// TestComposer_DeletedElsewhere deletes the open post in another tab while its text waits: the
// page offers the text as a new draft.
func TestComposer_DeletedElsewhere(t *testing.T) {
	needtest.Night(t)
	t.Parallel()
	f, p, id := compose(t, "IMAGE", "", 432, 540)
	f.Evaluate(weather, nil)
	f.Evaluate(`window.holding = "PUT "`, nil)
	setCaption(f.Page, "Took an hour")
	f.WaitTrue(`window.held.length === 1`)
	p.client.Do(http.MethodDelete, "/api/v1/posts/"+id, nil)
	browser.Leave(f.Page, f.Service.AppURL()+"/app/compose/"+id)
	f.WaitVisible("[data-act=make-draft]")
	f.Forgive(func(p browser.Problem) bool { return p.Kind == browser.Failed })
	f.Everywhere("composer-deleted-elsewhere")
	f.Click("[data-act=make-draft]")
	captions(f, "Took an hour")
	f.WaitTrue(fmt.Sprintf(`/^\/app\/compose\/[0-9a-f-]{36}$/.test(location.pathname) && !location.pathname.endsWith(%q) && `, id) + saved)
	f.CheckClean()
}

// TestComposer_LostSave drops the answer to a save, and goes on writing: the page does not report
// a change by somebody else, and what is taken out again stays out.
func TestComposer_LostSave(t *testing.T) {
	needtest.Night(t)
	t.Parallel()
	f, p, id := compose(t, "IMAGE", "", 432, 540)
	f.Evaluate(weather, nil)
	f.Evaluate(`window.losing = "PUT "; window.goesAway = true`, nil)
	setCaption(f.Page, "The answer to this is lost")
	p.await(id, "saved", func(post written) bool { return e2e.Text(post.Caption) == "The answer to this is lost" })
	f.WaitTrue(`window.isAway`)
	setCaption(f.Page, "The answer to this is lost, and this comes after it")
	// The same holds after a reload, whose page does not know what the previous one has sent.
	browser.Leave(f.Page, f.Service.AppURL()+"/app/compose/"+id)
	p.await(id, "saved", func(post written) bool {
		return e2e.Text(post.Caption) == "The answer to this is lost, and this comes after it"
	})
	f.WaitTrue(saved + ` && document.querySelector(".clash") === null`)

	f.Evaluate(weather, nil)
	f.Evaluate(`window.losing = "PUT "; window.goesAway = true`, nil)
	setCaption(f.Page, "Lost again")
	f.WaitTrue(`window.isAway`)
	setCaption(f.Page, "Lost again, and on")
	f.Evaluate(`window.isAway = false`, nil)
	p.await(id, "saved", func(post written) bool { return e2e.Text(post.Caption) == "Lost again, and on" })
	f.WaitTrue(saved + ` && document.querySelector(".clash") === null`)

	f.Evaluate(weather, nil)
	f.Evaluate(`window.losing = "PUT "; window.goesAway = true`, nil)
	setCaption(f.Page, "Lost again, and taken out")
	f.WaitTrue(`document.querySelector(".bar.down") !== null`)
	setCaption(f.Page, "Lost again, and on")
	f.Evaluate(`window.isAway = false`, nil)
	p.await(id, "saved", func(post written) bool { return e2e.Text(post.Caption) == "Lost again, and on" })
	f.WaitTrue(saved + ` && document.querySelector("#caption").value === "Lost again, and on"`)
	f.Forgive(func(p browser.Problem) bool { return p.Kind == browser.Failed })
	f.CheckClean()
}
