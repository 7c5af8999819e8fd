package sandbox

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"strconv"
	"sync"
	"time"

	"crier/platform/clock"
)

// defaultFetchTimeout bounds one media fetch from the first byte asked for to the last one read.
const defaultFetchTimeout = 30 * time.Second

// Options say how a Network is made.
type Options struct {
	// StateFile is the file that keeps the whole simulated world. Empty means memory only.
	StateFile string
	// Clock is what the sandbox's own clock runs on; nil is the machine's clock.
	Clock clock.Clock
	// Log receives one debug line a call, without secrets; nil discards.
	Log *slog.Logger
	// FetchHosts are host names, besides the loopback ones, from which media may be fetched.
	FetchHosts []string
	// MediaHost names one more such host, which may change while the sandbox runs; nil is none.
	MediaHost func() string
	// Home returns the address of the Crier that the sandbox belongs to, to which its pages lead back; nil, or an empty one, is none.
	Home func() string
	// Die kills the process, which is started again, and does not return; with nil there are no faults that kill.
	Die func()
	// Fetch sends the fetches; nil is a transport that reaches those hosts and no others.
	Fetch http.RoundTripper
	// FetchTimeout bounds one media fetch; zero is 30 seconds.
	FetchTimeout time.Duration
}

// Network is one simulated social network. It is safe for concurrent use.
type Network struct {
	clock   clock.Clock
	log     *slog.Logger
	fetcher *fetcher
	spool   *spool
	album   *album
	closing chan struct{}
	once    sync.Once
	late    *lateCalls
	// home is Options.Home, and never nil.
	home func() string
	// die is Options.Die.
	die func()

	mu       sync.Mutex
	closed   bool
	w        *world
	file     *stateFile
	fetching map[string]chan struct{}
	moved    chan struct{}
	// hasServer says that the network knows its own address.
	hasServer bool
}

// ErrInUse says that another process works on the same state file.
var ErrInUse = errors.New("another process is using this sandbox state file")

var errClosed = errors.New("the sandbox network is closed")

// Open returns the network whose world the state file keeps, or the first-run world when there is no such file or it
// is empty. It returns ErrInUse, wrapped, when another process has the file open.
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
	w := newWorld(o.Clock)
	file, err := openStateFile(o.StateFile, w, o.Log)
	if err != nil {
		return nil, fmt.Errorf("open the sandbox state: %w", err)
	}
	n := &Network{
		clock: o.Clock, log: o.Log, fetcher: newFetcher(o), spool: newSpool(o.StateFile), album: newAlbum(o.StateFile), closing: make(chan struct{}),
		home: o.Home, die: o.Die, w: w, file: file, fetching: map[string]chan struct{}{}, moved: make(chan struct{}),
	}
	n.late = newLateCalls(n)
	if err := n.update((*world).beginFirstRun); err != nil {
		return nil, errors.Join(fmt.Errorf("open the sandbox state: %w", err), n.Close())
	}
	n.late.resume()
	return n, nil
}

// Close ends every delay and fetch that is under way and gives the state file back. Calls that come later are
// answered with a server error.
func (n *Network) Close() error {
	n.endWaits()
	defer n.late.close()
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.closed {
		return nil
	}
	n.closed = true
	n.fetcher.close()
	n.spool.close()
	return errors.Join(n.album.close(), n.file.close())
}

// endWaits ends every delay and fetch, now and from now on.
func (n *Network) endWaits() { n.once.Do(func() { close(n.closing) }) }

// update runs f on the world and has all that f changed in the state file, as one line, before it returns.
func (n *Network) update(f func(w *world)) error {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.closed {
		return errClosed
	}
	f(n.w)
	changed := n.w.takeChanges()
	if changed == nil {
		return nil
	}
	if err := n.file.append(changed); err != nil {
		n.log.Error("sandbox state not written", "error", err)
		return err
	}
	trim(n.w)
	n.file.compactWhenGrown(n.w, n.log)
	return nil
}

// lastPort returns the port that the sandbox last listened on, 0 when it has none yet.
func lastPort(n *Network) int {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.w.port
}

// settleAt notes the address of the network's server: the pages of posts are there, whatever name a client calls it by.
func settleAt(n *Network, site string) error {
	u, err := url.Parse(site)
	if err != nil {
		return err
	}
	port, err := strconv.Atoi(u.Port())
	if err != nil {
		return err
	}
	return n.update(func(w *world) {
		w.site, n.hasServer = site, true
		if w.port != port {
			w.putPort(port)
		}
	})
}

// reachedAt notes under which address somebody asks a network that has no server of its own.
func reachedAt(n *Network, site string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if !n.hasServer {
		n.w.site = site
	}
}

// answer is update for a call of the network's API: a state file that cannot be written is the server's error.
func (n *Network) answer(f func(w *world) answer) answer {
	var ans answer
	if err := n.update(func(w *world) { ans = f(w) }); err != nil {
		return failed(errUnavailable())
	}
	return ans
}

// date returns the time that an answer gives. A client measures its own clock by it, so that it is by the clock of the machine and does
// not move with the sandbox's own, unless the move says so: then a machine's clock that moves as well is right.
func (n *Network) date() time.Time {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.clock.Now().Add(time.Duration(n.w.settings.DateOffsetMS) * time.Millisecond)
}

// sleep waits for d on the sandbox's clock, so that moving that clock forward ends the wait early. A client that hangs
// up does not: what it asked for is under way.
func (n *Network) sleep(d time.Duration) error {
	if d <= 0 {
		return nil
	}
	n.mu.Lock()
	until := n.w.now().Add(d)
	n.mu.Unlock()
	return n.sleepUntil(until)
}

// sleepUntil waits until the sandbox's clock shows the instant.
func (n *Network) sleepUntil(until time.Time) error {
	for {
		n.mu.Lock()
		left, moved := until.Sub(n.w.now()), n.moved
		n.mu.Unlock()
		elapsed, err := n.sleepOrMove(left, moved)
		if elapsed || err != nil {
			return err
		}
	}
}

func (n *Network) sleepOrMove(d time.Duration, moved <-chan struct{}) (elapsed bool, err error) {
	timer := n.clock.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true, nil
	case <-moved:
		return false, nil
	case <-n.closing:
		return false, errClosed
	}
}

// untilClosed returns a context that ends with Close, and not with ctx: a fetch goes on when a client hangs up.
func (n *Network) untilClosed(ctx context.Context) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(context.WithoutCancel(ctx))
	go func() {
		select {
		case <-n.closing:
			cancel()
		case <-ctx.Done():
		}
	}()
	return ctx, cancel
}
