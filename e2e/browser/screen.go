package browser

import (
	"context"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

// screen is the size that a test has set, in CSS pixels. Its zero value is the browser's own, which
// is drawn at full size.
type screen struct{ width, height int64 }

// small is the scale of a page whose size is set: the browser draws in software, which costs less
// then. The page notices nothing: it is laid out, and has as many pixels, as at full size. A power
// of two keeps coordinates exact.
const small = 0.25

// drawn makes the browser draw the page at the scale.
func (s screen) drawn(scale float64) chromedp.Action {
	return chromedp.Tasks{
		emulation.SetDeviceMetricsOverride(s.width, s.height, 1, false).WithScale(scale),
		emulation.SetTouchEmulationEnabled(false),
	}
}

// whole runs an action while the page is drawn at full size.
func (s screen) whole(action chromedp.Action) chromedp.Action {
	if s == (screen{}) {
		return action
	}
	return chromedp.ActionFunc(func(ctx context.Context) error {
		return chromedp.Tasks{s.drawn(1), action, s.drawn(small)}.Do(ctx)
	})
}

// at returns where the browser draws a place of the page. The mouse has to be there.
func (s screen) at(on place) place {
	if s == (screen{}) {
		return on
	}
	return place{on.X * small, on.Y * small}
}
