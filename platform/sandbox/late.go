package sandbox

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"sync"
	"time"

	"crier/platform/sandbox/files"
	"crier/platform/sandbox/wire"
	"crier/platform/sandbox/world"
)

// lateCalls makes calls take effect after their connection was cut, one after the other.
type lateCalls struct {
	store *world.Store
	spool *files.Spool
	log   *slog.Logger
	route func(context.Context, *wire.Call) wire.Answer
	// base is the context of late effects: it does not end when a client hangs up.
	base context.Context
	end  context.CancelFunc
	// busy lets one goroutine at a time take the due calls.
	busy  sync.Mutex
	waits sync.WaitGroup
}

func newLateCalls(s *world.Store, sp *files.Spool, log *slog.Logger, route func(context.Context, *wire.Call) wire.Answer) *lateCalls {
	l := &lateCalls{store: s, spool: sp, log: log, route: route}
	l.base, l.end = context.WithCancel(context.Background())
	return l
}

// close returns when no call takes effect any more. Close the network before.
func (l *lateCalls) close() {
	l.end()
	l.waits.Wait()
}

// postpone reads the whole call and makes it take effect after d. A call that cannot be read has no
// effect.
func (l *lateCalls) postpone(c *wire.Call, d time.Duration) {
	one := world.NewLateCall(c)
	if c.Unreadable != nil {
		return
	}
	if c.Body != nil {
		if err := l.spool.Receive(one.ID, c.Body, files.MaxSpooled); err != nil {
			l.spool.Drop(one.ID)
			return
		}
		one.Spooled = true
	}
	waiting := false
	err := l.store.Update(func(w *world.World) {
		if waiting = w.Late.Add(one, d); waiting {
			l.waits.Add(1)
		}
	})
	if err != nil {
		l.log.Error("sandbox: a call that was to take effect late could not be stored, and takes none", "error", err)
	}
	if !waiting {
		l.spool.Drop(one.ID)
		return
	}
	go l.await(one.Due.Time())
}

// resume waits for the calls that an earlier run of the network has left.
func (l *lateCalls) resume() {
	l.store.View(func(w *world.World) {
		for _, one := range w.Late.All {
			l.waits.Add(1)
			go l.await(one.Due.Time())
		}
	})
}

func (l *lateCalls) await(due time.Time) {
	defer l.waits.Done()
	if l.store.SleepUntil(due) == nil {
		l.performDue()
	}
}

// afterDue returns a handler that answers when the due calls have taken effect, so that nobody sees
// the world from before.
func (l *lateCalls) afterDue(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		l.performDue()
		h.ServeHTTP(w, r)
	})
}

// performDue makes the due calls take effect, in order.
func (l *lateCalls) performDue() {
	l.busy.Lock()
	defer l.busy.Unlock()
	for one := l.next(); one != nil; one = l.next() {
		l.perform(one)
	}
}

// next removes and returns the call that is due first, so that no kill makes it take effect twice.
func (l *lateCalls) next() (one *world.LateCall) {
	err := l.store.Update(func(w *world.World) { one = w.Late.Take() })
	if err != nil && !errors.Is(err, world.ErrClosed) {
		l.log.Error("sandbox: the calls that take effect late could not be stored", "error", err)
	}
	return one
}

// perform handles the call by the present rules and state. Nobody receives the answer.
func (l *lateCalls) perform(one *world.LateCall) {
	c := one.Call(l.store.Date())
	if one.Spooled {
		f, err := l.spool.Open(one.ID)
		if err != nil {
			l.log.Error("sandbox: the body of a call that takes effect late cannot be read", "error", err)
			return
		}
		defer l.spool.Drop(one.ID)
		defer func() { _ = f.Close() }()
		c.Body = f
	}
	ans := l.route(l.base, c)
	l.log.Debug("sandbox call took effect late", "method", c.Method, "path", c.Path, "status", ans.Status)
}
