package publish

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"crier/modules/posts"
	"crier/modules/posts/publish/attempt"
	"crier/modules/posts/publish/channel"
	"crier/platform/graph"
	"crier/platform/jobs"
)

// waitingGroup stores five posts of the bakery whose containers the network is at, with jobs that
// are due. The last ones come first.
func (b *bundle) waitingGroup(t *testing.T, change func(n int, post *posts.Post, job *jobs.ScheduledJob)) []posts.Post {
	t.Helper()
	const most = 5
	group := make([]posts.Post, most)
	for i := range group {
		n := most - 1 - i
		due, ref := start.Add(time.Duration(n+1)*time.Minute), fmt.Sprintf("1789000000000001%d", n)
		post := posts.Post{Status: posts.Scheduled, IsScheduled: true, ScheduledFor: at(due), Caption: new(ref), SNContainerID: &ref, ContainerCreatedAt: at(start)}
		job := jobs.ScheduledJob{RunAt: *post.ScheduledFor}
		change(n, &post, &job)
		group[n] = b.insert(t, post, b.photo(t))
		id := b.enqueue(t, group[n].ID, b.bakery.ID.String(), job.RunAt.Time())
		if _, err := b.db.Exec("UPDATE scheduled_jobs SET wait = ? WHERE id = ?", job.Wait, id); err != nil {
			t.Fatal(err)
		}
		b.network.contain(ref, graph.InProgress)
	}
	return group
}

// finish has the posts' jobs run until all have ended; the network is done with the media of the
// n-th one at done(n).
func (b *bundle) finish(t *testing.T, group []posts.Post, done func(n int) time.Time) (sent []time.Time) {
	t.Helper()
	for {
		open := 0
		for n, post := range group {
			if !b.read(t, post.ID).Status.HasEnded() {
				open++
			}
			if !b.clock.Now().Before(done(n)) {
				b.network.contain(*post.SNContainerID, graph.Finished)
			}
		}
		if open == 0 {
			break
		}
		b.turn(t)
	}
	for _, post := range group {
		if got := b.read(t, post.ID); got.Status != posts.Published {
			t.Errorf("a post is %s, %q", got.Status, value(got.ErrorMessage))
		}
		sent = append(sent, b.last(t, post).SentAt.Time())
	}
	return sent
}

// TestSpacing_WhileMediaAreProcessed: the visible calls of late and held posts are spaced, whenever
// the network is done with their media.
func TestSpacing_WhileMediaAreProcessed(t *testing.T) {
	t.Parallel()
	const away = 3 * time.Hour
	late := func(int, *posts.Post, *jobs.ScheduledJob) {}
	held := func(_ int, post *posts.Post, job *jobs.ScheduledJob) {
		post.Status, post.IsScheduled, post.ScheduledFor = posts.Queued, false, nil
		job.Wait = heldForAccount.Wait
	}
	atWork := func(_ int, post *posts.Post, job *jobs.ScheduledJob) {
		post.Status, post.LastAttemptAt = posts.Processing, post.ScheduledFor
		job.Wait = channel.WaitsForMedia.Wait
	}
	for name, c := range map[string]struct {
		change func(int, *posts.Post, *jobs.ScheduledJob)
		// takes is how long the network is at the media of the n-th, from the end of the time away.
		takes func(n int) time.Duration
		// isOrdered says that they go out in the order of their times, without losing time.
		isOrdered bool
	}{
		"late":                        {late, func(int) time.Duration { return 10 * time.Second }, true},
		"late, the first take longer": {late, func(n int) time.Duration { return time.Duration(5-n) * 40 * time.Second }, false},
		"late, all done at once":      {late, func(int) time.Duration { return 4 * time.Minute }, false},
		"held":                        {held, func(int) time.Duration { return 10 * time.Second }, false},
		"held for long":               {held, func(n int) time.Duration { return time.Duration(5-n) * 40 * time.Second }, false},
		"the machine slept meanwhile": {atWork, func(int) time.Duration { return 0 }, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := setup(t)
			b.network.isOpen = true
			b.network.show(b.bakery, "media")
			group := b.waitingGroup(t, c.change)
			b.clock.Advance(away)
			sent := b.finish(t, group, func(n int) time.Time { return start.Add(away + c.takes(n)) })
			if c.isOrdered && !slices.IsSortedFunc(sent, time.Time.Compare) {
				t.Errorf("they were not sent in their order: %v", sent)
			}
			slices.SortFunc(sent, time.Time.Compare)
			for i := range sent[1:] {
				if gap := sent[i+1].Sub(sent[i]); gap < lateness.Spacing || c.isOrdered && gap > lateness.Spacing*3/2 {
					t.Errorf("one was sent %s after another: %v", gap, sent)
				}
			}
			if last := sent[len(sent)-1].Sub(start.Add(away)); last > 10*time.Minute {
				t.Errorf("the last was sent after %s", last)
			}
		})
	}
}

// TestSpacing_NotOfWhatIsInTime: posts that began in time go out when the network is done with
// their media, also minutes later.
func TestSpacing_NotOfWhatIsInTime(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.network.isOpen = true
	b.network.show(b.bakery, "media")
	due := start.Add(time.Minute)
	group := b.waitingGroup(t, func(_ int, post *posts.Post, job *jobs.ScheduledJob) {
		post.ScheduledFor, job.RunAt = at(due), *at(due)
	})
	sent := b.finish(t, group, func(int) time.Time { return due.Add(2 * time.Minute) })
	for _, one := range sent {
		if took := one.Sub(due); took < 2*time.Minute || took > 3*time.Minute {
			t.Errorf("one was sent after %s", took)
		}
	}
	if a, _, err := attempt.Latest(t.Context(), b.db, b.bakery.ID); err != nil || a.Verdict != attempt.Live {
		t.Errorf("the latest is %+v, %v", a, err)
	}
}
