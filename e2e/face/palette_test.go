package face_test

import (
	"fmt"
	"net/http"
	"testing"

	"crier/e2e/face"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp/kb"
)

// firstRow is what Enter does.
const firstRow = `(document.querySelector("dialog [role=listbox][aria-busy=false] [aria-selected=true]")?.innerText ?? "")`

// TestFace_Palette finds what there is by its name, and does what is asked for, by keys and by the
// mouse: a post is found by its caption and moved by a sentence, and the move is undone.
func TestFace_Palette(t *testing.T) {
	t.Parallel()
	f := face.Serve(t)
	f.SignIn()
	f.Seen()
	p := newPosts(t, f)
	p.schedule("Stollen, last batch", 3)
	var waiting struct {
		Posts []struct{ ID, ScheduledFor string }
	}
	p.client.Get("/api/v1/schedule").Want(http.StatusOK).JSON(&waiting)
	post := waiting.Posts[0]
	f.Go("/")
	f.WaitVisible("#next-out")
	ask := func(text string) {
		t.Helper()
		f.Press("k", input.ModifierCtrl)
		f.WaitTrue(`document.activeElement.matches("dialog[open] [role=combobox]")`)
		f.Press(text)
	}
	at := func(path string) {
		t.Helper()
		f.WaitTrue(fmt.Sprintf(`document.querySelector("dialog") === null && location.pathname === %q`, "/app/"+path))
	}

	ask("last bat")
	f.WaitTrue(firstRow + `.includes("Stollen, last batch")`)
	f.Everywhere("palette")
	f.Press(kb.Enter)
	at("posts/" + post.ID)
	f.Press("k", input.ModifierCtrl)
	f.WaitTrue(firstRow + `.includes("New post")`)
	f.Step("palette-begun")
	f.Press(kb.Escape)
	at("posts/" + post.ID)

	// The first row is chosen, and the arrows choose another. Enter may come before the answer.
	ask("queue" + kb.Enter)
	at("queue")
	ask("settings")
	f.WaitTrue(firstRow + `.startsWith("Settings")`)
	f.Press(kb.ArrowDown)
	f.WaitTrue(firstRow + `.includes("Settings: General") && document.getElementById(document.activeElement.getAttribute("aria-activedescendant")).ariaSelected === "true"`)
	f.Press(kb.Enter)
	at("settings/general")
	ask("photo-1")
	f.WaitTrue(`[...document.querySelectorAll("dialog [role=option]")].some(row => row.innerText.includes("photo-1.png"))`)
	f.Press(kb.Escape)
	ask("backup")
	f.WaitTrue(firstRow + `.includes("Make a backup now") && document.querySelector("dialog").innerText.includes("Documentation")`)
	f.Press("k", input.ModifierCtrl)
	at("settings/general")

	ask("move stollen to friday 18:10")
	f.WaitTrue(firstRow + `.includes("Move “Stollen, last batch” to Fri ")`)
	f.Step("palette-move")
	f.Press(kb.Enter)
	at("settings/general")
	f.WaitTrue(`/Stollen, last batch” moved to Fri .*18:10/.test(document.body.innerText)`)
	when := func() (at string) {
		t.Helper()
		var now struct{ ScheduledFor string }
		p.client.Get("/api/v1/posts/" + post.ID).Want(http.StatusOK).JSON(&now)
		return now.ScheduledFor
	}
	if when() == post.ScheduledFor {
		t.Error("the post was not moved")
	}
	f.Press("z", input.ModifierCtrl)
	f.WaitTrue(`document.body.innerText.includes("Stollen, last batch” is back on")`)
	if got := when(); got != post.ScheduledFor {
		t.Errorf("undone, the post is at %s, want %s", got, post.ScheduledFor)
	}

	// By the mouse, and on a phone.
	f.Click("nav [data-act=search]")
	f.Type("dialog [role=combobox]", "dark")
	f.WaitTrue(firstRow + `.includes("Dark colours")`)
	f.Click("dialog [aria-selected=true]")
	f.WaitTrue(`document.querySelector("dialog") === null && document.documentElement.dataset.theme === "dark"`)
	f.Click(".toast .close")
	f.Resize(360, 740)
	f.Click(".tabs button")
	f.Click("dialog [data-act=search]")
	f.WaitTrue(`document.querySelector("dialog [role=combobox]") && document.querySelector("dialog").offsetWidth === 360`)
	f.Step("palette-360")
	f.CheckClean()
}
