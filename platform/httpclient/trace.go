package httpclient

import (
	"context"
	"net/http/httptrace"
	"sync/atomic"
)

// Trace is what the transport tells about one request. Its zero value is ready, for one request.
type Trace struct{ dialed, connected, written atomic.Bool }

// In returns a context that has the request told to the trace.
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

// NotSent reports that a connection was asked for and not had: the request certainly did not leave
// this machine. A transport that tells nothing may have sent it.
func (t *Trace) NotSent() bool { return t.dialed.Load() && !t.connected.Load() }

// Connected reports that there was a connection for the request.
func (t *Trace) Connected() bool { return t.connected.Load() }

// Written reports that the request was written whole.
func (t *Trace) Written() bool { return t.written.Load() }
