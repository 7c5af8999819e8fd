package graph_test

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httptrace"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"

	"crier/platform/graph"
)

func TestOutcome_NothingListens(t *testing.T) {
	t.Parallel()
	srv := httptest.NewServer(nil)
	srv.Close()
	c := graph.New(graph.Options{Endpoints: func() graph.Endpoints { return graph.SandboxEndpoints(srv.URL) }})
	for op, call := range everyCall(c, t) {
		e := asError(t, call(primary))
		if !e.NotSent() || e.OutcomeUnknown() || e.Class != graph.Retry || e.HTTPStatus != 0 || !errors.Is(e, syscall.ECONNREFUSED) {
			t.Errorf("%s: got %v, not sent %v", op, e, e.NotSent())
		}
	}
}

func TestOutcome_UntrustedCertificate(t *testing.T) {
	t.Parallel()
	srv := httptest.NewUnstartedServer(answers(http.StatusOK, `{"id":"1"}`))
	srv.Config.ErrorLog = slog.NewLogLogger(slog.DiscardHandler, slog.LevelError)
	srv.StartTLS()
	t.Cleanup(srv.Close)
	c := graph.New(graph.Options{Endpoints: func() graph.Endpoints { return graph.SandboxEndpoints(srv.URL) }})
	_, err := c.Publish(t.Context(), permit(), primary, containerID)
	if e := asError(t, err); !e.NotSent() || e.OutcomeUnknown() {
		t.Errorf("an untrusted certificate: got %v, not sent %v", e, e.NotSent())
	}
}

func TestOutcome_ContextEndedBefore(t *testing.T) {
	t.Parallel()
	n := newNetwork(t, answers(http.StatusOK, `{"id":"1"}`))
	why := errors.New("shutting down")
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(why)
	_, err := n.client.Publish(ctx, permit(), primary, containerID)
	if e := asError(t, err); !e.NotSent() || !errors.Is(err, why) || e.OutcomeUnknown() || len(n.sent()) != 0 {
		t.Errorf("got %v", e)
	}
}

// hang keeps a request until its client is gone.
func hang(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }

func TestOutcome_CanceledUnderWay(t *testing.T) {
	t.Parallel()
	arrived := make(chan struct{}, 1)
	n := newNetwork(t, func(w http.ResponseWriter, r *http.Request) {
		arrived <- struct{}{}
		hang(w, r)
	})
	for op, call := range map[string]func(context.Context) error{
		graph.OpPublish: func(ctx context.Context) error {
			_, err := n.client.Publish(ctx, permit(), primary, containerID)
			return err
		},
		graph.OpContainerStatus: func(ctx context.Context) error {
			_, err := n.client.ContainerStatus(ctx, primary, containerID)
			return err
		},
	} {
		ctx, cancel := context.WithCancel(t.Context())
		done := make(chan error, 1)
		go func() { done <- call(ctx) }()
		<-arrived
		cancel()
		e := asError(t, <-done)
		if e.NotSent() || e.OutcomeUnknown() != writes[op] || !errors.Is(e, context.Canceled) {
			t.Errorf("%s: got %v", op, e)
		}
	}
}

// cut answers with the raw text and closes the connection.
func cut(t *testing.T, raw string) http.HandlerFunc {
	t.Helper()
	return func(w http.ResponseWriter, _ *http.Request) {
		conn, buf, err := w.(http.Hijacker).Hijack()
		if err != nil {
			t.Error(err)
			return
		}
		_, _ = buf.WriteString(raw)
		_ = buf.Flush()
		_ = conn.Close()
	}
}

func TestOutcome_ConnectionCut(t *testing.T) {
	t.Parallel()
	const head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
	for name, raw := range map[string]string{
		"no answer":       "",
		"in the status":   "HTTP/1.1 2",
		"in the headers":  head,
		"in the body":     head + "Content-Length: 200\r\n\r\n{\"id\":\"1\"}",
		"in a chunk":      head + "Transfer-Encoding: chunked\r\n\r\n80\r\n{\"id\":\"1\"}",
		"after a chunk":   head + "Transfer-Encoding: chunked\r\n\r\na\r\n{\"id\":\"1\"}\r\n",
		"not HTTP":        "SSH-2.0-OpenSSH_9.0\r\n",
		"negative length": head + "Content-Length: -5\r\n\r\n",
		"two lengths":     head + "Content-Length: 10\r\nContent-Length: 3\r\n\r\n{\"id\":\"1\"}",
		"large headers":   head + "X: " + strings.Repeat("x", 1<<20) + "\r\n\r\n{\"id\":\"1\"}",
	} {
		n := newNetwork(t, cut(t, raw))
		for op, call := range everyCall(n.client, t) {
			before := len(n.sent())
			e := asError(t, call(primary))
			if e.NotSent() || e.OutcomeUnknown() != writes[op] || e.Class != graph.Retry {
				t.Errorf("%s, %s: got %v, not sent %v", name, op, e, e.NotSent())
			}
			if sent := len(n.sent()) - before; writes[op] && sent != 1 {
				t.Errorf("%s, %s: sent %d times", name, op, sent)
			}
		}
	}
}

// On a kept connection net/http would repeat what it may: a read, and never a write.
func TestOutcome_KeptConnectionCut(t *testing.T) {
	t.Parallel()
	var warm atomic.Bool
	n := newNetwork(t, func(w http.ResponseWriter, r *http.Request) {
		if warm.CompareAndSwap(true, false) {
			answers(http.StatusOK, `{"data":[]}`)(w, r)
			return
		}
		cut(t, "")(w, r)
	})
	for op := range writes {
		warm.Store(true)
		if _, err := n.client.Stories(t.Context(), primary); err != nil {
			t.Fatal(err)
		}
		before := len(n.sent())
		e := asError(t, everyCall(n.client, t)[op](primary))
		if sent := len(n.sent()) - before; sent != 1 || !e.OutcomeUnknown() || e.NotSent() {
			t.Errorf("%s: sent %d times, %v", op, sent, e)
		}
	}
}

// transport is a RoundTripper made of a function.
type transport func(*http.Request) (*http.Response, error)

func (f transport) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

// A transport that may repeat a write gets its body again only while none was written whole.
func TestOutcome_BodyIsNotGivenTwice(t *testing.T) {
	t.Parallel()
	again := map[string]error{}
	rt := transport(func(r *http.Request) (*http.Response, error) {
		trace := httptrace.ContextClientTrace(r.Context())
		trace.GetConn("x:443")
		trace.GotConn(httptrace.GotConnInfo{Reused: true})
		_, again["nothing written"] = r.GetBody()
		trace.WroteRequest(httptrace.WroteRequestInfo{Err: io.ErrClosedPipe})
		_, again["cut while writing"] = r.GetBody()
		trace.WroteRequest(httptrace.WroteRequestInfo{})
		_, again["written"] = r.GetBody()
		return nil, errors.New("stream error: PROTOCOL_ERROR")
	})
	c := graph.New(graph.Options{HTTP: &http.Client{Transport: rt}, Endpoints: graph.LiveEndpoints})
	_, err := c.Publish(t.Context(), permit(), primary, containerID)
	if e := asError(t, err); !e.OutcomeUnknown() || e.NotSent() {
		t.Errorf("got %v", e)
	}
	if again["nothing written"] != nil || again["cut while writing"] != nil || again["written"] == nil {
		t.Errorf("got %v", again)
	}
}

// A transport that tells nothing of connections proves nothing.
func TestOutcome_SilentTransport(t *testing.T) {
	t.Parallel()
	rt := transport(func(*http.Request) (*http.Response, error) {
		return nil, &net.OpError{Op: "dial", Err: syscall.ECONNREFUSED}
	})
	c := graph.New(graph.Options{HTTP: &http.Client{Transport: rt}, Endpoints: graph.LiveEndpoints})
	_, err := c.Publish(t.Context(), permit(), primary, containerID)
	if e := asError(t, err); !e.OutcomeUnknown() || e.NotSent() {
		t.Errorf("got %v", e)
	}
}

func TestEveryCall_FollowsNoRedirect(t *testing.T) {
	t.Parallel()
	other := newNetwork(t, answers(http.StatusOK, `{"id":"1"}`))
	for _, status := range []int{301, 302, 303, 307, 308} {
		for _, to := range []string{other.url + "/x", "/again"} {
			n := newNetwork(t, func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, to, status) }, func(o *graph.Options) {
				o.HTTP = &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
			})
			for op, call := range everyCall(n.client, t) {
				before := len(n.sent())
				err := call(primary)
				checkMalformed(t, op, err, writes[op])
				if sent := len(n.sent()) - before; sent != 1 || asError(t, err).HTTPStatus != status {
					t.Errorf("%s: sent %d times, %v", op, sent, err)
				}
			}
		}
	}
	if len(other.sent()) != 0 {
		t.Errorf("the other host was asked %d times", len(other.sent()))
	}
}
