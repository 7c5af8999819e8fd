package browser

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"slices"
	"strconv"
	"time"

	"github.com/chromedp/cdproto"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// Navigate opens the address and waits until the page has loaded.
func (p *Page) Navigate(address string) {
	p.t.Helper()
	p.do("open "+address, chromedp.Navigate(address))
}

// BeforePages makes every page that is loaded from now on run the script first, until the end of
// the test.
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

// Beside opens another tab for the user of p: the two share cookies and storage. It is closed at
// the end of the test.
func (p *Page) Beside() *Page {
	p.t.Helper()
	own, err := openTab(p.person)
	if err != nil {
		p.t.Fatalf("open a tab: %v", err)
	}
	p.t.Cleanup(own.cancel)
	return &Page{t: p.t, ctx: own.ctx, person: p.person, record: own.record}
}

// WaitVisible waits until the selector matches a visible element.
func (p *Page) WaitVisible(selector string) {
	p.t.Helper()
	p.do("wait for "+selector, shown(selector, "0", nil))
}

// WaitTrue waits until the JavaScript expression is true, even if another page is loaded meanwhile.
// An expression that throws counts as false, because a part of the page may not be drawn yet. The
// page then counts as used by a person, who is asked before it is left.
func (p *Page) WaitTrue(expression string) {
	p.t.Helper()
	p.do("wait until "+expression, lasting(evaluate(fmt.Sprintf(awaited, expression, pollEvery.Milliseconds()), nil, byHand)))
}

// awaited ends when an expression is true. An expression that throws counts as false.
const awaited = `(async () => {
	for (;;) {
		try { if (await (%s)) return } catch {}
		await new Promise(next => setTimeout(next, %d))
	}
})()`

// lasting repeats an action that only reads while the page, or the element, that it reads is gone.
func lasting(action chromedp.Action) chromedp.Action {
	return chromedp.ActionFunc(func(ctx context.Context) error {
		for {
			err := action.Do(ctx)
			if e, ok := errors.AsType[*cdproto.Error](err); !ok || e.Code != gone {
				return err
			}
		}
	})
}

// gone is DevTools' code for an object that does not exist any more.
const gone = -32000

// Click waits until the element is visible, at rest, enabled and not covered, and clicks in its
// middle. Before that it waits for the running requests, because their answers move elements.
func (p *Page) Click(selector string) {
	p.t.Helper()
	rest(p)
	p.do("click on "+selector, click(p.screen, selector))
}

// rest waits until no request of the page is running.
func rest(p *Page) {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, settleLimit)
	defer cancel()
	_ = p.record.waitIdle(ctx)
}

// Type waits until the element is visible and types the text into it, key by key, after what it
// already holds.
func (p *Page) Type(selector, text string) {
	p.t.Helper()
	p.do("type into "+selector, shown(selector, "element.focus()", nil), strike(text))
}

// Text waits until the element is visible and returns its text as it is rendered.
func (p *Page) Text(selector string) string {
	p.t.Helper()
	var text string
	p.do("read "+selector, shown(selector, "element.innerText", &text))
	return text
}

// shown waits until the selector's first match is visible, and evaluates an expression for it at
// the same moment, because the page may replace the element by the next.
func shown(selector, expression string, out any) chromedp.Action {
	return chromedp.ActionFunc(func(ctx context.Context) error {
		quoted, err := json.Marshal(selector)
		if err != nil {
			return err
		}
		return lasting(evaluate(fmt.Sprintf(`new Promise(found => {
			const look = () => {
				const element = document.querySelector(%s)
				if (element?.checkVisibility({visibilityProperty: true}) && element.getClientRects().length > 0) found(%s)
				else setTimeout(look, %d)
			}
			look()
		})`, quoted, expression, pollEvery.Milliseconds()), out)).Do(ctx)
	})
}

// Evaluate runs the JavaScript expression, waits for its result if that is a promise, and stores it
// in out, which is a pointer or nil.
func (p *Page) Evaluate(expression string, out any) {
	p.t.Helper()
	p.do("evaluate "+expression, evaluate(expression, out))
}

func evaluate(expression string, out any, options ...chromedp.EvaluateOption) chromedp.Action {
	await := func(e *runtime.EvaluateParams) *runtime.EvaluateParams { return e.WithAwaitPromise(true) }
	return chromedp.Evaluate(expression, out, append(options, await)...)
}

// byHand makes an evaluation count as an act of the user.
func byHand(e *runtime.EvaluateParams) *runtime.EvaluateParams { return e.WithUserGesture(true) }

// SetCookie stores the cookie in the browser as if the address had set it.
func (p *Page) SetCookie(address string, c *http.Cookie) {
	p.t.Helper()
	cookie := network.SetCookie(c.Name, c.Value).WithURL(address).WithPath(c.Path).WithHTTPOnly(c.HttpOnly).WithSecure(c.Secure)
	switch c.SameSite {
	case http.SameSiteStrictMode:
		cookie.SameSite = network.CookieSameSiteStrict
	case http.SameSiteLaxMode:
		cookie.SameSite = network.CookieSameSiteLax
	case http.SameSiteNoneMode:
		cookie.SameSite = network.CookieSameSiteNone
	case http.SameSiteDefaultMode:
	}
	p.do("set the cookie "+c.Name, cookie)
}

// Resize gives the page this size in CSS pixels. The browser draws it small from then on.
func (p *Page) Resize(width, height int64) {
	p.t.Helper()
	p.screen = screen{width, height}
	p.do("resize", p.screen.drawn(small))
}

// PreferDark sets whether the page's user prefers dark pages.
func (p *Page) PreferDark(dark bool) {
	p.t.Helper()
	scheme := map[bool]string{true: "dark", false: "light"}[dark]
	feature := &emulation.MediaFeature{Name: "prefers-color-scheme", Value: scheme}
	p.do("prefer "+scheme, emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{feature}))
}

// ForceColours replaces the page's colours with a few of the system's, as the high contrast of
// Windows does.
func ForceColours(p *Page) {
	p.t.Helper()
	feature := &emulation.MediaFeature{Name: "forced-colors", Value: "active"}
	p.do("force colours", emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{feature}))
}

// Screenshot writes the visible part of the page to path as a PNG.
func (p *Page) Screenshot(path string) {
	p.t.Helper()
	var png []byte
	p.do("take a screenshot", p.screen.whole(chromedp.CaptureScreenshot(&png)))
	if err := os.WriteFile(path, png, 0o600); err != nil {
		p.t.Fatal(err)
	}
}

// Requests returns the address of every request so far, in order, redirects included, without data:
// addresses. It first waits, for at most twenty seconds, until the running ones have ended.
func (p *Page) Requests() []string {
	p.t.Helper()
	requests, _ := p.read()
	return requests
}

// Foreign returns those of Requests that go to another machine.
func (p *Page) Foreign() []string {
	p.t.Helper()
	addresses, _ := Recorded(p)
	return addresses
}

// Problems returns every problem so far, in order. It waits as Requests does.
func (p *Page) Problems() []Problem {
	p.t.Helper()
	_, problems := p.read()
	return problems
}

// Forgive removes the matching problems so far from the record, such as the requests that failed
// while the service was stopped.
func (p *Page) Forgive(matches func(Problem) bool) {
	p.t.Helper()
	p.Problems()
	p.record.forgive(matches)
}

// Press presses keys as a person does, such as "?" or kb.Escape, in the element that has the focus.
func (p *Page) Press(keys string, modifiers ...input.Modifier) {
	p.t.Helper()
	p.do("press "+keys, strike(keys, modifiers...))
}

// CheckClean fails the test, without ending it, if there was a problem or a request to another
// machine.
func (p *Page) CheckClean() {
	p.t.Helper()
	addresses, problems := Recorded(p)
	for _, address := range addresses {
		p.t.Errorf("foreign request: %s", address)
	}
	for _, problem := range problems {
		p.t.Errorf("browser problem: %v", problem)
	}
}

// Recorded returns what Foreign and Problems return, of one moment.
func Recorded(p *Page) (addresses []string, problems []Problem) {
	p.t.Helper()
	requests, problems := p.read()
	return slices.DeleteFunc(requests, func(address string) bool { return !foreign(address) }), problems
}

func (p *Page) read() ([]string, []Problem) {
	p.t.Helper()
	// Requests that still run when the time is up are in the record already, because a request is
	// recorded when it is sent.
	rest(p)
	// The answer to this comes after the events that the page has caused before.
	p.do("settle", evaluate("new Promise(done => setTimeout(done))", nil))
	return p.record.copies()
}

func (p *Page) do(what string, actions ...chromedp.Action) {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, actionLimit)
	defer cancel()
	if err := chromedp.Run(ctx, actions...); err != nil {
		_, problems := p.record.copies()
		p.t.Fatalf("%s: %v\nproblems so far: %v", what, err, problems)
	}
}

// Freeze sets the clock of pages that are opened from now on to this instant, in UTC, until the end
// of the test. It also replaces the service's time in answers.
func Freeze(p *Page, at time.Time) {
	p.t.Helper()
	script := fmt.Sprintf(`(() => {
		const at = %d, Real = Date
		globalThis.Date = class extends Real {
			constructor(...parts) { if (parts.length) super(...parts); else super(at) }
			static now() { return at }
		}
		const get = Headers.prototype.get
		Headers.prototype.get = function (name) { return name.toLowerCase() === "date" ? new Real(at).toUTCString() : get.call(this, name) }
	})()`, at.UnixMilli())
	p.do("take the time zone of the service", emulation.SetTimezoneOverride("UTC"))
	p.BeforePages(script)
}

// Prints reports whether the page has that sheet when it is printed, counted from 1.
func Prints(p *Page, sheet int) (is bool) {
	p.t.Helper()
	p.do("print", chromedp.ActionFunc(func(ctx context.Context) error {
		_, _, err := page.PrintToPDF().WithPageRanges(strconv.Itoa(sheet)).Do(ctx)
		if e, ok := errors.AsType[*cdproto.Error](err); ok && e.Code == beyond {
			return nil
		}
		is = err == nil
		return err
	}))
	return is
}

// beyond is DevTools' code for a sheet that the print does not have.
const beyond = -32000

// Picture returns the visible part of the page as WebP.
func Picture(p *Page, quality int64) []byte {
	p.t.Helper()
	var picture []byte
	p.do("take a picture", p.screen.whole(chromedp.ActionFunc(func(ctx context.Context) (err error) {
		picture, err = page.CaptureScreenshot().WithFormat(page.CaptureScreenshotFormatWebp).WithQuality(quality).Do(ctx)
		return err
	})))
	return picture
}
