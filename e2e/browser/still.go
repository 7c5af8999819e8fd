package browser

import (
	"context"
	"fmt"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// Freeze has the pages that are opened from now on believe that it is this instant, in UTC, until
// the test is over; what the service says of the time they take for the same.
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

// Picture returns the visible part of the page as WebP.
func Picture(p *Page, quality int64) []byte {
	p.t.Helper()
	var picture []byte
	p.do("take a picture", chromedp.ActionFunc(func(ctx context.Context) (err error) {
		picture, err = page.CaptureScreenshot().WithFormat(page.CaptureScreenshotFormatWebp).WithQuality(quality).Do(ctx)
		return err
	}))
	return picture
}
