package browser

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/chromedp/chromedp"
)

// settled is a JavaScript function. Its promise gives the middle of the selector's first match,
// once the element can be clicked there: it is in view, has not moved between two frames, is not
// disabled, and nothing lies over it.
const settled = `selector => new Promise(found => {
	let last = ""
	const middle = () => {
		const element = document.querySelector(selector)
		if (!element || element.disabled || element.ariaDisabled === "true") return
		const box = element.getBoundingClientRect()
		const now = [box.x, box.y, box.width, box.height].join()
		const moved = now !== last
		last = now
		if (moved || !box.width || !box.height) return
		const x = box.x + box.width / 2, y = box.y + box.height / 2
		const top = document.elementFromPoint(x, y)
		if (top && element.contains(top)) return {X: x, Y: y}
		element.scrollIntoView({block: "center", behavior: "instant"})
	}
	const look = () => {
		const at = middle()
		if (at) found(at)
		else requestAnimationFrame(look)
	}
	look()
})`

// click clicks with the mouse. A page that is still arranging itself makes a plain click miss: the
// element has moved on by the time the button goes down.
func click(selector string) chromedp.Action {
	return chromedp.ActionFunc(func(ctx context.Context) error {
		quoted, err := json.Marshal(selector)
		if err != nil {
			return err
		}
		var at struct{ X, Y float64 }
		if err := lasting(evaluate(fmt.Sprintf("(%s)(%s)", settled, quoted), &at)).Do(ctx); err != nil {
			return err
		}
		return chromedp.MouseClickXY(at.X, at.Y).Do(ctx)
	})
}
