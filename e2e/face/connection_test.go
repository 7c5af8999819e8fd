package face_test

import (
	"fmt"
	"strings"
	"testing"

	"crier/e2e"
	"crier/e2e/browser"
	"crier/e2e/face"
)

// isLost reports a request without an answer, as while the service is stopped.
func isLost(p browser.Problem) bool {
	return strings.Contains(p.Text, "ERR_CONNECTION_REFUSED") || strings.Contains(p.Text, "ERR_INCOMPLETE_CHUNKED_ENCODING") || strings.Contains(p.Text, "ERR_CONNECTION_RESET") ||
		strings.Contains(p.Text, "ERR_EMPTY_RESPONSE")
}

// TestFace_ServiceStopsAndReturns stops the service under an open page and starts it again.
func TestFace_ServiceStopsAndReturns(t *testing.T) {
	t.Parallel()
	port := "CRIER_PORT=" + e2e.FreePort(t)
	f := face.Serve(t, port)
	f.SignIn()
	f.Seen()
	posts := newPosts(t, f)
	posts.schedule("Country loaf, 30 left", 1)
	f.Go("/")
	f.WaitTrue(`document.querySelector("main").innerText.includes("Country loaf, 30 left")`)
	f.Expect(isLost)
	f.Service.Stop(t)
	f.WaitTrue(`document.querySelector(".bar").textContent.includes("Crier is not running")`)
	if got := f.Text("main"); !strings.Contains(got, "Country loaf, 30 left") {
		t.Errorf("while the service is away the page says %q", got)
	}
	var disabled string
	if f.Evaluate(`document.querySelector(".side .new").getAttribute("aria-disabled")`, &disabled); disabled != "true" {
		t.Error("a post can be begun while nothing can be stored")
	}
	f.Everywhere("not-running")
	// To the page it looks like a newer version.
	f.Evaluate(`(() => {
		const ask = fetch
		window.fetch = (what, how) => what === "/app/" ? ask(what, how).then(r => r.text()).then(() => new Response("/app/-/ffffffffffffffff/app.js")) : ask(what, how)
	})()`, nil)
	f.Service = e2e.Program(t).Serve(t, port, "CRIER_DATA_DIR="+f.Service.Dir())
	f.WaitTrue(`document.querySelector(".bar").innerText.includes("Crier was updated")`)
	f.Expect(nil)
	posts.client = f.Service.Client(t)
	posts.schedule("Market Saturday: the winter mugs", 2)
	// The page then also shows what has changed since.
	f.WaitTrue(`document.querySelector("main").innerText.includes("the winter mugs")`)
	f.Everywhere("updated")
	f.Click(".bar button")
	f.WaitTrue(`document.querySelector(".bar")?.innerText.includes("Nobody else sees")`)
	f.WaitVisible("#next-out")
	f.Step("running-again")
}

// TestFace_SessionEnds ends the session while the user writes, and signs in again with a pasted
// link: the page returns, and the typed text is there and is saved.
func TestFace_SessionEnds(t *testing.T) {
	t.Parallel()
	f, p, id := compose(t, "IMAGE", "Before", 432, 540)
	const text = "Before, and typed as the session ended"
	f.Expect(func(p browser.Problem) bool { return isLost(p) || strings.Contains(p.Text, "401") })
	f.Evaluate(weather, nil)
	f.Evaluate(`window.holding = "PUT "`, nil)
	setCaption(f.Page, text)
	f.WaitTrue(`window.held.length === 1`)
	f.Evaluate(`fetch("/api/v1/auth/logout", {method: "POST"}).then(r => r.text())`, nil)
	f.Evaluate(`window.letGo()`, nil)
	f.WaitTrue(`location.pathname === "/app/signed-out" && document.querySelector("#link") !== null`)
	f.Requests()
	f.Expect(nil)
	f.Type("#link", "no link at all")
	f.Click("form button")
	f.WaitVisible("#link-mistake")
	f.Step("signed-out-mistake")
	f.Evaluate(`document.querySelector("#link").value = ""`, nil)
	f.Type("#link", strings.TrimSpace(f.Service.Command(t, "login").Stdout))
	f.Click("form button")
	f.WaitTrue(fmt.Sprintf(`location.pathname === "/app/compose/%s" && document.querySelector("#caption")?.value === %q && `, id, text) + saved)
	p.await(id, "saved", func(post written) bool { return e2e.Text(post.Caption) == text })
	f.Step("signed-in-again")
}
