package graph_test

import (
	"context"
	"net/http"
	"strings"
	"testing"
	"time"

	"crier/platform/graph"
)

func TestSandbox_TokensOfTheOtherHost(t *testing.T) {
	t.Parallel()
	s := newSimulated(t)
	accounts := s.accounts()
	for i, a := range accounts {
		a.Token = accounts[1-i].Token
		for op, call := range everyCall(s.client, t) {
			if e := asError(t, call(a)); e.Class != graph.TokenDead || e.Code != 190 || e.OutcomeUnknown() || e.TraceID == "" {
				t.Errorf("%s with the other token, %s: got %v", a.Login, op, e)
			}
		}
	}
}

func TestSandbox_DeadTokens(t *testing.T) {
	t.Parallel()
	s := newSimulated(t)
	for _, a := range s.accounts() {
		for action, subcode := range map[string]int{"expire": 463, "revoke": 460} {
			s.control("tokens", `{"accountId":"`+a.ID+`","action":"`+action+`"}`)
			for op, call := range everyCall(s.client, t) {
				if e := asError(t, call(a)); e.Class != graph.TokenDead || e.Code != 190 || e.Subcode != subcode || e.OutcomeUnknown() {
					t.Errorf("%s %s, %s: got %v", a.Login, action, op, e)
				}
			}
		}
		s.control("tokens", `{"accountId":"`+a.ID+`","action":"restore"}`)
		if _, err := s.client.Profiles.Profile(t.Context(), a); err != nil {
			t.Errorf("%s restored: %v", a.Login, err)
		}
	}
}

// faultedPublish publishes an image into a planned failure, and returns the error with the
// container.
func (s *simulated) faultedPublish(a graph.Account, fault string) (*graph.Error, string) {
	s.t.Helper()
	container := s.finished(a, s.image("faulted"))
	s.control("faults", `{"match":{"method":"POST","path":"media_publish$"},"times":1,`+fault+`}`)
	_, err := s.client.Publish(s.t.Context(), permit(), a, container)
	return asError(s.t, err), container
}

func TestSandbox_PublishFaults(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		fault  string
		class  graph.Class
		unsure bool
		status graph.StatusCode
	}{
		"cut after it took effect":  {`"dropAfterCommit":true`, graph.Retry, true, graph.Published},
		"cut before it took effect": {`"dropBefore":true`, graph.Retry, true, graph.Finished},
		"half an answer":            {`"malformed":true`, graph.Retry, true, graph.Published},
		"success without an id":     {`"http":200,"body":"{}"`, graph.Retry, true, graph.Finished},
		"HTML":                      {`"http":502,"body":"<html>Bad Gateway</html>"`, graph.Retry, true, graph.Finished},
		"server error":              {`"http":500,"code":2,"transient":true`, graph.Retry, true, graph.Finished},
		"unknown error":             {`"code":1`, graph.Retry, true, graph.Finished},
		"blocked":                   {`"code":4,"subcode":2207051,"message":"blocked"`, graph.Wait, true, graph.Finished},
		"app limit":                 {`"code":4,"message":"limit"`, graph.Wait, false, graph.Finished},
		"checkpoint":                {`"code":25,"subcode":2207050`, graph.UserAction, false, graph.Finished},
		"permission":                {`"http":403,"code":10`, graph.NoPermission, false, graph.Finished},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newSimulated(t)
			for _, a := range s.accounts() {
				e, container := s.faultedPublish(a, c.fault)
				if e.Class != c.class || e.OutcomeUnknown() != c.unsure || e.NotSent() {
					t.Errorf("%s: got %v, class %q, unknown %v", a.Login, e, e.Class, e.OutcomeUnknown())
				}
				status, err := s.client.ContainerStatus(t.Context(), a, container)
				if err != nil || status.Code != c.status {
					t.Errorf("%s: status %+v, %v", a.Login, status, err)
				}
			}
			// One call each arrived: nothing below the client repeated it.
			if calls := s.ledger().PublishCalls; len(calls) != 2 {
				t.Errorf("%d publish calls arrived: %+v", len(calls), calls)
			}
		})
	}
}

func TestSandbox_LostAnswerIsFoundByReading(t *testing.T) {
	t.Parallel()
	s := newSimulated(t)
	a := s.accounts()[0]
	began := s.clock.Now()
	_, container := s.faultedPublish(a, `"dropAfterCommit":true`)
	recent, err := s.client.RecentMedia(t.Context(), a, began)
	l := s.ledger()
	if err != nil || len(recent) != 1 || len(l.Publications) != 1 || l.Publications[0].MediaID != recent[0].ID || l.Publications[0].ContainerID != container {
		t.Errorf("recent media %+v, %v; ledger %+v", recent, err, l)
	}
}

func TestSandbox_GivenUpWhileThePublishIsHeldUp(t *testing.T) {
	t.Parallel()
	s := newSimulated(t)
	a := s.accounts()[1]
	container := s.finished(a, s.image("slow"))
	s.control("faults", `{"match":{"method":"POST","path":"media_publish$"},"times":1,"delayMs":3600000}`)
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() {
		_, err := s.client.Publish(ctx, permit(), a, container)
		done <- err
	}()
	if err := s.clock.BlockUntil(t.Context(), 1); err != nil {
		t.Fatal(err)
	}
	cancel()
	if e := asError(t, <-done); !e.OutcomeUnknown() || e.NotSent() || e.Class != graph.Retry {
		t.Errorf("got %v", e)
	}
}

func TestSandbox_RateLimitSaysHowLong(t *testing.T) {
	t.Parallel()
	s := newSimulated(t)
	a := s.accounts()[0]
	s.control("faults", `{"match":{"path":"content_publishing_limit"},"times":1,"code":80002,"afterCommit":true}`)
	_, err := s.client.PublishingLimit(t.Context(), a)
	if e := asError(t, err); e.Class != graph.Wait || e.HTTPStatus != http.StatusBadRequest || e.RetryAfter <= 0 {
		t.Errorf("got %+v", e)
	}
}

func TestSandbox_Cap(t *testing.T) {
	t.Parallel()
	s := newSimulated(t)
	for _, a := range s.accounts() {
		s.control("quota", `{"accountId":"`+a.ID+`","total":25,"used":25}`)
		container := s.finished(a, s.image("the 26th"))
		_, err := s.client.Publish(t.Context(), permit(), a, container)
		if e := asError(t, err); e.Class != graph.CapReached || e.Code != 9 || e.Subcode != 2207042 || e.OutcomeUnknown() {
			t.Errorf("%s: got %+v", a.Login, e)
		}
		if limit, err := s.client.PublishingLimit(t.Context(), a); err != nil || limit.Used != 25 || limit.Total != 25 {
			t.Errorf("%s: got %+v, %v", a.Login, limit, err)
		}
	}
}

func TestSandbox_ContainerEnds(t *testing.T) {
	t.Parallel()
	s := newSimulated(t)
	a := s.accounts()[0]
	status := func(id string) graph.Status {
		got, err := s.client.ContainerStatus(t.Context(), a, id)
		if err != nil {
			t.Fatal(err)
		}
		return got
	}
	create := func() string {
		id, err := s.client.CreateContainer(t.Context(), a, s.image("x"))
		if err != nil {
			t.Fatal(err)
		}
		return id
	}
	for subcode, class := range map[string]graph.Class{
		"2207026": graph.Permanent, "2207082": graph.NewContainer, "2207052": graph.NewContainer, "2207069": graph.NewContainer,
	} {
		s.control("containers/next", `{"force":"ERROR","subcode":`+subcode+`}`)
		got := status(create())
		if e := asError(t, got.Err()); got.Code != graph.Failed || e.Class != class || !strings.Contains(e.Error(), subcode) {
			t.Errorf("%s: got %+v, %v", subcode, got, e)
		}
	}
	s.control("containers/next", `{"force":"STUCK"}`)
	stuck := create()
	s.clock.Advance(time.Hour)
	if got := status(stuck); got.Code != graph.InProgress || got.Err() != nil {
		t.Errorf("stuck: got %+v", got)
	}
	_, err := s.client.Publish(t.Context(), permit(), a, stuck)
	if e := asError(t, err); e.Class != graph.NotReady || e.OutcomeUnknown() {
		t.Errorf("published while stuck: got %v", e)
	}
	s.clock.Advance(24 * time.Hour)
	if e := asError(t, status(stuck).Err()); e.Class != graph.NewContainer {
		t.Errorf("expired: got %v", e)
	}
}

func TestSandbox_PublishedTwice(t *testing.T) {
	t.Parallel()
	s := newSimulated(t)
	a := s.accounts()[0]
	container := s.finished(a, s.image("once"))
	for i := range 2 {
		_, err := s.client.Publish(t.Context(), permit(), a, container)
		if (err == nil) != (i == 0) {
			t.Errorf("publish %d: %v", i, err)
		}
	}
	if l := s.ledger(); len(l.Publications) != 1 || len(l.PublishCalls) != 2 {
		t.Errorf("got %+v", l)
	}
}

func TestSandbox_FreshMediaIsDeniedForAWhile(t *testing.T) {
	t.Parallel()
	s := newSimulated(t)
	a := s.accounts()[0]
	s.control("reads", `{"lag":2}`)
	id := s.published(a, s.image("fresh"))
	var codes []int
	for range 3 {
		_, err := s.client.Media(t.Context(), a, id)
		if err == nil {
			break
		}
		e := asError(t, err)
		codes = append(codes, e.Subcode)
		if e.Class != graph.Retry || e.Tries == 0 {
			t.Errorf("got %+v", e)
		}
	}
	if len(codes) != 2 {
		t.Errorf("denied %v", codes)
	}
	if recent, err := s.client.RecentMedia(t.Context(), a, time.Time{}); err != nil || len(recent) == 0 || recent[0].Permalink == "" {
		t.Errorf("the list: %+v, %v", recent, err)
	}
}
