package browser

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/chromedp/cdproto"
	"github.com/chromedp/cdproto/input"
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

// resting returns a JavaScript function. Its promise gives a place in the selector's first match,
// in fractions of its width and height, once that is at rest, even if another element covers it.
func resting(x, y float64) string {
	return fmt.Sprintf(`selector => new Promise(found => {
		let last = ""
		const look = () => {
			const box = document.querySelector(selector)?.getBoundingClientRect()
			const now = box ? [box.x, box.y, box.width, box.height].join() : ""
			if (box?.width && now === last) return found({X: box.x + box.width * %v, Y: box.y + box.height * %v})
			last = now
			requestAnimationFrame(look)
		}
		look()
	})`, x, y)
}

// watch is a JavaScript function that watches the next press of the mouse. The page gets no event
// of a press beside the selector's first match. A press on it reaches the page as it is. When the
// page scrolls before the release, the release can be beside the element: the page then gets no
// click, because that would be on the parent of both. A release that is beside it for another
// reason reaches the page as it is, because a user would not have clicked the element either.
// crierMissed says whether the press is to be repeated. A press that missed is watched until the
// next one, because it may not have been released yet.
const watch = `selector => {
	window.crierWatching?.abort()
	const watching = window.crierWatching = new AbortController()
	let missed = false, slipped = false, pressed, before
	const scrolls = () => {
		const all = [scrollX, scrollY]
		for (let element = pressed; element; element = element.parentElement) all.push(element.scrollLeft, element.scrollTop)
		return all.join()
	}
	const look = event => {
		if (!event.isTrusted) return
		if (event.type === "pointerdown") {
			pressed = document.querySelector(selector)
			missed = !pressed?.contains(event.target)
			if (!missed) before = scrolls()
		}
		if (event.type === "pointerup" && !missed) {
			slipped = pressed?.isConnected && !pressed.contains(event.target) && scrolls() !== before
		}
		if (!missed && !(slipped && event.type === "click")) return
		event.preventDefault()
		event.stopImmediatePropagation()
	}
	for (const kind of ["pointerdown", "mousedown", "pointerup", "mouseup", "click"]) addEventListener(kind, look, {capture: true, signal: watching.signal})
	window.crierMissed = () => {
		if (!missed) watching.abort()
		return missed || slipped
	}
}`

// aimed does things with the mouse, of which one is a press, at the place that the JavaScript
// function measured gives. It repeats them, from measuring, until the press is on the element,
// because the page may move it after it has been measured, such as when it scrolls to what its
// address names. When the press has led to another page, it was on the element.
func aimed(on screen, selector, measured string, kinds ...input.MouseType) chromedp.Action {
	return chromedp.ActionFunc(func(ctx context.Context) error {
		quoted, err := json.Marshal(selector)
		if err != nil {
			return err
		}
		aim := fmt.Sprintf("(%s)(%s).then(at => { (%s)(%s); return at })", measured, quoted, watch, quoted)
		for {
			var at place
			if err := lasting(evaluate(aim, &at)).Do(ctx); err != nil {
				return err
			}
			for _, kind := range kinds {
				if err := mouse(on, kind, at).Do(ctx); err != nil {
					return err
				}
			}
			var missed bool
			err := evaluate("!!window.crierMissed?.()", &missed).Do(ctx)
			if e, ok := errors.AsType[*cdproto.Error](err); ok && e.Code == gone {
				return nil
			}
			if err != nil || !missed {
				return err
			}
			if kinds[len(kinds)-1] != input.MouseReleased {
				if err := mouse(on, input.MouseReleased, at).Do(ctx); err != nil {
					return err
				}
			}
		}
	})
}

// click clicks with the mouse. A plain click would miss on a page that is still moving: the element
// is elsewhere by the time the button goes down.
func click(on screen, selector string) chromedp.Action {
	return aimed(on, selector, settled, input.MousePressed, input.MouseReleased)
}
