package browser

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"
	"sync"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/dom"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
)

// Kind is the kind of a problem.
type Kind string

// The kinds of problems.
const (
	Console   Kind = "console"   // console.error, console.assert, or an error that the browser itself reports
	Exception Kind = "exception" // an exception or a rejected promise that nothing caught
	Violation Kind = "violation" // something that the Content-Security-Policy forbids
	Failed    Kind = "failed"    // a request that failed or was answered with an error status
)

// Problem is one problem of a page.
type Problem struct {
	Kind Kind
	Text string
	URL  string // where it happened, as far as the browser says
}

// String returns the problem on one line.
func (p Problem) String() string { return fmt.Sprintf("%s: %s (%s)", p.Kind, p.Text, p.URL) }

// record collects the browser's events.
type record struct {
	mu       sync.Mutex
	requests []string
	problems []Problem
	// open has the running requests, with the document of each.
	open    map[network.RequestID]cdp.LoaderID
	changed chan struct{}
}

func newRecord() *record {
	return &record{open: map[network.RequestID]cdp.LoaderID{}, changed: make(chan struct{})}
}

func (r *record) listen(event any) {
	r.mu.Lock()
	defer r.mu.Unlock()
	switch e := event.(type) {
	case *network.EventRequestWillBeSent:
		r.sent(e)
	case *page.EventFrameNavigated:
		r.arrived(e.Frame)
	case *network.EventWebSocketCreated:
		r.requests = append(r.requests, e.URL)
	case *network.EventLoadingFinished:
		r.ended(e.RequestID)
	case *network.EventLoadingFailed:
		r.ended(e.RequestID)
	case *runtime.EventConsoleAPICalled:
		if e.Type == runtime.APITypeError || e.Type == runtime.APITypeAssert {
			r.problems = append(r.problems, Problem{Console, joined(e.Args), top(e.StackTrace)})
		}
	case *runtime.EventExceptionThrown:
		r.problems = append(r.problems, thrown(e.ExceptionDetails))
	case *log.EventEntryAdded:
		if e.Entry.Level == log.LevelError {
			r.problems = append(r.problems, Problem{kindOf(e.Entry), e.Entry.Text, e.Entry.URL})
		}
	}
}

func (r *record) sent(e *network.EventRequestWillBeSent) {
	if strings.HasPrefix(e.Request.URL, "data:") {
		return
	}
	r.requests = append(r.requests, e.Request.URL)
	if e.Type == network.ResourceTypeDocument && e.RedirectResponse == nil {
		clear(r.open) // Of what the page before has asked for, nobody says any more how it ended.
	}
	// A stream of events stays open as long as the page.
	if e.Type != network.ResourceTypeEventSource {
		r.open[e.RequestID] = e.LoaderID
	}
}

// arrived drops the running requests of the previous page, because the browser never reports their
// end.
func (r *record) arrived(frame *cdp.Frame) {
	if frame.ParentID != "" {
		return
	}
	maps.DeleteFunc(r.open, func(_ network.RequestID, document cdp.LoaderID) bool { return document != frame.LoaderID })
	r.notify()
}

func (r *record) ended(id network.RequestID) {
	delete(r.open, id)
	r.notify()
}

// notify wakes those who wait for requests to end.
func (r *record) notify() {
	close(r.changed)
	r.changed = make(chan struct{})
}

// waitIdle waits until no request is running. It returns the context's cause when the context ends
// first.
func (r *record) waitIdle(ctx context.Context) error {
	for {
		r.mu.Lock()
		busy, changed := len(r.open) > 0, r.changed
		r.mu.Unlock()
		if !busy {
			return nil
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
}

// unreadable records an event that the client could not parse, because a record with gaps proves
// nothing. It ignores the event of a dialog on the top layer, which the client does not know and
// the record does not need.
func (r *record) unreadable(format string, args ...any) {
	if slices.ContainsFunc(args, func(arg any) bool { _, is := arg.(*dom.EventTopLayerElementsUpdated); return is }) {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.problems = append(r.problems, Problem{Kind: Console, Text: "debugging client: " + fmt.Sprintf(format, args...)})
}

func (r *record) copies() ([]string, []Problem) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Clone(r.requests), slices.Clone(r.problems)
}

func (r *record) forgive(matches func(Problem) bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.problems = slices.DeleteFunc(r.problems, matches)
}

// clear forgets everything.
func (r *record) clear() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.requests, r.problems = nil, nil
	clear(r.open)
}

func kindOf(e *log.Entry) Kind {
	switch {
	case strings.Contains(e.Text, "Content Security Policy"):
		return Violation
	case e.Source == log.SourceNetwork:
		return Failed
	default:
		return Console
	}
}

func thrown(d *runtime.ExceptionDetails) Problem {
	text := d.Text
	if d.Exception != nil {
		text += " " + textOf(d.Exception)
	}
	return Problem{Exception, text, d.URL}
}

func joined(args []*runtime.RemoteObject) string {
	texts := make([]string, len(args))
	for i, a := range args {
		texts[i] = textOf(a)
	}
	return strings.Join(texts, " ")
}

func textOf(o *runtime.RemoteObject) string {
	if o.Description != "" {
		return o.Description
	}
	var text string
	if json.Unmarshal(o.Value, &text) == nil {
		return text
	}
	return string(o.Value)
}

func top(s *runtime.StackTrace) string {
	if s == nil || len(s.CallFrames) == 0 {
		return ""
	}
	return s.CallFrames[0].URL
}

// foreign reports whether the address is anywhere else than on this machine.
func foreign(address string) bool {
	u, err := url.Parse(address)
	if err != nil {
		return true
	}
	switch u.Scheme {
	case "http", "https", "ws", "wss":
		return !slices.Contains([]string{"127.0.0.1", "localhost", "::1"}, u.Hostname()) && !strings.HasSuffix(u.Hostname(), ".localhost")
	case "about", "blob", "data":
		return false
	}
	return true
}
