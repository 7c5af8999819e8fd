package jobs_test

import (
	"context"
	"testing"
	"time"

	"crier/platform/jobs"
	"crier/platform/wireid"

	"github.com/uptrace/bun"
)

// repeating is a job of the type that the test's handler runs.
func repeating(subject wireid.ID, at time.Time, every time.Duration) jobs.Request {
	return jobs.Request{Type: someType, SubjectID: subject, Lane: "repeat", RunAt: at, RepeatKey: "repeat:" + subject.String(), Every: every}
}

func (b *bundle) repeats(t *testing.T) (all []jobs.ScheduledJob) {
	t.Helper()
	if err := b.db.NewSelect().Model(&all).Order("created_at", "run_at").Scan(t.Context()); err != nil {
		t.Fatal(err)
	}
	return all
}

func TestUpsert_MovesTheOneThatWaits(t *testing.T) {
	t.Parallel()
	b, subject := setup(t), wireid.New()
	for _, hours := range []time.Duration{6, 12} {
		if err := b.queue.Upsert(t.Context(), b.db, repeating(subject, start.Add(hours*time.Hour), hours*time.Hour)); err != nil {
			t.Fatal(err)
		}
	}
	all := b.repeats(t)
	if len(all) != 1 || !all[0].RunAt.Time().Equal(start.Add(12*time.Hour)) || *all[0].RepeatIntervalMs != (12*time.Hour).Milliseconds() || all[0].Status != jobs.Pending {
		t.Errorf("got %+v", all)
	}
}

// TestUpsert_LeavesTheOneAtWork: the next one is added by the handler, in the transaction that ends
// it.
func TestUpsert_LeavesTheOneAtWork(t *testing.T) {
	t.Parallel()
	b, subject := setup(t), wireid.New()
	b.handler.run = func(ctx context.Context, claim *jobs.Claim) error {
		if err := b.queue.Upsert(ctx, b.db, repeating(subject, start.Add(time.Minute), time.Hour)); err != nil {
			return err
		}
		return claim.Complete(ctx, func(ctx context.Context, tx bun.IDB) error {
			return b.queue.Upsert(ctx, tx, repeating(subject, start.Add(6*time.Hour), 6*time.Hour))
		})
	}
	if err := b.queue.Upsert(t.Context(), b.db, repeating(subject, start, time.Hour)); err != nil {
		t.Fatal(err)
	}
	b.start(t)
	<-b.handler.ran
	all := b.repeats(t)
	if len(all) != 2 || all[0].Status != jobs.Completed || all[1].Status != jobs.Pending || !all[1].RunAt.Time().Equal(start.Add(6*time.Hour)) {
		t.Errorf("got %+v", all)
	}
}

// TestUpsert_ClockSetBack: the next one comes an interval later, not a year and an interval, when
// it was planned by a clock that was a year ahead.
func TestUpsert_ClockSetBack(t *testing.T) {
	t.Parallel()
	b, subject := setup(t), wireid.New()
	const year = 365 * 24 * time.Hour
	b.clock.Jump(year)
	if err := b.queue.Upsert(t.Context(), b.db, repeating(subject, b.clock.Now().Add(6*time.Hour), 6*time.Hour)); err != nil {
		t.Fatal(err)
	}
	b.clock.Jump(-year)
	b.start(t)
	if all := b.repeats(t); len(all) != 1 || !all[0].RunAt.Time().Equal(start.Add(6*time.Hour)) {
		t.Errorf("got %+v", all)
	}
}

func TestRunner_LeavesHeldLanesAlone(t *testing.T) {
	t.Parallel()
	b := setup(t)
	held := b.add(t, "held", start.Add(-time.Hour))
	b.queue.Hold("held", "another")
	r, stop := b.start(t)
	free := b.add(t, "free", start)
	b.awaitStatus(t, r, free, jobs.Completed)
	stop()
	if j := b.job(t, held); j.Status != jobs.Pending || !j.RunAt.Time().Equal(start.Add(-time.Hour)) {
		t.Errorf("the held job is %s, due at %s", j.Status, j.RunAt)
	}
	b.queue = jobs.NewQueue(b.clock)
	r, _ = b.start(t)
	b.awaitStatus(t, r, held, jobs.Completed)
}

func TestQueue_Prune(t *testing.T) {
	t.Parallel()
	b := setup(t)
	const month = 30 * 24 * time.Hour
	open := b.add(t, "a", start.Add(2*month))
	cancel := func() {
		t.Helper()
		if n, err := b.db.NewUpdate().Table("scheduled_jobs").Set("status = ?, completed_at = ?", jobs.Cancelled, b.clock.Now().UnixMilli()).
			Where("status = ? AND id <> ?", jobs.Pending, open).Exec(t.Context()); err != nil {
			t.Fatal(n, err)
		}
	}
	// More than go in one statement.
	rows := make([]jobs.ScheduledJob, 1001)
	for i := range rows {
		rows[i] = b.job(t, open)
		rows[i].ID, rows[i].SubjectID = wireid.New(), wireid.New()
	}
	if _, err := b.db.NewInsert().Model(&rows).Exec(t.Context()); err != nil {
		t.Fatal(err)
	}
	cancel()
	b.clock.Advance(time.Millisecond)
	kept := b.add(t, "a", start)
	cancel()
	b.clock.Advance(month)
	if err := b.queue.Prune(t.Context(), b.db); err != nil {
		t.Fatal(err)
	}
	if n, err := b.db.NewSelect().Table("scheduled_jobs").Count(t.Context()); err != nil || n != 2 {
		t.Errorf("%d rows are left, %v", n, err)
	}
	b.job(t, open)
	b.job(t, kept)
}
