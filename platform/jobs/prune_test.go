package jobs_test

import (
	"testing"
	"time"

	"crier/platform/jobs"
	"crier/platform/wireid"
)

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
