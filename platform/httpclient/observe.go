package httpclient

import (
	"context"
	"net/http/httptrace"
	"sync/atomic"
)

type observerKey[T any] struct{}

// WithObserver returns a context under which a client calls observe with each T that it reports. An
// observer that ctx already has is called first.
func WithObserver[T any](ctx context.Context, observe func(T)) context.Context {
	if outer, ok := ctx.Value(observerKey[T]{}).(func(T)); ok {
		inner := observe
		observe = func(t T) { outer(t); inner(t) }
	}
	return context.WithValue(ctx, observerKey[T]{}, observe)
}

// ObserverOf returns a function that calls own, which may be nil, and then the observer of the
// context. It returns nil when there is neither.
func ObserverOf[T any](ctx context.Context, own func(T)) func(T) {
	observe, _ := ctx.Value(observerKey[T]{}).(func(T))
	switch {
	case own == nil:
		return observe
	case observe == nil:
		return own
	}
	return func(t T) { own(t); observe(t) }
}

// Trace records how far one request got. Its zero value is ready, and serves one request.
type Trace struct{ dialed, connected, written atomic.Bool }

// In returns a context under which the trace follows the request.
func (t *Trace) In(ctx context.Context) context.Context {
	return httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{
		GetConn: func(string) { t.dialed.Store(true) },
		GotConn: func(httptrace.GotConnInfo) { t.connected.Store(true) },
		WroteRequest: func(w httptrace.WroteRequestInfo) {
			if w.Err == nil {
				t.written.Store(true)
			}
		},
	})
}

// NotSent reports whether the request certainly did not leave this machine, because its transport
// asked for a connection and got none. It is false for a transport that reports nothing.
func (t *Trace) NotSent() bool { return t.dialed.Load() && !t.connected.Load() }

// Connected reports whether the request got a connection.
func (t *Trace) Connected() bool { return t.connected.Load() }

// Written reports whether the whole request was written.
func (t *Trace) Written() bool { return t.written.Load() }
