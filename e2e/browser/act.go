package browser

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"crier/platform/needtest"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// candidates are the programs to try, in order; .ci/needs.sh has the same list.
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

// require returns the path of the browser. Without one the test ends as needtest.Want says.
func require(t *testing.T) string {
	t.Helper()
	path, err := find()
	needtest.Want(t, "NO BROWSER: what needs one is not tested", err)
	return path
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
