package jobs_test

import (
	"context"
	"testing"
	"time"

	"crier/platform/database"
	"crier/platform/jobs"
	"crier/platform/wireid"

	"github.com/uptrace/bun"
)

// die makes the database what a process leaves that dies over the jobs.
func (b *bundle) die(t *testing.T, over ...wireid.ID) {
	t.Helper()
	_, err := b.db.NewUpdate().Model((*jobs.ScheduledJob)(nil)).
		Set("status = 'PROCESSING', lease_token = 'dead', lease_until = ?", start.Add(time.Hour).UnixMilli()).Where("id IN (?)", bun.List(over)).Exec(t.Context())
	if err != nil {
		t.Fatal(err)
	}
}

// inWork returns how many jobs are being worked on.
func (b *bundle) inWork(t *testing.T) int {
	t.Helper()
	n, err := database.Value[int](t.Context(), b.db, "SELECT count(*) FROM scheduled_jobs WHERE status = 'PROCESSING'")
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// looks has the Runner look for due jobs as often as its poll does in the time, and returns when it
// has.
func (b *bundle) looks(t *testing.T, during time.Duration, timers int) {
	t.Helper()
	for range during / (5 * time.Second) {
		if err := b.clock.BlockUntil(t.Context(), timers); err != nil {
			t.Fatal(err)
		}
		b.clock.Advance(5 * time.Second)
	}
	if err := b.clock.BlockUntil(t.Context(), timers); err != nil {
		t.Fatal(err)
	}
}

// TestFinding10_ADeathIsChargedToWhoWasAlone: of several jobs in work nobody knows which one took
// the process down.
func TestFinding10_ADeathIsChargedToWhoWasAlone(t *testing.T) {
	t.Parallel()
	for n, want := range map[int]int{1: 2, 2: 0, 8: 0} {
		b := setup(t)
		var all []wireid.ID
		for i := range n {
			all = append(all, b.add(t, string(rune('a'+i)), start.Add(-time.Hour)))
		}
		b.queue.Hold("a", "b", "c", "d", "e", "f", "g", "h") // Nothing is claimed, so that what a start does can be seen.
		for range 2 {
			b.die(t, all...)
			_, stop := b.start(t)
			stop()
		}
		for _, id := range all {
			if j := b.job(t, id); j.Status != jobs.Pending || j.Interruptions != want || j.Suspicions != 2 {
				t.Errorf("after two deaths over %d jobs one is %+v", n, j)
			}
		}
	}
}

// TestFinding10_SuspectsRunAloneAndFirst: whatever else is due, and was due before.
func TestFinding10_SuspectsRunAloneAndFirst(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.add(t, "x", start.Add(-2*time.Hour))
	b.add(t, "y", start.Add(-2*time.Hour))
	suspects := []wireid.ID{b.add(t, "a", start.Add(-time.Hour)), b.add(t, "b", start.Add(-time.Minute)), b.add(t, "c", start)}
	later := b.add(t, "a", start.Add(-time.Hour))
	b.die(t, suspects...)
	leave := make(chan struct{})
	b.handler.run = func(ctx context.Context, c *jobs.Claim) error {
		<-leave
		return c.Complete(ctx, nil)
	}
	r, _ := b.start(t)
	for _, id := range suspects {
		if got := <-b.handler.begun; got.ID != id || got.Interruptions != 0 {
			t.Fatalf("%+v began", got)
		}
		b.looks(t, 5*time.Second, 2)
		if n := b.inWork(t); n != 1 {
			t.Errorf("%d jobs are in work", n)
		}
		leave <- struct{}{}
	}
	for range 3 {
		<-b.handler.begun
	}
	close(leave)
	b.awaitStatus(t, r, later, jobs.Completed)
}

// TestFinding10_WhatGetsFurtherIsNoSuspect: the others go on at once, and the next death is charged
// to nobody who got further.
func TestFinding10_WhatGetsFurtherIsNoSuspect(t *testing.T) {
	t.Parallel()
	nothing := func(context.Context, bun.IDB) error { return nil }
	for name, step := range map[string]func(context.Context, *jobs.Claim) error{
		"progress": func(ctx context.Context, c *jobs.Claim) error { return c.Progress(ctx, nothing) },
		"prepared": func(ctx context.Context, c *jobs.Claim) error { return c.Prepared(ctx, nothing) },
		"snooze": func(ctx context.Context, c *jobs.Claim) error {
			return c.Snooze(ctx, 0, jobs.Reason{Wait: jobs.BackOff, Text: "why"}, nil)
		},
		"wait": func(ctx context.Context, c *jobs.Claim) error {
			return c.Wait(ctx, 0, jobs.Reason{Wait: jobs.BackOff, Text: "why"}, nil)
		},
		"retry": func(ctx context.Context, c *jobs.Claim) error { return c.Retry(ctx, 0, "why", nil) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := setup(t)
			first, second := b.add(t, "a", start.Add(-time.Minute)), b.add(t, "b", start)
			b.die(t, first, second)
			leave, done, getsFurther := make(chan struct{}), make(chan struct{}), name == "progress" || name == "prepared"
			b.handler.run = func(ctx context.Context, c *jobs.Claim) error {
				if c.Job.ID == first && c.Job.Suspicions > 0 {
					defer close(done)
					if err := step(ctx, c); err != nil {
						t.Error(err)
					}
					if j := b.job(t, first); j.Suspicions != 0 {
						t.Errorf("it is %+v", j)
					}
					if !getsFurther {
						return nil
					}
					done <- struct{}{}
				}
				<-leave
				return nil
			}
			b.start(t)
			<-b.handler.begun
			<-done
			if getsFurther {
				// The next suspect waits for it, since it is in work; the first look may come late.
				b.looks(t, 15*time.Second, 2)
			}
			if got := <-b.handler.begun; got.ID != second {
				t.Errorf("%+v began", got)
			}
			close(leave)
		})
	}
}

// TestFinding10_ASuspectThatSleepsHoldsNobodyUpForLong: the others wait for ten seconds, and for
// twice as long after each further death.
func TestFinding10_ASuspectThatSleepsHoldsNobodyUpForLong(t *testing.T) {
	t.Parallel()
	for deaths, wait := range map[int]time.Duration{1: 10 * time.Second, 2: 20 * time.Second, 6: 320 * time.Second, 100: 320 * time.Second} {
		b := setup(t)
		suspect, other := b.add(t, "a", start), b.add(t, "b", start.Add(-time.Hour))
		b.die(t, suspect)
		if _, err := b.db.NewUpdate().Model((*jobs.ScheduledJob)(nil)).Set("suspicions = ?", deaths-1).Where("id = ?", suspect).Exec(t.Context()); err != nil {
			t.Fatal(err)
		}
		b.handler.run = func(ctx context.Context, c *jobs.Claim) error {
			if c.Job.ID == suspect {
				return c.Sleep(ctx, time.Hour)
			}
			return c.Complete(ctx, nil)
		}
		r, stop := b.start(t)
		<-b.handler.begun
		b.looks(t, wait-5*time.Second, 3)
		if j := b.job(t, other); j.Status != jobs.Pending {
			t.Errorf("after %d deaths the other one is %+v", deaths, j)
		}
		b.clock.Advance(5 * time.Second)
		if got := <-b.handler.begun; got.ID != other {
			t.Errorf("%+v began", got)
		}
		b.awaitStatus(t, r, other, jobs.Completed)
		stop()
		if j := b.job(t, suspect); j.Suspicions != deaths {
			t.Errorf("the suspect is %+v", j)
		}
	}
}

// TestFinding10_ASuspectDoesNotWaitForEver: one that falls due while others are in work waits for
// them for ten seconds.
func TestFinding10_ASuspectDoesNotWaitForEver(t *testing.T) {
	t.Parallel()
	b := setup(t)
	suspect, busy := b.add(t, "a", start.Add(5*time.Second)), b.add(t, "b", start)
	// It was put off after a death.
	if _, err := b.db.NewUpdate().Model((*jobs.ScheduledJob)(nil)).Set("suspicions = 1").Where("id = ?", suspect).Exec(t.Context()); err != nil {
		t.Fatal(err)
	}
	b.handler.run = func(ctx context.Context, c *jobs.Claim) error {
		if c.Job.ID == busy {
			return c.Sleep(ctx, time.Hour)
		}
		return c.Complete(ctx, nil)
	}
	r, _ := b.start(t)
	<-b.handler.begun
	b.looks(t, 10*time.Second, 3)
	late := b.add(t, "c", start)
	b.looks(t, 0, 3)
	if a, c := b.job(t, suspect), b.job(t, late); a.Status != jobs.Pending || c.Status != jobs.Pending {
		t.Errorf("the suspect is %+v, and what came later %+v", a, c)
	}
	b.clock.Advance(5 * time.Second)
	for _, id := range []wireid.ID{suspect, late} {
		if got := <-b.handler.begun; got.ID != id {
			t.Errorf("%+v began", got)
		}
	}
	b.awaitStatus(t, r, late, jobs.Completed)
}

// TestQueue_MakeAllDue: the waits for one reason end, in all lanes, and no others.
func TestQueue_MakeAllDue(t *testing.T) {
	t.Parallel()
	b := setup(t)
	waits := map[wireid.ID]jobs.Wait{}
	for _, lane := range []string{"a", "b", "c", "d"} {
		id, wait := b.add(t, lane, start.Add(time.Hour)), jobs.BackOff
		if lane == "c" {
			wait = jobs.BrokenOff
		}
		waits[id] = wait
		if _, err := b.db.NewUpdate().Model((*jobs.ScheduledJob)(nil)).Set("wait = ?, named_instant = 0", wait).Where("id = ?", id).Exec(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	named := b.add(t, "e", start.Add(time.Hour))
	b.start(t)
	if err := b.queue.MakeAllDue(t.Context(), b.db, jobs.BackOff); err != nil {
		t.Fatal(err)
	}
	for range 3 {
		if got := <-b.handler.ran; waits[got.ID] != jobs.BackOff {
			t.Errorf("%+v ran", got)
		}
	}
	if j := b.job(t, named); j.Status != jobs.Pending || !j.RunAt.Time().Equal(start.Add(time.Hour)) {
		t.Errorf("the one that waits for its time is %+v", j)
	}
}
