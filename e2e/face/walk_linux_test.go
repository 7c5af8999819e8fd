package face_test

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"crier/e2e"
	"crier/e2e/face"
	"crier/modules/cloud/worker/workertest"
	"crier/platform/cloudflare/cloudflaretest"
	"crier/platform/needtest"
)

// mostClicks is what going live may cost in clicks, beside what is pasted.
const mostClicks = 12

// walker counts what a person clicks.
type walker struct {
	*face.Face

	world  *e2e.LiveWorld
	clicks int
}

func beginWalk(t *testing.T) *walker {
	t.Helper()
	world := e2e.NewLiveWorld(t)
	world.Control.Latency(e2e.Latency{ImageMs: new(int64(20))})
	return &walker{Face: face.On(t, e2e.Program(t).Serve(t, world.Settings()...)), world: world}
}

func (w *walker) click(selector string) {
	w.Click(selector)
	w.clicks++
}

// toLive walks from the printed link to the step token of live mode.
func (w *walker) toLive(t *testing.T) {
	t.Helper()
	w.Navigate(w.Service.Link())
	w.WaitTrue(`location.pathname === "/app/welcome" && document.querySelector(".card .publish") !== null`)
	w.Step("walk-welcome")
	w.click("[data-act=go-live]")
	w.WaitTrue(`location.pathname === "/app/go-live" && ` + isOpen("mode"))
	w.Step("walk-sandbox")
	w.Expect(isLost)
	w.click("[data-golive=mode] [data-act=switch]")
	w.WaitVisible("dialog [data-act=choose]")
	w.click("dialog [data-act=choose]")
	w.WaitTrue(isLive + ` && location.pathname === "/app/go-live" && ` + isOpen("token"))
	w.Step("walk-live")
	w.Expect(nil)
}

// paste pastes a token and has Crier look at it.
func (w *walker) paste(token string) {
	w.Type("[data-golive=token] input[type=password]", token)
	w.click("[data-golive=token] [data-act=paste]")
}

// connect connects the account that was found, and goes on.
func (w *walker) connect() {
	w.click("[data-act=connect-it]")
	w.click("[data-act=connected]")
	w.WaitTrue(isOpen("media"))
}

// setUp pastes the token that Cloudflare's page makes as it is filled in.
func (w *walker) setUp(t *testing.T) {
	t.Helper()
	w.WaitVisible("[data-golive=media] [data-act=page]")
	var page string
	w.Evaluate(`document.querySelector("[data-golive=media] [data-act=page]").href`, &page)
	permissions, isFilledIn := cloudflaretest.PermissionsOf(page)
	if !isFilledIn {
		t.Errorf("Cloudflare's page is not filled in: %s", page)
	}
	w.world.CF.AddToken(cloudflaretest.Token{Value: e2e.CloudToken, Accounts: []string{w.world.Account}, Permissions: permissions})
	w.clicks++ // On the link, to a page that is not of this machine.
	w.Type("#cloud-token", e2e.CloudToken)
	// On a slow machine the page is told of the steps only when the set-up is at its end.
	w.Evaluate(weather, nil)
	w.Evaluate(`window.holding = "GET .*/api/cloud/setup"; performance.clearResourceTimings()`, nil)
	w.click("[data-golive=media] [data-act=go-on]")
	w.WaitTrue(`performance.getEntriesByName(new URL("/api/cloud/setup", location.href).href).length > 0`)
	w.Evaluate(`window.letGo()`, nil)
}

// publish publishes a picture, from the checklist.
func (w *walker) publish(t *testing.T) {
	t.Helper()
	w.WaitTrue(isOpen("first") + ` && ` + goliveStates + ` === "account done,token done,media done,rehearsal done,limit done,page done,mode done,first todo,off done"`)
	w.Step("walk-ready")
	w.click("[data-golive=first] a.publish, [data-golive=first] .publish")
	w.WaitTrue(`location.pathname.startsWith("/app/compose/") && document.querySelector("input[type=file]") !== null`)
	path := filepath.Join(t.TempDir(), "loaf.jpg")
	if err := os.WriteFile(path, e2e.Picture(t, 1080, 1080), 0o600); err != nil {
		t.Fatal(err)
	}
	w.Choose("input[type=file]", path)
	w.clicks++ // On the button that opens the dialog of the system.
	w.WaitTrue(isReady)
	w.Step("walk-composer")
	w.click("[data-act=send]")
	w.WaitVisible("dialog footer .publish")
	w.Step("walk-asked")
	w.click("dialog footer .publish")
	w.WaitTrue(`location.pathname.startsWith("/app/posts/") && ` + isPublished)
	w.Step("walk-published")
}

// allDone is the checklist after the first post.
const allDone = goliveStates + ` === "account done,token done,media done,rehearsal done,limit done,page done,mode done,first done,off done"`

// ends checks that all is done, that the post went out once, and that no page has a token.
func (w *walker) ends(t *testing.T) {
	t.Helper()
	w.Go("/go-live")
	w.WaitTrue(allDone)
	w.Step("walk-done")
	if l := w.world.Control.Ledger(); len(l.Publications) != 1 || len(l.PublishCalls) != 1 {
		t.Errorf("live is %+v, by %+v", l.Publications, l.PublishCalls)
	}
	var left string
	w.Evaluate(`document.documentElement.outerHTML + JSON.stringify(localStorage) + JSON.stringify(sessionStorage) + location.href + JSON.stringify(history.state)`, &left)
	if strings.Contains(left, "IGAAwalk") || strings.Contains(left, e2e.CloudToken) {
		t.Error("the page still has a token")
	}
}

// TestWalk goes live in the browser: from an empty folder to a real post, with two tokens pasted
// and no more clicks than are promised. The one command is that which starts Crier.
func TestWalk(t *testing.T) {
	t.Parallel()
	w := beginWalk(t)
	w.toLive(t)
	w.paste(e2e.LiveSecret("SANDBOX-IG-DEMO-BAKERY"))
	w.WaitVisible("[data-act=connect-it]")
	w.Step("walk-seen")
	w.connect()
	w.setUp(t)
	w.publish(t)
	t.Logf("%d clicks", w.clicks)
	if w.clicks > mostClicks {
		t.Errorf("it took %d clicks, not %d", w.clicks, mostClicks)
	}
	w.ends(t)
	w.CheckClean()
}

// TestWalk_Refused goes the same way, and meets on it a token of an account that has not accepted
// its invitation, a token of Cloudflare that lacks a permission, and a plan whose requests are used
// up. Each says what cures it, and the page goes on where it stood.
func TestWalk_Refused(t *testing.T) {
	needtest.Night(t)
	t.Parallel()
	w := beginWalk(t)
	w.toLive(t)
	w.paste(e2e.LiveSecret("SANDBOX-IG-DEMO-INVITED"))
	w.WaitTrue(`document.querySelector("[data-golive=token] .cure")?.innerText.toLowerCase().includes("accept the invite")`)
	w.Step("walk-invited")
	w.click("[data-golive=token] [data-act=another]")
	w.paste(e2e.LiveSecret("SANDBOX-IG-DEMO-BAKERY"))
	w.connect()

	w.WaitVisible("#cloud-token")
	w.world.CF.AddToken(cloudflaretest.Token{Value: "cf-lacks", Accounts: []string{w.world.Account}, Permissions: []string{cloudflaretest.ScriptsWrite, cloudflaretest.SettingsRead}})
	w.Type("#cloud-token", "cf-lacks")
	w.click("[data-golive=media] [data-act=go-on]")
	w.WaitTrue(`document.querySelector("[data-setup=refused] .refused")?.innerText.includes("Workers KV Storage")`)
	w.Forgiven("500")
	w.Step("walk-lacks")
	// It is mended at Cloudflare, and the page was closed meanwhile. The plan then has no requests
	// left, so that the file of the proof is not taken.
	w.Go("/go-live")
	w.WaitTrue(isOpen("media"))
	w.WaitVisible("[data-setup=refused]")
	w.world.CF.AddToken(cloudflaretest.Token{Value: "cf-lacks", Accounts: []string{w.world.Account}, Permissions: e2e.WorkerPermissions()})
	w.world.Fault(workertest.Fault{Path: "/media", Status: http.StatusTooManyRequests, Times: -1})
	w.click("[data-golive=media] [data-act=go-on]")
	w.WaitTrue(`document.querySelector("[data-setup=refused] .refused")?.innerText.includes("midnight UTC")`)
	w.Forgiven("500")
	w.Step("walk-used-up")
	w.world.Heal()
	w.click("[data-golive=media] [data-act=go-on]")
	w.publish(t)
	w.ends(t)
	w.CheckClean()
}
