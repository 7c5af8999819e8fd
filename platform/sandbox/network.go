package sandbox

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"time"

	"crier/platform/clock"
	"crier/platform/sandbox/files"
	"crier/platform/sandbox/graph"
	"crier/platform/sandbox/native"
	"crier/platform/sandbox/wire"
	"crier/platform/sandbox/world"
)

const (
	// defaultFetchTimeout bounds a media fetch as a whole.
	defaultFetchTimeout = 30 * time.Second
	// uploadLife is for how long the bytes of an upload that nobody completes or publishes are
	// stored. No container and no late call waits for more than a day.
	uploadLife = 7 * world.Day
)

// Options are the settings of a Network.
type Options struct {
	// StateFile is the file that keeps the whole simulated world. Empty means memory only.
	StateFile string
	// Clock is the basis of the sandbox's own clock; nil is the machine's clock.
	Clock clock.Clock
	// Log receives one debug line a call, without secrets; nil discards.
	Log *slog.Logger
	// FetchHosts are host names, besides the loopback ones, from which media may be fetched.
	FetchHosts []string
	// MediaHost returns one more such host, which may change while the sandbox runs; nil is none.
	MediaHost func() string
	// Home returns the address of the Crier that the sandbox belongs to, to which its pages link;
	// nil, or an empty text, is none.
	Home func() string
	// Die kills the process, which is started again, and does not return. With nil there are no
	// faults that kill.
	Die func()
	// Fetch makes the fetches; nil is a transport that reaches those hosts and no others.
	Fetch http.RoundTripper
	// FetchTimeout bounds one media fetch; zero is 30 seconds.
	FetchTimeout time.Duration
}

// Network is one simulated social network. It is safe for concurrent use.
type Network struct {
	store   *world.Store
	log     *slog.Logger
	fetcher *files.Fetcher
	spool   *files.Spool
	album   *files.Album
	late    *lateCalls
	graph   *graph.API
	native  *native.API
	// home is Options.Home, and never nil.
	home func() string
	die  func()
}

// Open returns the network whose world the state file keeps, or the first-run world when there is
// no such file or it is empty. It returns ErrInUse, wrapped, when another process has the file
// open.
func Open(o Options) (*Network, error) {
	if o.Clock == nil {
		o.Clock = clock.System()
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	if o.Home == nil {
		o.Home = func() string { return "" }
	}
	if o.FetchTimeout <= 0 {
		o.FetchTimeout = defaultFetchTimeout
	}
	s, err := world.Open(o.StateFile, o.Clock, o.Log)
	if err != nil {
		return nil, fmt.Errorf("open the sandbox state: %w", err)
	}
	n := &Network{store: s, log: o.Log, fetcher: files.NewFetcher(o.FetchHosts, o.MediaHost, o.Fetch, o.FetchTimeout), spool: files.NewSpool(o.StateFile), album: files.NewAlbum(o.StateFile), home: o.Home, die: o.Die}
	n.graph = graph.New(s, n.fetcher, n.spool, n.album, o.Log)
	n.native = native.New(s, n.spool, n.album)
	n.late = newLateCalls(s, n.spool, o.Log, n.route)
	if err := s.Update((*world.World).BeginFirstRun); err != nil {
		return nil, errors.Join(fmt.Errorf("open the sandbox state: %w", err), n.Close())
	}
	n.spool.DropBefore(clock.System().Now().Add(-uploadLife)) // The times of files are the machine's.
	n.late.resume()
	return n, nil
}

// Close ends all delays and fetches and closes the state file. Later calls are answered with a
// server error.
func (n *Network) Close() error {
	defer n.late.close()
	first, err := n.store.Close()
	if !first {
		return err
	}
	n.fetcher.Close()
	n.spool.Close()
	return errors.Join(n.album.Close(), err)
}

// route passes the call to the API of its host.
func (n *Network) route(ctx context.Context, c *wire.Call) wire.Answer {
	switch c.Host {
	case wire.HostNative:
		return n.native.Route(c)
	case wire.HostManifest:
		return n.native.RouteManifest(c)
	}
	return n.graph.Route(ctx, c)
}

// Account is a demo account with what a person needs to connect it.
type Account = world.Profile

// NativeUser is a demo user of the network's own app, whose login the native API takes.
type NativeUser = world.NativeProfile

// App is an app at the network through which a person logs in.
type App = world.App

// ErrInUse says that another process works on the same state file.
var ErrInUse = world.ErrInUse

// DemoAccounts returns the two accounts of the first-run world, always the same: a primary BUSINESS
// one, then a partner CREATOR one with a Page.
func DemoAccounts() []Account { return world.DemoAccounts() }

// FurtherAccounts returns the accounts of the first-run world that are not connected: a
// professional and a personal one of the primary login, and two of one partner user. The Page of
// the second one can be found only by way of a business.
func FurtherAccounts() []Account { return world.FurtherAccounts() }

// UnifiedAccounts returns the accounts without a Page that the partner's host serves, a
// professional and a personal one.
func UnifiedAccounts() []Account { return world.UnifiedAccounts() }

// InvitedAccount returns the account that has been invited to test the app and has not accepted.
func InvitedAccount() Account { return world.InvitedAccount() }

// DemoNativeUser returns the native user of the first-run world, always the same.
func DemoNativeUser() NativeUser { return world.DemoNativeUser() }

// DemoApp returns the only app that the sandbox knows, for both logins.
func DemoApp() App { return world.DemoApp() }
