package loopback

import (
	"net"
	"sync"
)

// limited is a listener with a bound on its open connections. Its connections can still close their
// writing half alone. A server of HTTP does that first, and a client that still sends can read why
// it was refused. The listener of golang.org/x/net/netutil hides that method.
type limited struct {
	*net.TCPListener

	slots  chan struct{}
	closed chan struct{}
	once   sync.Once
}

// Accept waits until there is room for a connection, and for the connection.
func (l *limited) Accept() (net.Conn, error) {
	select {
	case l.slots <- struct{}{}:
	case <-l.closed:
		return nil, net.ErrClosed
	}
	conn, err := l.AcceptTCP()
	if err != nil {
		<-l.slots
		return nil, err
	}
	return &limitedConn{TCPConn: conn, leave: sync.OnceFunc(func() { <-l.slots })}, nil
}

// Close ends Accept too.
func (l *limited) Close() error {
	l.once.Do(func() { close(l.closed) })
	return l.TCPListener.Close()
}

// limitedConn gives its place back when it is closed.
type limitedConn struct {
	*net.TCPConn

	leave func()
}

func (c *limitedConn) Close() error {
	err := c.TCPConn.Close()
	c.leave()
	return err
}

// Limit bounds the connections that are open at once on each listener, before Serve: further ones
// wait to be accepted.
func (l *Listeners) Limit(conns int) {
	for i, one := range l.all {
		if tcp, ok := one.(*net.TCPListener); ok {
			l.all[i] = &limited{TCPListener: tcp, slots: make(chan struct{}, conns), closed: make(chan struct{})}
		}
	}
}
