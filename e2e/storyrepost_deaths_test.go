package e2e_test

import (
	"strings"
	"testing"
	"time"

	"crier/e2e"
	"crier/modules/storyrepost"
)

// dieReading leaves what a death in the middle of a reading leaves, and starts Crier again.
func (r *reposts) dieReading() *reposts {
	r.t.Helper()
	now := r.Clock.Now().UnixMilli()
	r.Stop()
	changeStopped(r.t, r.Dir, "UPDATE story_repost_configs SET last_poll_at = ?1, next_poll_at = min(next_poll_at, ?1)", now)
	changeStopped(r.t, r.Dir, "UPDATE scheduled_jobs SET status = 'PROCESSING', lease_token = 'x', lease_until = ?, run_at = ? WHERE type = 'STORY_REPOST_CHECK' AND status = 'PENDING'",
		now+60_000, now)
	return bootReposts(r.t, e2e.In(r.Dir), e2e.At(r.Clock))
}

// TestStoryRepost_ReadingsThatTakeCrierDown: a reading of the inbox that takes Crier down three
// times counts as a failed poll, as long as whose pause the inbox is left alone.
func TestStoryRepost_ReadingsThatTakeCrierDown(t *testing.T) {
	t.Parallel()
	r := bootReposts(t)
	r.configure(body{"sleepWindowStart": 0, "sleepWindowEnd": 0, "jitterMinutes": 0})
	r.enable()
	for range 2 {
		r = r.dieReading()
		r.Rest(t)
		if c := r.config(); c.ConsecutiveFailures != 0 {
			t.Fatalf("it is a failure early: %+v", c)
		}
		r.Clock.Advance(5*time.Minute - time.Second)
	}
	r = r.dieReading()
	r.pass(time.Hour)
	c := r.config()
	if c.ConsecutiveFailures != 1 || c.LastPollStatus == nil || *c.LastPollStatus != storyrepost.PollFailed || !strings.Contains(text(c.LastPollError), "several times") || !c.IsEnabled {
		t.Errorf("the configuration is %+v", c)
	}
	if n := len(r.polls()); n != 0 {
		t.Errorf("the inbox was read %d times", n)
	}
	r.pass(24 * time.Hour)
	if c := r.config(); c.ConsecutiveFailures != 0 || len(r.polls()) == 0 {
		t.Errorf("a day later the configuration is %+v, after %d polls", c, len(r.polls()))
	}
}
