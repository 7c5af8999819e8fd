package e2e_test

import (
	"net/http"
	"testing"
	"time"

	"crier/modules/posts"
	"crier/modules/posts/quarantine"
)

// TestMemory_PutBackTwice: a draft that somebody dropped in one quarantine was scheduled again, and
// went out after another copy was made. The quarantine of that copy finds it, as if there had been
// none before.
func TestMemory_PutBackTwice(t *testing.T) {
	t.Parallel()
	j := begin(t, outside(t))
	rye := j.imagePost("rye")
	id := j.schedule(rye, j.Clock.Now().Add(time.Hour))
	j = j.older((*journey).signOut)
	j.quarantine("drop", body{"ids": []string{id}})
	j.quarantine("close", nil)
	j.schedule(rye.with("draftId", id), j.Clock.Now().Add(time.Hour))
	j = j.older(func(j *journey) { j.isLive(j.ended(id), 0) })
	j.passes(10 * time.Minute)
	j.wantVerdict(id, quarantine.Live, false)
	j.quarantine("close", nil)
	j.passes(2 * time.Hour)
	j.wantCalls("published")
}

// TestMemory_DroppedActsAgain: a draft that was dropped and is scheduled within the same quarantine
// is one to decide about again, also at the very moment of the end.
func TestMemory_DroppedActsAgain(t *testing.T) {
	t.Parallel()
	j := begin(t, outside(t))
	rye := j.imagePost("rye")
	id := j.schedule(rye, j.Clock.Now().Add(time.Hour))
	j = j.older((*journey).signOut)
	j.passes(10 * time.Minute)
	for range 2 {
		j.quarantine("drop", body{"ids": []string{id}})
		j.schedule(rye.with("draftId", id), j.Clock.Now().Add(time.Hour))
		j.Browser(t).InternalDo(http.MethodPost, "/api/quarantine/close", nil).WantError(http.StatusBadRequest, "INVALID_STATUS")
		j.isHeld(id, posts.Scheduled)
		j.wantVerdict(id, quarantine.Absent, true)
	}
	j.quarantine("release", body{"absent": true})
	j.passes(2 * time.Hour)
	j.isLive(j.ended(id), 0)
	j.quarantine("close", nil)
	j.wantCalls("published")
}

// TestMemory_PutBackWithinAQuarantine: the copy was made while a quarantine went on, which its
// folder closed later. What was made during that quarantine, and went out after its end, is held
// and found as well.
func TestMemory_PutBackWithinAQuarantine(t *testing.T) {
	t.Parallel()
	j := begin(t, outside(t))
	j = j.older((*journey).signOut)
	j.passes(10 * time.Minute)
	id := j.schedule(j.imagePost("made meanwhile"), j.Clock.Now().Add(time.Hour))
	waiting := j.schedule(j.imagePost("made meanwhile, too"), j.Clock.Now().Add(24*time.Hour))
	j = j.older(func(j *journey) {
		j.quarantine("close", nil)
		j.isLive(j.awaited(id, posts.Status.HasEnded), 0)
	})
	status := j.quarantine("look", nil)
	for _, post := range status.Posts {
		if post.ID.String() == waiting && post.Verdict != nil {
			t.Errorf("it is %s at once, which a list that lags cannot tell", *post.Verdict)
		}
	}
	j.passes(10 * time.Minute)
	j.wantVerdict(id, quarantine.Live, false)
	j.wantVerdict(waiting, quarantine.Absent, true)
	j.quarantine("release", body{"ids": []string{waiting}})
	if p := j.post(waiting); p.Status != posts.Scheduled || p.ErrorCode != nil || p.ErrorMessage != nil {
		t.Errorf("what was released is %s", describe(p))
	}
	j.quarantine("close", nil)
	j.passes(2 * time.Hour)
	j.wantCalls("published")
}

// TestMemory_ListsLag: what the network's lists do not show is proved to be absent once no list can
// lag behind a call that was on its way when the folder was put back, by the time that has really
// passed. Somebody who sets the clock does not shorten it.
func TestMemory_ListsLag(t *testing.T) {
	t.Parallel()
	j := begin(t, outside(t))
	id := j.schedule(j.imagePost("rye"), j.Clock.Now().Add(time.Hour))
	j = j.older((*journey).signOut)
	verdict := func() quarantine.Verdict {
		for _, post := range j.quarantine("look", nil).Posts {
			if post.ID.String() == id && post.Verdict != nil {
				return *post.Verdict
			}
		}
		return ""
	}
	j.passes(5 * time.Minute)
	if got := verdict(); got != "" {
		t.Errorf("after five minutes it is %s", got)
	}
	j.Clock.Jump(time.Hour)
	if got := verdict(); got != "" {
		t.Errorf("after the clock was set it is %s", got)
	}
	j.passes(2 * time.Minute)
	if got := verdict(); got != quarantine.Absent {
		t.Errorf("after seven minutes it is %q", got)
	}
}
