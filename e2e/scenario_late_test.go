package e2e_test

import (
	"fmt"
	"net/http"
	"slices"
	"testing"
	"time"

	"crier/e2e"
	"crier/modules/posts"
	"crier/modules/posts/timeline"
)

// lateGroup schedules five posts of the bakery, oldest last, and one of the potter, and returns
// their captions oldest first.
func (j *journey) lateGroup() (ids, captions []string) {
	j.t.Helper()
	for i := 4; i >= 0; i-- {
		caption := fmt.Sprintf("late %d", i)
		// The last three are due at one instant: then the first that was taken in goes first.
		at := e2e.Start.Add(time.Duration(min(i, 2)+1) * 10 * time.Minute)
		ids = append(ids, j.schedule(j.imagePost(caption), at))
	}
	potter := j.schedule(j.imagePost("potter's").with("accountId", j.potter.ID), e2e.Start.Add(10*time.Minute))
	return append(ids, potter), []string{"late 0", "late 1", "late 4", "late 3", "late 2"}
}

// checkSpacing holds that the late posts went out in order and at least a minute apart.
func (j *journey) checkSpacing(ids, captions []string) {
	j.t.Helper()
	began := j.Clock.Now()
	j.AdvanceUntil(j.t, time.Hour, func() bool {
		return !slices.ContainsFunc(ids, func(id string) bool { return !j.post(id).Status.HasEnded() })
	})
	var got []string
	var last time.Time
	for _, live := range j.network.Ledger().Publications {
		if live.AccountID == j.potter.SNUserID {
			if live.PublishedAt.Sub(began) > 5*time.Second {
				j.t.Errorf("the other account's went out at %s", live.PublishedAt)
			}
			continue
		}
		if live.PublishedAt.Sub(last) < time.Minute || live.PublishedAt.Sub(last) > 90*time.Second && !last.IsZero() {
			j.t.Errorf("%q went out %s after the one before", live.Caption, live.PublishedAt.Sub(last))
		}
		got, last = append(got, live.Caption), live.PublishedAt
	}
	if !slices.Equal(got, captions) {
		j.t.Errorf("the order was %q", got)
	}
	for _, id := range ids {
		p := j.post(id)
		if p.Status != posts.Published || p.PublishedAt.Time().Sub(p.ScheduledFor.Time()) < 2*time.Hour {
			j.t.Errorf("the post is %s, at %s; it was due at %s", describe(p), p.PublishedAt, p.ScheduledFor)
		}
		j.showsLateness(p)
		j.staysSo(id)
	}
	if calls := j.network.Ledger().Outcomes(); len(calls) != len(ids) {
		j.t.Errorf("the publish calls were %q", calls)
	}
}

// showsLateness holds that the calendar says how long after its time the post was published, and
// that its timeline says so of the beginning of the work.
func (j *journey) showsLateness(p posts.Post) {
	j.t.Helper()
	late, shown := p.PublishedAt.Time().Sub(p.ScheduledFor.Time()), int64(-1)
	for _, day := range j.days(j.Browser(j.t), "2026-11-21", "2026-11-21", "&perDay=10").Days {
		for _, summary := range day.Posts {
			if summary.ID == p.ID {
				shown = summary.LateSeconds
			}
		}
	}
	if shown != int64(late/time.Second) {
		j.t.Errorf("the calendar shows %q as %d seconds late; it is %s", text(p.Caption), shown, late)
	}
	var told posts.Timeline
	j.Browser(j.t).Internal("/api/posts/" + p.ID.String() + "/timeline").Want(http.StatusOK).JSON(&told)
	first := slices.IndexFunc(told.Steps, func(s timeline.Step) bool { return s.Kind == timeline.KindClaim })
	if first < 0 || time.Duration(told.Steps[first].LateMs)*time.Millisecond < 2*time.Hour {
		j.t.Errorf("the timeline of %q does not say that it is late: %+v", text(p.Caption), told.Steps)
	}
}

// TestScenario_13_LateAfterAStop: the program was closed for three hours in which five posts of an
// account fell due. They go out oldest first and spaced, without a burst.
func TestScenario_13_LateAfterAStop(t *testing.T) {
	t.Parallel()
	j := begin(t)
	ids, captions := j.lateGroup()
	j = j.again(3 * time.Hour)
	j.checkSpacing(ids, captions)
}

// TestScenario_13_LateAfterASleep: the machine slept for three hours; the rest is as after a stop.
func TestScenario_13_LateAfterASleep(t *testing.T) {
	t.Parallel()
	j := begin(t)
	ids, captions := j.lateGroup()
	j.Rest(t)
	j.Clock.Sleep(3 * time.Hour)
	j.Clock.Advance(5 * time.Second) // Timers do not know of the sleep: the poll finds what fell due.
	j.checkSpacing(ids, captions)
}

// TestScenario_13_LateWithSlowMedia: the network works on each picture for some seconds, so that no
// post goes out in the run that begins it.
func TestScenario_13_LateWithSlowMedia(t *testing.T) {
	t.Parallel()
	j := begin(t)
	ids, captions := j.lateGroup()
	j.network.Latency(e2e.Latency{ImageMs: new(int64(2500))})
	j = j.again(3 * time.Hour)
	j.checkSpacing(ids, captions)
}

// TestScenario_13_LateWithLostAnswers: a post whose outcome is unknown counts as gone out.
func TestScenario_13_LateWithLostAnswers(t *testing.T) {
	t.Parallel()
	j := begin(t)
	ids, captions := j.lateGroup()
	j.network.Fault(e2e.Fault{Match: e2e.PublishCalls, Times: 6, DropAfterCommit: true})
	j = j.again(3 * time.Hour)
	j.checkSpacing(ids, captions)
}

// TestScenario_13_LateAndCancelled: a late post that waits for its turn can still be cancelled.
func TestScenario_13_LateAndCancelled(t *testing.T) {
	t.Parallel()
	j := begin(t)
	b := j.imagePost("late")
	first, second := j.schedule(b, e2e.Start.Add(time.Minute)), j.schedule(b, e2e.Start.Add(2*time.Minute))
	j = j.again(time.Hour)
	j.isLive(j.ended(first), 0)
	if p := j.post(second); p.Status != posts.Queued {
		t.Fatalf("the second is %s", describe(p))
	}
	j.client.Delete("/api/v1/schedule/" + second).Want(http.StatusOK)
	j.pass(time.Hour)
	if p := j.post(second); p.Status != posts.Draft {
		t.Errorf("the second is %s", describe(p))
	}
	j.wantCalls("published")
	j.staysSo(second)
}

// TestScenario_14_Missed: the program was closed for nine days, or for just as long as the grace.
// What is later than that is held as FAILED, nothing is sent, and a retry publishes it now.
func TestScenario_14_Missed(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		away time.Duration
		want string
	}{
		"within":    {25 * time.Hour, ""},
		"beyond":    {25*time.Hour + time.Millisecond, "missed by 24 hours"},
		"nine days": {9*24*time.Hour + time.Hour, "missed by 9 days"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			j := begin(t)
			id := j.schedule(j.imagePost("late"), e2e.Start.Add(time.Hour))
			j = j.again(c.away)
			if c.want == "" {
				j.endsAs(id, once)
				return
			}
			if p := j.endsAs(id, ending{code: "INVALID_SCHEDULE", says: c.want}); p.LastAttemptAt != nil {
				t.Errorf("it was last tried at %s", p.LastAttemptAt)
			}
			for _, c := range j.network.Calls() {
				if c.Method != http.MethodGet {
					t.Errorf("the network was sent something: %+v", c)
				}
			}
			j.retry(id)
			j.endsAs(id, once)
		})
	}
}

// TestScenario_14_MissedInTheMiddle: a post that was to go out at once, or was being worked on, is
// missed no less.
func TestScenario_14_MissedInTheMiddle(t *testing.T) {
	t.Parallel()
	for name, fault := range map[string]e2e.Fault{
		"in a back-off":      {Match: e2e.CreateCalls, HTTP: 503, Code: 2},
		"in the network":     {Match: e2e.ContainerReads, Times: 100, Body: `{"status_code":"IN_PROGRESS","status":"In Progress"}`},
		"limited":            {Match: e2e.CreateCalls, Code: 4},
		"waiting for a lane": {Match: e2e.CreateCalls, DelayMs: (5 * time.Minute).Milliseconds()},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			j := begin(t)
			j.network.Fault(fault)
			var id string
			if name == "waiting for a lane" {
				j.publish(j.imagePost("first"))
				j.Rest(t)
				id = j.publish(j.imagePost("late"))
				j.stopHeld()
			} else {
				id = j.publish(j.imagePost("late"))
				j.Rest(t)
			}
			j = j.again(9 * 24 * time.Hour)
			j.comesTo(id, ending{code: "INVALID_SCHEDULE", says: "missed by "})
			j.network.ClearFaults()
			j.retry(id)
			j.endsAs(id, once)
		})
	}
}
