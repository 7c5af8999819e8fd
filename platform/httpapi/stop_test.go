package httpapi_test

import (
	"context"
	"io"
	"net"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"crier/platform/httpapi"
	"crier/platform/loopback"
)

// TestServer_StopCutsOffAndWaitsForTheHandlers stops while a client is in the middle of a body.
func TestServer_StopCutsOffAndWaitsForTheHandlers(t *testing.T) {
	t.Parallel()
	endpoint := loopback.NewEndpoint(0)
	reading := make(chan struct{})
	var cleanedUp atomic.Bool
	b := setup(t, func(p *httpapi.Deps) {
		p.Endpoint = endpoint
		p.Handlers = []httpapi.Handler{{Pattern: "POST /slow", Access: httpapi.Public(), Serve: func(_ http.ResponseWriter, r *http.Request, _ func(error)) {
			close(reading)
			if _, err := io.ReadAll(r.Body); err == nil {
				t.Error("the body came to its end")
			}
			<-r.Context().Done()
			cleanedUp.Store(true)
		}}}
	})
	listeners, err := endpoint.Open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	b.server.Start(listeners, func(err error) { t.Error(err) })
	body, sender := io.Pipe()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, b.server.URL()+"/slow", body)
	if err != nil {
		t.Fatal(err)
	}
	go func() {
		if resp, err := http.DefaultClient.Do(req); err == nil {
			_ = resp.Body.Close()
		}
	}()
	if _, err := sender.Write([]byte("half")); err != nil {
		t.Fatal(err)
	}
	<-reading
	// A third of it, two seconds, is what the drain takes.
	ctx, cancel := context.WithTimeout(context.WithoutCancel(t.Context()), 6*time.Second)
	defer cancel()
	if err := b.server.Stop(ctx); err != nil {
		t.Error(err)
	}
	if !cleanedUp.Load() {
		t.Error("a handler was still at work")
	}
	if ctx.Err() != nil {
		t.Error("nothing of the time was left for what stops next")
	}
	_ = sender.Close()
}

// TestServer_StopDoesNotWaitForUnusedConnections, as a browser opens them ahead of need.
func TestServer_StopDoesNotWaitForUnusedConnections(t *testing.T) {
	t.Parallel()
	b := started(t)
	unused, err := new(net.Dialer).DialContext(t.Context(), "tcp", strings.TrimPrefix(b.server.URL(), "http://"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = unused.Close() }()
	// An answer over another connection says that the first one has been accepted.
	resp, err := http.Get(b.server.URL() + "/docs/style.css")
	if err != nil {
		t.Fatal(err)
	}
	_ = resp.Body.Close()
	// A third of it, four seconds, is what the drain may take. The library waits for five.
	ctx, cancel := context.WithTimeout(context.WithoutCancel(t.Context()), 12*time.Second)
	defer cancel()
	if err := b.server.Stop(ctx); err != nil || strings.Contains(b.log.String(), "cut off") {
		t.Errorf("got %v; the log says\n%s", err, b.log)
	}
}
