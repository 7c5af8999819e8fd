package face_test

import (
	"encoding/json"
	"fmt"
	"math"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"crier/e2e"
	"crier/e2e/browser"
	"crier/e2e/face"
	"crier/platform/clock"
	"crier/platform/sandbox"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp/kb"
)

// written is what the composer's tests read of a post.
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

// await waits until the post is as it should be.
func (p *posts) await(id, what string, done func(written) bool) written {
	p.t.Helper()
	for range 400 {
		post := p.get(id)
		if done(post) {
			return post
		}
		if err := clock.Sleep(p.t.Context(), clock.System(), 25*time.Millisecond); err != nil {
			break
		}
	}
	p.t.Fatalf("the post never was %s: %+v", what, p.get(id))
	return written{}
}

// compose opens a draft in the composer.
func compose(t *testing.T, kind, caption string, width, height int, settings ...string) (f *face.Face, p *posts, id string) {
	t.Helper()
	f = face.Serve(t, append(settings, "RATE_LIMIT_RPM=100000")...)
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

// TestComposer_Publish writes a caption and publishes, by keys alone: the sandbox has one post.
func TestComposer_Publish(t *testing.T) {
	t.Parallel()
	f, p, id := compose(t, "IMAGE", "", 1080, 1350)
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

// TestComposer_Fix pads a picture that is too tall for the feed, with the button of the check and Enter: then it can go out.
func TestComposer_Fix(t *testing.T) {
	t.Parallel()
	f, p, id := compose(t, "IMAGE", "Tall", 720, 1280)
	f.WaitVisible("[data-fix=pad]")
	if got := f.Text("#before"); !strings.Contains(got, "too tall") || !strings.Contains(got, "9:16") || !strings.Contains(got, "4:5") {
		t.Errorf("the check says %q", got)
	}
	f.Step("composer-problem")
	f.Click("[data-fix=pad]")
	f.WaitTrue(`document.querySelector("[data-stage] img")?.src.startsWith("blob:") && document.activeElement.dataset.act === "apply" && !document.activeElement.ariaDisabled`)
	f.Step("composer-pad")
	f.Press(kb.Enter)
	f.WaitTrue(`document.querySelector("[data-fix=pad]") === null && !document.querySelector("[data-act=send]").ariaDisabled`)
	f.Step("composer-padded")
	f.Click("[data-act=send]")
	f.WaitTrue(fmt.Sprintf(`location.pathname === "/app/posts/%s"`, id))
	p.await(id, "published", func(post written) bool { return post.Status == "PUBLISHED" })
}

func (f tagged) near(t *testing.T, what string, x, y float64) {
	t.Helper()
	if math.Abs(f.X-x) > 0.01 || math.Abs(f.Y-y) > 0.01 {
		t.Errorf("%s is at %v, %v; want %v, %v", what, f.X, f.Y, x, y)
	}
}

type tagged struct {
	Username string
	X, Y     float64
}

func tagsOf(t *testing.T, text *string) (tags []tagged) {
	t.Helper()
	if err := json.Unmarshal([]byte(e2e.Text(text)), &tags); err != nil {
		t.Fatalf("%v: %s", err, e2e.Text(text))
	}
	return tags
}

// TestComposer_People tags one person with the mouse and one with keys, and describes the picture: all of it arrives at the network.
func TestComposer_People(t *testing.T) {
	t.Parallel()
	f, p, id := compose(t, "IMAGE", "People", 1080, 1350)
	f.WaitTrue(`document.querySelector("[data-stage] img")?.complete`)
	f.ClickAt("[data-stage]", 0.4, 0.6)
	f.WaitTrue(`document.activeElement.dataset.tag !== undefined`)
	f.Press("mara.voss")
	f.Evaluate(`[...document.querySelectorAll("[data-people] button")].at(-1).focus()`, nil)
	f.Press(kb.Enter)
	f.WaitTrue(`document.querySelectorAll("[data-people] li").length === 2 && document.activeElement.dataset.tag !== undefined`)
	f.Press("garten.buche")
	f.Press(kb.Tab)
	f.Press("70")
	f.Press(kb.Tab)
	f.Press("30")
	f.Press(kb.Tab)
	// On the picture, arrows move the second one: once by one percent, once by five.
	f.Evaluate(`[...document.querySelectorAll("[data-spot]")].at(-1).focus()`, nil)
	f.Press(kb.ArrowLeft)
	f.Press(kb.ArrowDown, input.ModifierShift)
	f.Type("#alt-text", "A loaf on a board")
	f.Step("composer-people")
	post := p.await(id, "tagged", func(post written) bool {
		return strings.Contains(e2e.Text(post.UserTags), "garten") && e2e.Text(post.AltText) == "A loaf on a board"
	})
	f.WaitTrue(saved)
	tags := tagsOf(t, p.get(post.ID).UserTags)
	if len(tags) != 2 || tags[0].Username != "mara.voss" || tags[1].Username != "garten.buche" {
		t.Fatalf("the tags are %+v", tags)
	}
	tags[0].near(t, "the one by mouse", 0.4, 0.6)
	tags[1].near(t, "the one by keys", 0.69, 0.35)
	f.Press(kb.Enter, input.ModifierCtrl)
	p.await(id, "published", func(post written) bool { return post.Status == "PUBLISHED" })
	var sent string
	for _, call := range f.Service.Control(t).Calls() {
		sent += call.Params["user_tags"] + call.Params["alt_text"]
	}
	if !strings.Contains(sent, "mara.voss") || !strings.Contains(sent, "garten.buche") || !strings.Contains(sent, "A loaf on a board") {
		t.Errorf("the network was sent %s", sent)
	}
	f.CheckClean()
}

// TestComposer_Mention drags a mention about a story, and then moves it by keys.
func TestComposer_Mention(t *testing.T) {
	t.Parallel()
	f, p, id := compose(t, "STORIES", "", 1080, 1920)
	f.WaitTrue(`document.querySelector("[data-stage] img")?.complete`)
	f.ClickAt("[data-stage]", 0.3, 0.3)
	f.WaitTrue(`document.activeElement.dataset.tag !== undefined`)
	f.Press("mara.voss")
	f.DragTo("[data-spot]", "[data-stage]", 0.6, 0.5)
	f.Evaluate(`document.querySelector("[data-spot]").focus()`, nil)
	f.Press(kb.ArrowRight, input.ModifierShift)
	f.Step("composer-mention")
	f.WaitTrue(saved)
	post := p.await(id, "mentioning", func(post written) bool {
		return post.StoryMentions != nil && math.Abs(tagsOf(t, post.StoryMentions)[0].X-0.65) < 0.011
	})
	tagsOf(t, post.StoryMentions)[0].near(t, "the mention", 0.65, 0.5)
	user := sandbox.DemoNativeUser()
	p.client.Post("/api/v1/settings/private-api-credentials", map[string]any{"accountId": p.account, "snUsername": user.Username, "snPassword": user.Password.Reveal()}).Want(http.StatusOK)
	f.Press(kb.Enter, input.ModifierCtrl)
	p.await(id, "published", func(post written) bool { return post.Status == "PUBLISHED" })
	if l := f.Service.Control(t).Ledger(); len(l.NativeStories) != 1 || len(l.NativeStories[0].Mentions) != 1 {
		t.Errorf("the sandbox has %+v", l)
	}
	f.CheckClean()
}

// freePort returns a port that a program can have again after a restart.
func freePort(t *testing.T) string {
	t.Helper()
	listener, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = listener.Close() }()
	_, port, _ := net.SplitHostPort(listener.Addr().String())
	return port
}

// TestComposer_Stop kills the program while somebody writes: the text stays, and is saved once the program is back.
func TestComposer_Stop(t *testing.T) {
	t.Parallel()
	f, p, id := compose(t, "IMAGE", "Before", 1080, 1350, "CRIER_PORT="+freePort(t))
	f.Service.Kill(t)
	const text = "Before, and during the stop"
	f.Type("#caption", ", and during the stop")
	f.WaitTrue(`document.querySelector(".bar.down") !== null`)
	var held string
	if f.Evaluate(`document.querySelector("#caption").value`, &held); held != text {
		t.Errorf("the field has %q", held)
	}
	f.Service = f.Service.Again(t)
	f.WaitTrue(`document.querySelector(".bar.down") === null && ` + saved)
	p.client = f.Service.Client(t)
	p.await(id, "saved", func(post written) bool { return e2e.Text(post.Caption) == text })
	f.Forgive(func(p browser.Problem) bool { return p.Kind == browser.Failed })
	f.CheckClean()
}

// TestComposer_Hostile writes what breaks pages, drops what nobody should, and changes the post behind the composer's back.
func TestComposer_Hostile(t *testing.T) {
	t.Parallel()
	f, p, id := compose(t, "IMAGE", "", 1080, 1350)
	hostile := "<img src=x onerror=alert(1)><script>alert(2)</script> \u202Eright to left\u202C שלום \u0007 {{7*7}} " + strings.Repeat("👩‍👩‍👧", 400)
	quoted, err := json.Marshal(hostile)
	if err != nil {
		t.Fatal(err)
	}
	fill := func(text string) {
		f.Evaluate(fmt.Sprintf(`(() => { const c = document.querySelector("#caption"); c.value = %s; c.dispatchEvent(new InputEvent("input", {bubbles: true})) })()`, text), nil)
	}
	fill(string(quoted))
	post := p.await(id, "saved", func(post written) bool { return e2e.Text(post.Caption) == hostile })
	f.WaitTrue(saved)
	f.Step("composer-hostile")
	if f.Evaluate(`document.querySelectorAll("main script, main img[src=x]").length`, new(int)); post.Caption == nil {
		t.Error("the caption is gone")
	}

	f.Evaluate(`(() => {
		const dropped = new DataTransfer()
		for (let i = 0; i < 499; i++) dropped.items.add(new File(["this is a text and no picture"], i + ".jpg", {type: "image/jpeg"}))
		dropped.items.add(new File(["x"], "x.pdf", {type: "application/pdf"}))
		document.querySelector(".composer").dispatchEvent(new DragEvent("drop", {dataTransfer: dropped, bubbles: true, cancelable: true}))
	})()`, nil)
	f.WaitTrue(`document.querySelectorAll(".strip [role=alert]").length === 9`)
	if got := f.Text(".strip"); !strings.Contains(got, "The first 9 were taken, 490 left out") || !strings.Contains(got, "0.jpg:") {
		t.Errorf("of 500 files the strip says %q", got)
	}
	f.Forgive(func(p browser.Problem) bool {
		return p.Kind == browser.Failed && strings.Contains(p.URL, "/media/upload")
	})
	f.Step("composer-not-taken")

	p.client.Put("/api/v1/posts/draft/"+id, map[string]any{"caption": "Theirs"}).Want(http.StatusOK)
	fill(`"Mine"`)
	f.WaitVisible(".clash")
	f.Forgive(func(p browser.Problem) bool { return p.Kind == browser.Failed && strings.Contains(p.Text, "412") })
	f.Step("composer-clash")
	f.Click(".clash .primary")
	p.await(id, "mine", func(post written) bool { return e2e.Text(post.Caption) == "Mine" })
	f.WaitTrue(saved + ` && document.querySelector(".clash") === null`)
	f.CheckClean()
}

// TestComposer_New writes a post that nobody has made yet, drops a picture on it, and schedules it for a day: it is a draft from its first
// change on.
func TestComposer_New(t *testing.T) {
	t.Parallel()
	f := face.Serve(t, "RATE_LIMIT_RPM=100000")
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

// TestComposer_Everywhere looks at a carousel with something to fix at every size in both themes.
func TestComposer_Everywhere(t *testing.T) {
	t.Parallel()
	f := face.Serve(t)
	f.SignIn()
	f.Seen()
	p := newPosts(t, f)
	id := p.draft("CAROUSEL", "Our stollen has rested for three weeks and is ready.\n\n@maravoss.ceramics made the plate.\n\n#stollen #advent", [2]int{1080, 1350}, [2]int{720, 1280})
	f.Go("/compose/" + id)
	f.WaitVisible("[data-fix=pad]")
	f.Everywhere("composer")
}
