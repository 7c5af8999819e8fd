package browser

import (
	"context"
	"sync/atomic"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// Leave opens the address as Navigate does, and reports whether the browser asked if the page
// should really be left. The answer is yes.
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
