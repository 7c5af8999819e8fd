package face_test

import (
	"fmt"
	"strings"
	"testing"

	"crier/e2e/face"

	"github.com/chromedp/chromedp/kb"
)

// TestFace_SessionEndsNewPost ends the session while somebody writes a post that the service does
// not know yet, and types before the page has noticed. Signed in again, the browser is back there
// with every word.
func TestFace_SessionEndsNewPost(t *testing.T) {
	t.Parallel()
	f := face.Serve(t)
	f.SignIn()
	f.Seen()
	f.Go("/compose/new")
	f.WaitVisible("#caption")
	const text = "A new post, as the session ended"
	f.Evaluate(fmt.Sprintf(`fetch("/api/v1/auth/logout", {method: "POST"}).then(() => {
		const caption = document.querySelector("#caption")
		caption.value = %q
		caption.dispatchEvent(new InputEvent("input", {bubbles: true}))
	})`, text), nil)
	f.WaitTrue(`location.pathname === "/app/signed-out" && document.querySelector("h1")?.innerText.includes("not signed in")`)
	f.Forgiven("401")
	f.Type("#link", strings.TrimSpace(f.Service.Command(t, "login").Stdout))
	f.Press(kb.Enter)
	f.WaitTrue(fmt.Sprintf(`location.pathname.startsWith("/app/compose/") && document.querySelector("#caption")?.value === %q`, text))
	f.WaitTrue(`fetch("/api/v1/posts?status=DRAFT").then(r => r.json()).then(({posts}) => posts.length === 1 && posts[0].caption === "` + text + `")`)
	f.Step("session-back")
	f.CheckClean()
}
