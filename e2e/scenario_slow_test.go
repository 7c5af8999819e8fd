package e2e_test

import (
	"context"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"crier/e2e"
	"crier/modules"
	"crier/platform/clock"
	"crier/platform/graph"
	"crier/platform/sandbox"

	"go.uber.org/fx"
)

// slowNetwork gives up on publish calls that are under way, as a timeout does.
type slowNetwork struct {
	http.RoundTripper

	clock *clock.Fake
	once  sync.Once
	// answered is closed when the call that was given up has come to its end.
	answered chan struct{}
}

// RoundTrip leaves the first publish call on its way once the sandbox holds it up, and says that
// the time ran out.
func (s *slowNetwork) RoundTrip(req *http.Request) (resp *http.Response, err error) {
	first := false
	if strings.HasSuffix(req.URL.Path, "/media_publish") {
		s.once.Do(func() { first = true })
	}
	if !first {
		return s.RoundTripper.RoundTrip(req)
	}
	waiting := make(chan error, 1)
	go func() { waiting <- s.clock.BlockUntil(req.Context(), 3) }()
	go func() {
		defer close(s.answered)
		if resp, err := s.RoundTripper.RoundTrip(req.WithContext(context.WithoutCancel(req.Context()))); err == nil {
			_, _ = io.Copy(io.Discard, resp.Body)
			_ = resp.Body.Close()
		}
	}()
	if err := <-waiting; err != nil {
		return nil, err
	}
	return nil, context.DeadlineExceeded
}

// TestScenario_03_TimesOut: a publish call that takes longer than the client waits takes effect
// when it likes.
func TestScenario_03_TimesOut(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		delay time.Duration
		want  []string
	}{
		"before the first look":  {2 * time.Second, []string{"published"}},
		"between the two looks":  {17 * time.Second, nil},
		"after the second call":  {10 * time.Minute, []string{"published", "republish_refused"}},
		"long after the post is": {20 * time.Hour, []string{"published"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			clk := clock.NewFake(e2e.Start)
			transport := &http.Transport{}
			t.Cleanup(transport.CloseIdleConnections)
			slow := &slowNetwork{RoundTripper: transport, clock: clk, answered: make(chan struct{})}
			j := begin(t, e2e.At(clk), e2e.With(modules.All(), fx.Decorate(func(l *sandbox.Location) *graph.Client {
				return graph.New(graph.Options{
					Endpoints: func() graph.Endpoints { return graph.SandboxEndpoints(l.URL()) }, Clock: clk, HTTP: &http.Client{Transport: slow},
				})
			})))
			j.network.Fault(e2e.Fault{Match: e2e.PublishCalls, DelayMs: c.delay.Milliseconds()})
			// The sandbox holds the call up in a goroutine of its own.
			j.AlsoWaits(slow.answered)
			sent := clk.Now()
			id := j.publish(j.imagePost("once"))
			p := j.ended(id)
			if c.delay == 10*time.Minute {
				j.pass(c.delay)
			}
			j.isLive(p, 0)
			live := j.network.Ledger().Publications
			if len(live) != 1 {
				t.Fatalf("%d posts are live", len(live))
			}
			if at := sent.Add(c.delay); c.delay < time.Minute && !live[0].PublishedAt.Equal(at) {
				t.Errorf("the call took effect at %s, not %s", live[0].PublishedAt, at)
			}
			if c.want != nil {
				j.wantCalls(c.want...)
			}
			// The call that is still on its way comes to nothing.
			j.pass(25 * time.Hour)
			e2e.Await(t, slow.answered, "the call that was slow")
			if n := len(j.network.Ledger().Publications); n != 1 || text(j.post(id).SNMediaID) != text(p.SNMediaID) {
				t.Errorf("a day later %d posts are live, and the post is %s", n, describe(j.post(id)))
			}
		})
	}
}
