package browser

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"

	"github.com/chromedp/cdproto/dom"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// ClickAt clicks at a place in the selector's first match, in fractions of its width and height.
func (p *Page) ClickAt(selector string, x, y float64) {
	p.t.Helper()
	rest(p)
	p.do("click in "+selector, aimed(p.screen, selector, resting(x, y), input.MousePressed, input.MouseReleased))
}

// DragTo drags the first selector's match by its middle and drops it at a place in the second's.
func (p *Page) DragTo(selector, onto string, x, y float64) {
	p.t.Helper()
	rest(p)
	p.do("drag "+selector, aimed(p.screen, selector, resting(0.5, 0.5), input.MousePressed), chromedp.ActionFunc(func(ctx context.Context) error {
		from, err := placeIn(ctx, selector, 0.5, 0.5)
		if err != nil {
			return err
		}
		to, err := placeIn(ctx, onto, x, y)
		if err != nil {
			return err
		}
		// A hand moves in steps, and code that watches for a drag needs more than one.
		for _, at := range []place{from, {(from.X + to.X) / 2, (from.Y + to.Y) / 2}, to, to} {
			if err := mouse(p.screen, input.MouseMoved, at).Do(ctx); err != nil {
				return err
			}
		}
		return mouse(p.screen, input.MouseReleased, to).Do(ctx)
	}))
}

type place struct{ X, Y float64 }

// placeIn returns the window's coordinates of a place in the selector's first match, once that is
// at rest.
func placeIn(ctx context.Context, selector string, x, y float64) (at place, err error) {
	quoted, err := json.Marshal(selector)
	if err != nil {
		return at, err
	}
	err = lasting(evaluate(fmt.Sprintf("(%s)(%s)", resting(x, y), quoted), &at)).Do(ctx)
	return at, err
}

// Hold presses the mouse on an element, once it is at rest, and keeps it pressed.
func (p *Page) Hold(selector string) {
	p.t.Helper()
	rest(p)
	p.do("press the mouse on "+selector, aimed(p.screen, selector, resting(0.5, 0.5), input.MouseMoved, input.MousePressed))
}

// MoveTo moves the mouse to the middle of an element, in a few steps, as a hand does.
func (p *Page) MoveTo(selector string) {
	p.t.Helper()
	p.do("move the mouse to "+selector, at(selector, func(ctx context.Context, middle place) error {
		for i := range 3 {
			away := float64(2-i) * 6
			if err := mouse(p.screen, input.MouseMoved, place{middle.X - away, middle.Y - away}).Do(ctx); err != nil {
				return err
			}
		}
		return nil
	}))
}

// Release releases the mouse on an element.
func (p *Page) Release(selector string) {
	p.t.Helper()
	p.do("release the mouse on "+selector, at(selector, func(ctx context.Context, middle place) error {
		return mouse(p.screen, input.MouseReleased, middle).Do(ctx)
	}))
}

// dropFiles drops files, which it gets as pairs of a name and a content in base64. DevTools' own
// way leaves a headless browser waiting for the end of a drag. As a browser does, it repeats
// dragover while the files are over the element. They are a little below its middle, where an hour
// begins in a column of the week.
const dropFiles = `(selector, files, kinds) => {
	const data = new DataTransfer()
	for (const [name, content] of files) data.items.add(new File([Uint8Array.from(atob(content), c => c.charCodeAt(0))], name))
	const element = document.querySelector(selector)
	const {x, y, width, height} = element.getBoundingClientRect()
	const at = {clientX: x + width / 2, clientY: y + height * .51}
	const tell = kind => element.dispatchEvent(new DragEvent(kind, {bubbles: true, cancelable: true, dataTransfer: data, ...at}))
	clearInterval(window.crierDragging)
	for (const kind of kinds) tell(kind)
	if (kinds.includes("dragover")) window.crierDragging = setInterval(tell, 50, "dragover")
	return true
}`

// DropFiles drops files of this machine on an element. While they are over it, it calls over.
func (p *Page) DropFiles(selector string, over func(), paths ...string) {
	p.t.Helper()
	files := make([][2]string, len(paths))
	for i, path := range paths {
		content, err := os.ReadFile(path)
		if err != nil {
			p.t.Fatal(err)
		}
		files[i] = [2]string{filepath.Base(path), base64.StdEncoding.EncodeToString(content)}
	}
	drop := func(kinds ...string) {
		p.t.Helper()
		arguments, err := json.Marshal([]any{selector, files, kinds})
		if err != nil {
			p.t.Fatal(err)
		}
		p.do("drop files on "+selector, evaluate(fmt.Sprintf("(%s)(...%s)", dropFiles, arguments), nil))
	}
	p.WaitVisible(selector)
	drop("dragenter", "dragover")
	over()
	drop("drop")
}

// Choose selects files of this machine in a file input.
func (p *Page) Choose(selector string, paths ...string) {
	p.t.Helper()
	p.do("choose files for "+selector, lasting(chromedp.ActionFunc(func(ctx context.Context) error {
		quoted, err := json.Marshal(selector)
		if err != nil {
			return err
		}
		var field *runtime.RemoteObject
		if err := evaluate(fmt.Sprintf(present, quoted, pollEvery.Milliseconds()), &field).Do(ctx); err != nil {
			return err
		}
		return dom.SetFileInputFiles(paths).WithObjectID(field.ObjectID).Do(ctx)
	})))
}

// present waits for the first match of a selector.
const present = `new Promise(found => {
	const look = () => {
		const element = document.querySelector(%s)
		element ? found(element) : setTimeout(look, %d)
	}
	look()
})`

func mouse(on screen, kind input.MouseType, at place) *input.DispatchMouseEventParams {
	at = on.at(at)
	event := input.DispatchMouseEvent(kind, at.X, at.Y).WithButton(input.Left).WithClickCount(1)
	if kind == input.MouseReleased {
		return event
	}
	return event.WithButtons(1)
}

// at does something in the middle of an element at rest, even if another element covers it.
func at(selector string, do func(ctx context.Context, middle place) error) chromedp.Action {
	return chromedp.ActionFunc(func(ctx context.Context) error {
		middle, err := placeIn(ctx, selector, 0.5, 0.5)
		if err != nil {
			return err
		}
		return do(ctx, middle)
	})
}

// TouchDrag lays a finger on the middle of the first selector's match, lets it rest until the
// expression is true, moves it to the middle of the second's, and takes it away.
func (p *Page) TouchDrag(selector, isHeld, onto string) {
	p.t.Helper()
	rest(p)
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
		return p.screen.at(at)
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
