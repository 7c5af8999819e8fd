package face_test

import (
	"fmt"
	"net/http"
	"testing"

	"crier/e2e"
	"crier/e2e/browser"
	"crier/platform/needtest"
)

// asks reports whether the browser asks for a confirmation before the page is closed.
const asks = `(() => { const closing = new Event("beforeunload", {cancelable: true}); dispatchEvent(closing); return closing.defaultPrevented })()`

// TestComposer_Closed closes the page right after typing: the service gets the text all the same.
func TestComposer_Closed(t *testing.T) {
	t.Parallel()
	f, p, id := compose(t, "IMAGE", "", 432, 540)
	setCaption(f.Page, "Typed, and closed")
	f.Navigate("about:blank")
	p.await(id, "saved", func(post written) bool { return e2e.Text(post.Caption) == "Typed, and closed" })
	f.Go("/compose/" + id)
	f.WaitTrue(`document.querySelector("#caption")?.value === "Typed, and closed" && document.querySelector(".clash") === null && ` + saved)

	// A page that is closed may take the service for gone, because the browser ends its requests.
	f.Evaluate(weather, nil)
	f.Evaluate(`window.never = "POST .*/posts/preflight"; window.holding = "GET .*/app/$"`, nil)
	setCaption(f.Page, "Closed while it seems away")
	f.WaitTrue(`document.querySelector(".bar.down") !== null`)
	browser.Leave(f.Page, "about:blank")
	p.await(id, "saved", func(post written) bool { return e2e.Text(post.Caption) == "Closed while it seems away" })
	f.CheckClean()
}

// TestComposer_KeptByTheBrowser writes while nothing can be saved, and closes the tab: another tab
// shows the text. Two tabs that each write a new post do not mix their texts.
func TestComposer_KeptByTheBrowser(t *testing.T) {
	t.Parallel()
	f, p, id := compose(t, "IMAGE", "", 432, 540)
	address := f.Service.AppURL() + "/app/compose/"
	beside := f.Beside()
	beside.Navigate(address + id)
	beside.WaitVisible("#caption")
	beside.Evaluate(weather, nil)
	beside.Evaluate(`window.isAway = true`, nil)
	setCaption(beside, "Written in a tab that was closed")
	beside.WaitTrue(`document.querySelector("[data-saved=saved]") === null && Object.values({...localStorage, ...sessionStorage}).some(v => v.includes("that was closed"))`)
	var does bool
	beside.WaitTrue(`document.querySelector(".bar.down") !== null`)
	if !browser.Leave(beside, "about:blank") {
		t.Error("the browser does not ask before text is closed that cannot be saved")
	}
	f.Go("/compose/" + id)
	p.await(id, "saved", func(post written) bool { return e2e.Text(post.Caption) == "Written in a tab that was closed" })
	f.WaitTrue(saved)
	if f.Evaluate(asks, &does); does {
		t.Error("the browser asks although nothing would be lost")
	}
	f.CheckClean()

	beside.Navigate(address + "new")
	f.Go("/compose/new")
	for tab, text := range map[int]string{0: "One", 1: "Other"} {
		page := f.Page
		if tab == 1 {
			page = beside
		}
		page.WaitVisible("#caption")
		page.Evaluate(weather, nil)
		page.Evaluate(`window.holding = "POST .*/posts/drafts"`, nil)
		setCaption(page, text)
		page.WaitTrue(`window.held.length === 1`)
	}
	beside.Navigate(address + "new")
	beside.WaitTrue(`document.querySelector("#caption")?.value === "Other"`)
	f.Go("/compose/new")
	f.WaitTrue(`document.querySelector("#caption")?.value === "One"`)
	captions(f, "One,Other,Written in a tab that was closed")
}

// TestComposer_AnotherBegun copies a post while a new one is not saved: the page asks, and loses
// neither.
func TestComposer_AnotherBegun(t *testing.T) {
	needtest.Night(t)
	t.Parallel()
	f, _, id := compose(t, "IMAGE", "To be copied", 1080, 1350)
	f.Go("/compose/new")
	f.WaitVisible("#caption")
	f.Evaluate(weather, nil)
	f.Evaluate(`window.isAway = true`, nil)
	setCaption(f.Page, "Begun before")
	f.WaitTrue(`document.querySelector(".bar.down") !== null`)
	browser.Leave(f.Page, f.Service.AppURL()+"/app/compose/new?copy="+id)
	f.WaitVisible("[data-act=aside]")
	f.Everywhere("composer-another-begun")
	f.Click("[data-act=aside]")
	f.WaitTrue(`document.querySelector("#caption")?.value === "To be copied"`)
	captions(f, "Begun before,To be copied")
	f.CheckClean()
}

// TestComposer_LeftDuringUploads opens another page while a slow upload runs, and comes back: the
// progress is visible, the other page says that the post will get the file, and the composer has
// the file on its way again, waits for it, and saves it with what is written meanwhile. A file
// that comes to a post that was changed meanwhile leaves the change as it is.
func TestComposer_LeftDuringUploads(t *testing.T) {
	needtest.Night(t)
	t.Parallel()
	f, p, id := compose(t, "IMAGE", "Left", 432, 540)
	f.Evaluate(holdUploads, nil)
	f.Choose(".pictures input[type=file]", photo(t, "late.png", 432, 540))
	f.WaitTrue(`window.held.length === 1`)
	for _, part := range []int{25, 75} {
		f.Evaluate(fmt.Sprintf(`window.taken(%d / 100)`, part), nil)
		f.WaitTrue(fmt.Sprintf(`document.querySelector(".strip .progress").style.getPropertyValue("--done") === "%d%%"`, part))
	}
	var does bool
	if f.Evaluate(asks, &does); !does {
		t.Error("the browser does not ask before a page is closed that sends a file")
	}
	f.Click(`.bar a[href="/app/demo"]`)
	f.WaitTrue(`document.querySelector(".composer") === null && document.body.innerText.includes("still on the way")`)
	f.Step("composer-left-uploading")
	f.Evaluate(`history.back()`, nil)
	f.WaitTrue(`document.querySelectorAll(".strip [data-entry]").length === 2 && document.querySelector(".strip .progress") !== null`)
	setCaption(f.Page, "Left, and come back")
	p.await(id, "saved", func(post written) bool { return e2e.Text(post.Caption) == "Left, and come back" })
	f.WaitTrue(saved + ` && document.querySelector("#before header").innerText.includes("Waits for files") && document.querySelector("[data-act=send]").ariaDisabled === "true"`)
	f.Evaluate(`window.letGo()`, nil)
	post := p.await(id, "with both", func(post written) bool { return len(post.MediaFiles) == 2 })
	if post.MediaType != "CAROUSEL" {
		t.Errorf("with two files it is a %s", post.MediaType)
	}
	f.WaitTrue(fmt.Sprintf(`document.querySelectorAll(".strip [data-entry]").length === 2 && document.querySelector(".clash") === null && !%s && `, asks) + saved)

	f.Evaluate(holdUploads, nil)
	f.Choose(".pictures input[type=file]", photo(t, "later.png", 432, 540))
	f.WaitTrue(`window.held.length === 1`)
	f.Click(`.bar a[href="/app/demo"]`)
	f.WaitTrue(`document.querySelector(".composer") === null`)
	p.client.Put("/api/v1/posts/draft/"+id, map[string]any{"caption": "Changed elsewhere"}).Want(http.StatusOK)
	f.Evaluate(`window.letGo()`, nil)
	if post = p.await(id, "with all", func(post written) bool { return len(post.MediaFiles) == 3 }); e2e.Text(post.Caption) != "Changed elsewhere" {
		t.Errorf("the file brought the caption %q", e2e.Text(post.Caption))
	}
	f.CheckClean()
}
