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

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp/kb"
)

// written is the part of a post that the composer's tests read.
type written struct {
	ID, Status, MediaType, UpdatedAt          string
	Caption, AltText, UserTags, StoryMentions *string
	MediaFiles                                []struct{ ID string }
	ScheduledFor, LocationID, Collaborators   *string
	ErrorMessage                              *string
}

// draft makes a draft of pictures of these sizes.
func (p *posts) draft(kind, caption string, sizes ...[2]int) string {
	p.t.Helper()
	ids := make([]string, len(sizes))
	for i, size := range sizes {
		ids[i] = p.sized(size[0], size[1])
	}
	body := map[string]any{"accountId": p.account, "mediaType": kind, "caption": caption}
	if kind == "CAROUSEL" {
		body["mediaFileIds"] = ids
	} else if len(ids) > 0 {
		body["mediaFileId"] = ids[0]
	}
	var post written
	p.client.Post("/api/v1/posts/draft", body).Want(http.StatusCreated).JSON(&post)
	return post.ID
}

func (p *posts) get(id string) (post written) {
	p.t.Helper()
	p.client.Get("/api/v1/posts/" + id).Want(http.StatusOK).JSON(&post)
	return post
}

// await waits until the post is as expected.
func (p *posts) await(id, what string, done func(written) bool) written {
	p.t.Helper()
	limit := clock.System().NewTimer(2 * time.Minute)
	defer limit.Stop()
	for {
		post := p.get(id)
		if done(post) {
			return post
		}
		select {
		case <-limit.C:
			p.t.Fatalf("the post never was %s: %+v", what, post)
		case <-clock.System().NewTimer(25 * time.Millisecond).C:
		}
	}
}

// compose opens a draft in the composer.
func compose(t *testing.T, kind, caption string, width, height int, settings ...string) (f *face.Face, p *posts, id string) {
	t.Helper()
	f = face.Serve(t, settings...)
	f.SignIn()
	f.Seen()
	p = newPosts(t, f)
	id = p.draft(kind, caption, [2]int{width, height})
	f.Go("/compose/" + id)
	f.WaitVisible("#caption")
	f.WaitTrue(`document.querySelector("#before .fine") !== null`)
	return f, p, id
}

const saved = `document.querySelector("[data-saved=saved]") !== null`

// TestComposer_Publish writes a caption and publishes with keys only: the sandbox has one post.
func TestComposer_Publish(t *testing.T) {
	needtest.Night(t)
	t.Parallel()
	f, p, id := compose(t, "IMAGE", "", 432, 540)
	f.Step("composer-publish")
	f.Evaluate(`document.querySelector("#caption").focus()`, nil)
	f.Type("#caption", "Country loaf. #bread @crier.demo.potter")
	f.WaitTrue(`document.querySelectorAll(".mirror span").length === 2`)
	p.await(id, "saved", func(post written) bool { return e2e.Text(post.Caption) == "Country loaf. #bread @crier.demo.potter" })
	f.WaitTrue(saved)
	f.Press(kb.Enter, input.ModifierCtrl)
	f.WaitTrue(fmt.Sprintf(`location.pathname === "/app/posts/%s"`, id))
	p.await(id, "published", func(post written) bool { return post.Status == "PUBLISHED" })
	if l := f.Service.Control(t).Ledger(); len(l.Publications) != 1 || l.Publications[0].Caption != "Country loaf. #bread @crier.demo.potter" || len(l.PublishCalls) != 1 {
		t.Errorf("the sandbox has %+v", l)
	}
	f.CheckClean()
}

// TestComposer_New writes a new post, drops a picture on it, and schedules it for a day: it becomes
// a draft with its first change.
func TestComposer_New(t *testing.T) {
	t.Parallel()
	f := face.Serve(t)
	f.SignIn()
	f.Seen()
	p := newPosts(t, f)
	f.Go("/compose/new")
	f.WaitVisible("#caption")
	f.Step("composer-empty")
	f.Type("#caption", "Stollen has rested. #stollen")
	f.WaitTrue(`/^\/app\/compose\/[0-9a-f-]{36}$/.test(location.pathname)`)
	var id string
	f.Evaluate(`location.pathname.split("/").at(-1)`, &id)
	f.Evaluate(`new Promise(done => {
		const canvas = Object.assign(document.createElement("canvas"), {width: 1080, height: 1350})
		const pen = canvas.getContext("2d")
		pen.fillStyle = "#345"; pen.fillRect(0, 0, 1080, 1350); pen.fillStyle = "#eda"; pen.fillRect(200, 300, 600, 700)
		canvas.toBlob(blob => {
			const dropped = new DataTransfer()
			dropped.items.add(new File([blob], "stollen.png", {type: "image/png"}))
			document.querySelector(".composer").dispatchEvent(new DragEvent("drop", {dataTransfer: dropped, bubbles: true, cancelable: true}))
			done(0)
		})
	})`, nil)
	p.await(id, "with a picture", func(post written) bool { return len(post.MediaFiles) == 1 })
	day := clock.System().Now().UTC().AddDate(0, 0, 3).Format(time.DateOnly)
	f.Evaluate(fmt.Sprintf(`(() => { const d = document.querySelector("input[type=date]"); d.value = %q; d.dispatchEvent(new Event("change", {bubbles: true})) })()`, day), nil)
	f.WaitVisible("[role=slider]")
	f.Evaluate(`document.querySelector("[role=slider]").focus()`, nil)
	f.Press(kb.ArrowRight)
	f.WaitTrue(`document.querySelector("[role=slider]").ariaValueText === "09:05"`)
	f.WaitTrue(saved + ` && !document.querySelector("[data-act=send]").ariaDisabled`)
	f.Step("composer-planned")
	f.Click("[data-act=send]")
	post := p.await(id, "scheduled", func(post written) bool { return post.Status == "SCHEDULED" })
	if got := e2e.Text(post.ScheduledFor); !strings.HasPrefix(got, day) || !strings.Contains(got, ":05:00") {
		t.Errorf("it is scheduled for %s", got)
	}
	f.CheckClean()
}

// TestComposer_Everywhere shows a carousel with a fitted picture at every size in both themes.
func TestComposer_Everywhere(t *testing.T) {
	needtest.Night(t)
	t.Parallel()
	f := face.Serve(t)
	f.SignIn()
	f.Seen()
	p := newPosts(t, f)
	id := p.draft("CAROUSEL", "Our stollen has rested for three weeks and is ready.\n\n@maravoss.ceramics made the plate.\n\n#stollen #advent", [2]int{1080, 1350}, [2]int{720, 1280})
	f.Go("/compose/" + id)
	f.WaitVisible("[data-fitted]")
	f.Everywhere("composer")
}

// TestComposer_SkippedHour plans for a time that the clocks skip: the user must confirm another
// one.
func TestComposer_SkippedHour(t *testing.T) {
	needtest.Night(t)
	t.Parallel()
	f, p, id := compose(t, "IMAGE", "Early", 432, 540)
	set := func(selector, value string) {
		t.Helper()
		f.WaitVisible(selector)
		f.Evaluate(fmt.Sprintf(`(() => { const e = document.querySelector(%q); e.dispatchEvent(new PointerEvent("pointerdown", {bubbles: true})); return new Promise(done => requestAnimationFrame(() => { e.value = %q; e.dispatchEvent(new Event("change", {bubbles: true})); done(0) })) })()`, selector, value), nil)
	}
	set("input[type=date]", aroundClocks(0))
	set("footer select", "Europe/Berlin")
	set("input[type=time]", "02:30")
	f.WaitTrue(fmt.Sprintf(`document.querySelector("footer .question")?.textContent.includes("02:30 does not exist on %s") === true`, clocksForward().Format("Monday, 2 January")))
	f.Step("composer-skipped")
	f.Click("footer .question button")
	f.WaitTrue(`document.querySelector("input[type=time]").value === "03:30" && ` + saved)
	f.Click("[data-act=send]")
	post := p.await(id, "scheduled", func(post written) bool { return post.Status == "SCHEDULED" })
	if got := e2e.Text(post.ScheduledFor); got != aroundClocks(0)+"T01:30:00.000Z" {
		t.Errorf("it is scheduled for %s", got)
	}
	f.CheckClean()
}
