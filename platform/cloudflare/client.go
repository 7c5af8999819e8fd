package cloudflare

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"sync/atomic"
	"time"

	"crier/platform/clock"
	"crier/platform/httpclient"
	"crier/platform/secrets"
)

const (
	liveBase        = "https://api.cloudflare.com/client/v4"
	defaultPatience = 30 * time.Second
	defaultTries    = 3
	firstPause      = 500 * time.Millisecond
)

// Options configure a Client.
type Options struct {
	// BaseURL is asked at each call for the address of the API, without a closing slash. Nil is
	// Cloudflare's.
	BaseURL func() string
	// HTTP is the client whose Transport sends; nothing else of it is used. Nil, or one without a
	// Transport, is one of the package's own.
	HTTP *http.Client
	// Clock times the pauses between repeats. Nil is the system's.
	Clock clock.Clock
	// Timeout bounds each HTTP call from dial to the last byte, on the machine's time. Zero is 30
	// s.
	Timeout time.Duration
	// Patience is the longest pause between repeats, also when Cloudflare asks for one. Zero is 30
	// s.
	Patience time.Duration
	// Tries is how often a call is made at most. Zero is 3.
	Tries int
	// Unknown, if not nil, is told of each answer in which something is unknown to this version of
	// the program, on the caller's goroutine; an observer of the context is told as well.
	Unknown func(httpclient.Unknown)
}

// Client calls Cloudflare's API with one token. It is safe for concurrent use.
type Client struct {
	base      func() string
	transport http.RoundTripper
	clock     clock.Clock
	timeout   time.Duration
	patience  time.Duration
	tries     int
	token     secrets.Text
	// onRequest is the function of OnRequest; it is shared by all that As has made.
	onRequest *atomic.Pointer[func() func(http.Header)]
	unknown   func(httpclient.Unknown)
}

// LiveURL returns the address of Cloudflare's API.
func LiveURL() string { return liveBase }

// New returns a Client that has no token yet; As gives it one.
func New(o Options) *Client {
	c := &Client{
		base: o.BaseURL, clock: o.Clock, timeout: cmp.Or(max(o.Timeout, 0), httpclient.DefaultTimeout),
		patience: cmp.Or(max(o.Patience, 0), defaultPatience), tries: cmp.Or(max(o.Tries, 0), defaultTries),
		onRequest: new(atomic.Pointer[func() func(http.Header)]), unknown: o.Unknown,
	}
	if c.transport = httpclient.TransportOf(o.HTTP); c.transport == nil {
		c.transport = httpclient.NewTransport()
	}
	if c.base == nil {
		c.base = LiveURL
	}
	if c.clock == nil {
		c.clock = clock.System()
	}
	return c
}

// OnRequest makes c call do before each request, and then call the function that do has returned
// with the header of the answer, which has the time at Cloudflare. It does not call that function
// for what came in the place of an answer of Cloudflare's, from a proxy for instance, nor for a
// value of KV, which may have any form. Neither function may block.
func OnRequest(c *Client, do func() func(http.Header)) { c.onRequest.Store(&do) }

// As returns a Client that calls with the token, over the same connections.
func (c *Client) As(token secrets.Text) *Client {
	other := *c
	other.token = token
	return &other
}

// Account returns what calls on behalf of the account with the id.
func (c *Client) Account(id string) *Account { return &Account{client: c, id: id} }

// Format prints the type alone: fmt would read the token out of a field that is not exported.
func (*Client) Format(f fmt.State, _ rune) { _, _ = f.Write([]byte("cloudflare.Client")) }

// VerifyToken returns what Cloudflare says about the client's token, if a user owns it. The token
// of an account is unknown to this call and of Kind TokenWrong: Account.VerifyToken is for those.
func (c *Client) VerifyToken(ctx context.Context) (Token, error) {
	return c.verify(ctx, "user", "tokens", "verify")
}

func (c *Client) verify(ctx context.Context, path ...string) (Token, error) {
	got, _, err := call[wireToken](ctx, c, request{op: OpVerifyToken, method: http.MethodGet, path: path})
	return got.token(), err
}

// Accounts returns the accounts that the token reaches, which may be none when it lacks the
// permission to name them.
func (c *Client) Accounts(ctx context.Context) ([]AccountInfo, error) {
	return pages[wireAccounts](ctx, c, request{op: OpListAccounts, method: http.MethodGet, path: []string{"accounts"}})
}

// CloseIdleConnections closes the kept connections that no call uses.
func (c *Client) CloseIdleConnections() {
	httpclient.CloseIdle(c.transport)
}

// Account calls on behalf of one account. It is safe for concurrent use.
type Account struct {
	client *Client
	id     string
}

// R2 are the account's buckets.
type R2 struct{ account *Account }

// R2 returns the account's buckets.
func (a *Account) R2() R2 { return R2{a} }

// Workers are the account's scripts, with what belongs to them.
type Workers struct{ account *Account }

// Workers returns the account's scripts.
func (a *Account) Workers() Workers { return Workers{a} }

// ID returns the account's id.
func (a *Account) ID() string { return a.id }
