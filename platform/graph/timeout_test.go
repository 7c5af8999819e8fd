package graph_test

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"testing"
	"testing/synctest"
	"time"

	"crier/platform/clock"
	"crier/platform/graph"
)

// pipes is a listener whose connections never leave the process, so that a bubble's time passes
// over them.
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

// inBubble runs f with a client of the handler, on the bubble's time.
func inBubble(t *testing.T, h http.HandlerFunc, timeout time.Duration, f func(*testing.T, *graph.Client)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		p := pipes{make(chan net.Conn), make(chan struct{})}
		// The server notices that its client is gone only once the body is read.
		read := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			_, _ = io.Copy(io.Discard, r.Body)
			h(w, r)
		})
		srv := &http.Server{Handler: read, ReadHeaderTimeout: time.Hour}
		done := make(chan error, 1)
		go func() { done <- srv.Serve(p) }()
		transport := &http.Transport{DialContext: p.dial}
		f(t, graph.New(graph.Options{
			Endpoints: graph.LiveEndpoints, HTTP: &http.Client{Transport: plain{transport}}, Timeout: timeout,
		}))
		transport.CloseIdleConnections()
		if err := srv.Close(); err != nil {
			t.Error(err)
		}
		if err := <-done; !errors.Is(err, http.ErrServerClosed) {
			t.Error(err)
		}
	})
}

// plain sends what is meant for https over http.
type plain struct{ http.RoundTripper }

func (p plain) RoundTrip(r *http.Request) (*http.Response, error) {
	r.URL.Scheme = "http"
	return p.RoundTripper.RoundTrip(r)
}

func TestOutcome_Timeout(t *testing.T) {
	t.Parallel()
	for name, h := range map[string]http.HandlerFunc{
		"no answer": hang,
		"no end": func(w http.ResponseWriter, r *http.Request) {
			_, _ = io.WriteString(w, `{"id":"1"`)
			_ = http.NewResponseController(w).Flush()
			hang(w, r)
		},
		"a byte a second": func(w http.ResponseWriter, r *http.Request) {
			for clock.Sleep(r.Context(), clock.System(), time.Second) == nil {
				_, _ = io.WriteString(w, " ")
				_ = http.NewResponseController(w).Flush()
			}
		},
	} {
		for set, want := range map[time.Duration]time.Duration{0: 30 * time.Second, 7 * time.Second: 7 * time.Second} {
			inBubble(t, h, set, func(t *testing.T, c *graph.Client) {
				t.Helper()
				for op, call := range everyCall(c, t) {
					began := clock.System().Now()
					e := asError(t, call(primary))
					if e.NotSent() || e.OutcomeUnknown() != writes[op] || !errors.Is(e, context.DeadlineExceeded) || e.Class != graph.Retry {
						t.Errorf("%s, %s: got %v", name, op, e)
					}
					if took := clock.System().Now().Sub(began); took != want {
						t.Errorf("%s, %s: took %s, want %s", name, op, took, want)
					}
				}
			})
		}
	}
}

// A dial that goes nowhere is known to have sent nothing.
func TestOutcome_TimeoutOfTheDial(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		p := pipes{make(chan net.Conn), make(chan struct{})}
		c := graph.New(graph.Options{
			Endpoints: graph.LiveEndpoints, HTTP: &http.Client{Transport: plain{&http.Transport{DialContext: p.dial}}},
		})
		for op, call := range everyCall(c, t) {
			if e := asError(t, call(primary)); !e.NotSent() || e.OutcomeUnknown() || !errors.Is(e, context.DeadlineExceeded) {
				t.Errorf("%s: got %v", op, e)
			}
		}
		if err := p.Close(); err != nil {
			t.Error(err)
		}
	})
}
