package loopback

import (
	"context"
	"errors"
	"net"
	"net/http"
	"slices"
	"sync"
	"time"
)

// limited is a listener with a bound on its open connections. Its connections can still close their
// writing half alone. A server of HTTP does that first, and a client that still sends can read why
// it was refused. The listener of golang.org/x/net/netutil hides that method.
type limited struct {
	*listener

	slots           chan struct{}
	resting, closed chan struct{}
	rest, end       func()
	// accepting is held until an accepted connection is among the fresh ones.
	accepting sync.Mutex

	mu sync.Mutex
	// fresh are the connections that had no request yet, with the time of their beginning.
	fresh map[*limitedConn]time.Time
	// settled is told when there are none; nil while nobody waits for that.
	settled chan struct{}
	// idle are the connections that wait for a request after another one, the longest first.
	idle []*limitedConn
	// lacks says that an accepted connection waits for room, and that none was made for it.
	lacks bool
}

func newLimited(l *listener, conns int) *limited {
	one := &limited{listener: l, slots: make(chan struct{}, conns), resting: make(chan struct{}), closed: make(chan struct{}), fresh: make(map[*limitedConn]time.Time)}
	one.rest = sync.OnceFunc(func() { close(one.resting) })
	one.end = sync.OnceFunc(func() { close(one.closed) })
	return one
}

// Accept waits for a connection, and until there is room for it. It makes room by closing the
// connection that has been idle for the longest, now or as soon as there is one.
func (l *limited) Accept() (net.Conn, error) {
	conn, err := l.accept()
	if err != nil && l.rests() {
		<-l.closed
		return nil, net.ErrClosed
	}
	return conn, err
}

// rests reports whether no more connections are accepted.
func (l *limited) rests() bool {
	select {
	case <-l.resting:
		return true
	default:
		return false
	}
}

func (l *limited) accept() (net.Conn, error) {
	l.accepting.Lock()
	defer l.accepting.Unlock()
	if l.rests() {
		return nil, net.ErrClosed
	}
	tcp, err := l.AcceptTCP()
	if err != nil {
		return nil, err
	}
	conn := &limitedConn{TCPConn: tcp, listener: l, leave: sync.OnceFunc(func() { <-l.slots })}
	select {
	case l.slots <- struct{}{}:
		l.begin(conn)
		return conn, nil
	default:
	}
	l.makeRoom()
	select {
	case l.slots <- struct{}{}:
		l.hasRoom()
		l.begin(conn)
		return conn, nil
	case <-l.resting:
		_ = tcp.Close() // Nothing was read from it or written to it.
		return nil, net.ErrClosed
	}
}

// Close ends Accept too.
func (l *limited) Close() error {
	l.rest()
	l.end()
	return l.listener.Close()
}

func (l *limited) makeRoom() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.lacks = len(l.idle) == 0; !l.lacks {
		l.idle[0].cut()
		l.idle = slices.Delete(l.idle, 0, 1)
	}
}

func (l *limited) hasRoom() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.lacks = false
}

// note records what a connection does now.
func (l *limited) note(c *limitedConn, isIdle bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	switch {
	case !isIdle:
		l.idle = slices.DeleteFunc(l.idle, func(one *limitedConn) bool { return one == c })
	case l.lacks:
		l.lacks = false
		c.cut()
	default:
		l.idle = append(l.idle, c)
	}
}

// limitedConn gives its place back when it is closed.
type limitedConn struct {
	*net.TCPConn

	listener *limited
	leave    func()
	// isCut says that it was closed to make room. It does not change while the connection has a
	// request.
	isCut bool
}

func (c *limitedConn) Close() error {
	err := c.TCPConn.Close()
	c.leave()
	return err
}

// cut closes an idle connection. Its listener is locked.
func (c *limitedConn) cut() {
	c.isCut = true
	_ = c.Close() // The client may have closed it.
}

type connKey struct{}

// Limit bounds the connections of srv that are open at once on each listener, before Serve. At the
// bound, the connection that has been idle for the longest makes room for the next one. If none is
// idle, the next one waits until one is, or ends.
//
// A request that had arrived when its connection was closed so is not handled, because its client
// would not learn what came of it.
func (l *Listeners) Limit(srv *http.Server, conns int) {
	for i, one := range l.all {
		if open, ok := one.(*listener); ok {
			l.all[i] = newLimited(open, conns)
		}
	}
	states, contexts, handler := srv.ConnState, srv.ConnContext, srv.Handler
	srv.ConnState = func(conn net.Conn, state http.ConnState) {
		if c, ok := conn.(*limitedConn); ok && state != http.StateNew {
			c.listener.note(c, state == http.StateIdle)
			if state == http.StateClosed || state == http.StateHijacked {
				c.listener.hasRequest(c)
			}
		}
		if states != nil {
			states(conn, state)
		}
	}
	srv.ConnContext = func(ctx context.Context, conn net.Conn) context.Context {
		if contexts != nil {
			ctx = contexts(ctx, conn)
		}
		return context.WithValue(ctx, connKey{}, conn)
	}
	srv.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if c, ok := r.Context().Value(connKey{}).(*limitedConn); ok {
			if c.isCut {
				panic(http.ErrAbortHandler)
			}
			c.listener.hasRequest(c)
		}
		handler.ServeHTTP(w, r)
	})
}

// Settle accepts no more connections, and waits until each one has had a request. It closes those
// without one, such as browsers open ahead of need, within a second. Call it before the server of
// Limit is shut down: a server that is being shut down reads a first request and drops it, and
// waits five seconds for one. Clients that connect from now on wait, for another server where the
// listeners are kept.
func (l *Listeners) Settle(ctx context.Context) error { return l.settle(ctx, freshPause) }

func (l *Listeners) settle(ctx context.Context, pause time.Duration) error {
	var errs []error
	for _, one := range l.limited() {
		one.rest()
		errs = append(errs, one.SetDeadline(time.Unix(1, 0))) // Which has passed.
	}
	for _, one := range l.limited() {
		errs = append(errs, one.settle(ctx, pause))
	}
	return errors.Join(errs...)
}

func (l *Listeners) limited() (all []*limited) {
	for _, one := range l.all {
		if one, ok := one.(*limited); ok {
			all = append(all, one)
		}
	}
	return all
}
