package face_test

import (
	"encoding/json"
	"math"
	"net/http"
	"strings"
	"testing"

	"crier/e2e"
	"crier/platform/sandbox"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp/kb"
)

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

// TestComposer_People tags one person with the mouse and one with keys, and describes the picture:
// the network gets all of it.
func TestComposer_People(t *testing.T) {
	t.Parallel()
	f, p, id := compose(t, "IMAGE", "People", 432, 540)
	f.WaitTrue(`document.querySelector("[data-stage] img")?.complete`)
	// Without the tool a click puts nobody there. With it, a stray one leaves nobody in the picture
	// once the user goes on elsewhere.
	f.ClickAt("[data-stage]", 0.3, 0.3)
	f.WaitTrue(`document.querySelector("[data-spot]") === null`)
	f.Click("[data-tool=people]")
	f.ClickAt("[data-stage]", 0.2, 0.2)
	f.WaitTrue(`document.activeElement.dataset.tag !== undefined`)
	f.Click("#caption")
	f.WaitTrue(`document.querySelector("[data-spot], [data-people] li") === null && document.activeElement.id === "caption"`)
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
	// Arrows move the second person on the picture: once by one percent, once by five.
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

// TestComposer_Mention drags a mention on a story, and then moves it with keys.
func TestComposer_Mention(t *testing.T) {
	t.Parallel()
	f, p, id := compose(t, "STORIES", "", 1080, 1920)
	f.WaitTrue(`document.querySelector("[data-stage] img")?.complete`)
	f.Click("[data-tool=people]")
	f.ClickAt("[data-stage]", 0.3, 0.3)
	f.WaitTrue(`document.activeElement.dataset.tag !== undefined`)
	f.Press("mara.voss")
	// A story shows neither a caption nor an alt text, and its picture is shown whole, as it is
	// sent.
	f.WaitTrue(`document.querySelector("#caption").readOnly && getComputedStyle(document.querySelector("#preview .tall img")).objectFit === "contain"`)
	if got := f.Text("section.words"); !strings.Contains(got, "A story shows no caption") || !strings.Contains(got, "pictures in the feed only") {
		t.Errorf("beside a story it says %q", got)
	}
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

// TestComposer_Tools turns a picture, and drags a text on it with the mouse and with keys: the
// service keeps all of it at once, without a press of a button, and undoes it.
func TestComposer_Tools(t *testing.T) {
	t.Parallel()
	f, p, id := compose(t, "IMAGE", "Tools", 1400, 1000)
	file := p.get(id).MediaFiles[0].ID
	f.Click("[data-tool=rotate]")
	f.Click("[data-turn=right]")
	isKept(f, file, `edits?.rotate === 90`)
	// It is too tall now, so it is fitted, and the turn stays.
	isKept(f, file, `edits?.rotate === 90 && edits.crop?.ratio === "5:4" && edits.fit === "AUTO"`)
	f.Click("[data-tool=text]")
	f.Click("[data-options] > .button")
	f.WaitVisible("[data-mark]")
	f.Press("Fresh")
	f.DragTo("[data-mark]", "[data-stage]", 0.5, 0.3)
	isKept(f, file, `edits?.texts?.length === 1 && edits.texts[0].text === "Fresh" && Math.abs(edits.texts[0].y - 0.3) < 0.011`)
	f.Step("composer-text")
	f.Evaluate(`document.querySelector("[data-mark]").focus()`, nil)
	f.Press(kb.ArrowDown, input.ModifierShift)
	f.Press(kb.ArrowLeft)
	isKept(f, file, `Math.abs(edits.texts[0].y - 0.35) < 0.011 && Math.abs(edits.texts[0].x - 0.49) < 0.011 && edits.rotate === 90 && edits.fit === "AUTO"`)
	f.WaitTrue(`document.querySelector("#before").innerText.includes("The picture was changed")`)
	f.Click("#before [data-act=undo]")
	isKept(f, file, `!edits?.texts && !edits?.rotate`)
	f.CheckClean()
}
