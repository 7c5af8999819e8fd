package face_test

import (
	"fmt"
	"net/http"
	"testing"
	"time"

	"crier/e2e/face"
	"crier/platform/clock"

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
	f.BeforePages(messagesStay)
	f.SignIn()
	f.Seen()
	p := newPosts(t, f)
	p.schedule("Stollen, last batch", 3)
	var waiting struct {
		Posts []struct{ ID, ScheduledFor string }
	}
	p.client.Get("/api/v1/schedule").Want(http.StatusOK).JSON(&waiting)
	post := waiting.Posts[0]
	saturday := clock.System().Now().UTC().Truncate(24*time.Hour).AddDate(0, 0, 1)
	for saturday.Weekday() != time.Saturday {
		saturday = saturday.AddDate(0, 0, 1)
	}
	p.client.Post("/api/v1/schedule", map[string]any{
		"accountId": p.account, "mediaType": "IMAGE", "mediaFileId": p.picture(), "caption": "Gift sets\n\n#Christmas with @potter.mara", "locationId": "213385402", "locationName": "Lisbon, Portugal", "scheduledFor": saturday.Add(18*time.Hour + 10*time.Minute).Format(time.RFC3339), "timezone": "UTC",
	}).Want(http.StatusCreated)
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

	ask("move stollen to " + saturday.Format("Mon 2 Jan") + " 18:10")
	f.WaitTrue(firstRow + `.includes("Gift sets goes out then too")`)
	f.Step("palette-beside")
	f.Press(kb.Escape)
	ask("#chris")
	f.WaitTrue(`[...document.querySelectorAll("[aria-busy=false] [role=group]")].some(group => /^Hashtags\s+#Christmas\s+in 1 post/.test(group.innerText))`)
	f.Press(kb.ArrowUp + kb.Enter)
	f.WaitTrue(`location.pathname + location.search === "/app/posts?q=%23Christmas"`)
	// A person and a place are found by their names, and lead to their posts.
	ask("potter.m")
	f.WaitTrue(`[...document.querySelectorAll("[aria-busy=false] [role=group]")].some(group => /^People\s+@potter.mara\s+in 1 post/.test(group.innerText))`)
	f.Press(kb.Escape)
	ask("lisb")
	f.WaitTrue(`[...document.querySelectorAll("[aria-busy=false] [role=group]")].some(group => /^Places\s+Lisbon, Portugal\s+in 1 post/.test(group.innerText))`)
	f.Press(kb.ArrowUp + kb.Enter)
	f.WaitTrue(`location.search === "?q=Lisbon%2C%20Portugal" && document.querySelector("main").innerText.includes("Gift sets")`)
	// In the sandbox the page of the worker leads on.
	ask("settings: worker" + kb.Enter)
	f.WaitTrue(`document.querySelector("[data-setup=none] a")?.getAttribute("href") === "/app/go-live"`)
	f.Go("/settings/general")

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
