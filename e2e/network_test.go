package e2e_test

import (
	"net/http"
	"testing"
	"time"

	"crier/e2e"
	"crier/modules/posts"
	"crier/platform/config"
)

// TestNetwork_TheOtherModesPostsAreLeftAlone: who starts Crier in the wrong mode finds every post
// as it was, in whatever state, and in the right mode they go on.
func TestNetwork_TheOtherModesPostsAreLeftAlone(t *testing.T) {
	t.Parallel()
	j := begin(t)
	j.network.Fault(e2e.Fault{Match: e2e.PublishCalls, DropAfterCommit: true})
	unknown := j.publish(j.imagePost("unknown"))
	j.AdvanceUntil(t, time.Minute, func() bool { return j.post(unknown).Status == posts.Publishing })
	scheduled := j.schedule(j.imagePost("scheduled").with("accountId", j.potter.ID), j.Clock.Now().Add(time.Hour))
	media := j.photo()
	j.Stop()
	j.Clock.Advance(2 * time.Hour)

	live := e2e.Boot(t, e2e.In(j.Dir), e2e.At(j.Clock), e2e.Configured(func(c *config.Config) { c.Network = config.Live }))
	client := live.Client(t)
	for range 20 {
		live.Rest(t)
		live.Clock.Advance(time.Minute)
	}
	for id, want := range map[string]posts.Status{unknown: posts.Publishing, scheduled: posts.Scheduled} {
		if got := client.Get("/api/v1/posts/" + id).Want(http.StatusOK).String("status"); got != string(want) {
			t.Errorf("in the wrong mode a %s post became %s", want, got)
		}
	}
	client.Post("/api/v1/posts/publish", body{"accountId": j.bakery.ID, "mediaType": "IMAGE", "mediaFileId": media}).
		WantError(http.StatusNotFound, "NOT_FOUND")
	live.Stop()

	j = begin(t, e2e.In(j.Dir), e2e.At(j.Clock))
	j.isLive(j.ended(unknown), 0)
	j.isLive(j.ended(scheduled), 1)
	j.wantCalls("published", "published")
}
