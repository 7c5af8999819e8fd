package face_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"crier/e2e"
	"crier/e2e/face"
	"crier/modules/auth"
	"crier/platform/needtest"
	"crier/platform/sandbox"

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
	f.WaitTrue(accountNames + ` === "crier.demo.bakery,crier.demo.potter" && /0\s+of 25[^]*1\s+post/.test(document.querySelector("article .figures").innerText)`)
	f.Everywhere("accounts")

	// The network refuses the token of an account that has not taken the invitation.
	f.Click("[data-act=connect]")
	f.WaitVisible("dialog[open] input[type=password]")
	f.Step("accounts-connect")
	const refused = "SANDBOX-IG-DEMO-INVITED"
	f.Type("dialog input[type=password]", refused)
	f.Press(kb.Enter)
	f.WaitTrue(`document.querySelector("dialog .cure")?.innerText.includes("ccept the invite") && document.querySelector("dialog input") === null`)
	f.Everywhere("accounts-refused")
	f.Click("[data-act=try]")
	f.WaitTrue(`document.querySelector("dialog .cure") && !document.querySelector("[data-act=try]").ariaBusy`)

	// What is no token of this network is sent nowhere, and stays in the field.
	f.Click("[data-act=another]")
	f.Type("dialog input[type=password]", "IGAA-of-the-real-network")
	f.Press(kb.Enter)
	f.WaitTrue(`document.querySelector("dialog .cure")?.innerText.includes("go live first") && document.querySelector("dialog input").value === "IGAA-of-the-real-network"`)
	f.Forgiven("400")
	f.Evaluate(`document.querySelector("dialog input").select()`, nil)

	// One token of several accounts: each can be looked at before one is connected.
	const several = "SANDBOX-FB-USER-DEMO-STUDIO"
	f.Type("dialog input[type=password]", several)
	f.Press(kb.Enter)
	f.WaitTrue(`document.querySelectorAll("dialog [name=account]").length === 2 && document.querySelector("dialog .problem") === null`)
	f.Step("accounts-choose")
	f.Click("dialog [name=account]")
	f.WaitTrue(`document.querySelector("[data-act=connect-it]")?.innerText === "Connect @crier.demo.studio" && document.querySelector("dialog dl").innerText.includes("delete posts")`)
	f.Everywhere("accounts-seen")
	if got := accountsOf(p.client); got != 2 {
		t.Errorf("%d accounts are connected by a look", got)
	}
	f.Click("[data-act=connect-it]")
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
	f.WaitTrue(`document.querySelector("dialog[open]")?.innerText.includes("One post will fail.") && document.querySelector("dialog li")?.innerText.startsWith("Waits for the bakery")`)
	f.Step("accounts-disconnect")
	f.Click("[data-act=leave]")
	f.WaitTrue(`document.querySelector("dialog") === null && !(` + accountNames + `).includes("bakery")`)
	p.client.Get("/api/v1/posts?status=FAILED").Want(http.StatusOK)
	f.CheckClean()
}

// accountsOf returns how many accounts are connected.
func accountsOf(client *e2e.Client) int {
	var me auth.Me
	client.Get("/api/v1/auth/me").Want(http.StatusOK).JSON(&me)
	return len(me.Accounts)
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
	// Of all calls: each minute the service asks whether the account works again.
	f.Service.Control(t).Fault(e2e.Fault{Match: e2e.FaultMatch{Path: "."}, Times: 1000, HTTP: http.StatusBadRequest, Code: 190, Message: "Error validating access token"})
	f.Go("/posts/" + p.begin("Out of the oven"))
	f.WaitVisible(".why .remedy a")
	f.Service.Control(t).ClearFaults()
	f.Click(".why .remedy a")
	f.WaitTrue(`document.querySelector("dialog[open] h2")?.innerText === "Connect Demo Bakery again"`)
	f.Type("dialog input[type=password]", "SANDBOX-IG-DEMO-BAKERY")
	f.Press(kb.Enter)
	f.WaitTrue(`document.querySelector("dialog section")?.innerText.includes("is connected already")`)
	f.Click("[data-act=connect-it]")
	f.WaitVisible("[data-connected]")
	f.Click("[data-act=connected]")
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

	// An account that cannot be connected is refused as its token is: in steps, and the form is
	// there again.
	var begun string
	begin := func() {
		f.Click("[data-act=begin]")
		f.WaitVisible("dialog form a[target=_blank]")
		f.Evaluate(`document.querySelector("dialog form a[target=_blank]").href`, &begun)
	}
	begin()
	f.Type("dialog input[type=password]", agree(t, begun+"&sandbox_account="+sandbox.FurtherAccounts()[1].SNUserID))
	f.Press(kb.Enter)
	f.WaitTrue(`document.querySelectorAll("dialog .cure li").length > 1 && document.querySelector("[data-act=begin]") !== null`)
	f.Forgiven("400")
	f.Everywhere("accounts-login-refused")
	f.Type("dialog input[type=password]", "SANDBOX-APP-SECRET")
	begin()
	f.Step("accounts-login-begun")
	f.Type("dialog input[type=password]", agree(t, begun))
	f.Press(kb.Enter)
	f.WaitVisible("[data-connected], dialog [name=account]")
	f.Step("accounts-login-finished")
	f.CheckClean()
}

// TestFace_AccountLedBack logs in by the user's own app, and the user's own worker leads the
// browser back to the page, where the login is finished. The account is chosen there when there are
// several.
func TestFace_AccountLedBack(t *testing.T) {
	needtest.Night(t)
	t.Parallel()
	world := e2e.NewCloudWorld(t, e2e.Program(t))
	world.NoBucket = true
	f := face.Serve(t, world.Settings()...)
	f.SignIn()
	f.Seen()
	world.SetUp(f.Service.Browser(t))
	f.Go("/accounts?connect=new")
	f.Click("dialog .switch button:last-child")
	f.WaitTrue(`/^http.*\/oauth$/.test(document.querySelector("dialog form code")?.innerText)`)
	f.Type("dialog input[inputmode=numeric]", "990000000000001")
	f.Type("dialog input[type=password]", "SANDBOX-APP-SECRET")
	f.Everywhere("accounts-login-worker")
	f.Click("[data-act=begin]")
	f.WaitTrue(`document.querySelector("[data-agree]") !== null`)
	f.Step("accounts-login-sandbox")
	f.Click("[data-agree]")
	f.WaitVisible("[data-connected]")
	f.WaitTrue(`location.hostname.endsWith(".localhost") && location.pathname === "/app/accounts" && location.search === "?connect=new"`)
	f.Step("accounts-led-back")
	f.Click("[data-act=connected]")

	// By the other login, and refused: the page says so, and leads back. Then one of several.
	beginByPartner := func() {
		f.Click("[data-act=connect]")
		f.Click("dialog .switch button:last-child")
		f.Click("dialog [value=partner]")
		f.Type("dialog input[inputmode=numeric]", "990000000000001")
		f.Type("dialog input[type=password]", "SANDBOX-APP-SECRET")
		f.Click("[data-act=begin]")
	}
	beginByPartner()
	f.WaitVisible("[data-refuse]")
	f.Click("[data-refuse]")
	f.WaitTrue(`location.pathname === "/oauth/callback" && document.body.innerText.includes("You did not agree to the login")`)
	f.Forgiven("400")
	f.Step("accounts-led-back-refused")
	f.Click("main .ways a")
	f.WaitVisible("[data-act=connect]")
	beginByPartner()
	f.WaitVisible(`[data-agree="crier.demo.studio"]`)
	f.Click(`[data-agree="crier.demo.studio"]`)
	f.WaitTrue(`document.querySelectorAll("dialog [name=account]").length === 2`)
	f.Click("[data-act=choose]")
	f.WaitVisible("[data-connected]")
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
