package jobs

import (
	"context"
	"errors"
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

// publish is the type of all jobs here; the table accepts only the types of contract 2.
const publish Type = "PUBLISH"

type idle struct{}

func (idle) Type() Type                                           { return publish }
func (idle) Claimed(context.Context, bun.IDB, ScheduledJob) error { return nil }
func (idle) Run(ctx context.Context, claim *Claim) error          { return claim.Complete(ctx, nil) }

// BenchmarkClaim claims the one due job of a lane that is free, among 100,000 rows: 50,000 that
// have ended and 50,000 that are not due; and the same behind up to 100,000 jobs that have been due
// for longer, in two lanes that are busy.
func BenchmarkClaim(b *testing.B) {
	db := databasetest.New(b)
	clk := clock.NewFake(time.Date(2026, 11, 21, 9, 30, 0, 0, time.UTC))
	fill(b, db, clk.Now())
	queue := NewQueue(clk)
	r, err := NewRunner(db, queue, slog.New(slog.DiscardHandler), []Handler{idle{}})
	if err != nil {
		b.Fatal(err)
	}
	b.Run("idle", func(b *testing.B) { claimOften(b, r) })
	waiting := 0
	for _, more := range []int{1000, 10_000, 100_000} {
		keepBusy(b, r, more-waiting, waiting == 0)
		waiting = more
		b.Run(fmt.Sprintf("behind-%d-in-busy-lanes", waiting), func(b *testing.B) { claimOften(b, r) })
	}
}

// BenchmarkLook looks for the job to claim next among 10,000 that are due, in so many lanes: none
// of them busy, or all but the one that comes last.
func BenchmarkLook(b *testing.B) {
	for _, lanes := range []int{2, 50} {
		for _, isBusy := range []bool{false, true} {
			b.Run(fmt.Sprintf("%d-lanes-busy-%t", lanes, isBusy), func(b *testing.B) { look(b, lanes, isBusy) })
		}
	}
}

func look(b *testing.B, lanes int, isBusy bool) {
	b.Helper()
	db := databasetest.New(b)
	clk := clock.NewFake(time.Date(2026, 11, 21, 9, 30, 0, 0, time.UTC))
	r, err := NewRunner(db, NewQueue(clk), slog.New(slog.DiscardHandler), []Handler{idle{}})
	if err != nil {
		b.Fatal(err)
	}
	const waiting = 10_000
	// Those of one lane after those of the other, so that the first ones are all in one.
	addDue(b, r, waiting, func(i int) Request {
		return dueIn(fmt.Sprint("lane ", i*lanes/waiting), clk.Now().Add(time.Duration(i-waiting)*time.Millisecond))
	})
	for range lanes - 1 {
		if isBusy && err == nil {
			_, err = r.claim(b.Context())
		}
	}
	types, listErr := database.List(r.types)
	if err := errors.Join(err, listErr); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if id, err := r.next(b.Context(), types, "[]"); err != nil || id.IsZero() {
			b.Fatal(id, err)
		}
	}
}

func claimOften(b *testing.B, r *Runner) {
	b.Helper()
	for b.Loop() {
		b.StopTimer()
		due(b, r, wireid.New().String(), r.clock.Now())
		b.StartTimer()
		claim, err := r.claim(b.Context())
		b.StopTimer()
		if err != nil || claim == nil {
			b.Fatal(claim, err)
		}
		if err := claim.Complete(b.Context(), nil); err != nil {
			b.Fatal(err)
		}
		b.StartTimer()
	}
}

// keepBusy adds jobs in two lanes that wait for one that is being worked on, which is added first
// when there is none.
func keepBusy(b *testing.B, r *Runner, waiting int, first bool) {
	b.Helper()
	for _, lane := range []string{"busy", "busy too"} {
		if first {
			due(b, r, lane, r.clock.Now().Add(-2*time.Hour))
			if claim, err := r.claim(b.Context()); err != nil || claim == nil {
				b.Fatal(claim, err)
			}
		}
		addDue(b, r, waiting/2, func(int) Request { return dueIn(lane, r.clock.Now().Add(-time.Hour)) })
	}
}

// addDue adds so many jobs, some in each transaction: SQLite takes the longer for a statement, the
// more of them its transaction has had.
func addDue(b *testing.B, r *Runner, count int, request func(i int) Request) {
	b.Helper()
	for next := 0; next < count; {
		err := r.db.InRelaxedTx(b.Context(), func(ctx context.Context, tx bun.Tx) error {
			for end := min(next+500, count); next < end; next++ {
				if _, err := r.queue.Enqueue(ctx, tx, request(next)); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			b.Fatal(err)
		}
	}
}

func dueIn(lane string, at time.Time) Request {
	return Request{Type: publish, SubjectID: wireid.New(), Lane: lane, RunAt: at}
}

func due(b *testing.B, r *Runner, lane string, at time.Time) {
	b.Helper()
	if _, err := r.queue.Enqueue(b.Context(), r.db, dueIn(lane, at)); err != nil {
		b.Fatal(err)
	}
}

func fill(b *testing.B, db *database.DB, now time.Time) {
	b.Helper()
	const batch = 1000
	for i := range 100 {
		rows := make([]ScheduledJob, batch)
		for k := range rows {
			rows[k] = ScheduledJob{
				ID: wireid.New(), Type: publish, Status: Completed, RunAt: wiretime.Of(now.Add(-time.Hour)), MaxAttempts: MaxAttempts,
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
