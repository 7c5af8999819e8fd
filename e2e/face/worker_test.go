package face_test

import (
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"crier/e2e"
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
	f.Go("/settings/media")
	f.Click("[data-act=check]")
	f.WaitVisible("[data-checked=works]")
	f.Everywhere("media-worker")
	f.Go("/settings/worker")
	f.WaitVisible("[data-worker=works]")
	look := func(part string) { // The parts below are seen on a large window.
		f.Evaluate(`document.querySelector("main").scrollTo({ top: 1e6 })`, nil)
		f.Step(part)
	}

	// It is checked, tells of failures, and is listened to.
	f.Click("[data-act=verify]")
	f.WaitTrue(`document.querySelector(".toasts").innerText.includes("the place of files work")`)
	told := make(chan string, 9)
	phone := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { told <- r.URL.Path }))
	t.Cleanup(phone.Close)
	f.Type("form [aria-describedby=notify-says]", phone.URL+"/topic-nobody-guesses")
	f.Press(kb.Enter)
	f.WaitTrue(`document.querySelector("[data-notify]")?.innerText.includes("A test message has arrived")`)
	if path := <-told; path != "/topic-nobody-guesses" {
		t.Errorf("it tells at %s", path)
	}
	p := newPosts(t, f)
	var status struct{ WorkerURL string }
	p.client.Get("/api/v1/cloud/status").Want(http.StatusOK).JSON(&status)
	name, _, _ := strings.Cut(strings.TrimPrefix(status.WorkerURL, "https://"), ".")
	f.Click("[data-act=listen]") // The page for tokens cannot fill this permission in.
	f.WaitTrue(`document.querySelector(".problem")?.innerText.includes("Workers Tail: Read")`)
	f.Forgiven("500")
	c.AddToken(cloudflaretest.Token{Value: token, Accounts: two})
	f.Click("[data-act=listen]")
	e2e.Until(t, func() bool {
		return c.Tails().Tell(name, map[string]any{"outcome": "ok", "eventTimestamp": clock.System().Now().UnixMilli(), "event": map[string]any{"cron": "* * * * *"}}) == 1
	})
	f.WaitTrue(`document.querySelector("[role=log]")?.innerText.includes("cron")`)
	f.Click("[data-act=listen]")
	look("worker-listened")

	// A post goes there, so that the worker stays; it is taken back, and the worker torn down.
	p.schedule("At the worker", 1)
	e2e.Until(t, func() bool {
		var holds struct{ ScheduledCount int }
		p.client.Get("/api/v1/cloud/diagnostics").Want(http.StatusOK).JSON(&holds)
		return holds.ScheduledCount == 1
	})
	f.Click("[data-act=teardown]")
	f.WaitVisible(".question [data-act=sure]")
	f.Click(".question [data-act=sure]")
	f.WaitTrue(`document.querySelector(".foot .problem") !== null`)
	f.Forgiven("400")
	f.WaitTrue(`document.querySelector(".foot .choice") === null`)
	look("worker-teardown-refused")

	// Of one that is lost, what it has is told with what is lost with it.
	c.Runtime.Fault(workertest.Fault{Status: http.StatusServiceUnavailable, Times: -1})
	f.Click(".foot [data-act=sure]")
	f.WaitTrue(`document.querySelector(".foot .choice")?.innerText.includes("a first comment that it was to make is missing")`)
	f.Forgiven("500")
	f.Forgiven("400")
	look("worker-lost")
	c.Runtime.Heal()
	f.Click("[data-act=takeover]")
	f.Click(".question:not(.foot .question) [data-act=sure]")
	f.WaitTrue(`document.querySelector("[data-taken]")?.innerText.includes("back here")`)
	look("worker-taken")
	f.Click("[data-act=teardown]")
	f.Click(".foot [data-act=sure]")
	setUpIs(f, "open", "token")
	if _, there := c.Script(c.account, name); there {
		t.Error("the worker is still there")
	}
	f.CheckClean()
}
