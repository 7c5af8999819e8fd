package graph

import (
	"context"
	"errors"
	"fmt"
	"time"

	"crier/platform/httpclient"
)

// Call is one HTTP call as it went: no token, no parameters.
type Call struct {
	// Op is one of the Op constants.
	Op     string
	Method string
	// Host is the network's host, with the port where the address has one.
	Host string
	// Path is the URL's path, with the version.
	Path     string
	At       time.Time
	Duration time.Duration
	// HTTPStatus is 0 when no answer came.
	HTTPStatus int
	// Date is when the network says that it answered; zero when it does not say.
	Date time.Time
	// Code, Subcode and TraceID are those of the network's error, if it gave one.
	Code, Subcode int
	TraceID       string
	Usage         Usage
	// Answer says in a few words what a success said, such as a status or an id: printable and
	// bounded.
	Answer string
	// State is the network's state of what was prepared, where the call asked for it.
	State StatusCode
	// Strange names what of the answer is unknown here: members, codes, states, a version,
	// announcements of an end. It is printable and bounded, and empty when nothing is.
	Strange string
	// Err is what the call's method returns for it, nil on success.
	Err error
}

// IsAnswered reports whether the network has answered, and nothing in its place.
func (c Call) IsAnswered() bool {
	return c.HTTPStatus != 0 && !errors.Is(c.Err, httpclient.ErrForeign)
}

// WithObserver returns a context under which observe is told of each HTTP call after its end, on
// the caller's goroutine. The Client's own Observe, and an observer that ctx has already, are told
// before.
func WithObserver(ctx context.Context, observe func(Call)) context.Context {
	return httpclient.WithObserver(ctx, observe)
}

// report tells the observers how the call went.
func report(ctx context.Context, x *exchange, answer any, err error) {
	observe := httpclient.ObserverOf(ctx, x.caller.observe)
	if observe == nil {
		return
	}
	call := Call{
		Op: x.op, Method: x.method, Host: x.url.Host, Path: x.url.Path, At: x.started, Duration: x.caller.clock.Now().Sub(x.started),
		HTTPStatus: x.status, Date: x.date, Usage: x.usage, Err: err,
	}
	e, failed := errors.AsType[*Error](err)
	if call.Strange = strangeIn(x, answer, e); failed {
		call.Code, call.Subcode, call.TraceID = e.Code, e.Subcode, e.TraceID
	} else {
		call.Answer, call.State = clean(gist(answer), x.account.Token), stateOf(answer)
	}
	observe(call)
}

// gist says in a few words what an answer says. Captions, which may be long, are not among them.
func gist(answer any) string {
	switch a := answer.(type) {
	case createdAnswer:
		return "id " + string(a.ID)
	case uploadAnswer:
		return "id " + string(a.ID)
	case pageUploadAnswer:
		return "id " + string(a.ID)
	case pagePostAnswer:
		return "post " + string(a.PostID)
	case statusAnswer:
		return gistOf(a)
	case uploadStatusAnswer:
		return fmt.Sprintf("%s, upload %s, %d bytes", gistOf(a.statusAnswer), a.Video.Uploading.Status, a.Video.Uploading.bytes())
	case limitAnswer:
		return fmt.Sprintf("%d of %d used", *a.Used, a.Config.Total)
	case permalinkAnswer:
		return a.Permalink
	case mediaAnswer:
		return a.Permalink
	case pageVideoAnswer:
		return a.Status.Video
	case pageListAnswer:
		return fmt.Sprintf("%d items", len(a.Data))
	case nodesAnswer[commentAnswer]:
		return pageGist("%d comments", len(a.Data), a.Paging)
	case pageAnswer:
		return pageGist("%d media", len(a.Data), a.Paging)
	}
	return ""
}

// pageGist says how much a page of a list has, and whether it is the last one.
func pageGist(format string, n int, p paging) string {
	if p.Next != "" {
		format += ", and more on a further page"
	}
	return fmt.Sprintf(format, n)
}

// stateOf returns the state that an answer names, if it does.
func stateOf(answer any) StatusCode {
	switch a := answer.(type) {
	case statusAnswer:
		return StatusCode(a.Code)
	case uploadStatusAnswer:
		return StatusCode(a.Code)
	}
	return ""
}

func gistOf(a statusAnswer) string {
	if a.Code == "" {
		return a.Text
	}
	if code := StatusCode(a.Code); code == Failed || code == Expired {
		return a.Code + ": " + a.Text
	}
	return a.Code
}
