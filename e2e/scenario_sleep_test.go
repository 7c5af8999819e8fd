package e2e_test

import (
	"context"
	"net/http"
	"strings"
	"testing"
	"time"

	"crier/e2e"
	"crier/modules/posts"
	"crier/platform/clock"
)

// TestScenario_15_SleepInPublishing: the machine sleeps for hours while a publish call, or a look
// at what became of it, is under way. The lease is over by the wall clock: what was published is
// found, what was not is published once.
func TestScenario_15_SleepInPublishing(t *testing.T) {
	t.Parallel()
	dropped := e2e.Fault{Match: e2e.PublishCalls, DropAfterCommit: true}
	held := func(m e2e.FaultMatch, skip int) e2e.Fault {
		return e2e.Fault{Match: m, Skip: skip, DelayMs: (10 * time.Minute).Milliseconds()}
	}
	for name, faults := range map[string][]e2e.Fault{
		"the publish call":           {held(e2e.PublishCalls, 0)},
		"the look at the container":  {dropped, held(e2e.ContainerReads, 1)},
		"the look at the media":      {dropped, held(e2e.MediaLists, 0)},
		"between two looks":          {dropped, {Match: e2e.ContainerReads, Skip: 1, Times: 2, HTTP: 503, Body: html}},
		"the first of two looks":     {{Match: e2e.PublishCalls, DropBefore: true}, held(e2e.ContainerReads, 1)},
		"between the two of a proof": {{Match: e2e.PublishCalls, DropBefore: true}},
		"the read of the address":    {held(e2e.MediaReads, 0)},
		"the poll before the call":   {held(e2e.ContainerReads, 0)},
	} {
		for _, away := range []time.Duration{2 * time.Minute, 3 * time.Hour, 9 * 24 * time.Hour} {
			if away < time.Hour && name != "the publish call" {
				continue
			}
			t.Run(name+", "+away.String(), func(t *testing.T) {
				t.Parallel()
				j := begin(t)
				for _, f := range faults {
					j.network.Fault(f)
				}
				id := j.publish(j.imagePost("once"))
				j.Rest(t)
				if strings.HasPrefix(name, "between") || strings.HasPrefix(name, "the look") || strings.HasPrefix(name, "the first") {
					j.pass(3 * time.Second)
				}
				before := j.post(id)
				j.Clock.Sleep(away)
				j.Clock.Advance(5 * time.Second) // The poll finds that the lease is over.
				if name == "the publish call" && away < 24*time.Hour {
					j.waits(4) // The runner, and the next look with its lease, beside the call that is still held up.
				}
				j.ended(id)
				j.sleptWell(id, before, away)
			})
		}
	}
}

// waits blocks until so many wait on the clock. Rest cannot tell a call that is held up from work
// that has begun.
func (j *journey) waits(n int) {
	j.t.Helper()
	ctx, cancel := context.WithTimeout(j.t.Context(), time.Minute)
	defer cancel()
	if err := j.Clock.BlockUntil(ctx, n); err != nil {
		j.t.Fatal(err)
	}
}

// sleptWell holds how a post ends that was at work when the machine fell asleep: live once, unless
// it had not come as far as the publish call and is too late by now, or the network has expired
// what it had not published.
func (j *journey) sleptWell(id string, before posts.Post, away time.Duration) {
	j.t.Helper()
	j.pass(10 * time.Minute) // What was under way comes to its end in the network.
	p, live := j.post(id), j.network.Ledger().Publications
	switch {
	case len(live) == 1:
		j.isLive(p, 0)
	case away > 24*time.Hour && len(live) == 0:
		if code := text(p.ErrorCode); p.Status != posts.Failed || code != "INVALID_SCHEDULE" && code != "PROCESSING_FAILED" {
			j.t.Errorf("the post was %s, and is %s", describe(before), describe(p))
		}
	default:
		j.t.Errorf("live are %+v; the post is %s", live, describe(p))
	}
	j.staysSo(id)
}

// TestScenario_15_AnswerAfterTheLease: the answer to the publish call comes when the lease is over
// by the wall clock. It is not thrown away, and nothing is sent again.
func TestScenario_15_AnswerAfterTheLease(t *testing.T) {
	t.Parallel()
	for name, by := range map[string]time.Duration{"a sleep": 2 * time.Minute, "a long sleep": 9 * 24 * time.Hour, "a clock set back": -24 * time.Hour} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			clk := clock.NewFake(e2e.Start)
			l := lay(t, clk)
			j := l.begin(e2e.At(clk))
			l.listen(func(r *http.Request, answered bool) bool {
				if answered && strings.HasSuffix(r.URL.Path, atPublish) {
					clk.Jump(by)
				}
				return false
			})
			j.endsAs(j.publish(j.imagePost("once")), once)
		})
	}
}

// TestScenario_15_RetryAndDeleteMeanwhile: while nobody can tell what became of a publish call, the
// post can neither be retried nor deleted nor cancelled, by however many at once.
func TestScenario_15_RetryAndDeleteMeanwhile(t *testing.T) {
	t.Parallel()
	j := begin(t)
	j.network.Fault(e2e.Fault{Match: e2e.PublishCalls, DropAfterCommit: true})
	j.network.Fault(e2e.Fault{Match: e2e.ContainerReads, Skip: 1, Times: 10, HTTP: 503, Body: html})
	id := j.schedule(j.imagePost("once"), e2e.Start.Add(time.Minute))
	j.awaited(id, func(s posts.Status) bool { return s == posts.Publishing })
	for range 5 {
		j.Rest(t)
		if p := j.post(id); p.Status != posts.Publishing {
			t.Fatalf("the post is %s", describe(p))
		}
		j.client.Post("/api/v1/posts/"+id+"/retry", nil).WantError(http.StatusBadRequest, "INVALID_STATUS")
		j.client.Delete("/api/v1/posts/"+id).WantError(http.StatusBadRequest, "INVALID_STATUS")
		j.client.Delete("/api/v1/schedule/"+id).WantError(http.StatusBadRequest, "INVALID_STATUS")
		j.client.Put("/api/v1/schedule/"+id, body{"caption": "other"}).WantError(http.StatusBadRequest, "INVALID_STATUS")
		j.pass(5 * time.Second)
	}
	j.endsAs(id, once)
}

// TestScenario_15_RetryWhileItIsLookedFor: a post FAILED with an unknown outcome is retried while
// the background check looks for it. Both find the same post, and it is live once.
func TestScenario_15_RetryWhileItIsLookedFor(t *testing.T) {
	t.Parallel()
	for name, call := range map[string]e2e.Fault{"live": {DropAfterCommit: true}, "not live": {DropBefore: true}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			j := begin(t)
			id := j.unknown(call)
			j.network.ClearFaults()
			checked := make(chan error, 1)
			go func() { checked <- j.Scheduler.RunNow(t.Context(), "posts.verify") }()
			answer := j.client.Post("/api/v1/posts/"+id+"/retry", nil)
			if err := <-checked; err != nil {
				t.Error(err)
			}
			if answer.Status != http.StatusAccepted {
				// The check was quicker.
				answer.WantError(http.StatusBadRequest, "INVALID_STATUS")
			}
			p := j.ended(id)
			j.isLive(p, 0)
			j.staysSo(id)
			if l := j.network.Ledger(); len(l.Publications) != 1 {
				t.Errorf("live are %+v", l.Publications)
			}
		})
	}
}
