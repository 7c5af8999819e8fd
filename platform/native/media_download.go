package native

import (
	"context"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"syscall"
	"time"

	"crier/platform/httpclient"
)

const (
	downloadTimeout = 5 * time.Minute
	carrierGrade    = "100.64.0.0/10"
)

var (
	errForeignHost = errors.New("the address is not one of the network's media hosts")
	errPrivate     = errors.New("the media host leads to an address that is not public")
)

// Download writes the file at address to w, at most limit bytes of it, and returns the media type
// that its server names. It fetches from the network's media hosts alone, over https and from
// public addresses, and holds the redirects that it follows to the same; in sandbox mode it fetches
// from the sandbox alone. It returns an error of class Unsafe for every other address, of TooLarge
// for a longer file, and of NotFound for one that is gone. What it has written before an error is
// of no use. Its error is always an *Error.
func (m *Media) Download(
	ctx context.Context, address string, w io.Writer, limit int64,
) (contentType string, err error) {
	fail := func(class Class, status int, err error) *Error {
		return &Error{Op: OpDownload, Class: class, HTTPStatus: status, Message: clean(err.Error()), cause: err}
	}
	ctx, cancel := context.WithTimeout(ctx, downloadTimeout)
	defer cancel()
	for range maxRedirects + 1 {
		resp, err := m.fetch(ctx, address)
		if errors.Is(err, errForeignHost) || errors.Is(err, errPrivate) {
			return "", fail(Unsafe, 0, err)
		}
		if err != nil {
			return "", fail(Transport, 0, err)
		}
		next, err := resp.Location()
		if resp.StatusCode/100 == 3 && err == nil {
			address = next.String()
			_ = resp.Body.Close()
			continue
		}
		kind, err := receive(resp, w, limit)
		if e, ok := err.(*Error); ok { //nolint:errorlint // receive wraps nothing.
			return "", e
		}
		if err != nil {
			return "", fail(Transport, resp.StatusCode, err)
		}
		return kind, nil
	}
	return "", fail(Unsafe, 0, fmt.Errorf("more than %d redirects", maxRedirects))
}

// fetch asks for the file at address, if files may be fetched from there.
func (m *Media) fetch(ctx context.Context, address string) (*http.Response, error) {
	u, err := url.Parse(address)
	if err != nil || !m.isMediaAddress(u) {
		return nil, errForeignHost
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, u.String(), http.NoBody)
	if err != nil {
		return nil, errForeignHost
	}
	req.Header.Set("User-Agent", userAgent())
	return m.files.RoundTrip(req)
}

// receive writes the body of resp to w.
func receive(resp *http.Response, w io.Writer, limit int64) (kind string, err error) {
	defer func() { _ = resp.Body.Close() }()
	refuse := func(class Class, message string) (string, error) {
		return "", &Error{Op: OpDownload, Class: class, HTTPStatus: resp.StatusCode, Message: message}
	}
	switch {
	case resp.StatusCode == http.StatusTooManyRequests:
		return refuse(RateLimited, "the media host wants no more requests")
	case resp.StatusCode == http.StatusNotFound || resp.StatusCode == http.StatusGone || resp.StatusCode == http.StatusForbidden:
		return refuse(NotFound, "the file is gone")
	case resp.StatusCode != http.StatusOK:
		return "", fmt.Errorf("%w: HTTP %d in place of a file", ErrMalformed, resp.StatusCode)
	case resp.ContentLength > limit:
		return refuse(TooLarge, fmt.Sprintf("the file has %d bytes, more than %d", resp.ContentLength, limit))
	}
	n, err := io.Copy(w, io.LimitReader(resp.Body, limit+1))
	if err != nil {
		return "", err
	}
	if n > limit {
		return refuse(TooLarge, fmt.Sprintf("the file has more than %d bytes", limit))
	}
	kind, _, err = mime.ParseMediaType(resp.Header.Get("Content-Type"))
	if err != nil {
		kind = ""
	}
	return kind, nil
}

// isMediaAddress reports whether files may be fetched from u. A sandbox serves its own files, and
// in sandbox mode nothing else is called.
func (m *Media) isMediaAddress(u *url.URL) bool {
	if u.User != nil {
		return false
	}
	if base, err := url.Parse(m.caller.base()); err == nil && isLoopback(base.Hostname()) {
		return u.Scheme == base.Scheme && u.Host == base.Host
	}
	if u.Scheme != "https" || u.Port() != "" && u.Port() != "443" {
		return false
	}
	host := strings.ToLower(u.Hostname())
	return slices.ContainsFunc(mediaDomains(), func(domain string) bool { return strings.HasSuffix(host, "."+domain) })
}

func isLoopback(host string) bool {
	ip, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && ip.IsLoopback()
}

// newFileTransport returns what fetches files: like the transport of the calls, but to public
// addresses only, unless base is on this machine. A proxy of the environment is trusted to look
// after that itself.
func newFileTransport(base func() string) http.RoundTripper {
	proxied := httpclient.NewTransport()
	direct := httpclient.NewTransport()
	direct.Proxy = nil
	dialer := httpclient.Dialer()
	dialer.Control = func(_, address string, _ syscall.RawConn) error {
		u, err := url.Parse(base())
		if err == nil && isLoopback(u.Hostname()) {
			return nil
		}
		return checkPublic(address)
	}
	direct.DialContext = dialer.DialContext
	return fileTransport{direct: direct, proxied: proxied}
}

type fileTransport struct{ direct, proxied *http.Transport }

// RoundTrip takes the way of the environment's proxy where there is one for the request.
func (t fileTransport) RoundTrip(r *http.Request) (*http.Response, error) {
	if proxy, err := http.ProxyFromEnvironment(r); err != nil || proxy != nil {
		return t.proxied.RoundTrip(r)
	}
	return t.direct.RoundTrip(r)
}

// CloseIdleConnections closes the kept connections that no call uses.
func (t fileTransport) CloseIdleConnections() {
	t.direct.CloseIdleConnections()
	t.proxied.CloseIdleConnections()
}

// checkPublic returns errPrivate for the address of a machine that is not in the public net.
func checkPublic(address string) error {
	at, err := netip.ParseAddrPort(address)
	if err != nil {
		return errPrivate
	}
	ip := at.Addr().Unmap()
	if !ip.IsGlobalUnicast() || ip.IsPrivate() || netip.MustParsePrefix(carrierGrade).Contains(ip) {
		return errPrivate
	}
	return nil
}
