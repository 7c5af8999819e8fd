package browser

import (
	"context"
	"slices"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// Key presses one key as a keyboard does, such as "/" or kb.Enter: its character comes with the
// key, and not at all where the page takes the key for something else. Press sends the character
// after the key, to what has the focus by then.
func Key(p *Page, key string, modifiers ...input.Modifier) {
	p.t.Helper()
	p.do("press the key "+key, chromedp.ActionFunc(func(ctx context.Context) error {
		for _, event := range struck([]rune(key)[0]) {
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
		return nil
	}))
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
