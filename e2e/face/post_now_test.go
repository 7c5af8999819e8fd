package face_test

import (
	"net/http"
	"strings"
	"testing"

	"crier/e2e/browser"
	"crier/e2e/face"

	"github.com/chromedp/chromedp/kb"
)

// TestFace_PostNowAndBack publishes a scheduled post at once from its page's menu, by keys, deletes
// it from the history and undoes that: it is back, with its proof.
func TestFace_PostNowAndBack(t *testing.T) {
	t.Parallel()
	f := face.Serve(t)
	f.BeforePages(messagesStay)
	f.SignIn()
	f.Seen()
	p := newPosts(t, f)
	p.schedule("The winter mugs", 3)
	var list struct{ Posts []struct{ ID string } }
	p.client.Get("/api/v1/schedule").Want(http.StatusOK).JSON(&list)
	page := "/posts/" + list.Posts[0].ID
	f.Go(page)
	f.WaitVisible("button.dots")
	f.Evaluate(`document.querySelector("button.dots").focus()`, nil)
	f.Press(kb.ArrowDown)
	f.WaitTrue(`document.activeElement.innerText === "Publish now"`)
	f.Press(kb.Enter)
	f.WaitTrue(`document.querySelector(".state")?.innerText.includes("Published") && document.querySelector(".proof").innerText.includes("agrees: 1 post made")`)
	f.Click("button.dots")
	press(f, "Delete…")
	press(f, "Delete")
	f.WaitTrue(`location.pathname === "/app/posts" && document.querySelector(".toasts").innerText.includes("stays live")`)
	// The event of the deletion may have had the page ask for what the sandbox has of the post.
	f.Forgive(func(p browser.Problem) bool {
		return p.Kind == browser.Failed && strings.Contains(p.URL, "/api/sandbox/ledger")
	})
	press(f, "Undo")
	f.WaitTrue(`document.querySelector(".toasts").innerText.includes("is back") && document.querySelector("main").innerText.includes("The winter mugs")`)
	f.Go(page)
	f.WaitTrue(`document.querySelector(".state")?.innerText.includes("Published") && document.querySelector(".proof").innerText.includes("agrees: 1 post made")`)
	f.Step("post-back")
	f.CheckClean()
}
