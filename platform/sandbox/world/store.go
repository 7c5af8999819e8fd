package world

import (
	"cmp"
	"context"
	"log/slog"
	"net/url"
	"os"
	"strconv"
	"sync"
	"time"

	"crier/platform/clock"
	"crier/platform/sandbox/wire"
	"crier/platform/wiretime"
)

// Store keeps the world: in memory under one mutex, and in the state file. Every call enters by
// Update or View, which hold the mutex while they run; what takes long, such as a fetch, runs
// between two of them.
type Store struct {
	clock   clock.Clock
	log     *slog.Logger
	closing chan struct{}
	once    sync.Once

	mu     sync.Mutex
	closed bool
	w      *World
	file   *stateFile
	// moved is closed when the sandbox's clock is moved.
	moved chan struct{}
	// hasServer says that the network knows its own address.
	hasServer bool
}

// Open returns the world that the state file keeps.
func Open(path string, c clock.Clock, log *slog.Logger) (*Store, error) {
	w := New(c)
	file, err := openStateFile(path, w, log)
	if err != nil {
		return nil, err
	}
	return &Store{clock: c, log: log, closing: make(chan struct{}), w: w, file: file, moved: make(chan struct{})}, nil
}

// Close ends every wait and gives the state file back. Later updates return ErrClosed. first is
// false when the store was closed before.
func (s *Store) Close() (first bool, err error) {
	s.EndWaits()
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return false, nil
	}
	s.closed = true
	return true, s.file.close()
}

// View runs f on the world, which f must not change.
func (s *Store) View(f func(w *World)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	f(s.w)
}

// Update runs f on the world and has all that f changed in the state file, as one line, before it
// returns.
func (s *Store) Update(f func(w *World)) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return ErrClosed
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

// Answer is Update for a call of the network's API: a state file that cannot be written is the
// server's error.
func (s *Store) Answer(f func(w *World) wire.Answer) wire.Answer {
	var ans wire.Answer
	if err := s.Update(func(w *World) { ans = f(w) }); err != nil {
		return wire.Failed(wire.Unavailable())
	}
	return ans
}

// Date returns the time that an answer gives. A client compares its own clock with it. So it is the
// time of the machine's clock, and moves with the sandbox's clock only when the call that moves
// that clock asks for it: then a machine's clock that moves too is right.
func (s *Store) Date() time.Time {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.clock.Now().Add(time.Duration(s.w.Settings.DateOffsetMS) * time.Millisecond)
}

// Sleep waits for d on the sandbox's clock, so that moving that clock forward ends the wait early.
// A client that hangs up does not: what it asked for is under way.
func (s *Store) Sleep(d time.Duration) error {
	if d <= 0 {
		return nil
	}
	s.mu.Lock()
	until := s.w.Now().Add(d)
	s.mu.Unlock()
	return s.SleepUntil(until)
}

// SleepUntil waits until the sandbox's clock shows the instant.
func (s *Store) SleepUntil(until time.Time) error {
	for {
		s.mu.Lock()
		left, moved := until.Sub(s.w.Now()), s.moved
		s.mu.Unlock()
		elapsed, err := s.sleepOrMove(left, moved)
		if elapsed || err != nil {
			return err
		}
	}
}

func (s *Store) sleepOrMove(d time.Duration, moved <-chan struct{}) (elapsed bool, err error) {
	timer := s.clock.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true, nil
	case <-moved:
		return false, nil
	case <-s.closing:
		return false, ErrClosed
	}
}

// UntilClosed returns a context that ends with Close, and not with ctx: a fetch goes on when a
// client hangs up.
func (s *Store) UntilClosed(ctx context.Context) (context.Context, context.CancelFunc) {
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

// EndWaits ends every delay and fetch, now and from now on.
func (s *Store) EndWaits() { s.once.Do(func() { close(s.closing) }) }

// AnnounceMove wakes all who wait on the sandbox's clock. Call it within Update.
func (s *Store) AnnounceMove() {
	close(s.moved)
	s.moved = make(chan struct{})
}

// Unexpected answers a call that the network has no route for, and records it.
func (s *Store) Unexpected(c *wire.Call) wire.Answer {
	return s.Answer(func(w *World) wire.Answer {
		w.Past.putUnexpected(unexpectedCall(w, c))
		return wire.Failed(wire.UnknownPath(cmp.Or(c.Inner(), c.Path)))
	})
}

// OffTable returns the refusal of a call of which something stands on no row of the table of edges,
// and records that, unless it is a probe.
func (s *Store) OffTable(c *wire.Call) *wire.Error {
	gerr := wire.OffTable(c)
	if gerr == nil || wire.IsProbe(c) {
		return gerr
	}
	return s.Answer(func(w *World) wire.Answer {
		u := unexpectedCall(w, c)
		u.What = clip(gerr.Message)
		w.Past.putUnexpected(u)
		return wire.Failed(gerr)
	}).Err
}

func unexpectedCall(w *World, c *wire.Call) UnexpectedCall {
	return UnexpectedCall{At: wiretime.Of(w.Now()), Method: c.Method, Host: c.Host, Path: clip(c.Path)}
}

// LastPort returns the port that the sandbox last listened on, 0 when it has none yet.
func (s *Store) LastPort() (port int) {
	s.View(func(w *World) { port = w.port })
	return port
}

// SettleAt notes the address of the network's server: the pages of posts are there, whatever name a
// client calls it by.
func (s *Store) SettleAt(site string) error {
	u, err := url.Parse(site)
	if err != nil {
		return err
	}
	port, err := strconv.Atoi(u.Port())
	if err != nil {
		return err
	}
	return s.Update(func(w *World) {
		w.Site, s.hasServer = site, true
		if w.port != port {
			w.putPort(port)
		}
	})
}

// ReachedAt notes the address at which clients reach a network that has no server of its own.
func (s *Store) ReachedAt(site string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.hasServer {
		s.w.Site = site // It is not in the state file: the next request says it again.
	}
}

// Done is closed when the store closes.
func (s *Store) Done() <-chan struct{} { return s.closing }

// BreakForTest makes every write of the state file fail, as on a full disk, until the returned
// function is called.
func (s *Store) BreakForTest() (mend func(), err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	whole := s.file.file
	broken, err := os.Open(s.file.path)
	if err != nil {
		return nil, err
	}
	s.file.file = broken
	return func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.file.file = whole
		_ = broken.Close()
	}, nil
}
