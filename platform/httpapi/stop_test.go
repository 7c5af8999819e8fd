package httpapi_test

import (
	"context"
	"io"
	"net/http"
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
	b := setup(t, func(p *httpapi.Parts) {
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
	ctx, cancel := context.WithTimeout(context.WithoutCancel(t.Context()), 2*time.Second)
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
