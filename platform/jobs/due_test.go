package jobs

import (
	"cmp"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"crier/platform/clock"
	"crier/platform/database"
	"crier/platform/database/databasetest"
	"crier/platform/wireid"
	"crier/platform/wiretime"
)

// TestNext_LongestDueInAFreeLane: whatever waits, is in work or is held, the next job is the one
// that has been due for longest in a lane that is free; the one added first of those of one
// instant.
func TestNext_LongestDueInAFreeLane(t *testing.T) {
	t.Parallel()
	const seed = 20261125
	random := rand.New(rand.NewPCG(seed, seed))
	db := databasetest.New(t)
	now := time.Date(2026, 11, 21, 9, 30, 0, 0, time.UTC)
	for range 60 {
		if _, err := db.NewDelete().Model((*ScheduledJob)(nil)).Where("1 = 1").Exec(t.Context()); err != nil {
			t.Fatal(err)
		}
		queue := NewQueue(clock.NewFake(now))
		queue.Hold("lane 0")
		// Either all are mixed, or those that have to wait are due first.
		isBehind, lanes, busy := random.IntN(2) == 0, 1+random.IntN(8), map[string]bool{"lane 0": true}
		jobs := make([]ScheduledJob, 1+random.IntN(100))
		for i := range jobs {
			job := &jobs[i]
			*job = ScheduledJob{
				ID: wireid.New(), Type: publish, Status: Pending, MaxAttempts: MaxAttempts, SubjectID: wireid.New(),
				// Few lanes get most of the jobs, so that those that are due first are often in
				// one.
				Lane:  fmt.Sprint("lane ", min(random.IntN(lanes+1), random.IntN(lanes+1))),
				RunAt: wiretime.Of(now.Add(time.Duration(random.IntN(12)-9) * time.Second)), CreatedAt: wiretime.Of(now), UpdatedAt: wiretime.Of(now),
			}
			if isBehind && busy[job.Lane] {
				job.RunAt = wiretime.Of(now.Add(-time.Minute))
			}
			if !busy[job.Lane] && random.IntN(8) == 0 {
				busy[job.Lane] = true
				job.Status, job.LeaseToken, job.LeaseUntil = Processing, new("token"), wiretime.Ptr(now.Add(lease))
			}
		}
		if _, err := db.NewInsert().Model(&jobs).Exec(t.Context()); err != nil {
			t.Fatal(err)
		}
		due := slices.DeleteFunc(slices.Clone(jobs), func(j ScheduledJob) bool {
			return j.Status != Pending || busy[j.Lane] || j.RunAt.Time().After(now)
		})
		slices.SortStableFunc(due, func(a, b ScheduledJob) int {
			return cmp.Compare(a.RunAt.Time().UnixMilli(), b.RunAt.Time().UnixMilli())
		})
		var want wireid.ID
		if len(due) > 0 {
			want = due[0].ID
		}
		r, err := NewRunner(db, queue, slog.New(slog.DiscardHandler), []Handler{idle{}})
		if err != nil {
			t.Fatal(err)
		}
		types, _ := database.List(r.types)
		held, _ := database.List(queue.held)
		if got, err := r.next(t.Context(), types, held); err != nil || got != want {
			t.Errorf("got %v, %v; want %v of %+v", got, err, want, jobs)
		}
	}
}
