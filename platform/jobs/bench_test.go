package jobs

import (
	"context"
	"fmt"
	"log/slog"
	"testing"
	"time"

	"crier/platform/clock"
	"crier/platform/database"
	"crier/platform/database/databasetest"
	"crier/platform/wireid"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

type idle struct{}

func (idle) Type() Type                                           { return Publish }
func (idle) Claimed(context.Context, bun.IDB, ScheduledJob) error { return nil }
func (idle) Run(ctx context.Context, claim *Claim) error          { return claim.Complete(ctx, nil) }

// BenchmarkClaim claims the one due job of a lane among 100,000 rows: 50,000 that have ended and 50,000 that are not due.
func BenchmarkClaim(b *testing.B) {
	db := databasetest.New(b)
	clk := clock.NewFake(time.Date(2026, 11, 21, 9, 30, 0, 0, time.UTC))
	fill(b, db, clk.Now())
	queue := NewQueue(clk)
	r, err := NewRunner(db, queue, slog.New(slog.DiscardHandler), []Handler{idle{}})
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		b.StopTimer()
		subject := wireid.New()
		if _, err := queue.Enqueue(b.Context(), db, Request{Type: Publish, SubjectID: subject, Lane: subject.String(), RunAt: clk.Now()}); err != nil {
			b.Fatal(err)
		}
		b.StartTimer()
		claim, err := r.claim(b.Context())
		if err != nil || claim == nil {
			b.Fatal(claim, err)
		}
	}
}

func fill(b *testing.B, db *database.DB, now time.Time) {
	b.Helper()
	const batch = 1000
	for i := range 100 {
		rows := make([]ScheduledJob, batch)
		for k := range rows {
			rows[k] = ScheduledJob{
				ID: wireid.New(), Type: Publish, Status: Completed, RunAt: wiretime.Of(now.Add(-time.Hour)), MaxAttempts: MaxAttempts,
				SubjectID: wireid.New(), Lane: fmt.Sprintf("lane %d", k%5),
				CreatedAt: wiretime.Of(now), UpdatedAt: wiretime.Of(now),
			}
			if i%2 == 0 {
				rows[k].Status, rows[k].RunAt = Pending, wiretime.Of(now.Add(time.Duration(i+k+1)*time.Minute))
			}
		}
		if _, err := db.NewInsert().Model(&rows).Exec(b.Context()); err != nil {
			b.Fatal(err)
		}
	}
}
