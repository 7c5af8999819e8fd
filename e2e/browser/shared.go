package browser

import (
	"context"
	"errors"
	"fmt"
	"os"
	"sync"

	"github.com/chromedp/chromedp"
)

// shared is the browser of all tabs of the test binary: starting one takes longer than most tests
// of a page.
var shared struct {
	once    sync.Once
	ctx     context.Context // the browser lives as long as this context
	err     error
	close   func()
	profile string
	// record has the events that the debugging client could not parse, of all tabs.
	record *record
}

func startShared(path string) {
	if shared.profile, shared.err = os.MkdirTemp("", "crier-browser-*"); shared.err != nil {
		return
	}
	allocator, cancelAllocator := chromedp.NewExecAllocator(context.Background(), flags(path, shared.profile)...)
	shared.record = newRecord()
	ctx, cancel := chromedp.NewContext(allocator, chromedp.WithErrorf(shared.record.unreadable))
	shared.ctx = ctx
	shared.close = func() {
		cancel()
		cancelAllocator()
	}
	shared.err = chromedp.Run(ctx)
}

// CloseShared closes the browser of the tabs, if there is one.
func CloseShared() error {
	if shared.profile == "" {
		return nil
	}
	var err error
	if c := chromedp.FromContext(shared.ctx); c.Browser != nil {
		leader := c.Browser.Process().Pid
		ctx, cancel := context.WithTimeout(shared.ctx, closeLimit)
		err = chromedp.Cancel(ctx)
		cancel()
		err = errors.Join(err, killGroup(leader))
		eventually(func() bool { return !groupLives(leader) })
	}
	shared.close()
	if _, holes := shared.record.copies(); len(holes) > 0 {
		err = errors.Join(err, fmt.Errorf("what the tabs did was not recorded whole: %v", holes))
	}
	return errors.Join(err, removeAll(shared.profile))
}
