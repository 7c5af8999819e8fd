package face_test

import (
	"net/http"
	"strings"
	"testing"

	"crier/e2e"
	"crier/e2e/face"
	"crier/platform/needtest"
)

// begin selects a fault in the demo, and publishes a post.
func begin(f *face.Face, fault string) {
	f.WaitTrue(`document.querySelector(".sample")?.innerText.includes("Nobody sees it")`)
	f.Click(`input[value="` + fault + `"]`)
	press(f, "Start the demo")
	f.WaitTrue(`document.querySelector(".big dd") !== null`)
}

// recordVerdicts makes the page record what it says about the ledger, and about whether Crier runs,
// because some of it is visible only briefly.
const recordVerdicts = `window.said = "", void new MutationObserver(() => {
	window.said += [...document.querySelectorAll(".verdict, .bar.down")].map(e => e.innerText).join("\n") + "\n"
}).observe(document.body, {subtree: true, childList: true, characterData: true, attributes: true, attributeFilter: ["class"]})`

const sawOne = `document.querySelector(".big dd")?.innerText === "1" && document.querySelector(".verdict").innerText === "One post. Crier asked once, and it is there once."`

// TestFace_DemoLostAnswer makes the sandbox lose the answer, and follows how Crier finds out, up to
// the ledger, which has one post.
func TestFace_DemoLostAnswer(t *testing.T) {
	t.Parallel()
	f := face.Open(t, "/demo")
	f.Everywhere("demo")
	begin(f, "lostAnswer")
	f.WaitTrue(`document.querySelector("main").innerText.includes("No answer came back") && document.activeElement.matches("main h1")`)
	f.Step("demo-lost")
	f.WaitTrue(sawOne)
	f.WaitTrue(`document.querySelector("main").innerText.includes("Published, once")`)
	f.Everywhere("demo-over")
	press(f, "Open the post")
	f.WaitTrue(`document.querySelector(".note")?.innerText.includes("agrees: 1 post made")`)
	f.WaitTrue(`document.querySelector("#proof").innerText === "Published once" && document.querySelector("dd.count").innerText === "1"`)
	f.Step("demo-post")
	// What the demo made can be removed, and nothing else is.
	p := newPosts(t, f)
	p.publish("A loaf that is no demo")
	f.Go("/demo")
	f.Click("[data-act=remove-demo]")
	f.WaitTrue(`document.querySelector(".toast p")?.innerText === "One post is removed."`)
	var posts struct{ Posts []struct{ Caption string } }
	p.client.Get("/api/v1/posts").Want(http.StatusOK).JSON(&posts)
	var files struct{ Total int }
	p.client.Get("/api/v1/media").Want(http.StatusOK).JSON(&files)
	if len(posts.Posts) != 1 || posts.Posts[0].Caption != "A loaf that is no demo" || files.Total != 1 {
		t.Errorf("the demo left %+v and %d files", posts.Posts, files.Total)
	}
	f.Everywhere("demo-removed")
	// The sandbox's own page, with a post of two pictures.
	p.client.Post("/api/v1/posts/publish", map[string]any{"accountId": p.account, "mediaType": "CAROUSEL", "mediaFileIds": []string{p.picture(), p.picture()}, "caption": "Two"}).Want(http.StatusAccepted)
	e2e.Until(t, func() (isThere bool) {
		f.Navigate(f.Service.SandboxURL() + "/")
		f.Evaluate(`document.body.innerText.includes("1 of 2")`, &isThere)
		return isThere
	})
	f.Step("sandbox-page")
	f.Show(face.Phone, "dark")
	f.Step("sandbox-page")
}

// TestFace_DemoKilled kills Crier while the network handles its publish call, and follows how it
// comes back and finds out.
func TestFace_DemoKilled(t *testing.T) {
	needtest.Night(t)
	t.Parallel()
	f := face.Rehearse(t)
	f.SignIn()
	f.Go("/demo?fault=processKilled")
	f.Expect(isLost)
	f.Evaluate(recordVerdicts, nil)
	begin(f, "processKilled")
	f.WaitTrue(`window.said.includes("Crier is not running") && window.said.includes("Crier is dead")`)
	f.WaitTrue(sawOne)
	f.WaitTrue(`document.querySelector(".bar.down") === null`)
	f.Expect(nil)
	f.Step("demo-alive")
	if died := strings.Count(f.Service.Stderr(), "the service died"); died != 1 {
		t.Errorf("the service died %d times", died)
	}
}

// TestFace_DemoCannotDie says how Crier must be started so that it can be killed, and offers
// nothing else.
func TestFace_DemoCannotDie(t *testing.T) {
	needtest.Night(t)
	t.Parallel()
	f := face.Open(t, "/demo")
	f.WaitTrue(`document.querySelector(".sample")?.innerText.includes("Nobody sees it")`)
	f.Click(`input[value="processKilled"]`)
	f.WaitTrue(`document.querySelector(".into").innerText.includes("Crier must run as a rehearsal") && document.querySelector(".into a[href$=see-a-bad-day]") && !document.querySelector(".into").innerText.includes("Start the demo")`)
	f.Everywhere("demo-cannot-die")
}

// TestFace_DemoSlow makes the sandbox slow.
func TestFace_DemoSlow(t *testing.T) {
	needtest.Night(t)
	t.Parallel()
	f := face.Open(t, "/demo?fault=slowContainer")
	f.Evaluate(recordVerdicts, nil)
	begin(f, "slowContainer")
	f.WaitTrue(`window.said.includes("Nothing was sent, and nothing is there.")`)
	f.Step("demo-slow")
	f.WaitTrue(sawOne)
}

// TestFace_DemoRefusals uses up the limit, and then revokes the access, which is restored.
func TestFace_DemoRefusals(t *testing.T) {
	needtest.Night(t)
	t.Parallel()
	f := face.Open(t, "/demo")
	begin(f, "cap")
	f.WaitTrue(`document.querySelector("main").innerText.includes("Not published")`)
	f.Step("demo-cap")
	press(f, "Another bad day")
	f.WaitVisible(".sample")

	begin(f, "deadToken")
	f.WaitTrue(`document.querySelector("main").innerText.includes("Not published")`)
	f.Step("demo-refused")
	// Every page says that a fault is set, what it has done, and how to go on.
	var demo string
	f.Evaluate(`location.pathname.replace("/app", "") + location.search`, &demo)
	const isSet = `document.querySelector(".bar").innerText.startsWith("SANDBOX") && document.querySelector(".bar").innerText.includes("A fault is set.")`
	f.Go("/health")
	const isTold = ` && document.querySelector("[data-group=mend] [data-part^=account] a")?.innerText.startsWith("Connect again")`
	f.WaitTrue(isSet + isTold)
	f.WaitTrue(`[...document.querySelectorAll(".side .item .mark")].some(e => e.innerText.endsWith(" to mend"))`)
	f.Everywhere("health-troubled")
	f.Go("/accounts")
	f.WaitTrue(isSet + ` && document.querySelectorAll(".trouble.bad").length === 1 && document.querySelector("article").dataset.account === "crier.demo.bakery"`)
	f.Everywhere("accounts-troubled")
	f.Click("[data-act=end-fault]")
	f.WaitTrue(`!(` + isSet + `) && document.querySelector(".trouble") === null`)
	// An account that was asked about again is told by its letters as before.
	f.WaitTrue(`[...document.querySelectorAll(".side .avatar")].every(e => /^D[BP]$/.test(e.innerText))`)
	f.Go(demo)
	press(f, "Check, then retry")
	f.WaitTrue(sawOne)
	f.Step("demo-mended")
}
