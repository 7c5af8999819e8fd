package timing_test

import (
	"log/slog"
	"testing"
	"time"

	"crier/modules/posts/networkclock"
	"crier/modules/posts/publish/attempt"
	"crier/modules/posts/publish/timing"
	"crier/platform/clock"
	"crier/platform/config"
	"crier/platform/database/databasetest"
	"crier/platform/graph"
	"crier/platform/jobs"
	"crier/platform/uptime"
	"crier/platform/wireid"
	"crier/platform/wiretime"
)

// compared returns a clock that is ahead of the network's by so much, and that knows it.
func compared(t *testing.T, ahead time.Duration) (*timing.Clock, *clock.Fake) {
	t.Helper()
	machine := clock.NewFake(start)
	c := timing.New(machine, new(networkclock.Clock), uptime.New(databasetest.New(t), machine, config.Sandbox), slog.New(slog.DiscardHandler))
	c.Observe(graph.Call{At: start, Date: start.Add(-ahead - time.Second/2)})
	return c, machine
}

func uncompared(t *testing.T) (*timing.Clock, *clock.Fake) {
	t.Helper()
	machine := clock.NewFake(start)
	return timing.New(machine, new(networkclock.Clock), uptime.New(databasetest.New(t), machine, config.Sandbox), slog.New(slog.DiscardHandler)), machine
}

// TestWindow: an item can have appeared from a little before its call was sent, until the call can
// be on its way no more. Where the network's clock is known, that counts, and its slack. A window
// that is too short takes a post that is live for one that is not, and it is sent again.
func TestWindow(t *testing.T) {
	t.Parallel()
	const slack = 10 * time.Minute
	sent, net := wiretime.Of(start), wiretime.Of(start.Add(-time.Hour))
	after := func(d time.Duration) *wiretime.Time { return wiretime.Ptr(start.Add(d)) }
	for name, c := range map[string]struct {
		a           attempt.Attempt
		from, until time.Duration
	}{
		"not answered":            {attempt.Attempt{SentAt: sent}, -slack, timing.InFlight + slack},
		"answered at once":        {attempt.Attempt{SentAt: sent, AnsweredAt: after(time.Second), Answer: new("200")}, -slack, timing.InFlight + slack},
		"answered late":           {attempt.Attempt{SentAt: sent, AnsweredAt: after(2 * timing.InFlight), Answer: new("200")}, -slack, 2*timing.InFlight + slack},
		"ended without an answer": {attempt.Attempt{SentAt: sent, AnsweredAt: after(2 * timing.InFlight)}, -slack, 3*timing.InFlight + slack},
		"set back under way":      {attempt.Attempt{SentAt: sent, AnsweredAt: after(-time.Hour)}, -slack, timing.InFlight + slack},
		"set ahead under way":     {attempt.Attempt{SentAt: sent, AnsweredAt: after(1000 * time.Hour)}, -slack, timing.ReferenceDay + timing.InFlight + slack},
		"by the network's clock": {
			attempt.Attempt{SentAt: sent, NetSentAt: &net}, -time.Hour - timing.DateSlack, -time.Hour + timing.InFlight + timing.DateSlack,
		},
	} {
		from, until := timing.Window(c.a, slack)
		if from.Sub(start) != c.from || until.Sub(start) != c.until {
			t.Errorf("%s: from %s until %s", name, from.Sub(start), until.Sub(start))
		}
	}
}

// TestWindowBegins is by the network's clock where that is known, and otherwise as much earlier as
// the two may be apart. Tier race, two databases.
func TestWindowBegins(t *testing.T) {
	t.Parallel()
	const slack = 10 * time.Minute
	known, _ := compared(t, time.Hour)
	if got := known.WindowBegins(slack).Sub(start); got != -time.Hour-timing.DateSlack-time.Second {
		t.Errorf("known: %s", got)
	}
	unknown, _ := uncompared(t)
	if got := unknown.WindowBegins(slack).Sub(start); got != -slack-time.Second {
		t.Errorf("unknown: %s", got)
	}
}

// TestStamp_AndElapsed: a call is under way for as long as Crier ran since, or longer by the
// network's clock, however this machine's is set. Tier race, one database each.
func TestStamp_AndElapsed(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		clock   func(*testing.T) (*timing.Clock, *clock.Fake)
		jump    time.Duration
		isKnown bool
	}{
		"compared":                  {func(t *testing.T) (*timing.Clock, *clock.Fake) { return compared(t, time.Hour) }, 0, true},
		"compared, then set back":   {func(t *testing.T) (*timing.Clock, *clock.Fake) { return compared(t, time.Hour) }, -24 * time.Hour, true},
		"not compared":              {uncompared, 0, false},
		"not compared, set back":    {uncompared, -24 * time.Hour, false},
		"not compared, set forward": {uncompared, 24 * time.Hour, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			own, machine := c.clock(t)
			machine.Advance(7 * time.Second)
			a := attempt.Attempt{NetSentAt: wiretime.Ptr(start)}
			own.Stamp(&a)
			if a.SentAt != wiretime.Of(start.Add(7*time.Second)) || a.RanMs != own.Ran().Milliseconds() || (a.NetSentAt != nil) != c.isKnown {
				t.Fatalf("the attempt is %+v", a)
			}
			if c.isKnown && a.NetSentAt.Time() != a.SentAt.Time().Add(-time.Hour) {
				t.Errorf("by the network's clock it was sent at %s", a.NetSentAt)
			}
			if got := own.OnItsWay(a); got != timing.InFlight {
				t.Errorf("at first it is on its way for %s", got)
			}
			machine.Advance(20 * time.Second)
			machine.Jump(c.jump)
			if got := own.Elapsed(a); got != 20*time.Second {
				t.Errorf("after 20 s it is under way for %s", got)
			}
			if got := own.OnItsWay(a); got != timing.InFlight-20*time.Second {
				t.Errorf("after 20 s it is on its way for %s", got)
			}
			// Crier did not run meanwhile: the network's clock counts, where it is known.
			slept, want := a, time.Duration(0)
			if slept.RanMs = own.Ran().Milliseconds(); c.isKnown {
				want = 20 * time.Second
			}
			if got := own.Elapsed(slept); got != want {
				t.Errorf("Crier did not run, and it is under way for %s", got)
			}
			// It was sent, or is asked about, when the clocks were not compared.
			half := a
			if half.NetSentAt = nil; !c.isKnown {
				half.NetSentAt = wiretime.Ptr(start.Add(-100 * time.Hour))
			}
			if got := own.Elapsed(half); got != 20*time.Second {
				t.Errorf("not compared at both ends, it is under way for %s", got)
			}
			a.AnsweredAt = &a.SentAt
			if got := own.OnItsWay(a); got == 0 {
				t.Error("a call without an answer is not on its way")
			}
			a.Answer = new("200")
			if got := own.OnItsWay(a); got != 0 {
				t.Errorf("an answered call is on its way for %s", got)
			}
			if got, want := own.Ended(a), wiretime.Of(start.Add(27*time.Second)); got != want {
				t.Errorf("it ended at %s", got)
			}
		})
	}
}

// TestPublished: when its call was sent, unless that is still to come. Tier race, one database.
func TestPublished(t *testing.T) {
	t.Parallel()
	own, _ := uncompared(t)
	for sent, want := range map[time.Duration]time.Duration{-time.Hour: -time.Hour, 0: 0, time.Hour: 0} {
		if got := own.Published(attempt.Attempt{SentAt: wiretime.Of(start.Add(sent))}); got != wiretime.Of(start.Add(want)) {
			t.Errorf("sent at %s, it was published at %s", sent, got)
		}
	}
}

// TestAge_AndStoriesSince: a reference that was never made is too old to be used, and the list of
// stories is complete for the last day of the network. Tier race, two databases.
func TestAge_AndStoriesSince(t *testing.T) {
	t.Parallel()
	known, _ := compared(t, time.Hour)
	unknown, _ := uncompared(t)
	if got := known.Age(nil); got < timing.KeepsReference {
		t.Errorf("nothing is %s old", got)
	}
	if got := known.Age(wiretime.Ptr(start.Add(-time.Minute))); got != time.Minute {
		t.Errorf("what was made a minute ago is %s old", got)
	}
	if got := known.StoriesSince().Sub(start); got != -25*time.Hour {
		t.Errorf("the stories are complete since %s", got)
	}
	if got := unknown.StoriesSince().Sub(start); got != -24*time.Hour {
		t.Errorf("the stories are complete since %s, with nothing known", got)
	}
}

// TestIsCompared: the clocks are compared by an answer of the network. Tier race, two databases.
func TestIsCompared(t *testing.T) {
	t.Parallel()
	known, _ := compared(t, time.Hour)
	unknown, _ := uncompared(t)
	if !known.IsCompared() || !known.IsFresh() || unknown.IsCompared() || unknown.IsFresh() {
		t.Errorf("compared %t and %t, lately %t and %t", known.IsCompared(), unknown.IsCompared(), known.IsFresh(), unknown.IsFresh())
	}
}

// TestJobAge: a job is as old as the machine counted since, however its clock is set; only that of
// an earlier start of the machine goes by the clock. Tier race, two databases.
func TestJobAge(t *testing.T) {
	t.Parallel()
	own, machine := uncompared(t)
	db := databasetest.New(t)
	if _, err := jobs.NewQueue(machine).Enqueue(t.Context(), db, jobs.Request{Type: "PUBLISH", SubjectID: wireid.New(), Lane: "a"}); err != nil {
		t.Fatal(err)
	}
	var job jobs.ScheduledJob
	if err := db.NewSelect().Model(&job).Scan(t.Context()); err != nil {
		t.Fatal(err)
	}
	machine.Advance(20 * time.Second)
	machine.Jump(time.Hour)
	if got := own.JobAge(job); got != 20*time.Second {
		t.Errorf("it is %s old", got)
	}
	job.CreatedBoot = "another start"
	if got := own.JobAge(job); got != time.Hour+20*time.Second {
		t.Errorf("of another start, it is %s old", got)
	}
}

// TestReferences: the network keeps a prepared post for a day. One that Crier still uses is there,
// and one that Crier takes for gone is gone.
func TestReferences(t *testing.T) {
	t.Parallel()
	const day = 24 * time.Hour
	if timing.KeepsReference >= day || timing.ReferenceDay <= day {
		t.Errorf("used for %s, gone after %s", timing.KeepsReference, timing.ReferenceDay)
	}
}
