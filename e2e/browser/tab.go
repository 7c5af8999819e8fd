package browser

import (
	"context"
	"sync"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"
)

// tab is a tab of the shared browser, and what it has recorded.
type tab struct {
	ctx    context.Context // the tab lives as long as this context
	cancel context.CancelFunc
	// person says with which tabs it has its cookies in common.
	person cdp.BrowserContextID
	record *record
}

// idle are the tabs whose tests have ended well: to open one takes longer than to empty it.
var idle struct {
	sync.Mutex

	tabs []tab
}

// Tab returns a tab of the browser that the test binary shares, without cookies and with nothing
// recorded. What pages store they store by their address, which has to be one of the test alone. At
// the end of the test the tab goes to another one, or is closed when this one fails. The binary has
// to call CloseShared at its end.
func Tab(t *testing.T) *Page {
	t.Helper()
	path := require(t)
	shared.once.Do(func() { startShared(path) })
	if shared.err != nil {
		t.Fatalf("start %s: %v", path, shared.err)
	}
	own, isThere := takeIdle()
	if !isThere {
		var err error
		if own, err = openTab(""); err != nil {
			t.Fatalf("open a tab: %v", err)
		}
	}
	t.Cleanup(func() {
		if t.Failed() || own.empty() != nil {
			own.cancel()
			return
		}
		idle.Lock()
		defer idle.Unlock()
		idle.tabs = append(idle.tabs, own)
	})
	return &Page{t: t, ctx: own.ctx, person: own.person, record: own.record}
}

func takeIdle() (own tab, isThere bool) {
	idle.Lock()
	defer idle.Unlock()
	n := len(idle.tabs)
	if n == 0 {
		return own, false
	}
	own, idle.tabs = idle.tabs[n-1], idle.tabs[:n-1]
	return own, true
}

// openTab opens a tab for a person, a new one when that is empty.
func openTab(person cdp.BrowserContextID) (tab, error) {
	own := tab{person: person, record: newRecord()}
	var id target.ID
	open := chromedp.ActionFunc(func(ctx context.Context) (err error) {
		ctx = cdp.WithExecutor(ctx, chromedp.FromContext(ctx).Browser)
		if own.person == "" {
			if own.person, err = target.CreateBrowserContext().WithDisposeOnDetach(true).Do(ctx); err != nil {
				return err
			}
		}
		// A window is what a browser without a screen has to be told to open for cookies of their
		// own.
		id, err = target.CreateTarget("about:blank").WithBrowserContextID(own.person).WithNewWindow(true).Do(ctx)
		return err
	})
	if err := chromedp.Run(shared.ctx, open); err != nil {
		return own, err
	}
	own.ctx, own.cancel = chromedp.NewContext(shared.ctx, chromedp.WithTargetID(id))
	chromedp.ListenTarget(own.ctx, own.record.listen)
	return own, chromedp.Run(own.ctx)
}

// empty makes the tab like a new one.
func (o tab) empty() error {
	ctx, cancel := context.WithTimeout(o.ctx, actionLimit)
	defer cancel()
	err := chromedp.Run(ctx, chromedp.Navigate("about:blank"), network.ClearBrowserCookies(), emulation.ClearDeviceMetricsOverride(), emulation.SetEmulatedMedia(), emulation.SetTimezoneOverride(""))
	o.record.clear()
	return err
}
