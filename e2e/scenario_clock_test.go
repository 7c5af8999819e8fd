package e2e_test

import (
	"net/http"
	"runtime"
	"strings"
	"testing"
	"time"

	"crier/e2e"
	"crier/modules/posts"
	"crier/platform/clock"
)

// wrong boots an App whose clock is wrong by that much, on a network whose clock is right.
func wrong(t *testing.T, by time.Duration) *journey {
	t.Helper()
	j, _ := wrongBeside(t, by)
	return j
}

// wrongBeside is wrong, and returns the network's clock too.
func wrongBeside(t *testing.T, by time.Duration) (*journey, *clock.Fake) {
	t.Helper()
	right := clock.NewFake(e2e.Start)
	return lay(t, right).begin(e2e.At(clock.NewFake(e2e.Start.Add(by)))), right
}

// passBoth lets the time pass for the App and for the network, in steps.
func (j *journey) passBoth(right *clock.Fake, d, step time.Duration) {
	j.t.Helper()
	for ; d > 0; d -= step {
		right.Advance(min(d, step))
		j.pass(min(d, step))
	}
}

// jump sets the App's clock. Timers do not know of it: the poll finds what fell due.
func (j *journey) jump(by time.Duration) {
	j.t.Helper()
	j.Rest(j.t)
	j.Clock.Jump(by)
	j.Clock.Advance(5 * time.Second)
	for j.hasWaitsOfAnotherTime() {
		j.Queue.Wake()
		runtime.Gosched()
	}
	j.Rest(j.t)
}

// hasWaitsOfAnotherTime reports whether a job is put off by a clock that was ahead, which the
// Runner mends at its next look.
func (j *journey) hasWaitsOfAnotherTime() bool {
	j.t.Helper()
	found, err := j.DB.NewSelect().Table("scheduled_jobs").
		Where("status = 'PENDING' AND named_instant = 0 AND min(run_at, updated_at) > ?", j.Clock.Now().UnixMilli()).Exists(j.t.Context())
	if err != nil {
		j.t.Fatal(err)
	}
	return found
}

// TestScenario_16_JumpsAhead: the clock jumps ahead of the network's, past the time of scheduled
// posts and even past their grace. None of them goes out or FAILED before the network's clock says
// that it is due, whether the jump is put right or not; then each goes out once.
func TestScenario_16_JumpsAhead(t *testing.T) {
	t.Parallel()
	const day, due = 24 * time.Hour, 2 * time.Hour
	for _, ahead := range []time.Duration{6 * time.Minute, day, 9 * day} {
		for name, back := range map[string]bool{"stays": false, "and back": true} {
			t.Run(ahead.String()+" "+name, func(t *testing.T) {
				t.Parallel()
				j, right := wrongBeside(t, 0)
				at := e2e.Start.Add(due)
				ids := []string{j.schedule(j.imagePost("first"), at), j.schedule(j.imagePost("second"), at.Add(time.Hour))}
				j.passBoth(right, due-5*time.Minute, time.Hour)
				j.jump(ahead)
				j.passBoth(right, 4*time.Minute, time.Minute)
				for _, id := range ids {
					if p := j.post(id); p.Status != posts.Scheduled && p.Status != posts.Queued || j.creates() != 0 {
						t.Errorf("at %s by the network's clock a post for %s is %s", right.Now(), p.ScheduledFor, describe(p))
					}
				}
				j.knowsTheClock(ahead)
				if back {
					j.jump(-ahead)
				}
				j.passBoth(right, 2*time.Hour, 2*time.Minute)
				j.wentOutInTime(ids)
			})
		}
	}
}

// knowsTheClock holds that who schedules now is told that the clock is off.
func (j *journey) knowsTheClock(ahead time.Duration) {
	j.t.Helper()
	answer := j.client.Post("/api/v1/schedule", j.imagePost("later").with("scheduledFor", e2e.Start.Add(ahead+100*time.Hour))).Want(http.StatusCreated)
	if !strings.Contains(string(answer.Body), "CLOCK_OFF") {
		j.t.Errorf("nobody is told that the clock is %s ahead: %s", ahead, answer.Body)
	}
	j.client.Delete("/api/v1/schedule/" + answer.String("postId")).Want(http.StatusOK)
}

// wentOutInTime holds that the posts are live once each, not before their time by the network's
// clock and soon after it.
func (j *journey) wentOutInTime(ids []string) {
	j.t.Helper()
	live := j.network.Ledger().Publications
	if len(live) != len(ids) {
		j.t.Fatalf("live are %+v; the posts are %s and %s", live, describe(j.post(ids[0])), describe(j.post(ids[1])))
	}
	for i, id := range ids {
		p := j.post(id)
		j.isLive(p, i)
		if late := live[i].PublishedAt.Sub(p.ScheduledFor.Time()); late < 0 || late > 5*time.Minute {
			j.t.Errorf("a post for %s went out at %s by the network's clock", p.ScheduledFor, live[i].PublishedAt)
		}
	}
}

// TestScenario_16_JumpsBack: the clock falls back by a day after one post has gone out and before
// the next one's time. The one is not published again; the other is late by the network's clock,
// and goes out once when the clock is put right.
func TestScenario_16_JumpsBack(t *testing.T) {
	t.Parallel()
	j, right := wrongBeside(t, 0)
	first, second := j.schedule(j.imagePost("first"), e2e.Start.Add(time.Hour)), j.schedule(j.imagePost("second"), e2e.Start.Add(2*time.Hour))
	j.passBoth(right, 90*time.Minute, 30*time.Minute)
	j.comesTo(first, once)
	j.jump(-24 * time.Hour)
	j.passBoth(right, 3*time.Hour, 30*time.Minute)
	if p := j.post(second); p.Status != posts.Scheduled {
		t.Errorf("the post is %s", describe(p))
	}
	j.jump(24 * time.Hour)
	j.endsAs(second, ending{live: 1, calls: []string{"published", "published"}})
	j.says(j.post(first), once)
}

// TestScenario_16_FewMinutesOff: a clock that is off by a few minutes only holds nothing up, and
// hides no post whose answer was lost.
func TestScenario_16_FewMinutesOff(t *testing.T) {
	t.Parallel()
	for _, by := range []time.Duration{4 * time.Minute, -4 * time.Minute} {
		t.Run(by.String(), func(t *testing.T) {
			t.Parallel()
			j := wrong(t, by)
			j.network.Fault(e2e.Fault{Match: e2e.PublishCalls, DropAfterCommit: true})
			id := j.schedule(j.imagePost("once"), j.Clock.Now().Add(time.Minute))
			j.pass(time.Minute)
			if p := j.ended(id); j.Clock.Now().Sub(p.ScheduledFor.Time()) > time.Minute {
				t.Errorf("it took until %s", j.Clock.Now())
			}
			j.endsAs(id, once)
		})
	}
}

// TestScenario_16_SetRightInPublishing: the clock is set right by a day while nobody knows yet what
// became of a publish call. The answer is found within minutes, not after a day.
func TestScenario_16_SetRightInPublishing(t *testing.T) {
	t.Parallel()
	const day = 24 * time.Hour
	for name, by := range map[string]time.Duration{"was ahead": day, "was behind": -day} {
		for outcome, call := range map[string]e2e.Fault{
			"live":     {Match: e2e.PublishCalls, DropAfterCommit: true},
			"not live": {Match: e2e.PublishCalls, DropBefore: true},
		} {
			t.Run(name+", "+outcome, func(t *testing.T) {
				t.Parallel()
				j := wrong(t, by)
				j.network.Fault(call)
				j.network.Fault(e2e.Fault{Match: e2e.ContainerReads, Skip: 1, Times: 2, HTTP: 503, Body: html})
				id := j.publish(j.imagePost("once"))
				j.awaited(id, func(s posts.Status) bool { return s == posts.Publishing })
				j.pass(3 * time.Second)
				j.jump(-by)
				p := j.ended(id)
				j.isLive(p, 0)
				if l := j.network.Ledger(); len(l.Publications) != 1 {
					t.Errorf("live are %+v", l.Publications)
				}
				j.staysSo(id)
			})
		}
	}
}

// TestScenario_16_SetRightInTheWait: the clock is set right by a day while a container is waited
// for that never comes to an end. The wait is no longer than ever.
func TestScenario_16_SetRightInTheWait(t *testing.T) {
	t.Parallel()
	j := wrong(t, 24*time.Hour)
	j.network.NextContainerSticks()
	id := j.publish(j.imagePost("stuck"))
	j.jump(-24 * time.Hour)
	j.comesTo(id, ending{code: "PROCESSING_FAILED", says: "still being processed"})
}

// TestSafe_ClockJumpAndKill: the clock jumps ahead by two days while the network cannot be reached,
// and the process dies in the middle of it. What fell due by that clock waits, says so, and goes
// out in time once the clock is put right, or once the network can be asked.
func TestSafe_ClockJumpAndKill(t *testing.T) {
	t.Parallel()
	const ahead = 48 * time.Hour
	for name, isBack := range map[string]bool{"stays": false, "and back": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			right, clk := clock.NewFake(e2e.Start), clock.NewFake(e2e.Start)
			l := lay(t, right)
			j := l.begin(e2e.At(clk))
			at := e2e.Start.Add(2 * time.Hour)
			ids := []string{j.schedule(j.imagePost("first"), at), j.schedule(j.imagePost("second"), at.Add(time.Hour))}
			l.listen(func(*http.Request, bool) bool { return true }) // Nobody is reached.
			j.jump(ahead)
			for _, id := range ids {
				if p := j.post(id); p.Status != posts.Queued || !strings.Contains(text(p.ErrorMessage), "waits for the network's clock") {
					t.Errorf("the post is %s", describe(p))
				}
			}
			j.Stop()
			j = l.begin(e2e.At(clk), e2e.In(j.Dir))
			j.passBoth(right, 4*time.Minute, time.Minute)
			if isBack {
				j.jump(-ahead)
			}
			l.listen(nil)
			j.passBoth(right, 4*time.Hour, 2*time.Minute)
			j.wentOutInTime(ids)
		})
	}
}
