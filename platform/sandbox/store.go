package sandbox

import (
	"cmp"
	"context"
	"log/slog"
	"net/url"
	"strconv"
	"sync"
	"time"

	"crier/platform/clock"
	"crier/platform/sandbox/wire"
	"crier/platform/wiretime"
)

// store keeps the world: in memory under one mutex, and in the state file. Every call enters it by update or view, which hold the mutex
// while they run; what takes long, such as a fetch, runs between two of them.
type store struct {
	clock   clock.Clock
	log     *slog.Logger
	closing chan struct{}
	once    sync.Once

	mu     sync.Mutex
	closed bool
	w      *world
	file   *stateFile
	// moved is closed when the sandbox's clock is moved.
	moved chan struct{}
	// hasServer says that the network knows its own address.
	hasServer bool
}

// openStore returns the world that the state file keeps.
func openStore(path string, c clock.Clock, log *slog.Logger) (*store, error) {
	w := newWorld(c)
	file, err := openStateFile(path, w, log)
	if err != nil {
		return nil, err
	}
	return &store{clock: c, log: log, closing: make(chan struct{}), w: w, file: file, moved: make(chan struct{})}, nil
}

// close ends every wait and gives the state file back. Later updates return errClosed; it reports whether it closed the store.
func (s *store) close() (first bool, err error) {
	s.endWaits()
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return false, nil
	}
	s.closed = true
	return true, s.file.close()
}

// view runs f on the world, which f must not change.
func (s *store) view(f func(w *world)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	f(s.w)
}

// update runs f on the world and has all that f changed in the state file, as one line, before it returns.
func (s *store) update(f func(w *world)) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return errClosed
	}
	f(s.w)
	changed := s.w.takeChanges()
	if changed == nil {
		return nil
	}
	if err := s.file.append(changed); err != nil {
		s.log.Error("sandbox state not written", "error", err)
		return err
	}
	trim(s.w)
	s.file.compactWhenGrown(s.w, s.log)
	return nil
}

// answer is update for a call of the network's API: a state file that cannot be written is the server's error.
func (s *store) answer(f func(w *world) wire.Answer) wire.Answer {
	var ans wire.Answer
	if err := s.update(func(w *world) { ans = f(w) }); err != nil {
		return wire.Failed(wire.Unavailable())
	}
	return ans
}

// date returns the time that an answer gives. A client measures its own clock by it, so that it is by the clock of the machine and does
// not move with the sandbox's own, unless the move says so: then a machine's clock that moves as well is right.
func (s *store) date() time.Time {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.clock.Now().Add(time.Duration(s.w.settings.DateOffsetMS) * time.Millisecond)
}

// sleep waits for d on the sandbox's clock, so that moving that clock forward ends the wait early. A client that hangs
// up does not: what it asked for is under way.
func (s *store) sleep(d time.Duration) error {
	if d <= 0 {
		return nil
	}
	s.mu.Lock()
	until := s.w.now().Add(d)
	s.mu.Unlock()
	return s.sleepUntil(until)
}

// sleepUntil waits until the sandbox's clock shows the instant.
func (s *store) sleepUntil(until time.Time) error {
	for {
		s.mu.Lock()
		left, moved := until.Sub(s.w.now()), s.moved
		s.mu.Unlock()
		elapsed, err := s.sleepOrMove(left, moved)
		if elapsed || err != nil {
			return err
		}
	}
}

func (s *store) sleepOrMove(d time.Duration, moved <-chan struct{}) (elapsed bool, err error) {
	timer := s.clock.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true, nil
	case <-moved:
		return false, nil
	case <-s.closing:
		return false, errClosed
	}
}

// untilClosed returns a context that ends with Close, and not with ctx: a fetch goes on when a client hangs up.
func (s *store) untilClosed(ctx context.Context) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(context.WithoutCancel(ctx))
	go func() {
		select {
		case <-s.closing:
			cancel()
		case <-ctx.Done():
		}
	}()
	return ctx, cancel
}

// endWaits ends every delay and fetch, now and from now on.
func (s *store) endWaits() { s.once.Do(func() { close(s.closing) }) }

// announceMove wakes all who wait on the sandbox's clock. The mutex must be held: call it in update.
func (s *store) announceMove() {
	close(s.moved)
	s.moved = make(chan struct{})
}

// unexpected answers a call that the network has no route for, and records it.
func (s *store) unexpected(c *wire.Call) wire.Answer {
	return s.answer(func(w *world) wire.Answer {
		w.past.putUnexpected(unexpectedCall{At: wiretime.Of(w.now()), Method: c.Method, Host: c.Host, Path: clip(c.Path)})
		return wire.Failed(wire.UnknownPath(cmp.Or(c.Inner(), c.Path)))
	})
}

// lastPort returns the port that the sandbox last listened on, 0 when it has none yet.
func (s *store) lastPort() (port int) {
	s.view(func(w *world) { port = w.port })
	return port
}

// settleAt notes the address of the network's server: the pages of posts are there, whatever name a client calls it by.
func (s *store) settleAt(site string) error {
	u, err := url.Parse(site)
	if err != nil {
		return err
	}
	port, err := strconv.Atoi(u.Port())
	if err != nil {
		return err
	}
	return s.update(func(w *world) {
		w.site, s.hasServer = site, true
		if w.port != port {
			w.putPort(port)
		}
	})
}

// reachedAt notes under which address somebody asks a network that has no server of its own.
func (s *store) reachedAt(site string) {
	s.view(func(w *world) {
		if !s.hasServer {
			w.site = site
		}
	})
}
