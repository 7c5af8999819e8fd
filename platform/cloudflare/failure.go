package cloudflare

import (
	"mime"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"crier/platform/secrets"
)

const (
	maxTextRunes = 400
	hidden       = "[secret]"
	// minSecret is the length from which a secret is cut out of texts. Something shorter may be in
	// them by chance.
	minSecret = 4
)

// refuse returns the error for a call that is not made.
func (c *Client) refuse(r request, why string) *Error {
	return &Error{Op: r.op, Kind: Refused, detail: "not sent: " + c.clean(r, why)}
}

// broken returns the error for an exchange that ended before its answer was whole.
func (c *Client) broken(r request, status int, err error, sent bool) *Error {
	return &Error{Op: r.op, Status: status, Kind: Unreachable, detail: c.clean(r, err.Error()), cause: err, unsure: r.isWrite() && sent}
}

// malformed returns the error for an answer that is not Cloudflare's, or not as it documents it.
func (c *Client) malformed(r request, a reply, why string) *Error {
	e := &Error{Op: r.op, Status: a.status, Kind: NotCloudflare, RetryAfter: a.retryAfter, cause: ErrMalformed}
	e.detail = ErrMalformed.Error() + ": " + c.clean(r, why)
	e.unsure = r.isWrite() && (a.status < http.StatusBadRequest || a.status >= http.StatusInternalServerError)
	switch {
	case a.status == http.StatusTooManyRequests:
		e.Kind = RateLimited
	case a.status >= http.StatusInternalServerError:
		e.Kind = Unreachable
	}
	return e
}

// refused returns the error for an answer with an error of Cloudflare's.
func (c *Client) refused(r request, a reply, said []wireError) *Error {
	e := &Error{Op: r.op, Status: a.status, RetryAfter: a.retryAfter}
	e.Code, e.Message = int(said[0].Code), c.clean(r, string(said[0].Message))
	e.Kind, e.Unverified = kindOf(r.op, a.status, e.Code, e.Message), isUnverified(r.op, e.Code)
	// A write may have taken effect all the same when its error comes with a success status, or
	// from a server that failed.
	e.unsure = r.isWrite() && (a.status < http.StatusBadRequest || a.status >= http.StatusInternalServerError)
	return e
}

// clean returns s as it may be shown: printable, bounded, and without the secrets of the request
// and every other that is known.
func (c *Client) clean(r request, s string) string {
	for _, secret := range append([]string{c.token.Reveal()}, r.body.hidden...) {
		if len(secret) < minSecret {
			continue
		}
		for _, form := range []string{secret, url.QueryEscape(secret), url.PathEscape(secret)} {
			s = strings.ReplaceAll(s, form, hidden)
		}
	}
	return secrets.Printable(s, maxTextRunes)
}

func isHTML(h http.Header) bool {
	kind, _, _ := mime.ParseMediaType(h.Get("Content-Type"))
	return kind == "text/html" || kind == "application/xhtml+xml"
}

// retryAfter returns how long the answer asks to wait, in seconds or until a date; 0 if it does
// not.
func (c *Client) retryAfter(h http.Header) time.Duration {
	const longest = 24 * time.Hour
	value := strings.TrimSpace(h.Get("Retry-After"))
	if n, err := strconv.ParseInt(value, 10, 32); err == nil {
		return min(max(time.Duration(n)*time.Second, 0), longest)
	}
	at, err := http.ParseTime(value)
	if err != nil {
		return 0
	}
	return min(max(at.Sub(c.clock.Now()), 0), longest)
}
