package httpapi

import (
	"net"
	"net/http"
	"sync"
)

// newConns are the connections over which no request has come yet. A server that stops would wait five seconds for them, and
// browsers open such connections ahead of need.
type newConns struct {
	mu       sync.Mutex
	waiting  map[net.Conn]struct{}
	stopping bool
}

// track is the server's ConnState hook.
func (n *newConns) track(conn net.Conn, state http.ConnState) {
	n.mu.Lock()
	defer n.mu.Unlock()
	switch {
	case state != http.StateNew:
		delete(n.waiting, conn)
	case n.stopping:
		_ = conn.Close() // Whether it was open does not matter.
	default:
		n.waiting[conn] = struct{}{}
	}
}

// close closes them, and those that are still to come.
func (n *newConns) close() {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.stopping = true
	for conn := range n.waiting {
		_ = conn.Close() // Whether it was open does not matter.
	}
}
