package jobs

import (
	"log/slog"
	"testing"
	"time"

	"crier/platform/clock"
	"crier/platform/database/databasetest"
	"crier/platform/wireid"
	"crier/platform/wiretime"
)

// TestRunner_LooksForExpiredLeasesOnceASecond claims many times within a second: one of the claims
// looks for leases that ran out, because that costs a read. A clock that is set back delays no
// look. Tier race, one database.
func TestRunner_LooksForExpiredLeasesOnceASecond(t *testing.T) {
	t.Parallel()
	start := time.Date(2026, 11, 21, 9, 30, 0, 0, time.UTC)
	db, clk := databasetest.New(t), clock.NewFake(start)
	queue := NewQueue(clk)
	queue.Hold("bakery")
	r, err := NewRunner(db, queue, slog.New(slog.DiscardHandler), []Handler{idle{}})
	if err != nil {
		t.Fatal(err)
	}
	// The lease has run out at every time of the test. The job was due by a clock that was a day
	// ahead, and is due at once when it is taken back. Its lane is held, so that it is not claimed
	// then.
	expired := ScheduledJob{
		ID: wireid.New(), Type: publish, Status: Processing, RunAt: wiretime.Of(start.Add(24 * time.Hour)), MaxAttempts: MaxAttempts,
		CreatedAt: wiretime.Of(start), UpdatedAt: wiretime.Of(start), SubjectID: wireid.New(), Lane: "bakery",
		LeaseToken: new("token"), LeaseUntil: wiretime.Ptr(start.Add(-24 * time.Hour)),
	}
	for _, step := range []struct {
		forward time.Duration
		want    Status
	}{
		{0, Pending},
		{0, Processing},
		{expiryInterval - time.Millisecond, Processing},
		{time.Millisecond, Pending},
		{expiryInterval - time.Millisecond, Processing},
		{time.Millisecond, Pending},
		{-time.Hour, Pending},
		{time.Millisecond, Processing},
	} {
		clk.Jump(step.forward)
		if _, err := db.NewInsert().Model(&expired).Exec(t.Context()); err != nil {
			t.Fatal(err)
		}
		r.claimDue()
		var got ScheduledJob
		if err := db.NewSelect().Model(&got).Scan(t.Context()); err != nil || got.Status != step.want {
			t.Errorf("at %v: %s, %v; want %s", clk.Now(), got.Status, err, step.want)
		}
		if isDue := !got.RunAt.Time().After(clk.Now()); isDue != (step.want == Pending) {
			t.Errorf("at %v: it is %s, due at %s", clk.Now(), got.Status, got.RunAt)
		}
		if _, err := db.NewDelete().Model(&expired).WherePK().Exec(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
}
