package native

import (
	"cmp"
	"context"
	"net/http"
	"time"

	"crier/platform/clock"
	"crier/platform/httpclient"
)

// Options configure a Client.
type Options struct {
	// BaseURL is asked at each call for the address of the API, without a closing slash: a
	// sandbox's is known only once it has started. Nil is the real network's.
	BaseURL func() string
	// HTTP is the client whose Transport sends; nothing else of it is used. Nil, or one without a
	// Transport, is one of the package's own.
	HTTP *http.Client
	// Clock dates the sealed password. Nil is the system's.
	Clock clock.Clock
	// Timeout bounds each HTTP call from dial to the last byte, on the machine's time. Zero is 30
	// s.
	Timeout time.Duration
	// Observe, if not nil, is told of each answer that says when it was given, on the caller's
	// goroutine. So is an observer of the call's context (WithObserver).
	Observe func(Dated)
	// Unknown, if not nil, is told of each answer in which something is unknown to this version of
	// the program, on the caller's goroutine. The observer of a call's context
	// (httpclient.WithObserver[httpclient.Unknown]) is told as well.
	Unknown func(httpclient.Unknown)
}

// WithObserver returns a context under which observe is told of each answer that says when it was
// given, after the observers that ctx has already.
func WithObserver(ctx context.Context, observe func(Dated)) context.Context {
	return httpclient.WithObserver(ctx, observe)
}

// Dated is when a call was made and when, by the network's clock, it was answered.
type Dated struct {
	// Op is one of the Op constants.
	Op string
	// At is when the call was begun by the Client's clock, and Duration how long the head of the
	// answer took.
	At       time.Time
	Duration time.Duration
	// Date is when the network says that it answered, cut to its second.
	Date time.Time
}

// Client is the network's app API, with a type for each job. It is safe for concurrent use.
type Client struct {
	*Stories
	Logins    *Logins
	Inboxes   *Inboxes
	Media     *Media
	Manifests *Manifests

	caller *caller
}

// The jobs of the API. No job needs another one.
type (
	// Stories are those that the user publishes: their files, the call that makes them visible,
	// what is live, and who is mentioned.
	Stories struct{ caller *caller }
	// Logins sign users in, and tell who a session belongs to.
	Logins struct{ caller *caller }
	// Inboxes are what others have sent to the user.
	Inboxes struct{ caller *caller }
	// Media are the stories of others, and their files.
	Media struct {
		caller *caller
		files  http.RoundTripper
	}
	// Manifests tell which version of the network's app is the newest.
	Manifests struct{ caller *caller }
)

// LiveURL returns the address of the real network's API.
func LiveURL() string { return liveBase }

// SandboxURL returns the address of the API of a sandbox network that listens at base (without a
// closing slash).
func SandboxURL(base string) string { return base + sandboxPath }

// New returns a Client.
func New(o Options) *Client {
	c := &caller{
		base: o.BaseURL, transport: httpclient.TransportOf(o.HTTP), clock: o.Clock,
		timeout: cmp.Or(max(o.Timeout, 0), httpclient.DefaultTimeout),
		observe: o.Observe, unknown: o.Unknown,
	}
	if c.base == nil {
		c.base = LiveURL
	}
	files := c.transport
	if c.transport == nil {
		c.transport, files = httpclient.NewTransport(), newFileTransport(c.base)
	}
	if c.clock == nil {
		c.clock = clock.System()
	}
	return &Client{&Stories{c}, &Logins{c}, &Inboxes{c}, &Media{c, files}, &Manifests{c}, c}
}

// CloseIdleConnections closes the kept connections that no call uses.
func (c *Client) CloseIdleConnections() {
	httpclient.CloseIdle(c.caller.transport)
	httpclient.CloseIdle(c.Media.files)
}
