package jobs_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"crier/platform/jobs"
	"crier/platform/wireid"

	"github.com/uptrace/bun"
)

// TestClaim_AWaitHoldsNoSlot: more jobs than are worked on at once wait for an hour, and one that
// comes later runs at once. When the wait is over each goes on, and knows why it waited.
func TestClaim_AWaitHoldsNoSlot(t *testing.T) {
	t.Parallel()
	const waiting = 40
	b := setup(t)
	b.handler.run = func(ctx context.Context, c *jobs.Claim) error {
		if c.Job.Wait == jobs.NoWait && c.Job.Lane != "later" {
			return c.Wait(ctx, time.Hour, jobs.Reason{Wait: jobs.BackOff, Text: "the network is at it"}, nil)
		}
		return c.Complete(ctx, nil)
	}
	for i := range waiting {
		b.add(t, fmt.Sprint(i), start)
	}
	b.start(t)
	for range waiting {
		<-b.handler.ran
	}
	if n := b.inWork(t); n != 0 {
		t.Errorf("%d jobs are in work while they wait", n)
	}
	later := b.add(t, "later", start)
	if got := <-b.handler.ran; got.ID != later {
		t.Errorf("%+v ran", got)
	}
	b.looks(t, 0, 1)
	b.clock.Advance(time.Hour)
	for range waiting {
		if got := <-b.handler.ran; got.Lane == "later" || got.Wait != jobs.BackOff || text(got.LastError) != "the network is at it" || got.Attempts != 0 {
			t.Errorf("%+v ran", got)
		}
	}
}

// TestClaim_WaitsForTheDisk: a wait and a relaxed completion may be lost when the power goes, and
// do not wait for the disk; a snooze and a completion are kept.
func TestClaim_WaitsForTheDisk(t *testing.T) {
	t.Parallel()
	const normal, full = 1, 2
	for name, c := range map[string]struct {
		settle func(context.Context, *jobs.Claim, func(context.Context, bun.IDB) error) error
		want   int
	}{
		"wait": {func(ctx context.Context, c *jobs.Claim, fn func(context.Context, bun.IDB) error) error {
			return c.Wait(ctx, time.Hour, jobs.Reason{Wait: jobs.BackOff, Text: "why"}, fn)
		}, normal},
		"snooze": {func(ctx context.Context, c *jobs.Claim, fn func(context.Context, bun.IDB) error) error {
			return c.Snooze(ctx, time.Hour, jobs.Reason{Wait: jobs.BackOff, Text: "why"}, fn)
		}, full},
		"complete relaxed": {func(ctx context.Context, c *jobs.Claim, fn func(context.Context, bun.IDB) error) error {
			return c.CompleteRelaxed(ctx, fn)
		}, normal},
		"complete": {func(ctx context.Context, c *jobs.Claim, fn func(context.Context, bun.IDB) error) error {
			return c.Complete(ctx, fn)
		}, full},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := setup(t)
			levels := make(chan int, 1)
			b.handler.run = func(ctx context.Context, claim *jobs.Claim) error {
				return c.settle(ctx, claim, func(ctx context.Context, tx bun.IDB) error {
					var level int
					err := tx.QueryRowContext(ctx, "PRAGMA synchronous").Scan(&level)
					levels <- level
					return err
				})
			}
			b.add(t, "a", start)
			b.start(t)
			if got := <-levels; got != c.want {
				t.Errorf("synchronous is %d, not %d", got, c.want)
			}
		})
	}
}

// TestClaim_ShortPause: a pause of less than a millisecond, which is the unit of stored instants,
// does not end at once.
func TestClaim_ShortPause(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.handler.run = func(ctx context.Context, c *jobs.Claim) error {
		return c.Snooze(ctx, 46*time.Microsecond, jobs.Reason{Wait: jobs.BackOff, Text: "why"}, nil)
	}
	id, err := b.queue.Enqueue(t.Context(), b.db, jobs.Request{Type: someType, SubjectID: wireid.New(), Lane: "a"})
	if err != nil {
		t.Fatal(err)
	}
	b.start(t)
	<-b.handler.ran
	if j := b.job(t, id); !j.RunAt.Time().Equal(start.Add(time.Millisecond)) {
		t.Errorf("it goes on %s after it was put off", j.RunAt.Time().Sub(start))
	}
}

// TestQueue_MakeLaneDue: what was put off in a lane is due, and nothing else: neither what waits
// for an instant that a user named, nor another lane's.
func TestQueue_MakeLaneDue(t *testing.T) {
	t.Parallel()
	b := setup(t)
	later := start.Add(time.Hour)
	putOff, named, others := b.add(t, "a", later), b.add(t, "a", later), b.add(t, "b", later)
	for _, id := range []wireid.ID{putOff, others} {
		if _, err := b.db.NewUpdate().Model((*jobs.ScheduledJob)(nil)).Set("wait = ?, named_instant = 0", jobs.BackOff).Where("id = ?", id).Exec(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if err := b.queue.MakeLaneDue(t.Context(), b.db, someType, "a"); err != nil {
		t.Fatal(err)
	}
	for id, want := range map[wireid.ID]time.Time{putOff: start, named: later, others: later} {
		if at := b.job(t, id).RunAt.Time(); !at.Equal(want) {
			t.Errorf("a job is due at %s, want %s", at, want)
		}
	}
}
