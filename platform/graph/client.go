package graph

import (
	"net"
	"net/http"
	"time"

	"crier/platform/clock"
	"crier/platform/secrets"
)

const (
	defaultTimeout = 30 * time.Second
	// dialTimeout is shorter than a call's, so that a network that is away shows as a failed dial: that one is known
	// to have sent nothing.
	dialTimeout = 10 * time.Second
	// idleTimeout is shorter than servers keep a connection, so that few requests meet a closed one.
	idleTimeout     = 30 * time.Second
	idlePerHost     = 4
	maxHeaderBytes  = 64 << 10
	applicationName = "Crier"
)

// Login says how an account was connected, and with that which host serves it.
type Login string

// The two logins.
const (
	Primary Login = "primary"
	Partner Login = "partner"
)

// Account is on whose behalf a call is made.
type Account struct {
	// ID is the network's id of the professional account, as it stands in paths.
	ID    string
	Login Login
	Token secrets.Text
}

// Options configure a Client.
type Options struct {
	// Endpoints is asked at each call, for a sandbox's address is known only once it has started.
	Endpoints func() Endpoints
	// HTTP is the client whose Transport sends; nothing else of it is used. Nil, or one without a Transport, is one of
	// the package's own: HTTP/1.1, the environment's proxy, bounded headers.
	HTTP *http.Client
	// Clock times the calls for Observe. Nil is the system's.
	Clock clock.Clock
	// Timeout bounds each HTTP call from dial to the last byte, on the machine's time. Zero is 30 s.
	Timeout time.Duration
	// Observe, if set, is told of each HTTP call after its end, on the caller's goroutine.
	Observe func(Call)
}

// Client calls the publishing API. It is safe for concurrent use.
type Client struct {
	endpoints func() Endpoints
	transport http.RoundTripper
	clock     clock.Clock
	timeout   time.Duration
	observe   func(Call)
}

// New returns a Client.
func New(o Options) *Client {
	c := &Client{endpoints: o.Endpoints, clock: o.Clock, timeout: o.Timeout, observe: o.Observe}
	if o.HTTP != nil {
		c.transport = o.HTTP.Transport
	}
	if c.transport == nil {
		c.transport = newTransport()
	}
	if c.endpoints == nil {
		c.endpoints = func() Endpoints { return Endpoints{} }
	}
	if c.clock == nil {
		c.clock = clock.System()
	}
	if c.timeout <= 0 {
		c.timeout = defaultTimeout
	}
	return c
}

// CloseIdleConnections closes the kept connections that no call uses.
func (c *Client) CloseIdleConnections() {
	(&http.Client{Transport: c.transport}).CloseIdleConnections()
}

func newTransport() *http.Transport {
	protocols := new(http.Protocols)
	protocols.SetHTTP1(true)
	return &http.Transport{
		Proxy:                  http.ProxyFromEnvironment,
		DialContext:            (&net.Dialer{Timeout: dialTimeout}).DialContext,
		TLSHandshakeTimeout:    dialTimeout,
		IdleConnTimeout:        idleTimeout,
		MaxIdleConnsPerHost:    idlePerHost,
		MaxResponseHeaderBytes: maxHeaderBytes,
		DisableCompression:     true,
		Protocols:              protocols,
	}
}
