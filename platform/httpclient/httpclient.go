// Package httpclient has what the clients of foreign APIs share: platform/graph, platform/native,
// platform/cloudflare and the client of the cloud worker. Each of them calls one side only, follows
// no redirect, bounds what it reads, and tells a request that certainly was not sent from one that
// may have taken effect.
package httpclient

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

const (
	// DefaultTimeout bounds a call from dial to the last byte where its caller names no other
	// bound.
	DefaultTimeout = 30 * time.Second
	// UserAgent is how the program names itself.
	UserAgent = "Crier"

	// dialTimeout is shorter than the timeout of a call. When the network is away, the dial fails
	// first, and a failed dial is known to have sent nothing.
	dialTimeout = 10 * time.Second
	// idleTimeout is shorter than servers keep a connection, so that few requests meet a closed
	// one.
	idleTimeout    = 30 * time.Second
	maxHeaderBytes = 64 << 10
)

// Dialer returns what opens the connections of a transport.
func Dialer() *net.Dialer { return &net.Dialer{Timeout: dialTimeout} }

// NewTransport returns a transport of its own connections: HTTP/1.1, the environment's proxy,
// bounded headers, no compression. Requests are given to its RoundTrip and not to an http.Client,
// which follows redirects and hands on to them what authorises the request.
func NewTransport() *http.Transport {
	protocols := new(http.Protocols)
	protocols.SetHTTP1(true)
	return &http.Transport{
		Proxy:                  http.ProxyFromEnvironment,
		OnProxyConnectResponse: checkProxy,
		DialContext:            Dialer().DialContext,
		TLSHandshakeTimeout:    dialTimeout,
		IdleConnTimeout:        idleTimeout,
		MaxResponseHeaderBytes: maxHeaderBytes,
		DisableCompression:     true,
		Protocols:              protocols,
	}
}

// checkProxy returns the error for a proxy that makes no connection to the side that is called.
// Nothing was sent then.
func checkProxy(_ context.Context, proxy *url.URL, _ *http.Request, answer *http.Response) error {
	switch answer.StatusCode {
	case http.StatusOK:
		return nil
	case http.StatusProxyAuthRequired:
		return fmt.Errorf("the proxy %s wants a name and a password: put them into HTTPS_PROXY, as http://NAME:PASSWORD@%[1]s, and start Crier again", proxy.Host)
	}
	return fmt.Errorf("the proxy %s makes no connection: it answers HTTP %d", proxy.Host, answer.StatusCode)
}

// TransportOf returns the transport of the client, or nil when there is no client or it has none.
func TransportOf(c *http.Client) http.RoundTripper {
	if c == nil {
		return nil
	}
	return c.Transport
}

// CloseIdle closes the connections of the transport that no request uses.
func CloseIdle(t http.RoundTripper) { (&http.Client{Transport: t}).CloseIdleConnections() }

// ErrTooLong says that an answer has more bytes than its bound. An error that wraps it names the
// bound.
var ErrTooLong = errors.New("longer than")

// ReadAll reads r to its end. It returns an error that wraps ErrTooLong when there are more than
// most bytes.
func ReadAll(r io.Reader, most int64) ([]byte, error) {
	b, err := io.ReadAll(io.LimitReader(r, most+1))
	if err != nil {
		return nil, err
	}
	if int64(len(b)) > most {
		return nil, fmt.Errorf("%w %d bytes", ErrTooLong, most)
	}
	return b, nil
}

// DateOf returns the instant of an answer's Date header in UTC, and zero when there is none that
// can be read.
func DateOf(h http.Header) time.Time {
	at, err := http.ParseTime(h.Get("Date"))
	if err != nil {
		return time.Time{}
	}
	return at.UTC()
}

// IsHeaderText reports whether s is visible ASCII, and some of it.
func IsHeaderText(s string) bool {
	for _, r := range s {
		if r <= ' ' || r > '~' {
			return false
		}
	}
	return s != ""
}

// Unmarshal reads one JSON value. A repeated name is an error, because nobody knows which value
// counts. Broken UTF-8 is repaired: a cut emoji in one text must not make the other values
// unreadable.
func Unmarshal(b []byte, v any) error {
	return json.Unmarshal(b, v, jsontext.AllowInvalidUTF8(true))
}

// Scalar returns the text of a JSON string, number or boolean; null gives the empty text. For
// another value it returns an error that wraps malformed.
func Scalar(b []byte, malformed error) (string, error) {
	switch jsontext.Value(b).Kind() {
	case 'n':
		return "", nil
	case '"':
		var s string
		err := Unmarshal(b, &s)
		return s, err
	case '0', 't', 'f':
		return string(b), nil
	}
	return "", fmt.Errorf("%w: not a scalar", malformed)
}
