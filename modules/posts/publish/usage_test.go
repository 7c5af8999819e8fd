package publish

import (
	"slices"
	"strings"
	"testing"
	"time"

	"crier/modules/posts"
	"crier/platform/graph"
	"crier/platform/jobs"
)

// TestUsage: while the allowance for calls is nearly used polls are rare, and when it is used up nothing is begun.
func TestUsage(t *testing.T) {
	t.Parallel()
	var w work
	for _, c := range []struct {
		percent int
		want    time.Duration
	}{{0, firstPoll}, {79, firstPoll}, {80, slowestPoll}, {100, slowestPoll}} {
		w.watch(graph.Call{HTTPStatus: 200, Usage: graph.Usage{Percent: c.percent}})
		if got := w.pollPause(firstPoll); got != c.want {
			t.Errorf("at %d %%: %s", c.percent, got)
		}
	}
	w.watch(graph.Call{}) // No answer, no news.
	if w.checkUsage() == nil {
		t.Error("a call without an answer freed the allowance")
	}
}

func TestRun_AllowanceUsedUp(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.network.usage = `{"call_count":100,"total_time":3,"total_cputime":3}`
	post := attempted()
	post.SNContainerID, post.ContainerCreatedAt = new(container), at(start)
	got, job := b.running(t, post, 0)
	if got.Status != posts.Queued || job.Status != jobs.Pending || !job.RunAt.Time().Equal(start.Add(fullPause)) || job.Attempts != 0 || !strings.Contains(value(job.LastError), "used up") {
		t.Errorf("the post is %s, the job %s at %s after %d attempts: %s", got.Status, job.Status, job.RunAt, job.Attempts, value(job.LastError))
	}
	if asked := b.network.heard(); slices.ContainsFunc(asked, func(s string) bool { return !strings.HasSuffix(s, "content_publishing_limit") }) {
		t.Errorf("the network was asked %v", asked)
	}
}
