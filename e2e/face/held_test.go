package face_test

import (
	"net/http"
	"path/filepath"
	"testing"

	"crier/e2e"
	"crier/e2e/face"

	"github.com/chromedp/chromedp/kb"
)

// TestFace_Held decides about the posts that Crier holds because its folder came to another
// machine: one is live already, one goes out, one becomes a draft. Then posts go out again.
func TestFace_Held(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "data")
	serve := func(machine string) *e2e.Service {
		return e2e.Program(t).Serve(t, "CRIER_DATA_DIR="+dir, "CRIER_STATE_DIR="+t.TempDir(), "CRIER_MACHINE_ID="+machine)
	}
	before := serve("the shop's")
	p := &posts{t: t, client: before.Client(t)}
	var me struct{ Accounts []struct{ ID string } }
	p.client.Get("/api/v1/auth/me").Want(http.StatusOK).JSON(&me)
	p.account = me.Accounts[0].ID
	p.schedule("Rye", 1)
	p.schedule("Stollen has rested\nOur stollen has rested for three weeks and is ready.", 2)
	p.schedule("Cinnamon rolls, warm", 3)
	before.Stop(t)

	f := face.On(t, serve("the laptop"))
	f.SignIn()
	f.Seen()
	f.Go("/")
	f.WaitTrue(`document.querySelector("[aria-labelledby=needs-you]")?.innerText.includes("Three posts are held")`)
	f.Click(".side a[href='/app/held']")
	const row = `[...document.querySelectorAll("[data-held]")]`
	f.WaitTrue(row + `.length === 3`)
	f.Click("[data-act=look]")
	f.WaitTrue(`!document.querySelector("[data-act=look]").ariaBusy && document.images.length >= 3 && ` + row + `.every(e => e.innerText.includes("not on the account so far"))`)
	f.Everywhere("held")

	f.Click(`[data-held="Rye"] [data-act=live]`)
	f.WaitVisible("[data-act=is-live]")
	f.Step("held-live")
	f.Type("form.asks input", "https://www.instagram.com/p/NOTMINE/")
	f.Press(kb.Enter)
	f.WaitVisible("[data-held] .problem")
	f.Forgiven("400")
	f.Step("held-not-mine")
	f.Evaluate(`(i => { i.value = ""; i.dispatchEvent(new Event("input")) })(document.querySelector("form.asks input"))`, nil)
	f.Click("[data-act=is-live]")
	f.WaitTrue(row + `.some(e => e.dataset.held === "Rye" && e.dataset.open === "false" && e.innerText.includes("Is live"))`)

	f.Click(`[data-held="Stollen has rested"] [data-act=release]`)
	f.WaitTrue(`document.activeElement?.innerText === "Keep holding it"`)
	f.Step("held-release")
	f.Press(kb.Tab + kb.Enter)
	f.WaitTrue(row + `.some(e => e.dataset.held === "Stollen has rested" && e.innerText.includes("Released"))`)
	f.Click(`[data-held="Cinnamon rolls, warm"] [data-act=drop]`)
	f.WaitVisible("[data-act=close]")
	f.Everywhere("held-decided")
	f.Click("[data-act=close]")
	f.WaitTrue(`document.querySelector(".nothing")?.innerText.includes("Nothing is held") && document.querySelector(".side a[href='/app/held']") === null`)
	f.Step("held-over")
	f.CheckClean()
}
