package face_test

import (
	"net/http"
	"testing"

	"crier/e2e/face"
	"crier/platform/sandbox"

	"github.com/chromedp/chromedp/kb"
)

// TestFace_Reposts looks for mentions, whose pictures it shows, reposts one, leaves one out, and
// changes how an account reposts, by mouse and by keyboard. Without a native sign-in the page says
// what that is.
func TestFace_Reposts(t *testing.T) {
	t.Parallel()
	f := face.Serve(t)
	f.SignIn()
	f.Seen()
	f.Go("/reposts")
	f.WaitVisible("[data-act=sign-in]")
	f.Everywhere("reposts-without")

	user := sandbox.DemoNativeUser()
	p := newPosts(t, f)
	p.client.Post("/api/v1/settings/private-api-credentials", map[string]any{"accountId": p.account, "snUsername": user.Username, "snPassword": user.Password.Reveal()}).Want(http.StatusOK)
	f.Go("/reposts")

	// The switch says what it means first, and what is not agreed to stays off.
	f.WaitVisible("#reposts-on")
	f.Click("#reposts-on")
	f.WaitVisible("[data-act=enable]")
	f.Step("reposts-risk")
	f.Press(kb.Tab + kb.Tab + kb.Enter)
	f.WaitTrue(`document.querySelector("#reposts-on").checked && document.querySelector("#reposts-every") !== null`)
	f.Click("#reposts-auto")
	f.WaitTrue(`document.querySelector("#reposts-auto").checked`)
	f.Click("#reposts-auto")
	f.WaitTrue(`!document.querySelector("#reposts-auto").checked`)
	f.Type("aside .form input", "via @{username}")
	f.Press(kb.Enter)
	f.Evaluate(`document.querySelector("#reposts-most").focus()`, nil)
	f.Press("7")
	settings := func(want string) {
		t.Helper()
		f.WaitTrue(`fetch("/api/story-repost/config/` + p.account + `").then(r => r.json()).then(({config: c}) => ` + want + `)`)
	}
	settings(`c.isEnabled && !c.autoRepostEnabled && c.dailyRepostLimit === 7 && JSON.parse(c.signatureOverlay).text === "via @{username}"`)

	// It rests for a day, and goes on before that.
	f.Click("[data-act=pause]")
	f.WaitTrue(`document.querySelector("aside").innerText.includes("Paused until ") && document.querySelector("[data-act=pause]").innerText === "Go on now"`)
	f.Step("reposts-paused")
	f.Evaluate(`document.querySelector("[data-act=pause]").focus()`, nil)
	f.Press(kb.Enter)
	f.WaitTrue(`document.querySelector("[data-act=pause]").innerText === "Pause for a day" && !document.querySelector("aside").innerText.includes("Paused until ")`)

	f.Click("[data-act=scan]")
	const rows = `[...document.querySelectorAll("[data-mention]")]`
	f.WaitTrue(rows + `.length === 3`)
	// Each story is seen before anything is done with it.
	f.WaitTrue(`[...document.querySelectorAll("[data-status=DETECTED]")].every(e => e.querySelector("img")?.complete && e.querySelector("img").naturalWidth > 0)`)
	f.Everywhere("reposts")
	f.Click(`[data-status=DETECTED] [data-act=repost]`)
	f.WaitTrue(rows + `.some(e => e.dataset.status === "PUBLISHED")`)
	f.Evaluate(`document.querySelector("[data-status=DETECTED] [data-act=skip]").focus()`, nil)
	f.Press(kb.Enter)
	f.WaitTrue(rows + `.some(e => e.innerText.includes("Left out")) && ` + rows + `.every(e => e.dataset.status !== "DETECTED") && document.activeElement.innerText.includes("Left out")`)
	f.WaitTrue(`[...document.images].some(i => i.closest("[data-status=PUBLISHED]") && i.complete && i.naturalWidth > 0)`)
	f.Everywhere("reposts-done")
	f.Click(".tools .pill:last-of-type")
	f.WaitTrue(rows + `.length === 1`)
	// Soon after a look the next one is refused, in words.
	f.Click("[data-act=scan]")
	f.WaitVisible(".problem")
	f.Forgiven("429")
	f.Step("reposts-too-soon")
	f.CheckClean()
}
