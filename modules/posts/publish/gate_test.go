package publish

import (
	"testing"
	"time"

	"crier/modules/posts"
	"crier/modules/posts/publish/channel"
	"crier/platform/jobs"
	"crier/platform/wiretime"
)

// TestWanted_NotBeforeItsTime: a job that a clock two years behind has made due is not two years
// late. Tier race, no time at all.
func TestWanted_NotBeforeItsTime(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	run := &channel.Run{
		Post:  posts.Post{IsScheduled: true, ScheduledFor: wiretime.Ptr(at)},
		Claim: &jobs.Claim{Job: jobs.ScheduledJob{RunAt: wiretime.Of(at.AddDate(-2, 0, 0))}},
	}
	if got := wanted(run); !got.Equal(at) {
		t.Errorf("it was wanted at %s", got)
	}
	run.Claim.Job.RunAt = wiretime.Of(at.Add(time.Minute))
	if got := wanted(run); !got.Equal(at.Add(time.Minute)) {
		t.Errorf("a minute later it was wanted at %s", got)
	}
}
