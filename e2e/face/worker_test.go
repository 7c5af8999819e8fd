package face_test

import (
	"slices"
	"strings"
	"testing"

	"crier/e2e/face"
	"crier/modules/cloud/worker/workertest"
	"crier/platform/clock"
	"crier/platform/cloudflare/cloudflaretest"

	"github.com/chromedp/chromedp/kb"
)

// cloudflare is a Cloudflare on this machine whose scripts run, with an account that has no worker.
type cloudflare struct {
	*cloudflaretest.Server
	*workertest.Runtime

	account string
}

// withCloudflare opens the interface of a service that has a Cloudflare.
func withCloudflare(t *testing.T) (*face.Face, cloudflare) {
	t.Helper()
	cf := cloudflaretest.Start(t, clock.System())
	c := cloudflare{Server: cf, Runtime: workertest.Start(t, cf, workertest.Paced(quickWorker)), account: cf.AddAccount("Anna")}
	f := face.Serve(t, "CRIER_CLOUDFLARE_URL="+cf.URL(), "CRIER_WORKERS_URL="+c.Runtime.URL())
	f.SignIn()
	f.Seen()
	return f, c
}

const quickWorker = 30

// setUpIs waits until the set-up on the page is in a state: open, running, refused or done.
func setUpIs(f *face.Face, state, step string) {
	f.WaitTrue(`document.querySelector("[data-setup=` + state + `] [data-step=` + step + `].open") !== null`)
}

// TestFace_Worker sets a worker up in the browser, as somebody does whose token has ended, then one
// who has a token of two accounts that lacks a permission. The set-up goes on where it stopped,
// also on a page that is loaded again, and a token is nowhere afterwards.
func TestFace_Worker(t *testing.T) {
	t.Parallel()
	f, c := withCloudflare(t)
	f.Go("/settings/worker")
	setUpIs(f, "open", "token")
	f.Everywhere("worker-none")
	var page string
	f.Evaluate(`document.querySelector("[data-act=page]").href`, &page)
	permissions, isFilledIn := cloudflaretest.PermissionsOf(page)
	if !isFilledIn || len(permissions) == 0 {
		t.Fatalf("the page for tokens is %s", page)
	}

	const ended, token = "cf-token-that-ended-Ab12", "cf-token-of-two-Cd34Ef56"
	c.AddToken(cloudflaretest.Token{Value: ended, Accounts: []string{c.account}, Status: "expired"})
	f.Type("#cloud-token", ended)
	f.Press(kb.Enter)
	setUpIs(f, "refused", "token")
	f.Forgiven("500")
	f.Everywhere("worker-ended")

	two := []string{c.account, c.AddAccount("Bruno")}
	c.AddToken(cloudflaretest.Token{Value: token, Accounts: two, Permissions: slices.DeleteFunc(slices.Clone(permissions), func(p string) bool { return p == cloudflaretest.KVWrite })})
	f.Type("#cloud-token", token)
	f.Press(kb.Enter)
	setUpIs(f, "refused", "account")
	f.Forgiven("400")
	f.Step("worker-account")
	f.Click("[data-act=go-on]")
	setUpIs(f, "refused", "namespace")
	f.Forgiven("500")
	f.Everywhere("worker-permission")

	// It is mended at Cloudflare, and the page was closed meanwhile.
	f.Go("/settings/worker")
	setUpIs(f, "refused", "namespace")
	c.AddToken(cloudflaretest.Token{Value: token, Accounts: two, Permissions: permissions})
	f.Click("[data-act=go-on]")
	f.WaitVisible("[data-worker=works]")
	var left string
	f.Evaluate(`document.documentElement.outerHTML + JSON.stringify(localStorage) + JSON.stringify(sessionStorage) + location.href + JSON.stringify(history.state)`, &left)
	if strings.Contains(left, token) || strings.Contains(left, ended) {
		t.Error("the page still has a token")
	}
	f.Everywhere("worker-works")
	f.CheckClean()
}
