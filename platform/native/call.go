package native

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/url"
	"strings"
	"time"

	"crier/platform/clock"
	"crier/platform/httpclient"
	"crier/platform/secrets"

	"github.com/go-json-experiment/json"
)

const maxAnswerBytes = 1 << 20

// caller makes the calls of all jobs.
type caller struct {
	base      func() string
	transport http.RoundTripper
	clock     clock.Clock
	timeout   time.Duration
	observe   func(Dated)
	unknown   func(httpclient.Unknown)
}

// request is one call, before it has an address.
type request struct {
	op   string
	path string
	// atRoot: the path is not one of the API, but one beside it.
	atRoot bool
	// query is sent with GET; form and body are sent with POST.
	query url.Values
	form  map[string]any
	body  *upload
	// changes says that the call changes something that the world sees.
	changes bool
	// into receives what the call reads of the answer. A name that stands twice is no error then.
	into any
	// maxBytes bounds the answer and timeout the call; zero means the bound of all calls.
	maxBytes int64
	timeout  time.Duration
	// secrets are what no error may repeat.
	secrets []secrets.Text
}

// upload is a body that is sent as it is.
type upload struct {
	content io.Reader
	size    int64
	header  http.Header
}

// answered is an answer that was read.
type answered struct {
	wireAnswer

	header http.Header
}

// call makes the request in the session, and updates the session from the answer. Its error is
// always an *Error.
func (c *caller) call(ctx context.Context, s *Session, r request) (*answered, error) {
	ctx, cancel := context.WithTimeout(ctx, max(c.timeout, r.timeout))
	defer cancel()
	var trace httpclient.Trace
	a, err := c.exchange(trace.In(ctx), s, r)
	if err != nil {
		err.OutcomeUnknown = r.changes && err.Class == Transport && trace.Connected()
		err.notReached = err.Class == Transport && !trace.Connected()
		return nil, err
	}
	return a, nil
}

func (c *caller) exchange(ctx context.Context, s *Session, r request) (*answered, *Error) {
	fail := func(class Class, status int, err error) *Error {
		return &Error{Op: r.op, Class: class, HTTPStatus: status, Message: clean(err.Error(), r.secrets...), cause: err}
	}
	req, err := c.httpRequest(ctx, s, r)
	if err != nil {
		return nil, fail(Transport, 0, err)
	}
	began := c.clock.Now()
	// Not an http.Client's Do, which follows redirects.
	resp, err := c.transport.RoundTrip(req)
	if err != nil {
		return nil, fail(Transport, 0, err)
	}
	defer func() { _ = resp.Body.Close() }()
	took := c.clock.Now().Sub(began)
	body, err := readBounded(resp.Body, max(r.maxBytes, maxAnswerBytes))
	if err == nil && httpclient.IsForeign(resp.StatusCode, body) && resp.StatusCode != http.StatusTooManyRequests {
		return nil, fail(Transport, resp.StatusCode, httpclient.Foreign(resp.StatusCode, ErrMalformed))
	}
	c.tell(ctx, Dated{Op: r.op, At: began, Duration: took, Date: httpclient.DateOf(resp.Header)})
	if err != nil {
		return nil, fail(Transport, resp.StatusCode, err)
	}
	s.absorb(resp)
	a := &answered{header: resp.Header}
	if err := r.read(body, a); err != nil {
		if resp.StatusCode == http.StatusTooManyRequests {
			return nil, fail(RateLimited, resp.StatusCode, ErrMalformed)
		}
		c.tellOtherForm(ctx, r, resp.StatusCode, body)
		return nil, fail(Transport, resp.StatusCode, ErrMalformed)
	}
	class := classOf(r.op, resp.StatusCode, &a.wireAnswer)
	c.tellUnknown(ctx, r, resp.StatusCode, a.unknownIn(r.op, resp.StatusCode, class)...)
	if class == Transport && a.Message == "" {
		return nil, fail(class, resp.StatusCode, ErrMalformed)
	}
	if class != "" {
		return nil, r.refusal(class, resp.StatusCode, a)
	}
	if r.into != nil && unmarshalAny(body, r.into) != nil {
		c.tellUnknown(ctx, r, resp.StatusCode, otherForm)
		return nil, fail(Transport, resp.StatusCode, ErrMalformed)
	}
	return a, nil
}

// tell tells the observers when the network answered, if the answer has a date.
func (c *caller) tell(ctx context.Context, d Dated) {
	if observe := httpclient.ObserverOf(ctx, c.observe); observe != nil && !d.Date.IsZero() {
		observe(d)
	}
}

// read reads what any answer can hold.
func (r request) read(body []byte, a *answered) error {
	if r.into != nil {
		return unmarshalAny(body, &a.wireAnswer)
	}
	return httpclient.Unmarshal(body, &a.wireAnswer)
}

// session makes a call that needs a session that is signed in.
func (c *caller) session(ctx context.Context, s *Session, r request) error {
	_, err := c.sessionAnswer(ctx, s, r)
	return err
}

// sessionAnswer is session for a caller that needs more of the answer than into has.
func (c *caller) sessionAnswer(ctx context.Context, s *Session, r request) (*answered, error) {
	if !s.SignedIn() || s.UserID() == "" {
		return nil, &Error{Op: r.op, Class: LoggedOut, Message: "nobody is signed in"}
	}
	return c.call(ctx, s, r)
}

func (r request) refusal(class Class, status int, a *answered) *Error {
	e := &Error{
		Op: r.op, Class: class, HTTPStatus: status,
		Type: clean(string(a.ErrorType), r.secrets...), Message: clean(string(a.Message), r.secrets...),
	}
	if a.Challenge != nil {
		e.challenge = *a.Challenge
	}
	if class == TwoFactor {
		e.twoFactor = twoFactorOf(a.TwoFactorInfo)
	}
	return e
}

// malformed returns the error for an answer that lacks what it must have.
func (r request) malformed(what string) *Error {
	return &Error{Op: r.op, Class: Transport, HTTPStatus: http.StatusOK, Message: clean(fmt.Sprintf("%s: %s", ErrMalformed, what), r.secrets...), cause: ErrMalformed}
}

func (c *caller) httpRequest(ctx context.Context, s *Session, r request) (*http.Request, error) {
	u, err := url.Parse(c.base())
	if err != nil || u.Host == "" {
		return nil, errors.New("the network has no address")
	}
	if r.atRoot {
		u.Path = strings.TrimSuffix(u.Path, apiPath)
	}
	u.Path += r.path
	u.RawQuery = r.query.Encode()
	switch {
	case r.body != nil:
		return r.uploadRequest(ctx, s, u.String())
	case r.form != nil:
		return r.formRequest(ctx, s, u.String())
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, u.String(), http.NoBody)
	if err != nil {
		return nil, err
	}
	s.identify(req)
	return req, nil
}

func (r request) formRequest(ctx context.Context, s *Session, address string) (*http.Request, error) {
	signed, err := json.Marshal(r.form, json.Deterministic(true))
	if err != nil {
		return nil, err
	}
	body := url.Values{"signed_body": {"SIGNATURE." + string(signed)}}.Encode()
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, address, strings.NewReader(body))
	if err != nil {
		return nil, err
	}
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded; charset=UTF-8")
	s.identify(req)
	return req, nil
}

func (r request) uploadRequest(ctx context.Context, s *Session, address string) (*http.Request, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, address, io.NopCloser(r.body.content))
	if err != nil {
		return nil, err
	}
	req.ContentLength = r.body.size
	if r.body.size == 0 {
		req.Body = http.NoBody
	}
	maps.Copy(req.Header, r.body.header)
	req.Header.Set("Content-Type", "application/octet-stream")
	s.identify(req)
	return req, nil
}

// readBounded reads r to its end, which must come within limit bytes.
func readBounded(r io.Reader, limit int64) ([]byte, error) {
	b, err := httpclient.ReadAll(r, limit)
	if errors.Is(err, httpclient.ErrTooLong) {
		return nil, fmt.Errorf("%w: %w", ErrMalformed, err)
	}
	return b, err
}
