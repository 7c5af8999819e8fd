package e2e_test

import (
	"fmt"
	"net/http"
	"slices"
	"sync"
	"testing"
	"time"

	"crier/e2e"
	"crier/modules/posts"
	"crier/platform/jobs"
	"crier/platform/wireid"
)

// counts returns what GET /schedule/queue/status says.
func (j *journey) counts() jobs.Counts {
	j.t.Helper()
	var status struct {
		Queue  string
		Counts jobs.Counts
	}
	j.client.Get("/api/v1/schedule/queue/status").Want(http.StatusOK).JSON(&status)
	if status.Queue != "local" {
		j.t.Errorf("the queue is %q", status.Queue)
	}
	return status.Counts
}

// pass lets the time pass while the program rests, and lets it do what is due then.
func (j *journey) pass(d time.Duration) {
	j.t.Helper()
	j.Rest(j.t)
	j.Clock.Advance(d)
	j.Rest(j.t)
}

// again stops the App, lets the time pass and boots it on the same folder and clock.
func (j *journey) again(d time.Duration, options ...e2e.Option) *journey {
	j.t.Helper()
	j.Stop()
	j.Clock.Advance(d)
	return begin(j.t, append([]e2e.Option{e2e.In(j.Dir), e2e.At(j.Clock)}, options...)...)
}

// TestSchedule_FiresAtItsInstant: not a millisecond early, and with no poll in between.
func TestSchedule_FiresAtItsInstant(t *testing.T) {
	t.Parallel()
	j := begin(t)
	wait := 61*time.Minute + 7301*time.Millisecond
	id := j.schedule(j.imagePost("on time"), e2e.Start.Add(wait))
	j.pass(wait - time.Millisecond)
	if p := j.post(id); p.Status != posts.Scheduled || len(j.network.Calls()) != 0 {
		t.Fatalf("a millisecond early the post is %s", describe(p))
	}
	if c := j.counts(); c != (jobs.Counts{Delayed: 1, Total: 1}) {
		t.Errorf("the counts are %+v", c)
	}
	j.Clock.Advance(time.Millisecond)
	j.Settle(t, func() bool { return j.post(id).Status.HasEnded() })
	p := j.post(id)
	j.isLive(p, 0)
	if !p.PublishedAt.Time().Equal(e2e.Start.Add(wait)) || !p.IsScheduled || p.SourceType != posts.FromSchedule || !p.ScheduledFor.Time().Equal(e2e.Start.Add(wait)) {
		t.Errorf("the post is %+v", p)
	}
	if c := j.counts(); c != (jobs.Counts{}) {
		t.Errorf("the counts are %+v", c)
	}
	j.wantCalls("published")
}

// TestSchedule_Cancel: a success means that the post never fires, and it keeps its content.
func TestSchedule_Cancel(t *testing.T) {
	t.Parallel()
	j := begin(t)
	b := j.imagePost("never").with("locationName", "Home").with("userTags", []body{{"username": "ann", "x": 0.25, "y": 0.5}})
	id := j.schedule(b.with("timezone", "Europe/Berlin"), e2e.Start.Add(time.Hour))
	before := j.post(id)
	j.client.Delete("/api/v1/schedule/" + id).Want(http.StatusOK)
	p := j.post(id)
	if p.Status != posts.Draft || p.IsScheduled || p.ScheduledFor != nil || p.CloudJobID != nil {
		t.Errorf("the post is %+v", p)
	}
	if text(p.Caption) != text(before.Caption) || text(p.UserTags) != text(before.UserTags) || text(p.LocationName) != "Home" || len(p.MediaFiles) != 1 {
		t.Errorf("its content is %+v, and was %+v", p, before)
	}
	j.client.Delete("/api/v1/schedule/"+id).WantError(http.StatusNotFound, "NOT_FOUND")
	j.client.Get("/api/v1/schedule/"+id).WantError(http.StatusNotFound, "NOT_FOUND")
	if c := j.counts(); c != (jobs.Counts{}) {
		t.Errorf("the counts are %+v", c)
	}
	j.pass(2 * time.Hour)
	if p := j.post(id); p.Status != posts.Draft || len(j.network.Calls()) != 0 {
		t.Errorf("the post is %s", describe(p))
	}
	// It is a draft like any other.
	j.publish(b.with("draftId", id))
	j.isLive(j.ended(id), 0)
	j.wantCalls("published")
}

// TestSchedule_TooLateToCancel: once a worker has claimed the post.
func TestSchedule_TooLateToCancel(t *testing.T) {
	t.Parallel()
	j := begin(t)
	j.network.Fault(e2e.Fault{Match: e2e.CreateCalls, DelayMs: (10 * time.Minute).Milliseconds()})
	b := j.imagePost("too late")
	id := j.schedule(b, e2e.Start.Add(time.Hour))
	next := j.schedule(b, e2e.Start.Add(time.Hour))
	j.schedule(b, e2e.Start.Add(24*time.Hour))
	if c := j.counts(); c != (jobs.Counts{Delayed: 3, Total: 3}) {
		t.Errorf("before their time: %+v", c)
	}
	j.pass(time.Hour)
	if c := j.counts(); c != (jobs.Counts{Active: 1, Waiting: 1, Delayed: 1, Total: 3}) {
		t.Errorf("with one being published: %+v", c)
	}
	if p := j.post(id); p.Status != posts.Processing {
		t.Errorf("the post is %s", describe(p))
	}
	j.client.Delete("/api/v1/schedule/"+id).WantError(http.StatusBadRequest, "INVALID_STATUS")
	j.client.Delete("/api/v1/schedule/" + next).Want(http.StatusOK)
	j.isLive(j.ended(id), 0)
	j.client.Delete("/api/v1/schedule/"+id).WantError(http.StatusBadRequest, "INVALID_STATUS")
	if p := j.post(next); p.Status != posts.Draft {
		t.Errorf("the cancelled post is %s", describe(p))
	}
	j.wantCalls("published")
}

// TestSchedule_CancelledDraftStartsAnew: nothing of what was prepared for a cancelled post goes
// into another one.
func TestSchedule_CancelledDraftStartsAnew(t *testing.T) {
	t.Parallel()
	j := begin(t)
	j.network.Fault(e2e.Fault{Match: e2e.ContainerReads, Times: 3, HTTP: 503, Code: 2})
	id := j.schedule(j.imagePost("old text"), e2e.Start.Add(time.Hour))
	j.pass(time.Hour)
	p := j.awaited(id, func(posts.Status) bool { return j.post(id).RetryCount == 1 })
	if p.Status != posts.Queued || p.SNContainerID == nil {
		t.Fatalf("the post is %s", describe(p))
	}
	j.client.Delete("/api/v1/schedule/" + id).Want(http.StatusOK)
	if p := j.post(id); p.Status != posts.Draft || p.SNContainerID != nil || p.RetryCount != 0 {
		t.Errorf("the draft is %s", describe(p))
	}
	j.publish(j.imagePost("new text").with("draftId", id))
	j.isLive(j.ended(id), 0)
	if live := j.network.Ledger().Publications[0]; live.Caption != "new text" {
		t.Errorf("live is %q", live.Caption)
	}
}

// TestSchedule_CancelOfWhatMayBeLive: a post whose outcome is unknown is no draft.
func TestSchedule_CancelOfWhatMayBeLive(t *testing.T) {
	t.Parallel()
	j := begin(t)
	j.network.Fault(e2e.Fault{Match: e2e.PublishCalls, DropAfterCommit: true})
	j.network.Fault(e2e.Fault{Match: e2e.ContainerReads, Skip: 1, Times: 1000, HTTP: 503, Code: 2})
	id := j.schedule(j.imagePost("once"), e2e.Start.Add(time.Minute))
	j.hasFailed(j.ended(id), "UNKNOWN_ERROR")
	// Another post of the account keeps the retry waiting.
	j.network.Fault(e2e.Fault{Match: e2e.CreateCalls, DelayMs: time.Minute.Milliseconds()})
	other := j.publish(j.imagePost("other"))
	j.Rest(t)
	j.network.ClearFaults()
	j.retry(id)
	if p := j.post(id); p.Status != posts.Queued {
		t.Fatalf("the post is %s", describe(p))
	}
	j.client.Delete("/api/v1/schedule/"+id).WantError(http.StatusBadRequest, "INVALID_STATUS")
	j.isLive(j.ended(id), 0)
	j.isLive(j.ended(other), 1)
	j.wantCalls("published", "published")
}

// TestSchedule_CancelRacesWithFiring: of the two, one wins, and the ledger agrees.
func TestSchedule_CancelRacesWithFiring(t *testing.T) {
	t.Parallel()
	j := begin(t)
	for _, account := range []string{j.bakery.SNUserID, j.potter.SNUserID} {
		j.network.Quota(account, 10_000, 0)
	}
	b := j.imagePost("")
	const rounds = 60
	cancelled, live := 0, 0
	for i := range rounds {
		caption := fmt.Sprintf("round %d.", i)
		id := j.schedule(b.with("caption", caption), j.Clock.Now().Add(time.Second))
		j.Rest(t)
		var race sync.WaitGroup
		var answer e2e.Response
		race.Go(func() {
			for range i % 7 {
				j.client.Get("/api/v1/schedule/queue/status")
			}
			answer = j.client.Delete("/api/v1/schedule/" + id)
		})
		race.Go(func() { j.Clock.Advance(time.Second) })
		race.Wait()
		won := answer.Status == http.StatusOK
		if !won {
			answer.WantError(http.StatusBadRequest, "INVALID_STATUS")
		}
		j.Rest(t)
		published := slices.ContainsFunc(j.network.Ledger().Publications, func(p e2e.Publication) bool { return p.Caption == caption })
		p := j.post(id)
		switch {
		case won && p.Status == posts.Draft && !published:
			cancelled++
		case !won && p.Status == posts.Published && published:
			live++
		default:
			t.Errorf("round %d: cancelled %t, published %t, the post is %s", i, won, published, describe(p))
		}
	}
	t.Logf("%d cancelled, %d published", cancelled, live)
	if got := len(j.network.Ledger().Publications); got != live {
		t.Errorf("%d posts are live, not %d", got, live)
	}
}

// stopHeld stops an App one of whose jobs is held up in a call to the network.
func (j *journey) stopHeld() {
	j.t.Helper()
	stopped := make(chan struct{})
	var clock sync.WaitGroup
	clock.Go(func() {
		for {
			select {
			case <-stopped:
				return
			case <-time.After(time.Millisecond): //nolint:forbidigo // So that a busy machine does not let days pass.
				// The runner's patience with its jobs runs on this clock.
				j.Clock.Advance(time.Second)
			}
		}
	})
	j.Stop()
	close(stopped)
	clock.Wait()
}

// TestSchedule_List: next first, by status, in pages, and only what has not ended.
func TestSchedule_List(t *testing.T) {
	t.Parallel()
	j := begin(t)
	b := j.imagePost("listed")
	var want []string
	for i := range 5 {
		want = append(want, j.schedule(b, e2e.Start.Add(time.Duration(10-i)*time.Hour)))
	}
	slices.Reverse(want)
	j.ended(j.publish(b))
	list := func(query string) (ids []string, total int64, more bool) {
		t.Helper()
		var l posts.PostList
		j.client.Get("/api/v1/schedule" + query).Want(http.StatusOK).JSON(&l)
		for _, p := range l.Posts {
			ids = append(ids, p.ID.String())
			if len(p.MediaFiles) != 1 {
				t.Errorf("%s has %d files", p.ID, len(p.MediaFiles))
			}
		}
		return ids, l.Total, l.HasMore
	}
	if ids, total, more := list(""); !slices.Equal(ids, want) || total != 5 || more {
		t.Errorf("all: %v, %d, %t", ids, total, more)
	}
	if ids, total, more := list("?page=1&limit=2"); !slices.Equal(ids, want[:2]) || total != 5 || !more {
		t.Errorf("page 1: %v, %d, %t", ids, total, more)
	}
	if ids, _, more := list("?page=3&limit=2"); !slices.Equal(ids, want[4:]) || more {
		t.Errorf("page 3: %v, %t", ids, more)
	}
	if ids, total, more := list("?page=4&limit=2"); len(ids) != 0 || total != 5 || more {
		t.Errorf("page 4: %v, %d, %t", ids, total, more)
	}
	if ids, total, more := list("?page=9223372036854775807&limit=100"); len(ids) != 0 || total != 5 || more {
		t.Errorf("the last page there can be: %v, %d, %t", ids, total, more)
	}
	if ids, total, _ := list("?status=SCHEDULED"); len(ids) != 5 || total != 5 {
		t.Errorf("SCHEDULED: %v, %d", ids, total)
	}
	if ids, total, _ := list("?status=PUBLISHING"); len(ids) != 0 || total != 0 {
		t.Errorf("PUBLISHING: %v, %d", ids, total)
	}
	j.network.Fault(e2e.Fault{Match: e2e.ContainerReads, Times: 2, HTTP: 503, Code: 2})
	j.pass(6 * time.Hour)
	if ids, _, _ := list("?status=PROCESSING"); !slices.Equal(ids, want[:1]) {
		t.Errorf("PROCESSING: %v", ids)
	}
	j.ended(want[0])
	if ids, total, _ := list(""); !slices.Equal(ids, want[1:]) || total != 4 {
		t.Errorf("after the first has gone out: %v, %d", ids, total)
	}
	for query, code := range map[string]string{
		"?status=PUBLISHED": "INVALID_PARAM", "?status=DRAFT": "INVALID_PARAM", "?page=x": "INVALID_PARAM", "?page=9223372036854775808": "INVALID_PARAM",
		"?page=0": "VALIDATION_ERROR", "?limit=101": "VALIDATION_ERROR", "?limit=0": "VALIDATION_ERROR",
	} {
		j.client.Get("/api/v1/schedule"+query).WantError(http.StatusBadRequest, code)
	}
	j.client.Get("/api/v1/schedule/"+wireid.New().String()).WantError(http.StatusNotFound, "NOT_FOUND")
	j.client.Get("/api/v1/schedule/nonsense").WantError(http.StatusBadRequest, "INVALID_PARAM")
	j.client.Delete("/api/v1/schedule/"+wireid.New().String()).WantError(http.StatusNotFound, "NOT_FOUND")
}
