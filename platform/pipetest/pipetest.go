// Package pipetest serves HTTP to a client of the same process over connections that never leave
// it, so that the time of a testing/synctest bubble passes while both wait for each other.
package pipetest

import (
	"context"
	"errors"
	"net"
	"net/http"
	"testing"
	"time"
)

// Serve serves h until the test ends, and returns a transport of which every connection leads
// there, whatever its address.
func Serve(t testing.TB, h http.Handler) *http.Transport {
	t.Helper()
	p := pipes{make(chan net.Conn), make(chan struct{})}
	srv := &http.Server{Handler: h, ReadHeaderTimeout: time.Hour}
	done := make(chan error, 1)
	go func() { done <- srv.Serve(p) }()
	transport := &http.Transport{DialContext: p.dial}
	t.Cleanup(func() {
		transport.CloseIdleConnections()
		if err := srv.Close(); err != nil {
			t.Error(err)
		}
		if err := <-done; !errors.Is(err, http.ErrServerClosed) {
			t.Error(err)
		}
	})
	return transport
}

// pipes is a listener whose connections are pipes.
type pipes struct {
	conns  chan net.Conn
	closed chan struct{}
}

func (p pipes) Accept() (net.Conn, error) {
	select {
	case c := <-p.conns:
		return c, nil
	case <-p.closed:
		return nil, net.ErrClosed
	}
}

func (p pipes) Close() error {
	close(p.closed)
	return nil
}

func (pipes) Addr() net.Addr { return &net.TCPAddr{} }

// dial waits for somebody to accept; as in net/http, the request's end does not end it.
func (p pipes) dial(context.Context, string, string) (net.Conn, error) {
	near, far := net.Pipe()
	select {
	case p.conns <- far:
		return near, nil
	case <-p.closed:
		return nil, net.ErrClosed
	}
}
