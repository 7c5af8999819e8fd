package face_test

import (
	"net/http"
	"strings"
	"testing"

	"crier/e2e"
	"crier/e2e/face"
	"crier/platform/sandbox"

	"github.com/chromedp/chromedp/kb"
)

// TestFace_SettingsNative signs an account in by keyboard, with a wrong code first and then the
// right one from the mail, by a session when the password is not enough, and forgets it. The page
// keeps neither the password nor the session once they were taken, and names no command.
func TestFace_SettingsNative(t *testing.T) {
	t.Parallel()
	f := face.Serve(t)
	f.SignIn()
	f.Seen()
	user, network := sandbox.DemoNativeUser(), f.Service.Control(t)
	var me struct{ Accounts []struct{ ID string } }
	f.Service.Client(t).Get("/api/v1/auth/me").Want(http.StatusOK).JSON(&me)
	account := me.Accounts[1].ID
	f.Go("/settings/native?account=" + account)
	f.WaitVisible("[data-act=send]")
	f.Everywhere("settings-native")

	fill := func(secret string) {
		t.Helper()
		f.Evaluate(`document.querySelector("[name=native-name]").select()`, nil)
		f.Press(user.Username)
		f.Press(kb.Tab)
		f.Press(secret)
		f.Press(kb.Enter)
	}
	gone := func(secret string) {
		t.Helper()
		var all string
		f.Evaluate(`document.documentElement.outerHTML + [...document.querySelectorAll("input")].map(i => i.value).join() + location.href + JSON.stringify([localStorage, sessionStorage, history.state])`, &all)
		if strings.Contains(all, secret) || strings.Contains(all, "(crier ") {
			t.Error("the page has the secret, or a command")
		}
	}
	fill("not-the-password")
	// It can be corrected.
	f.WaitTrue(`document.querySelector("main .problem")?.innerText.includes("refused this username with this password") && document.querySelector("[name=native-secret]").value === "not-the-password"`)
	f.Forgiven("400")
	f.Step("settings-native-refused")

	network.Native(user.Username, e2e.NativeChallengeEmail, "004711")
	fill(user.Password.Reveal())
	const field = `document.querySelector("[autocomplete=one-time-code]")`
	f.WaitTrue(`document.activeElement === ` + field + ` && document.querySelector("[data-sent]").innerText.includes("s****e@e*****.com") && /^(10:00|9:\d\d)$/.test(document.querySelector("[role=timer]").innerText)`)
	gone(user.Password.Reveal())
	f.Press("999999")
	f.Press(kb.Enter)
	f.WaitTrue(field + `.value === "999999" && document.getElementById(` + field + `.getAttribute("aria-describedby"))?.innerText.includes("tries left: 2")`)
	f.Forgiven("400")
	f.Everywhere("settings-native-code")

	// A page that is loaded again knows where the code went.
	f.Go("/settings/native?account=" + account)
	f.WaitTrue(`document.activeElement === ` + field + ` && document.querySelector("[data-sent]").innerText.includes("s****e@e*****.com")`)
	f.Press("004 711")
	f.Click("[data-act=code]")
	f.WaitTrue(`document.querySelector("[data-native=works]")?.innerText.includes("` + user.Username + `") && document.activeElement.matches("main h2")`)
	f.Everywhere("settings-native-works")

	// An account with two-factor is asked for a code: a wrong one of the app first, then that of a
	// text message. With a backup code it works too.
	network.Native(user.Username, e2e.NativeTwoFactor, "004711")
	f.Click("[data-act=again]")
	f.WaitTrue(`document.querySelector("[data-act=send]") !== null && document.activeElement.matches("main h2")`)
	fill(user.Password.Reveal())
	f.WaitTrue(`document.querySelector("[data-by=APP]")?.ariaPressed === "true" && document.activeElement === ` + field + ` && document.querySelector("main .problem") === null`)
	f.Forgiven("400")
	gone(user.Password.Reveal())
	f.Press("999999")
	f.Press(kb.Enter)
	f.WaitTrue(`document.querySelector("#native-wrong")?.innerText.includes("tries left: 2")`)
	f.Forgiven("400")
	f.Everywhere("settings-native-second")
	f.Click("[data-by=SMS]")
	f.Click("[data-act=sms]")
	f.WaitTrue(`document.querySelector("[data-sent]").innerText.startsWith("On its way to +1 *** ***-**-09.")`)
	f.Step("settings-native-sms")
	f.Click("[data-by=BACKUP]")
	f.WaitTrue(`document.activeElement === ` + field + ``)
	f.Press("0000 4711")
	f.Press(kb.Enter)
	f.WaitTrue(`document.querySelector("[data-native=works]") !== null && document.activeElement.matches("main h2")`)

	// A session is taken in place of it.
	f.Click("[data-act=again]")
	f.WaitVisible("[data-way=session]")
	f.Click("[data-way=session]")
	network.Native(user.Username, e2e.NativeOK, "004711")
	f.Evaluate(`document.querySelector("[name=native-secret]").focus()`, nil)
	f.Press(user.WebSession.Reveal())
	f.Press(kb.Enter)
	// The page gives its head the focus once it has read how it stands now.
	f.WaitTrue(`document.querySelector("[data-native=works]") !== null && document.activeElement.matches("main h2")`)
	gone(user.WebSession.Reveal())

	f.Evaluate(`document.querySelector("[data-act=forget]").focus()`, nil)
	f.Press(kb.Enter)
	f.WaitTrue(`document.activeElement.innerText === "Keep it" && document.querySelector(".question").innerText.includes("Reposting stops")`)
	f.Everywhere("settings-native-forget")
	f.Press(kb.Tab + kb.Enter)
	f.WaitVisible("[data-act=send]")
	f.WaitTrue(`fetch("/api/v1/settings/private-api-credentials/` + account + `").then(r => r.json()).then(c => !c.configured && !c.hasSession)`)
	f.CheckClean()
}
