package native

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"

	"crier/platform/secrets"

	"github.com/go-json-experiment/json"
)

const maxAnswerBytes = 1 << 20

// request is one call, before it has an address.
type request struct {
	op   string
	path string
	// query is asked with GET, or form is sent with POST.
	query url.Values
	form  map[string]string
	// secrets are what no error may repeat.
	secrets []secrets.Text
}

// answered is an answer that was read.
type answered struct {
	wireAnswer

	header http.Header
}

// call makes the request in the name of the session, which takes over what the answer changes about it. Its error is
// always an *Error.
func (c *Client) call(ctx context.Context, s *Session, r request) (*answered, error) {
	fail := func(class Class, status int, err error) *Error {
		return &Error{Op: r.op, Class: class, HTTPStatus: status, Message: clean(err.Error(), r.secrets...), cause: err}
	}
	ctx, cancel := context.WithTimeout(ctx, c.timeout)
	defer cancel()
	req, err := c.httpRequest(ctx, s, r)
	if err != nil {
		return nil, fail(Transport, 0, err)
	}
	// Not an http.Client's Do, which follows redirects.
	resp, err := c.transport.RoundTrip(req)
	if err != nil {
		return nil, fail(Transport, 0, err)
	}
	defer func() { _ = resp.Body.Close() }()
	body, err := readBounded(resp.Body, maxAnswerBytes)
	if err != nil {
		return nil, fail(Transport, resp.StatusCode, err)
	}
	s.absorb(resp)
	a := &answered{header: resp.Header}
	if err := unmarshal(body, &a.wireAnswer); err != nil {
		if resp.StatusCode == http.StatusTooManyRequests {
			return nil, fail(RateLimited, resp.StatusCode, ErrMalformed)
		}
		return nil, fail(Transport, resp.StatusCode, ErrMalformed)
	}
	if class := classOf(r.op, resp.StatusCode, &a.wireAnswer); class != "" {
		return nil, r.refusal(class, resp.StatusCode, a)
	}
	return a, nil
}

func (r request) refusal(class Class, status int, a *answered) *Error {
	e := &Error{
		Op: r.op, Class: class, HTTPStatus: status,
		Type: clean(string(a.ErrorType), r.secrets...), Message: clean(string(a.Message), r.secrets...),
	}
	if a.Challenge != nil {
		e.challenge = *a.Challenge
	}
	return e
}

// malformed returns the error for an answer that lacks what it must have.
func (r request) malformed(what string) *Error {
	return &Error{Op: r.op, Class: Transport, HTTPStatus: http.StatusOK, Message: fmt.Sprintf("%s: %s", ErrMalformed, what), cause: ErrMalformed}
}

func (c *Client) httpRequest(ctx context.Context, s *Session, r request) (*http.Request, error) {
	u, err := url.Parse(c.base())
	if err != nil || u.Host == "" {
		return nil, errors.New("the network has no address")
	}
	u.Path += r.path
	u.RawQuery = r.query.Encode()
	method, body := http.MethodGet, ""
	if r.form != nil {
		signed, err := json.Marshal(r.form, json.Deterministic(true))
		if err != nil {
			return nil, err
		}
		method, body = http.MethodPost, url.Values{"signed_body": {"SIGNATURE." + string(signed)}}.Encode()
	}
	req, err := http.NewRequestWithContext(ctx, method, u.String(), strings.NewReader(body))
	if err != nil {
		return nil, err
	}
	if r.form != nil {
		req.Header.Set("Content-Type", "application/x-www-form-urlencoded; charset=UTF-8")
	}
	s.identify(req)
	return req, nil
}

// readBounded reads r to its end, which must come within most bytes.
func readBounded(r io.Reader, most int64) ([]byte, error) {
	b, err := io.ReadAll(io.LimitReader(r, most+1))
	if err != nil {
		return nil, err
	}
	if int64(len(b)) > most {
		return nil, fmt.Errorf("%w: longer than %d bytes", ErrMalformed, most)
	}
	return b, nil
}
