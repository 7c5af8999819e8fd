package graph

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"

	"crier/platform/httpclient"
)

const (
	maxListBytes   = 4 << 20
	maxAnswerBytes = 1 << 20
)

// request is one call, before it has an address.
type request struct {
	op      string
	method  string
	account Account
	// path is the part below the version, made of constants and checked ids.
	path []string
	// params go into the body of a POST, and into the query of any other request.
	params url.Values
	// asked is the id that the answer must name, if it names one.
	asked string
	// list says that the answer may be large.
	list bool
	// wrapped says that the answer may come as {"data":[{...}]}.
	wrapped bool
	// bytes is what is sent in the place of params, nil for most.
	bytes *stream
	// login, if set, says that the call is about a token rather than on behalf of an account.
	login *loginCall
}

func (r request) side() Side {
	if r.method == http.MethodGet {
		return OnRead
	}
	return OnWrite
}

func (r request) limit() int64 {
	if r.list {
		return maxListBytes
	}
	return maxAnswerBytes
}

// exchange is one request on its way.
type exchange struct {
	request

	caller  *caller
	url     *url.URL
	started time.Time
	status  int
	usage   Usage
	date    time.Time
	// odd names what is unknown of the answer's header and members.
	odd []string
	// location is where the answer redirects to, if it does.
	location string

	trace httpclient.Trace
}

// call makes the request and returns its answer. Its error is always an *Error.
func call[T answer](ctx context.Context, c *caller, r request) (T, error) {
	var none T
	x, err := c.begin(ctx, r)
	if err != nil {
		return none, err
	}
	got, failure := perform[T](ctx, x)
	if failure != nil {
		report(ctx, x, nil, failure)
		return none, failure
	}
	report(ctx, x, got, nil)
	return got, nil
}

func perform[T answer](ctx context.Context, x *exchange) (T, *Error) {
	var got T
	body, failure := x.send(ctx)
	if failure != nil {
		return got, failure
	}
	if failure := x.refusal(body); failure != nil {
		return got, failure
	}
	if x.wrapped {
		body = unwrapped(body)
	}
	// Before the answer is judged: what is missing in it may have another name now.
	x.odd = append(x.odd, oddMembers[T](body)...)
	if err := httpclient.Unmarshal(body, &got); err != nil {
		return got, x.malformed(x.unreadable(err))
	}
	if flaw := got.flaw(x); flaw != "" {
		return got, x.malformed(flaw)
	}
	return got, nil
}

// begin checks what can be checked without the network and gives the request its address.
func (c *caller) begin(ctx context.Context, r request) (*exchange, error) {
	if err := context.Cause(ctx); err != nil {
		e := refuse(r.op, Retry, "not sent: %s", err)
		e.cause = err
		return nil, e
	}
	if r.login != nil {
		return c.beginLogin(r)
	}
	if !httpclient.IsHeaderText(r.account.Token.Reveal()) {
		return nil, refuse(r.op, TokenDead, "the account has no usable token")
	}
	if r.bytes != nil && r.bytes.form == nil {
		return c.beginUpload(r)
	}
	base := c.endpoints().of(r.account.Login)
	u, err := url.Parse(base)
	if err != nil || u.Host == "" {
		return nil, refuse(r.op, Permanent, "the network has no address for the login %q", r.account.Login)
	}
	u = u.JoinPath(append([]string{Version}, r.path...)...)
	if r.method != http.MethodPost {
		u.RawQuery = r.params.Encode()
	}
	return &exchange{request: r, caller: c, url: u, started: c.clock.Now()}, nil
}

// send returns the body of the answer, whatever its status.
func (x *exchange) send(ctx context.Context) ([]byte, *Error) {
	ctx, cancel := x.bounded(ctx)
	defer cancel()
	req, err := x.httpRequest(ctx)
	if err != nil {
		return nil, refuse(x.op, Permanent, "%s", x.clean(err.Error()))
	}
	// Not an http.Client's Do: that follows redirects, and asks for the body again before it lets
	// itself be stopped.
	resp, err := x.caller.transport.RoundTrip(req)
	if err != nil {
		return nil, x.broken(err)
	}
	defer func() { _ = resp.Body.Close() }()
	x.status, x.usage, x.date = resp.StatusCode, usageOf(resp.Header), httpclient.DateOf(resp.Header)
	x.odd = oddHeaders(resp.Header)
	x.location = resp.Header.Get("Location")
	body, err := httpclient.ReadAll(resp.Body, x.limit())
	if errors.Is(err, httpclient.ErrTooLong) && !x.isSuccess() {
		return nil, x.foreign()
	}
	if errors.Is(err, httpclient.ErrTooLong) {
		return nil, x.malformed(err.Error())
	}
	if err != nil {
		return nil, x.broken(err)
	}
	return body, nil
}

// bounded returns a context that ends when the call takes too long; for a call that sends a file,
// when no byte of it moves for a while.
func (x *exchange) bounded(ctx context.Context) (context.Context, context.CancelFunc) {
	if x.bytes != nil {
		return x.bytes.whileMoving(ctx)
	}
	return context.WithTimeout(ctx, x.caller.timeout)
}

func (x *exchange) httpRequest(ctx context.Context) (*http.Request, error) {
	if x.bytes != nil {
		return x.streamRequest(x.trace.In(ctx))
	}
	form := ""
	if x.method == http.MethodPost {
		form = x.params.Encode()
	}
	req, err := http.NewRequestWithContext(x.trace.In(ctx), x.method, x.url.String(), strings.NewReader(form))
	if err != nil {
		return nil, err
	}
	if form != "" {
		req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		req.GetBody = x.bodyAgain(form)
	}
	req.Header.Set("Accept", "application/json")
	req.Header.Set("User-Agent", httpclient.UserAgent)
	if !x.isOpen() {
		req.Header.Set("Authorization", "Bearer "+x.account.Token.Reveal())
	}
	return req, nil
}

// bodyAgain lets the transport repeat a write only as long as no copy of it was written whole.
func (x *exchange) bodyAgain(form string) func() (io.ReadCloser, error) {
	return func() (io.ReadCloser, error) {
		if x.trace.Written() {
			return nil, errors.New("the request was written already and is not repeated")
		}
		return io.NopCloser(strings.NewReader(form)), nil
	}
}
