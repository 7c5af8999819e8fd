// Package publicurl sends a public address the requests that the network will send. So Crier finds
// a file that the network could not fetch, and says why, instead of passing on an error code of the
// network.
//
// Checker refuses an address that only this machine or its local network can reach, without a
// request. It sends any other address two requests: HEAD, and GET for a range of the first bytes.
// Over at most three redirects the address must lead to the file, by its type and length, and not
// to a page. A video's host must support ranges. A host that refuses HEAD, as hosts of addresses
// signed for GET do, is judged by the range alone.
//
// An error contains nothing of an address but its host, because the rest of it protects the file.
package publicurl

import (
	"context"
	"errors"
	"fmt"
	"io"
	"mime"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"
)

const (
	timeout     = 15 * time.Second
	dialTimeout = 10 * time.Second
	idleTimeout = 30 * time.Second
	// idlePerHost is how many publications run at once.
	idlePerHost  = 8
	maxHeader    = 64 << 10
	maxRedirects = 3
	maxShownType = 100
	// firstBytes is how much of the file is requested: enough to tell a page from it.
	firstBytes = 512
	userAgent  = "Crier (checks what facebookexternalhit/1.1 will fetch)"
)

// File describes the file that an address must lead to.
type File struct {
	// ContentType is such as image/jpeg.
	ContentType string
	// Size is in bytes.
	Size int64
}

// Error says why the network could not fetch a file. Its text holds no address.
type Error struct {
	// Permanent says that a retry changes nothing, because the address itself cannot work.
	Permanent bool
	reason    string
	cause     error
}

// Error returns the reason, for people.
func (e *Error) Error() string { return e.reason }

// Unwrap returns the failure of the transport, if it was one.
func (e *Error) Unwrap() error { return e.cause }

// Checker checks addresses. It is safe for concurrent use.
type Checker struct {
	transport http.RoundTripper
	names     *net.Resolver
	// isLocal says that the network runs on this machine too, as the sandbox does.
	isLocal bool
}

// New returns a Checker. isLocal permits addresses that only this machine can reach, for a network
// that runs on it.
func New(isLocal bool) *Checker {
	return Through(isLocal, &http.Transport{
		Proxy:                  http.ProxyFromEnvironment,
		DialContext:            (&net.Dialer{Timeout: dialTimeout}).DialContext,
		TLSHandshakeTimeout:    dialTimeout,
		IdleConnTimeout:        idleTimeout,
		MaxIdleConnsPerHost:    idlePerHost,
		MaxResponseHeaderBytes: maxHeader,
		DisableCompression:     true,
	})
}

// Through is New with a transport of the caller's.
func Through(isLocal bool, transport http.RoundTripper) *Checker {
	return &Checker{isLocal: isLocal, transport: transport, names: net.DefaultResolver}
}

// CloseIdleConnections closes the kept connections that no check uses.
func (c *Checker) CloseIdleConnections() {
	(&http.Client{Transport: c.transport}).CloseIdleConnections()
}

// Check returns nil when the network should be able to fetch the file from the address, and an
// *Error otherwise, or the context's cause when that has ended.
func (c *Checker) Check(ctx context.Context, address string, want File) error {
	bounded, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	err := c.check(bounded, address, want)
	if err != nil && ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return err
}

func (c *Checker) check(ctx context.Context, address string, want File) error {
	u, err := c.usable(ctx, address)
	if err != nil {
		return err
	}
	head, err := c.ask(ctx, http.MethodHead, u)
	if err != nil {
		return err
	}
	if !isUnwillingToHead(head.status) {
		if err := head.fits(want); err != nil {
			return err
		}
	}
	got, err := c.ask(ctx, http.MethodGet, u)
	if err != nil {
		return err
	}
	return got.fits(want)
}

func isUnwillingToHead(status int) bool {
	return status == http.StatusForbidden || status == http.StatusMethodNotAllowed || status == http.StatusNotImplemented
}

// answer is the response at the end of the redirects.
type answer struct {
	method     string
	host       string
	status     int
	redirected bool
	header     http.Header
	length     int64
	start      []byte
}

// ask makes one request and follows its redirects.
func (c *Checker) ask(ctx context.Context, method string, u *url.URL) (answer, error) {
	for redirects := 0; ; redirects++ {
		got, err := c.once(ctx, method, u)
		got.redirected = redirects > 0
		location := got.header.Get("Location")
		if err != nil || location == "" || got.status < 300 || got.status >= 400 {
			return got, err
		}
		if redirects == maxRedirects {
			return got, refused("%s redirects more than %d times; the network wants the file itself", u.Host, maxRedirects)
		}
		next, err := u.Parse(location)
		if err != nil {
			return got, refused("%s redirects to something that is not an address", u.Host)
		}
		if u, err = c.usable(ctx, next.String()); err != nil {
			return got, err
		}
	}
}

func (c *Checker) once(ctx context.Context, method string, u *url.URL) (answer, error) {
	got := answer{method: method, host: u.Host}
	req, err := http.NewRequestWithContext(ctx, method, u.String(), http.NoBody)
	if err != nil {
		return got, unusable("the public address cannot be asked")
	}
	req.Header.Set("User-Agent", userAgent)
	if method == http.MethodGet {
		req.Header.Set("Range", fmt.Sprintf("bytes=0-%d", firstBytes-1))
	}
	resp, err := c.transport.RoundTrip(req)
	if err != nil {
		return got, unreachable(u.Host, err)
	}
	defer func() { _ = resp.Body.Close() }()
	got.status, got.header, got.length = resp.StatusCode, resp.Header, resp.ContentLength
	if method == http.MethodGet {
		got.start, err = io.ReadAll(io.LimitReader(resp.Body, firstBytes))
		if err != nil {
			return got, unreachable(u.Host, err)
		}
	}
	return got, nil
}

// fits compares an answer with the file.
func (a answer) fits(want File) error {
	switch kind := a.contentType(); {
	case a.status >= http.StatusInternalServerError:
		return refused("%s answers HTTP %d", a.host, a.status)
	case a.status != http.StatusOK && a.status != http.StatusPartialContent:
		return refused("%s does not give the file out (HTTP %d); the network gets no more than anybody", a.host, a.status)
	case a.isPage(kind):
		if a.redirected {
			return refused("%s redirects to a page in place of the file", a.host)
		}
		return refused("%s gives a page in place of the file", a.host)
	case kind != want.ContentType:
		return refused("%s says that the file is %q; it is %s", a.host, kind, want.ContentType)
	}
	if size, ok := a.size(); ok && size != want.Size {
		return refused("%s has a file of %d bytes; it should have %d", a.host, size, want.Size)
	}
	if a.method == http.MethodGet && a.status != http.StatusPartialContent && strings.HasPrefix(want.ContentType, "video/") {
		return refused("%s does not know HTTP ranges, which the network needs for videos", a.host)
	}
	return nil
}

func (a answer) contentType() string {
	stated := a.header.Get("Content-Type")
	kind, _, err := mime.ParseMediaType(stated)
	if err != nil {
		return stated[:min(len(stated), maxShownType)] // It may be told to people.
	}
	return kind[:min(len(kind), maxShownType)]
}

func (a answer) isPage(kind string) bool {
	return kind == "text/html" || strings.HasPrefix(http.DetectContentType(a.start), "text/html")
}

// size returns the size of the whole file as the answer gives it, and false if it gives none.
func (a answer) size() (int64, bool) {
	if a.status != http.StatusPartialContent {
		return a.length, a.length >= 0
	}
	_, total, _ := strings.Cut(a.header.Get("Content-Range"), "/")
	size, err := strconv.ParseInt(total, 10, 64)
	return size, err == nil
}

func refused(format string, args ...any) *Error {
	return &Error{reason: fmt.Sprintf(format, args...)}
}

func unusable(format string, args ...any) *Error {
	return &Error{Permanent: true, reason: fmt.Sprintf(format, args...)}
}

// unreachable describes a failure of the transport. The transport's own text would name the
// address.
func unreachable(host string, err error) *Error {
	e := &Error{cause: err}
	var dns *net.DNSError
	switch {
	case errors.As(err, &dns) && dns.IsNotFound:
		e.reason = host + " has no address on the internet"
	case errors.Is(err, context.DeadlineExceeded):
		e.reason = host + " does not answer in time"
	default:
		e.reason = host + " cannot be reached"
	}
	return e
}
