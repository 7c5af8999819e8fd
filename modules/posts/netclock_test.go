package posts

import (
	"context"
	"testing"
	"time"

	"crier/platform/graph"
	"crier/platform/jobs"
	"crier/platform/wireid"
	"crier/platform/wiretime"
)

// TestNetworkClock: a comparison counts for a minute, and not before it was made.
func TestNetworkClock(t *testing.T) {
	t.Parallel()
	var c networkClock
	if _, known := c.aheadAt(start); known {
		t.Error("known before anything was heard")
	}
	c.observe(graph.Call{At: start, Duration: time.Second})
	if _, known := c.aheadAt(start); known {
		t.Error("known from an answer without a date")
	}
	c.observe(graph.Call{At: start, Duration: time.Second, Date: start.Add(-time.Hour)})
	for after, want := range map[time.Duration]bool{0: false, time.Second: true, 61 * time.Second: true, 62 * time.Second: false} {
		ahead, known := c.aheadAt(start.Add(after))
		if known != want || ahead != time.Hour+time.Second/2 {
			t.Errorf("after %s: %s, %v", after, ahead, known)
		}
	}
	var slept networkClock
	slept.observe(graph.Call{At: start, Duration: 60 * 24 * time.Hour, Date: start})
	if ahead, known := slept.aheadAt(start.Add(60 * 24 * time.Hour)); known {
		t.Errorf("a call during which the clock moved on by 60 days says that it is %s ahead", ahead)
	}
}

// TestHold_Clock: a scheduled post does not go out before the network's clock has come to its time, and waits for that
// half of the time at once, a quarter of an hour at most; nothing else is held.
func TestHold_Clock(t *testing.T) {
	t.Parallel()
	scheduled := func(at time.Time) Post {
		return Post{Status: Queued, IsScheduled: true, ScheduledFor: wiretime.Ptr(at), SourceType: FromSchedule}
	}
	for name, c := range map[string]struct {
		post  Post
		ahead time.Duration
		wait  time.Duration
	}{
		"right":                      {scheduled(start), 0, 0},
		"a little ahead":             {scheduled(start), clockPatience, 0},
		"a date without a clock":     {scheduled(start), 56 * 365 * 24 * time.Hour, 15 * time.Minute},
		"a day ahead, due in a day":  {scheduled(start), 24 * time.Hour, 15 * time.Minute},
		"a day ahead, due in 20 min": {scheduled(start.Add(20*time.Minute - 24*time.Hour)), 24 * time.Hour, 10 * time.Minute},
		"due in a minute and a half": {scheduled(start.Add(-24*time.Hour + 90*time.Second)), 24 * time.Hour, time.Minute},
		"due in half a minute":       {scheduled(start.Add(-24*time.Hour + 30*time.Second)), 24 * time.Hour, 30 * time.Second},
		"ahead, and due":             {scheduled(start.Add(-24 * time.Hour)), 24 * time.Hour, 0},
		"behind":                     {scheduled(start), -24 * time.Hour, 0},
		"at once":                    {Post{Status: Queued}, 24 * time.Hour, 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := setup(t)
			post := b.insert(t, c.post)
			if err := replaceLinks(t.Context(), b.db, post.ID, []wireid.ID{b.photo(t)}); err != nil {
				t.Fatal(err)
			}
			b.service.clocks.observe(graph.Call{At: start, Date: start.Add(-c.ahead - time.Second/2)})
			held := false
			if _, err := b.queue.Enqueue(t.Context(), b.db, jobs.Request{Type: jobs.Publish, SubjectID: post.ID, Lane: "bakery", RunAt: start}); err != nil {
				t.Fatal(err)
			}
			if _, err := b.db.NewUpdate().Model((*jobs.ScheduledJob)(nil)).Set("created_at = ?", wiretime.Of(start.Add(-48*time.Hour))).Where("1").Exec(t.Context()); err != nil {
				t.Fatal(err)
			}
			job := b.work(t, func(ctx context.Context, claim *jobs.Claim) (err error) {
				w := &work{Publisher: b.publisher, claim: claim, post: b.read(t, post.ID)}
				held, err = w.hold(ctx)
				return err
			})
			if held != (c.wait > 0) {
				t.Fatalf("held: %v; the job says %q", held, value(job.LastError))
			}
			if held && !job.RunAt.Time().Equal(start.Add(c.wait)) {
				t.Errorf("it is put off by %s, not %s", job.RunAt.Time().Sub(start), c.wait)
			}
		})
	}
}
