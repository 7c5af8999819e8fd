package jobs_test

import (
	"context"
	"testing"
	"time"

	"crier/platform/jobs"
	"crier/platform/wireid"
	"crier/platform/wiretime"
)

// TestRunner_ClockSetBack: waits that were begun by a clock that was ahead do not last as much longer once it is put
// right, while an instant that somebody named stays.
func TestRunner_ClockSetBack(t *testing.T) {
	t.Parallel()
	for name, restarted := range map[string]bool{"while it runs": false, "while it is stopped": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := setup(t)
			b.clock.Jump(24 * time.Hour)
			b.handler.run = func(ctx context.Context, c *jobs.Claim) error {
				if c.Job.LastError != nil {
					return c.Complete(ctx, nil)
				}
				return c.Snooze(ctx, b.clock.Now().Add(10*time.Minute), "the network is away", nil)
			}
			waits := b.add(t, "a", b.clock.Now())
			named := b.add(t, "b", start.Add(26*time.Hour))
			r, stop := b.start(t)
			<-b.handler.ran
			b.awaitStatus(t, r, waits, jobs.Pending)
			if restarted {
				stop()
			}
			b.clock.Jump(-24 * time.Hour)
			ahead := wiretime.Of(b.clock.Now().Add(24 * time.Hour))
			atOnce := jobs.ScheduledJob{
				ID: wireid.New(), Type: jobs.Publish, Status: jobs.Pending, SubjectID: wireid.New(), Lane: "c", MaxAttempts: jobs.MaxAttempts,
				RunAt: ahead, CreatedAt: ahead, UpdatedAt: ahead,
			}
			if _, err := b.db.NewInsert().Model(&atOnce).Exec(t.Context()); err != nil {
				t.Fatal(err)
			}
			if restarted {
				b.start(t)
			} else {
				b.queue.Wake()
			}
			if ran := <-b.handler.ran; ran.ID != atOnce.ID {
				t.Errorf("%+v ran", ran)
			}
			if got := b.job(t, waits).RunAt.Time(); !got.Equal(start.Add(10 * time.Minute)) {
				t.Errorf("the wait ends at %s", got)
			}
			if got := b.job(t, named).RunAt.Time(); !got.Equal(start.Add(26 * time.Hour)) {
				t.Errorf("the named instant became %s", got)
			}
		})
	}
}
