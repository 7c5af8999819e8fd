package browser

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// candidates are the programs to try, in order; .ci/test-needs.sh has the same list.
func candidates() []string {
	if named := os.Getenv("CHROMIUM"); named != "" {
		return []string{named}
	}
	return []string{
		// The same engine without windows: it starts sooner and computes a quarter less.
		"chromium-headless-shell",
		"chromium",
		"chromium-browser",
		"google-chrome",
		"/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
		"/Applications/Chromium.app/Contents/MacOS/Chromium",
	}
}

func find() (string, error) {
	for _, name := range candidates() {
		if path, err := exec.LookPath(name); err == nil {
			return path, nil
		}
	}
	return "", fmt.Errorf("no Chromium found (%s): install one or name it in the environment variable CHROMIUM", strings.Join(candidates(), ", "))
}

// require returns the path of the browser, or ends the test: skipped on a developer's machine,
// failed in CI.
func require(t *testing.T) string {
	t.Helper()
	path, err := find()
	switch {
	case err == nil:
		return path
	case os.Getenv("CRIER_TEST_STRICT") == "1":
		t.Fatal(err)
	default:
		t.Skipf("BROWSER TEST SKIPPED: %v", err)
	}
	return ""
}

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

// click clicks with the mouse. A plain click would miss on a page that is still moving: the element
// is elsewhere by the time the button goes down.
func click(on screen, selector string) chromedp.Action {
	return chromedp.ActionFunc(func(ctx context.Context) error {
		quoted, err := json.Marshal(selector)
		if err != nil {
			return err
		}
		var at place
		if err := lasting(evaluate(fmt.Sprintf("(%s)(%s)", settled, quoted), &at)).Do(ctx); err != nil {
			return err
		}
		at = on.at(at)
		return chromedp.MouseClickXY(at.X, at.Y).Do(ctx)
	})
}

// Key presses one key as a keyboard does, such as "/" or kb.Enter.
func Key(p *Page, key string, modifiers ...input.Modifier) {
	p.t.Helper()
	p.Press(string([]rune(key)[0]), modifiers...)
}

// strike presses keys one after the other. The character of a key comes with it, and not at all
// where the page uses the key for something else: a later one would go to whatever has the focus by
// then, and Enter would press a button of the dialog that it has opened.
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

// struck returns the events of a key: down, with its character, and up again.
func struck(key rune) []*input.DispatchKeyEventParams {
	events := kb.Encode(key)
	if len(events) < 3 {
		return events
	}
	down, character, up := events[0], events[1], events[2]
	down.Text, down.UnmodifiedText = character.Text, character.UnmodifiedText
	return []*input.DispatchKeyEventParams{down, up}
}
