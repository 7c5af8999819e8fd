package cloudflare

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"

	"crier/platform/clock"
	"crier/platform/httpclient"
)

const (
	maxAnswerBytes = 1 << 20
	maxListBytes   = 8 << 20
	maxValueBytes  = 25 << 20
)

// request is one call, before it has an address.
type request struct {
	op     Op
	method string
	// path is the part below the base, one element a segment, not yet escaped.
	path  []string
	query url.Values
	body  body
	// limit bounds the answer; zero is maxAnswerBytes.
	limit int64
	// mayBeEmpty says that a success may come without an envelope, as Cloudflare's reference has it
	// for deletions.
	mayBeEmpty bool
}

// body is what is sent, and the secrets in it that no error may show.
type body struct {
	contentType string
	bytes       []byte
	hidden      []string
}

func (r request) isWrite() bool { return r.method != http.MethodGet && r.op != OpGetValues }

// reply is an answer that came whole.
type reply struct {
	status     int
	html       bool
	retryAfter time.Duration
	body       []byte
	// unknown is what its readers found in it that is not documented.
	unknown *[]string
	// genuine is called when the answer has the form of Cloudflare's.
	genuine func()
}

// call makes the request, repeats it where that makes sense, and returns the result in its
// envelope. Its error is always an *Error.
func call[T any](ctx context.Context, c *Client, r request) (T, resultInfo, error) {
	var result T
	var info resultInfo
	err := c.repeat(ctx, r, func(a reply) *Error {
		var failure *Error
		result, info, failure = decode[T](c, r, a)
		return failure
	})
	if err != nil {
		var none T
		return none, resultInfo{}, err
	}
	return result, info, nil
}

// send is call for a request whose result does not matter.
func (c *Client) send(ctx context.Context, r request) error {
	return c.repeat(ctx, r, func(a reply) *Error {
		if r.mayBeEmpty && a.status >= http.StatusOK && a.status < http.StatusMultipleChoices && len(bytes.TrimSpace(a.body)) == 0 {
			return nil
		}
		_, _, failure := open(c, r, a)
		return failure
	})
}

// fetch is call for an answer without an envelope.
func (c *Client) fetch(ctx context.Context, r request) ([]byte, error) {
	var got []byte
	err := c.repeat(ctx, r, func(a reply) *Error {
		if a.status == http.StatusOK && !a.html {
			got = a.body
			return nil
		}
		_, _, failure := open(c, r, a)
		if failure == nil {
			failure = c.malformed(r, a, "neither a value nor an error")
		}
		return failure
	})
	return got, err
}

// repeat makes the request until read accepts the answer, or no further try makes sense.
func (c *Client) repeat(ctx context.Context, r request, read func(reply) *Error) error {
	address, failure := c.address(r)
	if failure != nil {
		return failure
	}
	pause := firstPause
	unsure := false
	for try := 1; ; try++ {
		failure = c.once(ctx, r, address, read)
		if failure == nil {
			return nil
		}
		// A later refusal does not undo what an earlier try may have done.
		unsure = unsure || failure.unsure
		wait, again := c.pauseAfter(failure, pause)
		if !again || try >= c.tries || ctx.Err() != nil {
			failure.unsure = unsure
			return failure
		}
		if err := clock.Sleep(ctx, c.clock, wait); err != nil {
			failure.unsure = unsure
			failure.cause = errors.Join(err, failure.cause)
			return failure
		}
		pause *= 2
	}
}

// pauseAfter returns how long to wait before the next try, and whether there is one.
func (c *Client) pauseAfter(e *Error, pause time.Duration) (time.Duration, bool) {
	switch {
	case e.Kind != RateLimited && e.Kind != Unreachable, e.RetryAfter > c.patience:
		return 0, false
	case errors.Is(e, context.DeadlineExceeded):
		// The caller has waited long enough for the answer.
		return 0, false
	case e.RetryAfter > pause:
		return e.RetryAfter, true
	default:
		return min(pause, c.patience), true
	}
}

func (c *Client) once(ctx context.Context, r request, address string, read func(reply) *Error) *Error {
	ctx, cancel := context.WithTimeout(ctx, c.timeout)
	defer cancel()
	var trace httpclient.Trace
	req, err := c.httpRequest(trace.In(ctx), r, address)
	if err != nil {
		return c.refuse(r, err.Error())
	}
	onAnswer := func(http.Header) {}
	if onRequest := c.onRequest.Load(); onRequest != nil {
		onAnswer = (*onRequest)()
	}
	// An http.Client would follow redirects, and send the token to wherever they lead.
	resp, err := c.transport.RoundTrip(req)
	if err != nil {
		return c.broken(r, 0, err, !trace.NotSent())
	}
	defer func() { _ = resp.Body.Close() }()
	b, err := httpclient.ReadAll(resp.Body, cmp.Or(r.limit, maxAnswerBytes))
	a := reply{
		status: resp.StatusCode, html: isHTML(resp.Header), retryAfter: c.retryAfter(resp.Header), body: b, unknown: new([]string),
		genuine: func() { onAnswer(resp.Header) },
	}
	switch {
	case errors.Is(err, httpclient.ErrTooLong):
		return c.malformed(r, a, err.Error())
	case err != nil:
		return c.broken(r, resp.StatusCode, err, true)
	}
	failure := read(a)
	c.tellUnknown(ctx, r, resp, failure, *a.unknown)
	return failure
}

// tellUnknown tells the observers of an end that an answer announces, of an unknown code, and of
// whatever else in it is not documented.
func (c *Client) tellUnknown(ctx context.Context, r request, resp *http.Response, failure *Error, found []string) {
	found = append(found, httpclient.Announcements(resp.Header)...)
	if failure != nil && !isKnown(r.op, resp.StatusCode, failure.Code) {
		found = append(found, fmt.Sprintf("the error %d", failure.Code))
	}
	if observe := httpclient.ObserverOf(ctx, c.unknown); observe != nil && len(found) > 0 {
		observe(httpclient.Unknown{
			Op: string(r.op), What: c.clean(r, strings.Join(found, "; ")), Status: resp.StatusCode,
			Path: c.clean(r, "/"+strings.Join(r.path, "/")),
		})
	}
}

func (c *Client) httpRequest(ctx context.Context, r request, address string) (*http.Request, error) {
	req, err := http.NewRequestWithContext(ctx, r.method, address, bytes.NewReader(r.body.bytes))
	if err != nil {
		return nil, err
	}
	if r.body.contentType != "" {
		req.Header.Set("Content-Type", r.body.contentType)
	}
	req.Header.Set("Accept", "application/json")
	req.Header.Set("User-Agent", httpclient.UserAgent)
	req.Header.Set("Authorization", "Bearer "+c.token.Reveal())
	return req, nil
}

// address checks what can be checked without the network, and returns where the request goes.
func (c *Client) address(r request) (string, *Error) {
	if !httpclient.IsHeaderText(c.token.Reveal()) {
		e := c.refuse(r, "there is no usable API token")
		e.Kind = TokenWrong
		return "", e
	}
	base, err := url.Parse(c.base())
	if err != nil || base.Host == "" || (base.Scheme != "https" && base.Scheme != "http") {
		return "", c.refuse(r, "the address of Cloudflare's API is no address")
	}
	var at strings.Builder
	at.WriteString(strings.TrimRight(base.String(), "/"))
	for _, segment := range r.path {
		// A server takes "." and ".." for steps in the path, however they are escaped.
		if segment == "" || segment == "." || segment == ".." {
			return "", c.refuse(r, fmt.Sprintf("%q cannot stand in an address", segment))
		}
		at.WriteString("/" + url.PathEscape(segment))
	}
	if len(r.query) > 0 {
		at.WriteString("?" + r.query.Encode())
	}
	return at.String(), nil
}
