package graph

import (
	"cmp"
	"net/http"
	"time"

	"crier/platform/clock"
	"crier/platform/httpclient"
	"crier/platform/secrets"
)

// idlePerHost is how many connections the client keeps open to a host: as many as publications run
// at once.
const idlePerHost = 8

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
	// Endpoints is asked at each call, because the address of a sandbox is known only after its
	// start.
	Endpoints func() Endpoints
	// HTTP is the client whose Transport sends; nothing else of it is used. Nil, or one without a
	// Transport, is one of the package's own: HTTP/1.1, the environment's proxy, bounded headers.
	HTTP *http.Client
	// Clock times the calls for Observe. Nil is the system's.
	Clock clock.Clock
	// Timeout bounds each HTTP call from dial to the last byte, on the machine's time. Zero is 30
	// s.
	Timeout time.Duration
	// Observe, if set, is told of each HTTP call after its end, on the caller's goroutine.
	Observe func(Call)
}

// Client calls the publishing API. Each resource of the network has a type of its own. It is safe
// for concurrent use.
type Client struct {
	*Containers
	*Publications
	*PagePublications
	*PostComments
	Tokens   *Tokens
	Profiles *Profiles

	caller *caller
}

// The resources of the network.
type (
	// Containers are posts before they are published, and the bytes that are sent for them.
	Containers struct{ caller *caller }
	// Publications are what accounts have published and may publish.
	Publications struct{ caller *caller }
	// PagePublications are the posts of Pages.
	PagePublications struct{ caller *caller }
	// PostComments are what is said below posts and reels.
	PostComments struct{ caller *caller }
	// Tokens are the access tokens, and the logins that lead to them.
	Tokens struct{ caller *caller }
	// Profiles are who the accounts are, and the Pages that lead to them.
	Profiles struct{ caller *caller }
)

// caller sends the calls of all resources.
type caller struct {
	endpoints func() Endpoints
	transport http.RoundTripper
	clock     clock.Clock
	timeout   time.Duration
	observe   func(Call)
}

// New returns a Client.
func New(o Options) *Client {
	c := &caller{endpoints: o.Endpoints, clock: o.Clock, timeout: cmp.Or(max(o.Timeout, 0), httpclient.DefaultTimeout), observe: o.Observe}
	if c.transport = httpclient.TransportOf(o.HTTP); c.transport == nil {
		own := httpclient.NewTransport()
		own.MaxIdleConnsPerHost = idlePerHost
		c.transport = own
	}
	if c.endpoints == nil {
		c.endpoints = func() Endpoints { return Endpoints{} }
	}
	if c.clock == nil {
		c.clock = clock.System()
	}
	return &Client{&Containers{c}, &Publications{c}, &PagePublications{c}, &PostComments{c}, &Tokens{c}, &Profiles{c}, c}
}

// CloseIdleConnections closes the kept connections that no call uses.
func (c *Client) CloseIdleConnections() { httpclient.CloseIdle(c.caller.transport) }
