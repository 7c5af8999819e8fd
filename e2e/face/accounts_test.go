package face_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"crier/e2e"
	"crier/e2e/face"
	"crier/platform/needtest"

	"github.com/chromedp/chromedp/kb"
)

const accountNames = `[...document.querySelectorAll("main article")].map(e => e.dataset.account).join()`

// TestFace_Accounts connects accounts in the browser: a token that is refused says how to mend it
// and can be tried again, one that leads to several lets the user choose, and a token is nowhere
// afterwards. Then an account is disconnected, with what waits for it.
func TestFace_Accounts(t *testing.T) {
	t.Parallel()
	f := face.Serve(t)
	f.SignIn()
	f.Seen()
	p := newPosts(t, f)
	p.schedule("Waits for the bakery", 1)
	f.Go("/accounts")
	f.WaitTrue(accountNames + ` === "crier.demo.bakery,crier.demo.potter" && /1\s+post/.test(document.querySelector("article .figures").innerText)`)
	f.Everywhere("accounts")

	// The network refuses the token of an account that has not taken the invitation.
	f.Click("[data-act=connect]")
	f.WaitVisible("dialog[open] input[type=password]")
	f.Step("accounts-connect")
	const refused = "SANDBOX-IG-DEMO-INVITED"
	f.Type("dialog input[type=password]", refused)
	f.Press(kb.Enter)
	f.WaitTrue(`document.querySelector("dialog .problem")?.innerText.includes("invite") && document.querySelector("dialog input[type=password]").value === "" && document.querySelector("[data-act=paste]").innerText === "Try it again"`)
	f.Forgiven("400")
	f.Everywhere("accounts-refused")
	f.Click("[data-act=paste]")
	f.WaitTrue(`document.querySelector("[data-act=paste]").innerText === "Try it again" && !document.querySelector("[data-act=paste]").ariaBusy`)
	f.Forgiven("400")

	// One token of several accounts.
	const several = "SANDBOX-FB-USER-DEMO-STUDIO"
	f.Type("dialog input[type=password]", several)
	f.Press(kb.Enter)
	f.WaitTrue(`document.querySelectorAll("dialog [name=account]").length === 2 && document.querySelector("dialog .problem") === null`)
	f.Step("accounts-choose")
	f.Press(kb.ArrowDown)
	f.Click("[data-act=choose]")
	f.WaitVisible("[data-connected]")
	f.Step("accounts-connected")
	var left string
	f.Evaluate(`document.documentElement.outerHTML + JSON.stringify(localStorage) + JSON.stringify(sessionStorage) + location.href + JSON.stringify(history.state)`, &left)
	if strings.Contains(left, refused) || strings.Contains(left, several) {
		t.Error("the page still has a token")
	}
	f.Press(kb.Escape)
	f.WaitTrue(`document.querySelector("dialog") === null && document.querySelectorAll("main article").length === 3`)

	f.Click("article[data-account=\"crier.demo.bakery\"] [data-act=disconnect]")
	f.WaitTrue(`document.querySelector("dialog[open]")?.innerText.includes("ost waits for it")`)
	f.Step("accounts-disconnect")
	f.Click("[data-act=leave]")
	f.WaitTrue(`document.querySelector("dialog") === null && !(` + accountNames + `).includes("bakery")`)
	p.client.Get("/api/v1/posts?status=FAILED").Want(http.StatusOK)
	f.CheckClean()
}

// TestFace_AccountAgain leads from an account whose token was refused to the dialog that connects
// it again.
func TestFace_AccountAgain(t *testing.T) {
	needtest.Night(t)
	t.Parallel()
	f := face.Serve(t)
	f.SignIn()
	f.Seen()
	p := newPosts(t, f)
	f.Service.Control(t).Fault(e2e.Fault{Match: e2e.CreateCalls, Times: 9, HTTP: http.StatusBadRequest, Code: 190, Message: "Error validating access token"})
	f.Go("/posts/" + p.begin("Out of the oven"))
	f.WaitVisible(".why .remedy a")
	f.Service.Control(t).ClearFaults()
	f.Click(".why .remedy a")
	f.WaitTrue(`document.querySelector("dialog[open] h2")?.innerText === "Connect Demo Bakery again"`)
	f.Type("dialog input[type=password]", "SANDBOX-IG-DEMO-BAKERY")
	f.Press(kb.Enter)
	f.WaitVisible("[data-connected]")
	f.Click("dialog footer button")
	f.WaitTrue(`document.querySelector("dialog") === null && document.querySelector(".trouble") === null && location.search === ""`)
	f.CheckClean()
}

// TestFace_AccountByLogin connects an account by a login with an app: the address of the login is
// the network's, and the address after it is taken once.
func TestFace_AccountByLogin(t *testing.T) {
	needtest.Night(t)
	t.Parallel()
	f := face.Serve(t)
	f.SignIn()
	f.Seen()
	f.Go("/accounts?connect=new")
	f.Click("dialog .switch button:last-child")
	f.WaitVisible("dialog [name=login]")
	f.Type("dialog input[inputmode=numeric]", "990000000000001")
	f.Type("dialog input[type=password]", "SANDBOX-APP-SECRET")
	f.Everywhere("accounts-login")
	f.Click("[data-act=begin]")
	f.WaitVisible("dialog form a[target=_blank]")
	f.Step("accounts-login-begun")
	var address string
	f.Evaluate(`document.querySelector("dialog form a[target=_blank]").href`, &address)
	back := agree(t, address)
	f.Type("dialog input[type=password]", back)
	f.Press(kb.Enter)
	f.WaitVisible("[data-connected], dialog [name=account]")
	f.Step("accounts-login-finished")
	f.CheckClean()
}

// agree agrees to a login, and returns the address that the browser is then led to.
func agree(t *testing.T, address string) string {
	t.Helper()
	client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address, http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	response, err := client.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	if to := response.Header.Get("Location"); to != "" {
		return to
	}
	t.Fatal(fmt.Errorf("%s answers %s and leads nowhere", address, response.Status))
	return ""
}
