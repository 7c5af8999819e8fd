package browser

import (
	"context"
	"errors"
	"fmt"
	"os"
	"sync"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"
)

// shared is the browser that all tabs of the test binary have in common: to start one takes longer than most tests of a page.
var shared struct {
	once    sync.Once
	ctx     context.Context // the browser lives as long as this context
	err     error
	close   func()
	profile string
	// record has what the debugging client could not make sense of, in whichever tab.
	record *record
}

// Tab opens a tab of the browser that the test binary shares, and closes it at the end of the test. The tab has cookies and a storage of its
// own. The binary has to call CloseShared at its end.
func Tab(t *testing.T) *Page {
	t.Helper()
	path := require(t)
	shared.once.Do(func() { startShared(path) })
	if shared.err != nil {
		t.Fatalf("start %s: %v", path, shared.err)
	}
	var id target.ID
	open := chromedp.ActionFunc(func(ctx context.Context) (err error) {
		id, err = openTab(cdp.WithExecutor(ctx, chromedp.FromContext(ctx).Browser))
		return err
	})
	if err := chromedp.Run(shared.ctx, open); err != nil {
		t.Fatalf("open a tab: %v", err)
	}
	p := &Page{t: t, record: newRecord()}
	var cancel context.CancelFunc
	p.ctx, cancel = chromedp.NewContext(shared.ctx, chromedp.WithTargetID(id))
	t.Cleanup(cancel)
	chromedp.ListenTarget(p.ctx, p.record.listen)
	if err := chromedp.Run(p.ctx); err != nil {
		t.Fatalf("open a tab: %v", err)
	}
	return p
}

// openTab opens a window with one tab. A window is what a browser without a screen has to be told to open for cookies of their own.
func openTab(ctx context.Context) (target.ID, error) {
	own, err := target.CreateBrowserContext().WithDisposeOnDetach(true).Do(ctx)
	if err != nil {
		return "", err
	}
	return target.CreateTarget("about:blank").WithBrowserContextID(own).WithNewWindow(true).Do(ctx)
}

func startShared(path string) {
	if shared.profile, shared.err = os.MkdirTemp("", "crier-browser-*"); shared.err != nil {
		return
	}
	allocator, cancelAllocator := chromedp.NewExecAllocator(context.Background(), flags(path, shared.profile)...)
	shared.record = newRecord()
	ctx, cancel := chromedp.NewContext(allocator, chromedp.WithErrorf(shared.record.unreadable))
	shared.ctx = ctx
	shared.close = func() {
		cancel()
		cancelAllocator()
	}
	shared.err = chromedp.Run(ctx)
}

// CloseShared closes the browser of the tabs, if there is one.
func CloseShared() error {
	if shared.profile == "" {
		return nil
	}
	var err error
	if c := chromedp.FromContext(shared.ctx); c.Browser != nil {
		leader := c.Browser.Process().Pid
		ctx, cancel := context.WithTimeout(shared.ctx, closeLimit)
		err = chromedp.Cancel(ctx)
		cancel()
		err = errors.Join(err, killGroup(leader))
		eventually(func() bool { return !groupLives(leader) })
	}
	shared.close()
	if _, holes := shared.record.copies(); len(holes) > 0 {
		err = errors.Join(err, fmt.Errorf("what the tabs did was not recorded whole: %v", holes))
	}
	return errors.Join(err, removeAll(shared.profile))
}
