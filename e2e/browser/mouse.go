package browser

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
)

// ClickAt clicks at a place in the selector's first match, in fractions of its width and height.
func (p *Page) ClickAt(selector string, x, y float64) {
	p.t.Helper()
	p.do("click in "+selector, chromedp.ActionFunc(func(ctx context.Context) error {
		at, err := placeIn(ctx, selector, x, y)
		if err != nil {
			return err
		}
		return chromedp.MouseClickXY(at.X, at.Y).Do(ctx)
	}))
}

// DragTo takes the first selector's match by its middle and drops it at a place in the second's.
func (p *Page) DragTo(selector, onto string, x, y float64) {
	p.t.Helper()
	p.do("drag "+selector, chromedp.ActionFunc(func(ctx context.Context) error {
		from, err := placeIn(ctx, selector, 0.5, 0.5)
		if err != nil {
			return err
		}
		to, err := placeIn(ctx, onto, x, y)
		if err != nil {
			return err
		}
		// A hand moves in steps, and what watches for a drag wants more than one.
		path := []place{from, {(from.X + to.X) / 2, (from.Y + to.Y) / 2}, to, to}
		if err := chromedp.MouseEvent(input.MousePressed, from.X, from.Y, chromedp.ButtonLeft, chromedp.ClickCount(1)).Do(ctx); err != nil {
			return err
		}
		for _, at := range path {
			if err := chromedp.MouseEvent(input.MouseMoved, at.X, at.Y, chromedp.ButtonLeft).Do(ctx); err != nil {
				return err
			}
		}
		return chromedp.MouseEvent(input.MouseReleased, to.X, to.Y, chromedp.ButtonLeft, chromedp.ClickCount(1)).Do(ctx)
	}))
}

type place struct{ X, Y float64 }

// placeIn returns where in the window a place in the selector's first match is, once that is at rest.
func placeIn(ctx context.Context, selector string, x, y float64) (at place, err error) {
	quoted, err := json.Marshal(selector)
	if err != nil {
		return at, err
	}
	err = evaluate(fmt.Sprintf(`new Promise(found => {
		let last = ""
		const look = () => {
			const box = document.querySelector(%s)?.getBoundingClientRect()
			const now = box ? [box.x, box.y, box.width, box.height].join() : ""
			if (box?.width && now === last) return found({X: box.x + box.width * %v, Y: box.y + box.height * %v})
			last = now
			requestAnimationFrame(look)
		}
		look()
	})`, quoted, x, y), &at).Do(ctx)
	return at, err
}
