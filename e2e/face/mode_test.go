package face_test

import (
	"strings"
	"testing"

	"crier/e2e/face"
)

const (
	inSandbox = `document.documentElement.dataset.mode === "sandbox" && document.querySelector(".bar")?.innerText.startsWith("SANDBOX")`
	isLive    = `document.documentElement.dataset.mode === "live" && document.querySelector(".bar")?.innerText.startsWith("LIVE")`
)

// TestFace_SwitchesMode leaves live mode in the browser, and the sandbox elsewhere: then the tab
// says that its page is of the mode before.
func TestFace_SwitchesMode(t *testing.T) {
	t.Parallel()
	f := face.Serve(t)
	f.SignIn()
	f.Seen()
	f.Expect(isLost)
	faulty(f)
	f.Go("/posts")
	f.WaitTrue(inSandbox)
	lose(f, ".") // Once the connection is back, what is on the screen is read again.
	// As when it is changed elsewhere.
	if exit := f.Service.Command(t, "network", "live"); exit.Code != 0 {
		t.Fatalf("crier network live: %+v", exit)
	}
	heal(f)
	f.WaitTrue(`document.querySelector(".bar").innerText.includes("Crier has gone live")`)
	f.Everywhere("other-mode")
	f.Click(".bar button")
	f.WaitTrue(isLive)
	f.Click(".bar [data-act=switch]")
	f.WaitTrue(`document.querySelector("dialog .decides")?.innerText.startsWith("Somebody has chosen live mode")`)
	f.Everywhere("to-sandbox")
	f.Click("dialog [data-act=choose]")
	f.WaitTrue(inSandbox)
	f.WaitTrue(`location.pathname === "/app/"`)
	if got := f.Service.Stdout(); strings.Count(got, "Crier has started again") != 2 {
		t.Errorf("it says %s", got)
	}
}

// TestFace_ModeIsDecided: the question says what decides, and cannot be agreed to.
func TestFace_ModeIsDecided(t *testing.T) {
	t.Parallel()
	f := face.Serve(t, "CRIER_NETWORK=live")
	f.SignIn()
	f.Seen()
	f.Go("/posts")
	f.WaitTrue(isLive)
	f.Click(".bar [data-act=switch]")
	f.WaitTrue(`document.querySelector("dialog .decides")?.innerText.startsWith("The variable CRIER_NETWORK decides for live mode")`)
	var disabled string
	if f.Evaluate(`document.querySelector("dialog [data-act=choose]").getAttribute("aria-disabled")`, &disabled); disabled != "true" {
		t.Error("what is decided elsewhere can be agreed to")
	}
	f.Everywhere("mode-decided")
}
