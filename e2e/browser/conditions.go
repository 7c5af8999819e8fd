package browser

import (
	"context"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// BeforePages has every page that is loaded from here on run the script first, until the test is over.
func (p *Page) BeforePages(script string) {
	p.t.Helper()
	var id page.ScriptIdentifier
	p.do("add a script", chromedp.ActionFunc(func(ctx context.Context) (err error) {
		id, err = page.AddScriptToEvaluateOnNewDocument(script).Do(ctx)
		return err
	}))
	p.t.Cleanup(func() {
		p.do("take the script away", page.RemoveScriptToEvaluateOnNewDocument(id))
	})
}

// TouchDrag lays a finger on the middle of the first selector's match, lets it rest until the expression is true, moves it to the middle of the
// second's, and takes it away.
func (p *Page) TouchDrag(selector, isHeld, onto string) {
	p.t.Helper()
	p.do("have fingers", emulation.SetTouchEmulationEnabled(true))
	defer p.do("have no fingers", emulation.SetTouchEmulationEnabled(false))
	touch := func(kind input.TouchType, points ...*input.TouchPoint) {
		p.t.Helper()
		p.do("touch "+selector, input.DispatchTouchEvent(kind, append([]*input.TouchPoint{}, points...)))
	}
	place := func(of string) (at place) {
		p.t.Helper()
		p.do("find "+of, chromedp.ActionFunc(func(ctx context.Context) (err error) {
			at, err = placeIn(ctx, of, 0.5, 0.5)
			return err
		}))
		return at
	}
	from := place(selector)
	touch(input.TouchStart, &input.TouchPoint{X: from.X, Y: from.Y})
	p.WaitTrue(isHeld)
	to := place(onto)
	for _, part := range []float64{0.5, 0.9, 1} {
		touch(input.TouchMove, &input.TouchPoint{X: from.X + (to.X-from.X)*part, Y: from.Y + (to.Y-from.Y)*part})
	}
	touch(input.TouchEnd)
}
