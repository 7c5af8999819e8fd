package browser

import (
	"context"
	"slices"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// Key presses one key as a keyboard does, such as "/" or kb.Enter.
func Key(p *Page, key string, modifiers ...input.Modifier) {
	p.t.Helper()
	p.Press(string([]rune(key)[0]), modifiers...)
}

// strike presses keys one after the other. The character of a key comes with it, and not at all
// where the page takes the key for something else: one that came after it would go to what has the
// focus by then, and Enter would press a button of the dialog that it has opened.
func strike(keys string, modifiers ...input.Modifier) chromedp.Action {
	return chromedp.ActionFunc(func(ctx context.Context) error {
		for _, key := range keys {
			for _, event := range struck(key) {
				for _, modifier := range modifiers {
					event.Modifiers |= modifier
				}
				if len(modifiers) > 0 && !slices.Contains(modifiers, input.ModifierShift) {
					event.Text, event.UnmodifiedText = "", ""
				}
				if err := event.Do(ctx); err != nil {
					return err
				}
			}
		}
		return nil
	})
}

// struck gives what a keyboard sends for a key: that it is down, with its character, and up again.
func struck(key rune) []*input.DispatchKeyEventParams {
	events := kb.Encode(key)
	if len(events) < 3 {
		return events
	}
	down, character, up := events[0], events[1], events[2]
	down.Text, down.UnmodifiedText = character.Text, character.UnmodifiedText
	return []*input.DispatchKeyEventParams{down, up}
}
