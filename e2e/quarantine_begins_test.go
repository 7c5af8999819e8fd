package e2e_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"crier/e2e"
	"crier/modules/posts"
	"crier/modules/posts/quarantine"
	"crier/platform/instance"
	"crier/platform/wiretime"
)

// TestMemory_BeginsAtWork: a quarantine begins while the network is at a call for a post, once the
// worker says that it knows more than the folder. From then on no further publish call is made; one
// that is in hand is settled by its answer, or by what the account shows; and what did not go out
// does so once it is released.
func TestMemory_BeginsAtWork(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		// slow is the call in hand when the quarantine begins.
		slow e2e.Fault
		// status is the post's before it is released or found, during the publish calls that are
		// made by then.
		status posts.Status
		during []string
		// verdict is what the accounts say; empty for a post that has ended by itself.
		verdict quarantine.Verdict
		after   []string
	}{
		"its job is claimed":               {e2e.Fault{Match: e2e.CapReads}, posts.Queued, nil, quarantine.Absent, []string{"published"}},
		"its container is being made":      {e2e.Fault{Match: e2e.CreateCalls}, posts.Queued, nil, quarantine.Absent, []string{"published"}},
		"its container is being asked for": {e2e.Fault{Match: e2e.ContainerReads}, posts.Queued, nil, quarantine.Absent, []string{"published"}},
		"the call is in hand":              {e2e.Fault{Match: e2e.PublishCalls}, posts.Published, []string{"published"}, "", []string{"published"}},
		"the answer is lost": {
			e2e.Fault{Match: e2e.PublishCalls, DropAfterCommit: true}, posts.Publishing, []string{"published"}, quarantine.Live, []string{"published"},
		},
		"the call is lost": {
			e2e.Fault{Match: e2e.PublishCalls, DropBefore: true}, posts.Publishing, []string{"fault"}, quarantine.Absent, []string{"fault", "published"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			j := begin(t)
			id := j.publishedInto(c.slow, "rye")
			j.passes(10 * time.Minute)
			j.wantCalls(c.during...)
			if c.verdict == "" {
				j.isLive(j.post(id), 0)
			} else {
				j.wantVerdict(id, c.verdict, c.verdict != quarantine.Live)
			}
			if c.verdict == quarantine.Absent {
				j.isHeld(id, c.status)
				j.quarantine("release", body{"absent": true})
			}
			j.isLive(j.ended(id), 0)
			j.quarantine("close", nil)
			j.passes(time.Hour)
			j.wantCalls(c.after...)
		})
	}
}

// TestMemory_ReleasedAtOnce: a post that was in work when the quarantine began, and is released
// right after its job was put off, goes out in the seconds that publishing takes. It does not wait
// for the pause, which is a minute.
func TestMemory_ReleasedAtOnce(t *testing.T) {
	t.Parallel()
	j := begin(t)
	id := j.publishedInto(e2e.Fault{Match: e2e.CreateCalls}, "rye")
	j.AdvanceUntil(t, 10*time.Minute, func() bool { return j.post(id).Status == posts.Queued })
	j.isHeld(id, posts.Queued)
	j.quarantine("release", body{"ids": []string{id}})
	j.AdvanceUntil(t, 30*time.Second, func() bool { return j.post(id).Status == posts.Published })
	j.isLive(j.post(id), 0)
	j.wantCalls("published")
}

// TestMemory_DecidedAtWork: nobody can drop a post, or say that it is live, while a worker waits
// for the network's answer about it. Its job would stay open, so that the draft could not be
// published, and a post that the answer proves to be live would stay FAILED. Once the worker has
// put the post off, it can be dropped, and goes out once when it is published again.
func TestMemory_DecidedAtWork(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		slow    e2e.Fault
		isSaved bool
	}{
		"its container is being made": {e2e.Fault{Match: e2e.CreateCalls}, true},
		"the call is in hand":         {e2e.Fault{Match: e2e.PublishCalls}, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			j := begin(t)
			id := j.publishedInto(c.slow, "rye")
			drop := func() e2e.Response {
				return j.Browser(t).InternalDo(http.MethodPost, "/api/quarantine/drop", body{"ids": []string{id}})
			}
			drop().WantError(http.StatusBadRequest, "INVALID_STATUS")
			j.Browser(t).InternalDo(http.MethodPost, "/api/quarantine/"+id+"/live", body{}).WantError(http.StatusBadRequest, "INVALID_STATUS")
			j.passes(10 * time.Minute)
			if c.isSaved {
				drop().Want(http.StatusOK)
				j.client.Post("/api/v1/posts/publish", j.imagePost("rye").with("draftId", id)).Want(http.StatusAccepted)
				j.quarantine("look", nil)
				j.quarantine("release", body{"ids": []string{id}})
			}
			j.isLive(j.ended(id), 0)
			j.wantCalls("published")
		})
	}
}

// publishedInto publishes a picture, begins a quarantine while the network is at the call that the
// fault befalls, which takes three minutes, and returns the post's id.
func (j *journey) publishedInto(slow e2e.Fault, caption string) string {
	j.t.Helper()
	slow.DelayMs = (3 * time.Minute).Milliseconds()
	j.network.Fault(slow)
	id := j.publish(j.imagePost(caption))
	j.passes(2 * time.Minute) // What comes before the call takes seconds.
	takenAt := wiretime.Of(j.Clock.Now().Add(-time.Hour))
	if err := j.Folder.Quarantine(j.t.Context(), instance.CauseWorker, "the cloud worker is ahead of this data folder", takenAt); err != nil {
		j.t.Fatal(err)
	}
	// A key that was revoked meanwhile would work again, so that all have ended.
	j.client.Get("/api/v1/auth/me").WantError(http.StatusUnauthorized, "AUTH_INVALID_KEY")
	j.client = j.Client(j.t)
	if p := j.post(id); !strings.Contains(e2e.Text(p.ErrorMessage), "the cloud worker is ahead") {
		j.t.Errorf("the post is %s", describe(p))
	}
	return id
}
