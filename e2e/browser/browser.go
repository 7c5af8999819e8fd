// Package browser drives a real headless Chromium for tests and records what a page did: every
// address it asked for, and everything that went wrong in its console.
//
// Nothing leaves the machine: for this browser only localhost, names that end in .localhost and
// loopback addresses exist. A request to any other address is recorded and fails. Windows and
// workers that a page opens are not recorded.
//
// Without a Chromium the tests end as package needtest says.
package browser

import (
	"context"
	"os"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/css"
	"github.com/chromedp/cdproto/dom"
	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"
)

const (
	// startLimit and actionLimit bound actions that take a second on an idle machine. They are long
	// enough for a machine that runs twenty other things.
	startLimit  = 3 * time.Minute
	actionLimit = 3 * time.Minute
	// settleLimit is how long a reader of the record waits for running requests.
	settleLimit = 20 * time.Second
	// pollEvery is how often a page's state is read. Reading it in each frame would keep the
	// browser busy.
	pollEvery = 20 * time.Millisecond
	// grace is the part of the test's time that is kept for closing the browser.
	grace = 15 * time.Second
)

// Page is one tab of a browser of its own. Its methods end the test when they fail; each is bounded
// by the test's deadline and by three minutes. A selector is a CSS selector and means the first
// match.
type Page struct {
	t       *testing.T
	ctx     context.Context // the browser lives as long as this context
	profile string
	person  cdp.BrowserContextID
	record  *record
	screen  screen
}

// Open starts a browser with a fresh profile and closes it at the end of the test.
func Open(t *testing.T) *Page {
	t.Helper()
	path := require(t)
	p := &Page{t: t, profile: t.TempDir(), record: newRecord()}
	base, cancelBase := lifetime(t)
	allocator, cancelAllocator := chromedp.NewExecAllocator(base, flags(path, p.profile)...)
	ctx, cancel := chromedp.NewContext(allocator, chromedp.WithErrorf(p.record.unreadable))
	p.ctx = ctx
	t.Cleanup(func() {
		p.close()
		cancel()
		cancelAllocator()
		cancelBase()
		if err := removeAll(p.profile); err != nil {
			t.Errorf("remove the browser's profile: %v", err)
		}
	})
	chromedp.ListenTarget(ctx, p.record.listen)
	// The first run starts the browser and binds it to this context: a limit here would end the
	// browser with the call.
	if err := chromedp.Run(ctx); err != nil {
		t.Fatalf("start %s: %v", path, err)
	}
	if err := listenLess(ctx); err != nil {
		t.Fatalf("start %s: %v", path, err)
	}
	return p
}

// listenLess ends the events of elements, styles and other tabs, which the debugging client asks
// for and nobody reads.
func listenLess(ctx context.Context) error {
	return chromedp.Run(ctx, css.Disable(), dom.Disable(), target.SetDiscoverTargets(false), target.SetAutoAttach(false, false).WithFlatten(true))
}

// lifetime returns a context that outlasts the body of the test, so that its cleanup can close the
// browser in order.
func lifetime(t *testing.T) (context.Context, context.CancelFunc) {
	ctx := context.WithoutCancel(t.Context())
	deadline, ok := t.Deadline()
	if !ok {
		return context.WithCancel(ctx)
	}
	return context.WithDeadline(ctx, deadline.Add(-grace))
}

func flags(path, profile string) []chromedp.ExecAllocatorOption {
	options := []chromedp.ExecAllocatorOption{
		chromedp.ExecPath(path),
		chromedp.UserDataDir(profile),
		// No foreign address can be reached: neither by the page nor by what the browser does on
		// its own.
		chromedp.Flag("host-resolver-rules", "MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE *.localhost, EXCLUDE 127.0.0.1, EXCLUDE [::1]"),
		chromedp.Flag("no-proxy-server", true),
		// V8 would parse a script once more to find the line of its first exception. Axe, which is
		// large, throws some as it is loaded.
		chromedp.Flag("js-flags", "--no-enable-lazy-source-positions"),
		chromedp.WSURLReadTimeout(startLimit),
		chromedp.WindowSize(1280, 900),
		chromedp.Headless,
		chromedp.NoFirstRun,
		chromedp.NoDefaultBrowserCheck,
		chromedp.ModifyCmdFunc(group),
	}
	for _, name := range []string{
		"disable-gpu", "disable-quic", "disable-background-networking", "disable-component-update", "disable-sync",
		"disable-default-apps", "disable-extensions", "disable-breakpad", "disable-crash-reporter", "disable-dev-shm-usage",
		"disable-client-side-phishing-detection", "metrics-recording-only", "use-mock-keychain", "enable-automation",
	} {
		options = append(options, chromedp.Flag(name, true))
	}
	// Root cannot use Chromium's sandbox; any other user can.
	return append(options, chromedp.Flag("no-sandbox", os.Geteuid() == 0), chromedp.Flag("password-store", "basic"))
}
