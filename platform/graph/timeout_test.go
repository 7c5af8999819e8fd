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
	"crier/platform/pipetest"
)

// inBubble runs f with a client of the handler, on the bubble's time.
func inBubble(t *testing.T, h http.HandlerFunc, timeout time.Duration, f func(*testing.T, *graph.Client)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		// The server notices that its client is gone only once the body is read.
		read := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			_, _ = io.Copy(io.Discard, r.Body)
			h(w, r)
		})
		f(t, graph.New(graph.Options{
			Endpoints: graph.LiveEndpoints, HTTP: &http.Client{Transport: plain{pipetest.Serve(t, read)}}, Timeout: timeout,
		}))
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
		over := make(chan struct{})
		nowhere := func(context.Context, string, string) (net.Conn, error) {
			<-over
			return nil, net.ErrClosed
		}
		c := graph.New(graph.Options{
			Endpoints: graph.LiveEndpoints, HTTP: &http.Client{Transport: plain{&http.Transport{DialContext: nowhere}}},
		})
		for op, call := range everyCall(c, t) {
			if e := asError(t, call(primary)); !e.NotSent() || e.OutcomeUnknown() || !errors.Is(e, context.DeadlineExceeded) {
				t.Errorf("%s: got %v", op, e)
			}
		}
		close(over)
	})
}
