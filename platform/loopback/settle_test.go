package loopback_test

import (
	"context"
	"net/http"
	"testing"
	"time"

	"crier/platform/loopback"
)

// TestSettle_LosesNoRequest: a server that stops answers who has connected, however late the
// request comes, and the next server answers who connects meanwhile.
func TestSettle_LosesNoRequest(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute) // As in crowd.
	defer cancel()
	end := loopback.NewEndpoint(0)
	served := make(chan error, 2)
	// serve answers as crowd does.
	serve := func() (*crowded, *http.Server) {
		l, err := end.Open(ctx)
		if err != nil {
			t.Fatal(err)
		}
		c := &crowded{t: t, ctx: ctx, listeners: l, handled: make(chan string, 5)}
		srv := &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			c.handled <- r.URL.Path
			_, _ = w.Write([]byte("here"))
		})}
		l.Limit(srv, 5)
		go func() { served <- l.Serve(srv) }()
		return c, srv
	}
	first, srv := serve()
	known, late := first.dial(), first.dial()
	known.send("/") // Its answer says that both were accepted, for they are in that order.
	known.isAnswered()
	last := first.dial()
	last.send("/")
	last.isAnswered()

	end.Keep(true)
	settled := make(chan error, 1)
	go func() { settled <- loopback.SettleIn(first.listeners, ctx, time.Hour) }()
	first.listeners.AwaitRest()
	next := first.dial()
	next.send("/")
	late.send("/")
	late.isAnswered()
	if err := <-settled; err != nil {
		t.Error(err)
	}
	if err := srv.Shutdown(ctx); err != nil {
		t.Error(err)
	}
	if err := <-served; err != nil {
		t.Error(err)
	}
	second, srv := serve()
	next.crowded = second
	next.isAnswered()
	end.Keep(false)
	if err := second.listeners.Settle(ctx); err != nil {
		t.Error(err)
	}
	if err := srv.Shutdown(ctx); err != nil {
		t.Error(err)
	}
	if err := <-served; err != nil {
		t.Error(err)
	}
}
