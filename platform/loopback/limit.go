package loopback

import (
	"context"
	"net"
	"net/http"
	"slices"
	"sync"
)

// limited is a listener with a bound on its open connections. Its connections can still close their
// writing half alone. A server of HTTP does that first, and a client that still sends can read why
// it was refused. The listener of golang.org/x/net/netutil hides that method.
type limited struct {
	*listener

	slots  chan struct{}
	closed chan struct{}
	once   sync.Once

	mu sync.Mutex
	// idle are the connections that wait for a request after another one, the longest first.
	idle []*limitedConn
	// lacks says that an accepted connection waits for room, and that none was made for it.
	lacks bool
}

// Accept waits for a connection, and until there is room for it. It makes room by closing the
// connection that has been idle for the longest, now or as soon as there is one.
func (l *limited) Accept() (net.Conn, error) {
	tcp, err := l.AcceptTCP()
	if err != nil {
		return nil, err
	}
	conn := &limitedConn{TCPConn: tcp, listener: l, leave: sync.OnceFunc(func() { <-l.slots })}
	select {
	case l.slots <- struct{}{}:
		return conn, nil
	default:
	}
	l.makeRoom()
	select {
	case l.slots <- struct{}{}:
		l.hasRoom()
		return conn, nil
	case <-l.closed:
		_ = tcp.Close() // Nothing was read from it or written to it.
		return nil, net.ErrClosed
	}
}

// Close ends Accept too.
func (l *limited) Close() error {
	l.once.Do(func() { close(l.closed) })
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
			l.all[i] = &limited{listener: open, slots: make(chan struct{}, conns), closed: make(chan struct{})}
		}
	}
	states, contexts, handler := srv.ConnState, srv.ConnContext, srv.Handler
	srv.ConnState = func(conn net.Conn, state http.ConnState) {
		if c, ok := conn.(*limitedConn); ok && state != http.StateNew {
			c.listener.note(c, state == http.StateIdle)
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
		if c, ok := r.Context().Value(connKey{}).(*limitedConn); ok && c.isCut {
			panic(http.ErrAbortHandler)
		}
		handler.ServeHTTP(w, r)
	})
}
