package publish

import (
	"slices"
	"strings"
	"testing"
	"time"

	"crier/modules/posts"
	"crier/platform/jobs"
)

// TestRun_AllowanceUsedUp: nothing is begun for five minutes when the network says no more than that.
func TestRun_AllowanceUsedUp(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.network.usage = `{"call_count":100,"total_time":3,"total_cputime":3}`
	post := attempted()
	post.SNContainerID, post.ContainerCreatedAt = new(container), at(start)
	got, job := b.running(t, post, 0)
	if got.Status != posts.Queued || job.Status != jobs.Pending || !job.RunAt.Time().Equal(start.Add(5*time.Minute)) || job.Attempts != 0 || !strings.Contains(value(job.LastError), "used up") {
		t.Errorf("the post is %s, the job %s at %s after %d attempts: %s", got.Status, job.Status, job.RunAt, job.Attempts, value(job.LastError))
	}
	if asked := b.network.heard(); slices.ContainsFunc(asked, func(s string) bool { return !strings.HasSuffix(s, "content_publishing_limit") }) {
		t.Errorf("the network was asked %v", asked)
	}
}
