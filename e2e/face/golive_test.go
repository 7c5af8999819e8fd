package face_test

import (
	"fmt"
	"testing"

	"crier/e2e/face"
	"crier/platform/needtest"
	"crier/platform/sandbox"

	"github.com/chromedp/chromedp/kb"
)

// goliveStates are the steps of the page with their states.
const goliveStates = `[...document.querySelectorAll("[data-golive]")].map(e => e.dataset.golive + " " + e.dataset.state).join()`

// isOpen is the condition that a step alone is open.
func isOpen(step string) string {
	return `[...document.querySelectorAll("[data-golive] [aria-expanded=true]")].map(e => e.closest("[data-golive]").dataset.golive).join() === "` + step + `"`
}

const provedInSandbox = goliveStates + `.startsWith("account done,token done,media done,rehearsal done,limit done,page done,mode todo,first waiting,off ") && document.querySelector("[data-act=look]").innerText === "Look again"`

// TestFace_GoLive follows the checklist in the sandbox: every step is looked at by itself, what
// fails says why and how to mend it, a step is looked at again, and the last one switches the mode,
// after which the same page asks for an account of the real network.
func TestFace_GoLive(t *testing.T) {
	t.Parallel()
	f := face.Serve(t)
	f.SignIn()
	f.Seen()
	f.Go("/")
	f.Click(".bar [data-act=go-live]")
	f.WaitTrue(`location.pathname === "/app/go-live" && ` + provedInSandbox + ` && ` + isOpen("mode"))
	f.Everywhere("go-live-page")

	// Instagram cannot fetch the picture.
	network := f.Service.Control(t)
	network.NextContainerFails(2207052)
	f.Click("[data-golive=rehearsal] h2 button")
	f.WaitTrue(isOpen("rehearsal"))
	f.Click("[data-act=look-rehearsal]")
	f.WaitTrue(`document.querySelector("[data-golive=rehearsal][data-state=failing] .cure li") !== null && document.querySelector(".masthead strong").innerText === "One step needs you."`)
	f.Everywhere("go-live-failing")
	f.Click("[data-act=look-rehearsal]")
	f.WaitTrue(provedInSandbox)

	// It is where it was after a reload, and works by keys alone: an account is connected in place,
	// which then says how to go on.
	f.Evaluate(`document.querySelector("[data-golive=token] h2 button").focus()`, nil)
	f.Press(kb.Enter)
	f.WaitTrue(isOpen("token") + ` && location.search === "?step=token"`)
	f.Go("/go-live?step=token")
	f.WaitTrue(isOpen("token"))
	pasteToken(f, "SANDBOX-UNIFIED-DEMO-WEAVER")
	f.WaitVisible("[data-act=connect-it]")
	f.Everywhere("go-live-seen")
	f.Click("[data-act=connect-it]")
	f.WaitVisible("[data-golive=token] [data-connected]")
	f.Click("[data-act=connected]")
	f.WaitTrue(isOpen("mode") + ` && location.search === "" && document.activeElement.closest("[data-golive]")?.dataset.golive === "mode"`)

	f.Expect(isLost)
	f.Go("/go-live")
	f.Click("[data-golive=mode] [data-act=switch]")
	f.WaitVisible("dialog [data-act=choose]")
	f.Click("dialog [data-act=choose]")
	f.WaitTrue(isLive + ` && location.pathname === "/app/go-live" && ` + isOpen("token"))
	f.WaitTrue(goliveStates + `=== "account todo,token todo,media todo,rehearsal waiting,limit waiting,page waiting,mode done,first todo,off todo"`)
	f.Everywhere("go-live-live")
	f.Expect(nil)
	f.CheckClean()
}

// pasteToken pastes a token into the open step and has it looked at.
func pasteToken(f *face.Face, token string) {
	f.Type("[data-golive=token] input[type=password]", token)
	f.Press(kb.Enter)
}

// TestFace_GoLiveRefused: each refusal at connecting says what it is, what to do one by one, and
// where, without a command; the same token can be tried again.
func TestFace_GoLiveRefused(t *testing.T) {
	needtest.Night(t)
	t.Parallel()
	f := face.Serve(t)
	f.SignIn()
	f.Seen()
	f.Go("/go-live?step=token")
	f.WaitTrue(provedInSandbox + ` && ` + isOpen("token"))
	for _, c := range []struct{ token, title, cure, link string }{
		{"SANDBOX-IG-DEMO-INVITED", "The invite is not accepted yet", "Accept the invite", "instagram.com"},
		{"SANDBOX-UNIFIED-DEMO-DIARY", "is a personal account", "Switch to professional account", "instagram.com"},
		{"SANDBOX-UNIFIED-NO-PUBLISH", "The token may not publish", "Tick it on the page", "developers.facebook.com"},
		{"SANDBOX-UNIFIED-SHORT", "The token ends within hours", "Access Token Debugger", "developers.facebook.com"},
		{"SANDBOX-UNIFIED-NOBODY", "The token leads to no account", "Make the token again", "developers.facebook.com"},
		{"SANDBOX-UNIFIED-APP", "This is the token of an app", "of the person who logs in", "developers.facebook.com"},
		{"SANDBOX-MADE-UP", "This is no token that Instagram or Facebook made", "paste all of it", "developers.facebook.com"},
	} {
		pasteToken(f, c.token)
		shows := fmt.Sprintf(`(e => e && e.querySelector("h3").innerText.includes(%q) && e.querySelector("ol").innerText.includes(%q) && e.querySelector("a").href.includes(%q) && e.querySelector("a").rel.includes("noopener"))(document.querySelector("[data-golive=token] .cure"))`, c.title, c.cure, c.link)
		f.WaitTrue(shows)
		f.WaitTrue(`!/crier [a-z]|terminal/.test(document.querySelector("[data-golive=token]").innerText)`)
		f.Step("go-live-refused-" + c.token)
		f.Click("[data-act=try]")
		f.WaitTrue(shows + ` && !document.querySelector("[data-act=try]").ariaBusy`)
		f.Click("[data-act=another]")
		f.WaitVisible("[data-golive=token] input[type=password]")
	}
	// A token of the real network goes nowhere.
	pasteToken(f, "IGAAnotFromHere")
	f.WaitTrue(`document.querySelector("[data-golive=token]").innerText.includes("not from the sandbox")`)
	f.Forgiven("400")

	// Where no account works any more, the step itself fails, and the form is in place.
	network := f.Service.Control(t)
	for _, account := range sandbox.DemoAccounts() {
		network.Token(account.SNUserID, "revoke")
	}
	f.Go("/go-live")
	f.Click("[data-act=look]")
	f.WaitTrue(`document.querySelector("[data-golive=token][data-state=failing] .cure") !== null && ` + isOpen("token"))
	f.Everywhere("go-live-dead")
	f.CheckClean()
}
