package e2e_test

import (
	"fmt"
	"net/http"
	"slices"
	"testing"
	"time"

	"crier/e2e"
	"crier/modules/posts"
	"crier/platform/clock"
)

// TestScenario_06_ContainerIsSlow: a container that is IN_PROGRESS for long is waited for within
// bounds, then the post FAILED with what the network says; a retry goes on with the same container.
func TestScenario_06_ContainerIsSlow(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		typ      string
		patience time.Duration
		code     string
	}{
		"image": {"IMAGE", 5 * time.Minute, "PROCESSING_FAILED"},
		"video": {"REELS", 15 * time.Minute, "VIDEO_PROCESSING_FAILED"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			j := begin(t)
			b := body{"accountId": j.bakery.ID, "mediaType": c.typ, "mediaFileId": j.photo()}
			if c.typ == "REELS" {
				b["mediaFileId"] = j.movie()
			}
			// Ready when the third wait is under way.
			ready := (c.patience*5/2 + time.Hour).Milliseconds()
			j.network.Latency(e2e.Latency{ImageMs: &ready, VideoMs: &ready})
			id := j.publish(b)
			for range 2 {
				since := j.Clock.Now()
				p := j.comesTo(id, ending{code: c.code, says: "Media is still being processed"})
				if took := j.Clock.Now().Sub(since); took < c.patience || took > c.patience+time.Minute || p.RetryCount != 0 {
					t.Errorf("it took %s, and retryCount is %d", took, p.RetryCount)
				}
				j.pass(30 * time.Minute)
				j.retry(id)
			}
			j.endsAs(id, once)
			if j.creates() != 1 {
				t.Errorf("%d containers", j.creates())
			}
		})
	}
}

// TestScenario_06_ContainerSticks: a container that never ends keeps no post for ever, and after
// its day a retry makes a new one.
func TestScenario_06_ContainerSticks(t *testing.T) {
	t.Parallel()
	j := begin(t)
	j.network.NextContainerSticks()
	id := j.publish(j.imagePost("stuck"))
	j.endsAs(id, ending{code: "PROCESSING_FAILED", says: "Media is still being processed"})
	j.retry(id)
	j.endsAs(id, once)
	if j.creates() != 2 {
		t.Errorf("%d containers", j.creates())
	}
}

// TestScenario_06_OneOfFifty: fifty posts of an account are due at one instant, and the container
// of the first is stuck. That one FAILED; all others go out once each, in their order.
func TestScenario_06_OneOfFifty(t *testing.T) {
	t.Parallel()
	const number = 50
	j := begin(t)
	j.network.Quota(j.bakery.SNUserID, 1000, 0)
	j.network.NextContainerSticks()
	b := j.imagePost("")
	var ids, want, got []string
	for i := range number {
		caption := fmt.Sprint(i)
		want = append(want, caption)
		ids = append(ids, j.schedule(b.with("caption", caption), e2e.Start.Add(time.Hour)))
	}
	j.pass(time.Hour)
	for range number + 10 {
		j.pass(61 * time.Second) // Those that wait for the first are late by then, and spaced.
	}
	for _, live := range j.network.Ledger().Publications {
		got = append(got, live.Caption)
	}
	if !slices.Equal(got, want[1:]) {
		t.Errorf("live are %q", got)
	}
	j.hasFailed(j.post(ids[0]), "PROCESSING_FAILED")
	for _, id := range ids[1:] {
		if p := j.post(id); p.Status != posts.Published {
			t.Errorf("a post is %s", describe(p))
		}
	}
	j.wantCalls(slices.Repeat([]string{"published"}, number-1)...)
}

// TestScenario_07_ContainerExpired: a retry after the container's day makes a new container, and
// publishes once.
func TestScenario_07_ContainerExpired(t *testing.T) {
	t.Parallel()
	j := begin(t)
	j.network.Fault(e2e.Fault{Match: e2e.PublishCalls, Code: 9, Subcode: 2207042})
	id := j.publish(j.imagePost("expires"))
	first := j.endsAs(id, ending{code: "RATE_LIMITED", calls: []string{"fault"}})
	j.retry(id)
	p := j.endsAs(id, ending{calls: []string{"fault", "published"}})
	if text(p.SNContainerID) == text(first.SNContainerID) || j.creates() != 2 {
		t.Errorf("%d containers", j.creates())
	}
}

// TestScenario_07_ContainerExpiredInTheNetworkOnly: the network has expired the container, though
// it is young by our clock.
func TestScenario_07_ContainerExpiredInTheNetworkOnly(t *testing.T) {
	t.Parallel()
	j := begin(t)
	j.network.Fault(e2e.Fault{Match: e2e.PublishCalls, Code: 9, Subcode: 2207042})
	id := j.publish(j.imagePost("expires"))
	first := j.comesTo(id, ending{code: "RATE_LIMITED", calls: []string{"fault"}})
	j.network.AdvanceClock(25 * time.Hour)
	j.retry(id)
	p := j.endsAs(id, ending{calls: []string{"fault", "published"}})
	if text(p.SNContainerID) == text(first.SNContainerID) || j.creates() != 2 {
		t.Errorf("%d containers", j.creates())
	}
}

// TestScenario_07_ContainerExpiredUnpublished: the answer was lost, the call too, and the container
// with its day.
func TestScenario_07_ContainerExpiredUnpublished(t *testing.T) {
	t.Parallel()
	j := begin(t)
	j.network.Fault(e2e.Fault{Match: e2e.PublishCalls, DropBefore: true})
	id := j.publish(j.imagePost("expires"))
	j.Rest(t)
	j.network.AdvanceClock(25 * time.Hour)
	j.endsAs(id, ending{code: "PROCESSING_FAILED", says: "Expired", calls: []string{"fault"}})
	j.retry(id)
	j.endsAs(id, ending{calls: []string{"fault", "published"}})
}

// TestScenario_07_GoneWithoutProof: the network knows nothing more of the container of a post that
// went live, and its day is over. That the account does not show it proves nothing for a story,
// which is gone after a day as well, nor for a post that lies further back than is read: a retry
// makes no second one.
func TestScenario_07_GoneWithoutProof(t *testing.T) {
	t.Parallel()
	for name, newer := range map[string]int{"story": 0, "image": 510} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			j := begin(t)
			j.network.Fault(e2e.Fault{Match: e2e.PublishCalls, DropAfterCommit: true})
			j.network.Fault(e2e.Fault{Match: e2e.ContainerReads, Skip: 1, Times: 100_000, Code: 100, Subcode: 33})
			j.network.Fault(e2e.Fault{Match: e2e.FaultMatch{Method: http.MethodGet, Path: `/(media|stories)$`}, Skip: 1, Times: 100_000, HTTP: 503, Code: 2})
			id := j.publish(j.kinds()[name])
			j.endsAs(id, ending{code: "UNKNOWN_ERROR", says: "may be live", calls: []string{"published"}})
			for i := range newer {
				j.network.PostByHand(j.bakery.SNUserID, fmt.Sprint(i), "IMAGE")
			}
			j.network.ClearFaults()
			j.network.Fault(e2e.Fault{Match: e2e.FaultMatch{Method: http.MethodGet, Path: text(j.post(id).SNContainerID)}, Times: 100_000, Code: 100, Subcode: 33})
			j.retry(id)
			j.comesTo(id, ending{code: "UNKNOWN_ERROR", says: "may be live", calls: []string{"published"}})
			if j.creates() != 1 {
				t.Errorf("%d containers", j.creates())
			}
		})
	}
}

// TestScenario_07_StoryHasExpired: the answer about a story was lost and nobody asks until the
// story itself is over: it was published, once, and nothing shows as what.
func TestScenario_07_StoryHasExpired(t *testing.T) {
	t.Parallel()
	clk := clock.NewFake(e2e.Start)
	l := lay(t, clk)
	j := l.begin(e2e.At(clk))
	id, j := l.killed(j, j.kinds()["story"], moment{http.MethodPost, atPublish, 0, true, 24*time.Hour + time.Second})
	j.endsAs(id, nameless)
}

// TestScenario_07_StoryExpiresSoon: as before, in the last minute of the story's day.
func TestScenario_07_StoryExpiresSoon(t *testing.T) {
	t.Parallel()
	clk := clock.NewFake(e2e.Start)
	l := lay(t, clk)
	j := l.begin(e2e.At(clk))
	id, j := l.killed(j, j.kinds()["story"], moment{http.MethodPost, atPublish, 0, true, 23*time.Hour + 59*time.Minute})
	p := j.ended(id)
	j.isLive(p, 0)
	j.staysSo(id)
	j.wantCalls("published")
}

// TestScenario_07_CarouselItemFailsTwice: an item of a carousel comes to nothing two times; that
// item alone is made again.
func TestScenario_07_CarouselItemFailsTwice(t *testing.T) {
	t.Parallel()
	j := begin(t)
	j.network.NextContainerFails(2207082)
	photo := j.photo()
	failing := e2e.Fault{Match: e2e.ContainerReads, Skip: 3, Times: 1, Body: `{"status_code":"ERROR","status":"Error: Media upload has failed with error code 2207082"}`}
	j.network.Fault(failing)
	id := j.publish(body{"accountId": j.bakery.ID, "mediaType": "CAROUSEL", "mediaFileIds": []string{photo, photo, photo}, "caption": "many"})
	p := j.endsAs(id, once)
	if j.creates() != 3+1+1+1 || p.RetryCount != 2 {
		t.Errorf("%d containers, retryCount %d", j.creates(), p.RetryCount)
	}
	if live := j.network.Ledger().Publications[0]; len(live.Children) != 3 {
		t.Errorf("live is %+v", live)
	}
}

// TestScenario_07_AllCarouselItemsFail: none of ten files can be fetched for a moment. All items
// are made again in one further attempt.
func TestScenario_07_AllCarouselItemsFail(t *testing.T) {
	t.Parallel()
	const items = 10
	j := begin(t)
	failing := e2e.Fault{Match: e2e.ContainerReads, Times: items, Body: `{"status_code":"ERROR","status":"Error: Media upload has failed with error code 2207052"}`}
	j.network.Fault(failing)
	id := j.publish(body{"accountId": j.bakery.ID, "mediaType": "CAROUSEL", "mediaFileIds": slices.Repeat([]string{j.photo()}, items)})
	p := j.endsAs(id, once)
	if j.creates() != items+items+1 || p.RetryCount != 1 {
		t.Errorf("%d containers, retryCount %d", j.creates(), p.RetryCount)
	}
}

// TestScenario_08_MediaDeleted: a file of scheduled posts is deleted. The posts are kept without it
// and at their time FAILED before anything is sent.
func TestScenario_08_MediaDeleted(t *testing.T) {
	t.Parallel()
	j := begin(t)
	first, second := j.photo(), j.photo()
	carousel := j.schedule(body{"accountId": j.bakery.ID, "mediaType": "CAROUSEL", "mediaFileIds": []string{first, second}}, e2e.Start.Add(time.Hour))
	single := j.schedule(body{"accountId": j.potter.ID, "mediaType": "IMAGE", "mediaFileId": second}, e2e.Start.Add(time.Hour))
	j.client.Delete("/api/v1/media/" + second).Want(http.StatusOK)
	if p := j.post(carousel); p.Status != posts.Scheduled || len(p.MediaFiles) != 1 || p.MediaFiles[0].ID.String() != first {
		t.Errorf("the post is %s with %+v", describe(p), p.MediaFiles)
	}
	if p := j.post(single); p.Status != posts.Scheduled || len(p.MediaFiles) != 0 {
		t.Errorf("the post is %s with %+v", describe(p), p.MediaFiles)
	}
	j.pass(time.Hour)
	for _, id := range []string{carousel, single} {
		p := j.endsAs(id, ending{code: "MEDIA_INVALID", says: "deleted"})
		if p.RetryCount != 0 || p.SNContainerID != nil {
			t.Errorf("the post is %s", show(p))
		}
		j.client.Post("/api/v1/posts/"+id+"/retry", nil).WantError(http.StatusBadRequest, "MEDIA_INVALID")
	}
	if calls := j.network.Calls(); len(calls) != 0 {
		t.Errorf("the network was called: %+v", calls)
	}
	j.client.Post("/api/v1/schedule", body{
		"accountId": j.bakery.ID, "mediaType": "CAROUSEL", "mediaFileIds": []string{first, second}, "scheduledFor": e2e.Start.Add(480 * time.Hour),
	}).WantError(http.StatusBadRequest, "MEDIA_INVALID")
}

// TestScenario_06_FailsWithoutACode: the network leaves the code of a container's state out and
// says in the text alone that it has failed. The post FAILED at once with that text, and is not
// asked about until its patience is over.
func TestScenario_06_FailsWithoutACode(t *testing.T) {
	t.Parallel()
	j := begin(t)
	const said = "Error: Media upload has failed with error code 2207026"
	j.network.Fault(e2e.Fault{Match: e2e.ContainerReads, Times: 1000, Body: `{"status_code":"","status":"` + said + `"}`})
	since := j.Clock.Now()
	id := j.publish(j.imagePost("odd"))
	p := j.comesTo(id, ending{code: "PROCESSING_FAILED", says: said})
	if took := j.Clock.Now().Sub(since); took > time.Minute || p.RetryCount != 0 {
		t.Errorf("it took %s, and retryCount is %d", took, p.RetryCount)
	}
}
