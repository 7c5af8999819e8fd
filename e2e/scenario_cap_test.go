package e2e_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"crier/e2e"
	"crier/modules/posts"
)

// TestScenario_12_The26thPost: an account may publish 25 posts a day, and 26 are scheduled for one.
// The author is warned of the last; at its time it FAILED before anything is made, and says when a
// place frees. Nothing is tried blindly.
func TestScenario_12_The26thPost(t *testing.T) {
	t.Parallel()
	const allowed, apart = 25, 20 * time.Minute
	j := begin(t)
	j.network.Quota(j.bakery.SNUserID, allowed, 0)
	b := j.imagePost("")
	var ids []string
	for i := range allowed + 1 {
		answer := j.client.Post("/api/v1/schedule", b.with("caption", fmt.Sprint(i)).with("scheduledFor", e2e.Start.Add(time.Duration(i+1)*apart))).Want(http.StatusCreated)
		ids = append(ids, answer.String("postId"))
		if warned := strings.Contains(string(answer.Body), "CAP_REACHED"); warned != (i == allowed) {
			t.Errorf("post %d: %s", i, answer.Body)
		}
	}
	for range ids {
		j.pass(apart)
	}
	first := j.post(ids[0])
	frees := first.PublishedAt.Time().Add(24 * time.Hour).Format("2006-01-02T15:04")
	last := ids[allowed]
	if p := j.post(last); p.Status != posts.Failed || p.RetryCount != 0 {
		t.Errorf("the last post is %s", describe(p))
	}
	var calls []string
	for range allowed {
		calls = append(calls, "published")
	}
	j.endsAs(last, ending{code: "RATE_LIMITED", says: frees, calls: calls})
	if j.creates() != allowed {
		t.Errorf("%d containers", j.creates())
	}
	j.retry(last)
	j.comesTo(last, ending{live: allowed, calls: append(calls, "published")})
}

// TestScenario_12_CapReached: a cap that is used up is found out before anything is made, and at
// the publish call when the network has not told of it. Nothing is tried blindly, and a retry
// publishes when there is room.
func TestScenario_12_CapReached(t *testing.T) {
	t.Parallel()
	for name, untold := range map[string]bool{"told of": false, "at the publish call": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			j := begin(t)
			first := j.ended(j.publish(j.imagePost("first")))
			j.network.Quota(j.bakery.SNUserID, 1, 1)
			calls := []string{"published"}
			if untold {
				j.network.Fault(e2e.Fault{Match: e2e.CapReads, Times: 1000, Code: 1})
				calls = append(calls, "cap_reached")
			}
			j.pass(time.Hour)
			id := j.publish(j.imagePost("second"))
			frees := first.PublishedAt.Time().Add(24 * time.Hour).Format("2006-01-02T15:04")
			j.comesTo(id, ending{code: "RATE_LIMITED", says: frees, calls: calls})
			j.pass(time.Hour)
			j.wantCalls(calls...)
			j.network.Quota(j.bakery.SNUserID, 50, 0)
			j.retry(id)
			j.endsAs(id, ending{live: 1, calls: append(calls, "published")})
			if j.creates() != 2 {
				t.Errorf("%d containers", j.creates())
			}
		})
	}
}
