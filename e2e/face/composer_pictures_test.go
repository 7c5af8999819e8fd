package face_test

import (
	"encoding/json"
	"fmt"
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
	// A stray click leaves nobody in the picture once the user goes on elsewhere.
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
	f.ClickAt("[data-stage]", 0.3, 0.3)
	f.WaitTrue(`document.activeElement.dataset.tag !== undefined`)
	f.Press("mara.voss")
	// A story shows neither a caption nor an alt text, and its picture is shown whole, as it is
	// sent.
	f.WaitTrue(`document.querySelector("#caption").readOnly && getComputedStyle(document.querySelector("#preview .story img")).objectFit === "contain"`)
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

// TestComposer_Tools crops a picture around a focus that keys move, and writes on it.
func TestComposer_Tools(t *testing.T) {
	t.Parallel()
	f, p, id := compose(t, "IMAGE", "Tools", 1200, 900)
	f.Click("[data-tool=ratio]")
	f.Click("[data-options] [data-ratio='1:1']")
	f.Click("[data-tool=focus]")
	f.WaitVisible("[data-focus]")
	f.Evaluate(`document.querySelector("[data-focus]").focus()`, nil)
	f.Press(kb.ArrowRight, input.ModifierShift)
	f.WaitTrue(`document.querySelector("[data-focus]").style.left === "55%"`)
	f.Step("composer-focus")
	f.Click("[data-tool=text]")
	f.Click("[data-options] > .button")
	f.WaitTrue(`document.querySelector("[data-act=apply]:not([aria-disabled])") !== null`)
	f.Step("composer-text")
	f.Click("[data-act=apply]")
	f.WaitTrue(`document.querySelector("[data-options]") === null`)
	// It was cropped and written on, and naming only one would hide the other.
	f.WaitTrue(`document.querySelector("#before").innerText.includes("The picture was changed")`)
	var said struct {
		Edits struct {
			Crop struct {
				Ratio  string
				FocusX float64
			}
			Texts []struct{ Text string }
		}
	}
	f.Evaluate(fmt.Sprintf(`fetch("/api/media/%s/edits").then(r => r.json())`, p.get(id).MediaFiles[0].ID), &said)
	if said.Edits.Crop.Ratio != "1:1" || math.Abs(said.Edits.Crop.FocusX-0.55) > 0.001 || len(said.Edits.Texts) != 1 {
		t.Errorf("the edits are %+v", said.Edits)
	}
	f.CheckClean()
}
