package sandbox

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"crier/platform/wiretime"
)

const (
	// maxLate is how many calls can wait for their effect; one more is lost.
	maxLate    = 1000
	latePrefix = "late-"
)

// lateCall is a call whose connection was cut, and which takes effect when it is due. A body that is a file lies in the spool under its id.
type lateCall struct {
	ID      string            `json:"id"`
	Due     wiretime.Time     `json:"due"`
	Method  string            `json:"method"`
	Host    string            `json:"host"`
	Path    string            `json:"path"`
	Base    string            `json:"base"`
	Params  map[string]string `json:"params"`
	Token   string            `json:"token,omitzero"`
	TokenIn string            `json:"tokenIn,omitzero"`
	Scheme  string            `json:"scheme,omitzero"`
	Header  http.Header       `json:"header"`
	Spooled bool              `json:"spooled,omitzero"`
}

func newLateCall(c *call) *lateCall {
	header := c.header.Clone()
	header.Del("Authorization")
	return &lateCall{
		ID: latePrefix + c.traceID, Method: c.method, Host: c.host, Path: c.path, Base: c.base, Params: maps.Clone(c.params), Token: c.token,
		TokenIn: c.tokenIn, Scheme: c.scheme, Header: header,
	}
}

// call returns the call as it came in, but for its body.
func (l *lateCall) call(date time.Time) *call {
	c := &call{
		method: l.Method, host: l.Host, path: l.Path, version: defaultVersion, base: l.Base, params: map[string]string{}, token: l.Token,
		tokenIn: l.TokenIn, scheme: l.Scheme, header: l.Header, traceID: newTraceID(), date: date,
	}
	maps.Copy(c.params, l.Params)
	return c
}

func (l *lateCall) check() error {
	name, found := strings.CutPrefix(l.ID, latePrefix)
	if !found || name == "" || strings.Trim(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567") != "" {
		return fmt.Errorf("late call %q", l.ID)
	}
	return nil
}

// lateCalls has calls take effect after their connection was cut, one after the other.
type lateCalls struct {
	network *Network
	// base is what effects are brought about under: no client's hanging up ends one.
	base context.Context
	end  context.CancelFunc
	// busy is held by the one who brings effects about.
	busy  sync.Mutex
	waits sync.WaitGroup
}

func newLateCalls(n *Network) *lateCalls {
	l := &lateCalls{network: n}
	l.base, l.end = context.WithCancel(context.Background())
	return l
}

// close returns when nothing is being brought about any more. The network must be closed before.
func (l *lateCalls) close() {
	l.end()
	l.waits.Wait()
}

// postpone reads the call whole and has it take effect after d. A call that cannot be read takes none.
func (l *lateCalls) postpone(c *call, d time.Duration) {
	n, one := l.network, newLateCall(c)
	if c.unreadable != nil {
		return
	}
	if c.body != nil {
		if err := n.spool.receive(one.ID, c.body, maxSpooled); err != nil {
			n.spool.drop(one.ID)
			return
		}
		one.Spooled = true
	}
	waiting := false
	err := n.update(func(w *world) {
		if waiting = len(w.late) < maxLate; waiting {
			one.Due = wiretime.Of(w.now().Add(d))
			w.record().Late = append(w.record().Late, one)
			w.late = append(w.late, one)
			l.waits.Add(1)
		}
	})
	if err != nil {
		n.log.Error("sandbox call not put off", "error", err)
	}
	if !waiting {
		n.spool.drop(one.ID)
		return
	}
	go l.await(one.Due.Time())
}

// resume waits for the calls that an earlier run of the network has left.
func (l *lateCalls) resume() {
	for _, one := range l.network.w.late {
		l.waits.Add(1)
		go l.await(one.Due.Time())
	}
}

func (l *lateCalls) await(due time.Time) {
	defer l.waits.Done()
	if l.network.sleepUntil(due) == nil {
		l.bringAbout()
	}
}

// first returns a handler that answers when what is due has taken effect, so that nobody sees the world from before.
func (l *lateCalls) first(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		l.bringAbout()
		h.ServeHTTP(w, r)
	})
}

// bringAbout has the calls that are due take effect, in their order.
func (l *lateCalls) bringAbout() {
	l.busy.Lock()
	defer l.busy.Unlock()
	for one := l.next(); one != nil; one = l.next() {
		l.perform(one)
	}
}

// next takes the call that is due first from those that wait. It waits no more from then on, so that no kill makes two effects of it.
func (l *lateCalls) next() (one *lateCall) {
	err := l.network.update(func(w *world) {
		for _, waiting := range w.late {
			if !w.now().Before(waiting.Due.Time()) && (one == nil || waiting.Due.Time().Before(one.Due.Time())) {
				one = waiting
			}
		}
		if one != nil {
			w.record().DroppedLate = append(w.record().DroppedLate, one.ID)
			dropLate(w, one.ID)
		}
	})
	if err != nil && !errors.Is(err, errClosed) {
		l.network.log.Error("sandbox call not taken", "error", err)
	}
	return one
}

// perform does what the call asks for, by the rules and the state of this instant. Nobody hears the answer.
func (l *lateCalls) perform(one *lateCall) {
	n := l.network
	c := one.call(n.date())
	if one.Spooled {
		f, err := n.spool.open(one.ID)
		if err != nil {
			n.log.Error("sandbox call without its body", "error", err)
			return
		}
		defer n.spool.drop(one.ID)
		defer func() { _ = f.Close() }()
		c.body = f
	}
	ans := n.route(l.base, c)
	n.log.Debug("sandbox call took effect late", "method", c.method, "path", c.path, "status", ans.status)
}

func dropLate(w *world, id string) {
	w.late = slices.DeleteFunc(w.late, func(one *lateCall) bool { return one.ID == id })
}

// applyLate takes over what a line of the state file says of calls that wait for their effect.
func applyLate(w *world, c *change) error {
	for _, one := range c.Late {
		if one == nil {
			return errNullEntry
		}
		if err := one.check(); err != nil {
			return err
		}
		dropLate(w, one.ID)
		w.late = append(w.late, one)
	}
	for _, id := range c.DroppedLate {
		dropLate(w, id)
	}
	return nil
}
