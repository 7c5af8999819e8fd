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

// tab is a tab of the shared browser, with its record.
type tab struct {
	ctx    context.Context // the tab lives as long as this context
	cancel context.CancelFunc
	// person says which tabs share cookies.
	person cdp.BrowserContextID
	record *record
}

// idle are the tabs whose tests have passed: opening one takes longer than emptying it.
var idle struct {
	sync.Mutex

	tabs []tab
}

// Tab returns a tab of the browser that the test binary shares, without cookies and with an empty
// record. Pages store data by their address, which must belong to the test alone. At the end of the
// test the tab is given to another test, or is closed when this one fails. The binary must call
// CloseShared at its end.
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

// openTab opens a tab for a person, who is new when person is empty.
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
		// A headless browser must be told to open a window for a new set of cookies.
		id, err = target.CreateTarget("about:blank").WithBrowserContextID(own.person).WithNewWindow(true).Do(ctx)
		return err
	})
	if err := chromedp.Run(shared.ctx, open); err != nil {
		return own, err
	}
	own.ctx, own.cancel = chromedp.NewContext(shared.ctx, chromedp.WithTargetID(id))
	chromedp.ListenTarget(own.ctx, own.record.listen)
	if err := chromedp.Run(own.ctx); err != nil {
		return own, err
	}
	return own, listenLess(own.ctx)
}

// empty makes the tab like a new one.
func (o tab) empty() error {
	ctx, cancel := context.WithTimeout(o.ctx, actionLimit)
	defer cancel()
	err := chromedp.Run(ctx, chromedp.Navigate("about:blank"), network.ClearBrowserCookies(), emulation.ClearDeviceMetricsOverride(), emulation.SetEmulatedMedia(), emulation.SetTimezoneOverride(""))
	o.record.clear()
	return err
}
