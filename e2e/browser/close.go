package browser

import (
	"context"
	"os"
	"sync/atomic"
	"time"

	"crier/platform/clock"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

const (
	// closeLimit is how long the browser may take to close itself before it is killed.
	closeLimit = 10 * time.Second
	// The system needs a moment to end the browser's processes and to release their files. Only
	// what stays for good uses all attempts up, which take two minutes.
	goneAttempts = 6000
	gonePause    = 20 * time.Millisecond
)

// close closes the browser and returns when all its processes are gone.
func (p *Page) close() {
	p.t.Helper()
	c := chromedp.FromContext(p.ctx)
	if c.Browser == nil {
		return
	}
	leader := c.Browser.Process().Pid
	ctx, cancel := context.WithTimeout(p.ctx, closeLimit)
	defer cancel()
	if err := chromedp.Cancel(ctx); err != nil {
		p.t.Logf("close the browser: %v", err)
	}
	if err := killGroup(leader); err != nil {
		p.t.Errorf("kill the browser's processes: %v", err)
	}
	if !eventually(func() bool { return !groupLives(leader) }) {
		p.t.Errorf("processes of the browser (group %d) are still there", leader)
	}
}

func removeAll(dir string) error {
	var err error
	eventually(func() bool {
		err = os.RemoveAll(dir)
		return err == nil
	})
	return err
}

func eventually(done func() bool) bool {
	for range goneAttempts {
		if done() {
			return true
		}
		if clock.Sleep(context.Background(), clock.System(), gonePause) != nil {
			return false
		}
	}
	return done()
}

// Leave opens the address as Navigate does, and reports whether the browser asked for a
// confirmation. It confirms.
func Leave(p *Page, address string) bool {
	p.t.Helper()
	ctx, cancel := context.WithCancel(p.ctx)
	defer cancel()
	var is atomic.Bool
	answered := make(chan struct{})
	chromedp.ListenTarget(ctx, func(event any) {
		if _, opens := event.(*page.EventJavascriptDialogOpening); !opens || !is.CompareAndSwap(false, true) {
			return
		}
		go func() { // A listener holds up the events that the answer waits for.
			defer close(answered)
			_ = chromedp.Run(ctx, page.HandleJavaScriptDialog(true))
		}()
	})
	p.Navigate(address)
	if is.Load() {
		<-answered
	}
	return is.Load()
}
