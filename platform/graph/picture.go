package graph

import (
	"bytes"
	"context"
	"image/jpeg"
	"net"
	"net/http"
	"net/url"
	"strings"

	"crier/platform/secrets"
)

const (
	// maxRedirects is how often the network's media hosts may lead on.
	maxRedirects = 3
	// maxPictureSide is far above what the network's profile pictures have.
	maxPictureSide = 4096
)

// Picture returns the JPEG at an address that Profile told, at most 1 MiB of it. The token is not
// sent there. Only https is asked, and no host that may be near; the client of a sandbox asks that
// sandbox and nobody else.
func (c *Profiles) Picture(ctx context.Context, address string) ([]byte, error) {
	for range maxRedirects + 1 {
		u, refusal := c.pictureURL(address)
		if refusal != nil {
			return nil, refusal
		}
		body, next, err := c.fetchPicture(ctx, u)
		if err != nil || next == "" {
			return body, err
		}
		address = next
	}
	return nil, refuse(OpPicture, Permanent, "the picture's address leads on and on")
}

// pictureURL returns the address of a picture if it may be asked.
func (c *Profiles) pictureURL(address string) (*url.URL, *Error) {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" || u.User != nil {
		return nil, refuse(OpPicture, Permanent, "the picture's address is none")
	}
	own, err := url.Parse(c.caller.endpoints().Instagram)
	if err != nil || own.Host == "" {
		return nil, refuse(OpPicture, Permanent, "the network has no address for this")
	}
	if own.Scheme != "https" {
		if u.Scheme != own.Scheme || u.Host != own.Host {
			return nil, refuse(OpPicture, Permanent, "the picture lies outside of the sandbox network")
		}
		return u, nil
	}
	// A name without a dot, or an address in figures, is of this machine or of the network that it
	// stands in.
	if u.Scheme != "https" || net.ParseIP(u.Hostname()) != nil || !strings.Contains(strings.Trim(u.Hostname(), "."), ".") {
		return nil, refuse(OpPicture, Permanent, "the picture's address is not an https one of the network")
	}
	return u, nil
}

// fetchPicture returns the picture, or where the answer leads on to.
func (c *Profiles) fetchPicture(ctx context.Context, u *url.URL) (body []byte, next string, err error) {
	if err := context.Cause(ctx); err != nil {
		e := refuse(OpPicture, Retry, "not sent: %s", err)
		e.cause = err
		return nil, "", e
	}
	x := &exchange{
		request: request{op: OpPicture, method: http.MethodGet, login: &loginCall{open: true, secrets: []secrets.Text{}}},
		caller:  c.caller, url: u, started: c.caller.clock.Now(),
	}
	body, failure := x.send(ctx)
	if failure == nil {
		next, failure = checkPicture(x, body)
	}
	if failure != nil {
		report(ctx, x, nil, failure)
		return nil, "", failure
	}
	report(ctx, x, nil, nil)
	return body, next, nil
}

// checkPicture judges the answer: a JPEG of a sensible size, or an address to go on to.
func checkPicture(x *exchange, body []byte) (next string, failure *Error) {
	if x.status >= http.StatusMultipleChoices && x.status < http.StatusBadRequest && x.location != "" {
		to, err := x.url.Parse(x.location)
		if err != nil {
			return "", x.malformed("an address that is none")
		}
		return to.String(), nil
	}
	if x.status != http.StatusOK {
		return "", x.malformed("no picture")
	}
	if !strings.HasPrefix(http.DetectContentType(body), "image/jpeg") {
		return "", x.malformed("no JPEG")
	}
	size, err := jpeg.DecodeConfig(bytes.NewReader(body))
	if err != nil || size.Width > maxPictureSide || size.Height > maxPictureSide {
		return "", x.malformed("no picture that can be shown")
	}
	return "", nil
}
