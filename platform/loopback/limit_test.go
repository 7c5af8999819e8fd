package loopback_test

import (
	"bufio"
	"context"
	"io"
	"net"
	"net/http"
	"runtime"
	"strconv"
	"sync"
	"testing"
	"time"

	"crier/platform/loopback"
)

// crowded is a server with a bound on its connections.
type crowded struct {
	t         *testing.T
	ctx       context.Context
	listeners *loopback.Listeners
	// handled has the paths of the requests that the handler has got.
	handled chan string
	// hold keeps the answers to /hold back.
	hold chan struct{}
	// idle has a value for each time that a connection became idle.
	idle chan struct{}
	// active is called before a connection becomes active.
	active func()
	// admitted has a value for each connection that was let in.
	admitted chan struct{}
}

func crowd(t *testing.T, conns int) *crowded {
	t.Helper()
	// Only a server that hangs uses it up, for nothing else of it ends a wait before.
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	t.Cleanup(cancel)
	l, err := loopback.Listen(ctx, 0)
	if err != nil {
		t.Fatal(err)
	}
	const most = 20
	c := &crowded{
		t: t, ctx: ctx, listeners: l, handled: make(chan string, most), hold: make(chan struct{}), idle: make(chan struct{}, most),
		active: func() {}, admitted: make(chan struct{}, most),
	}
	srv := &http.Server{
		ReadHeaderTimeout: time.Hour,
		Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			c.handled <- r.URL.Path
			if r.URL.Path == "/hold" {
				<-c.hold
			}
			_, _ = io.WriteString(w, "here")
		}),
	}
	l.Limit(srv, conns)
	limit := srv.ConnState
	srv.ConnState = func(conn net.Conn, state http.ConnState) {
		if state == http.StateActive {
			c.active()
		}
		limit(conn, state)
		switch state {
		case http.StateNew:
			c.admitted <- struct{}{}
		case http.StateIdle:
			c.idle <- struct{}{}
		default:
		}
	}
	done := make(chan error, 1)
	go func() { done <- l.Serve(srv) }()
	t.Cleanup(func() {
		if err := srv.Close(); err != nil {
			t.Error(err)
		}
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
	return c
}

// client is a connection of a client, which stays open between its requests.
type client struct {
	*crowded

	conn net.Conn
	in   *bufio.Reader
}

func (c *crowded) dial() *client {
	c.t.Helper()
	conn, err := new(net.Dialer).DialContext(c.ctx, "tcp", c.listeners.URL()[len("http://"):])
	if err != nil {
		c.t.Fatal(err)
	}
	stop := context.AfterFunc(c.ctx, func() { _ = conn.Close() })
	c.t.Cleanup(func() {
		stop()
		_ = conn.Close()
	})
	return &client{c, conn, bufio.NewReader(conn)}
}

func (c *client) send(path string) {
	c.t.Helper()
	if _, err := io.WriteString(c.conn, "GET "+path+" HTTP/1.1\r\nHost: here\r\n\r\n"); err != nil {
		c.t.Error(err)
	}
}

func (c *client) isAnswered() {
	c.t.Helper()
	resp, err := http.ReadResponse(c.in, nil)
	if err != nil {
		c.t.Fatalf("a client has no answer: %v", err)
	}
	body, err := io.ReadAll(resp.Body)
	if _ = resp.Body.Close(); err != nil || string(body) != "here" {
		c.t.Errorf("a client got %q, %v", body, err)
	}
	<-c.handled
}

// isClosed holds that the server has closed the connection, and not the test because it took too
// long.
func (c *client) isClosed() {
	c.t.Helper()
	if n, err := io.Copy(io.Discard, c.in); n > 0 || c.ctx.Err() != nil {
		c.t.Errorf("it is open: %d bytes, %v", n, err)
	}
}

// TestLimit_TheLongestIdleMakesRoom: at the bound a new client is served at once, in the place of
// the connection that has been idle for the longest.
func TestLimit_TheLongestIdleMakesRoom(t *testing.T) {
	t.Parallel()
	c := crowd(t, 3)
	var clients []*client
	for n := range 3 {
		clients = append(clients, c.dial())
		clients[n].send("/" + strconv.Itoa(n))
		clients[n].isAnswered()
		<-c.idle
	}
	clients[0].send("/again") // Now the second one is idle for the longest.
	clients[0].isAnswered()
	<-c.idle
	last := c.dial()
	last.send("/last")
	last.isAnswered()
	clients[1].isClosed()
	for _, one := range []*client{clients[0], clients[2], last} {
		one.send("/open")
		one.isAnswered()
	}
}

// TestLimit_WaitsForOneToBeIdle: while all connections have requests, a new client waits, and is
// served in the place of the first one that has got its answer.
func TestLimit_WaitsForOneToBeIdle(t *testing.T) {
	t.Parallel()
	c := crowd(t, 2)
	busy := []*client{c.dial(), c.dial()}
	for _, one := range busy {
		one.send("/hold")
	}
	for range busy {
		<-c.handled
	}
	last := c.dial()
	last.send("/last")
	for !c.listeners.Lacks() && c.ctx.Err() == nil {
		runtime.Gosched()
	}
	c.hold <- struct{}{}
	last.isAnswered()
	close(c.hold)
}

// TestLimit_NoRequestWithoutAnAnswer: when a connection is closed to make room just as it gets a
// request, the request is not handled.
func TestLimit_NoRequestWithoutAnAnswer(t *testing.T) {
	t.Parallel()
	c := crowd(t, 1)
	first := c.dial()
	first.send("/first")
	first.isAnswered()
	<-c.idle
	<-c.admitted
	arrived := make(chan struct{})
	c.active = sync.OnceFunc(func() {
		close(arrived)
		<-c.admitted // By then the first connection was closed for the last one.
	})
	first.send("/lost")
	<-arrived
	last := c.dial()
	first.isClosed()
	last.send("/last")
	last.isAnswered()
	if len(c.handled) > 0 {
		t.Errorf("%s was handled", <-c.handled)
	}
}
