package face_test

import (
	"fmt"
	"net/http"
	"testing"

	"crier/e2e/face"
	"crier/platform/needtest"

	"github.com/chromedp/chromedp/kb"
)

// notifications stands in for those of the browser, which only the system shows: what is answered
// to the question is in the storage, and what was shown is in the page.
const notifications = `if (origin !== "null") {
	window.shown = []
	window.asked = 0
	window.Notification = class {
		static get permission() { return localStorage.getItem("test.permission") ?? "default" }
		static async requestPermission() { window.asked++; localStorage.setItem("test.permission", localStorage.getItem("test.answer") ?? "granted"); return this.permission }
		constructor(title) { this.title = title; window.shown.push(this) }
		close() {}
	}
}`

// TestFace_Tells asks for notifications by a button alone, and says how a refusal is taken back.
// Then what needs somebody is told by one tab and once, is counted in the title and on the icon,
// and leads to its page; nobody is told of the post that they look at.
func TestFace_Tells(t *testing.T) {
	t.Parallel()
	f := face.Serve(t)
	f.BeforePages(notifications)
	f.SignIn()
	f.Seen()
	p := newPosts(t, f)
	p.schedule("Waits for the bakery", 1)
	p.schedule("Waits too", 2)
	f.Go("/settings/general")
	f.Evaluate(`localStorage.setItem("test.answer", "denied")`, nil)
	f.WaitVisible("[data-act=tell]")
	f.WaitTrue(`window.asked === 0`)
	f.Click("[data-act=tell]")
	f.WaitTrue(`window.asked === 1 && document.querySelector("main dd [role=status]")?.innerText.includes("set Notifications to Allow")`)
	f.Step("tells-refused")
	f.Evaluate(`localStorage.removeItem("test.answer"), localStorage.removeItem("test.permission")`, nil)
	f.Go("/")
	f.WaitVisible("[aria-labelledby=needs-you] [data-act=tell]")
	f.Step("tells-overview")
	f.Evaluate(`document.querySelector("[data-act=tell]").focus()`, nil)
	f.Press(kb.Enter)
	const titles = `window.shown.map(n => n.title).join()`
	f.WaitTrue(titles + ` === "Crier tells you here" && document.querySelector("[data-act=tell]") === null`)

	beside := f.Beside()
	beside.BeforePages(notifications)
	beside.Navigate(f.Service.AppURL() + "/app/settings/general")
	beside.WaitVisible("[data-act=tell-no-more]")
	p.client.Delete("/api/v1/auth/accounts/" + p.account).Want(http.StatusOK)
	// The posts may be read before the account is known to be gone.
	f.WaitTrue(`/^Crier tells you here,Sandbox: Two posts of (an account that is gone|Demo Bakery) did not go out$/.test(` + titles + `)`)
	const marked = `document.title.startsWith("(1) ") && document.querySelector("link[rel=icon]").href.startsWith("blob:")`
	f.WaitTrue(marked)
	// What was drawn is a picture that the policy lets be shown.
	f.WaitTrue(`new Promise(done => { const i = new Image(); i.onload = () => done(i.width > 0); i.onerror = () => done(false); i.src = document.querySelector("link[rel=icon]").href })`)
	beside.WaitTrue(marked + ` && document.querySelector(".side .needs > [aria-hidden]").innerText === "1" && window.shown.length === 0`)
	f.Evaluate(`window.shown[1].onclick()`, nil)
	f.WaitTrue(`/^\?status=FAILED&code=NOT_FOUND(&account=|$)/.test(location.search) && document.title.startsWith("(1) Posts")`)

	// Neither a page that is loaded again nor another post of that cause tells of it on that day.
	f.Go("/posts")
	f.WaitTrue(marked)
	f.WaitTrue(titles + ` === ""`)

	f.Go("/settings/general")
	f.Click("[data-act=tell-no-more]")
	f.WaitTrue(`document.activeElement.matches("[data-act=tell]")`)
	f.CheckClean()
	beside.CheckClean()
	if !needtest.IsNight() {
		return
	}

	// The other account loses its post while somebody looks at it.
	f.Click("[data-act=tell]")
	var me struct{ Accounts []struct{ ID string } }
	p.client.Get("/api/v1/auth/me").Want(http.StatusOK).JSON(&me)
	p.account = me.Accounts[0].ID
	p.schedule("Looked at", 1)
	var waiting struct{ Posts []struct{ ID string } }
	p.client.Get("/api/v1/schedule?limit=1").Want(http.StatusOK).JSON(&waiting)
	beside.Navigate("about:blank")
	f.Go("/posts/" + waiting.Posts[0].ID)
	f.WaitTrue(fmt.Sprintf(`navigator.locks.query().then(({held}) => held.some(({name}) => name === "crier.seen/posts/%s"))`, waiting.Posts[0].ID))
	p.client.Delete("/api/v1/auth/accounts/" + p.account).Want(http.StatusOK)
	f.WaitTrue(`document.title.startsWith("(2) ") && Object.keys(JSON.parse(localStorage.getItem("crier.told"))).length === 3`)
	f.WaitTrue(titles + ` === ""`)
	f.CheckClean()
	beside.CheckClean()
}
