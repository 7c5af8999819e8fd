package face_test

import (
	"testing"

	"crier/e2e/face"

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

	// It is where it was after a reload, and works by keys alone.
	f.Go("/go-live?step=token")
	f.WaitTrue(isOpen("token"))
	f.Step("go-live-token")
	f.Evaluate(`document.querySelector("[data-golive=limit] h2 button").focus()`, nil)
	f.Press(kb.Enter)
	f.WaitTrue(isOpen("limit") + ` && location.search === "?step=limit"`)

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
