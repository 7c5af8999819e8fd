package e2e_test

import (
	"net/http"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"crier/e2e"
	"crier/modules/posts"
	"crier/platform/jobs"
	"crier/platform/wireid"
)

const postsPath = "/api/v1/posts/"

// isGone fails the test unless no list and no read shows the post any more.
func (j *journey) isGone(id string) {
	j.t.Helper()
	j.client.Get(postsPath+id).WantError(http.StatusNotFound, "NOT_FOUND")
	j.client.Get(schedulePath+id).WantError(http.StatusNotFound, "NOT_FOUND")
	j.client.Post(postsPath+id+"/retry", nil).WantError(http.StatusNotFound, "NOT_FOUND")
	j.client.Delete(postsPath+id).WantError(http.StatusNotFound, "NOT_FOUND")
	for _, path := range []string{"/api/v1/posts?limit=100", "/api/v1/schedule?limit=100", "/api/v1/posts/recent-completions?limit=100&since=2020-01-01T00:00:00Z"} {
		var list struct{ Posts []posts.Post }
		j.client.Get(path).Want(http.StatusOK).JSON(&list)
		for _, p := range list.Posts {
			if p.ID.String() == id {
				j.t.Errorf("%s still shows the post", path)
			}
		}
	}
}

// cleared is the answer of a deletion from the history.
type cleared struct {
	Success       bool
	ClearedPostID string
}

// TestDelete_FromTheHistory: in every status that allows it, and what was to be published never is.
func TestDelete_FromTheHistory(t *testing.T) {
	t.Parallel()
	for name, prepare := range map[string]func(*journey) string{
		"a draft":           func(j *journey) string { return j.draft(j.imagePost("x")) },
		"a scheduled post":  func(j *journey) string { return j.schedule(j.imagePost("x"), e2e.Start.Add(time.Hour)) },
		"a published post":  func(j *journey) string { id := j.publish(j.imagePost("x")); j.ended(id); return id },
		"a failed post":     func(j *journey) string { return j.unknown(e2e.Fault{DropBefore: true}) },
		"one at its start":  func(j *journey) string { return j.held(posts.Processing) },
		"one that is again": func(j *journey) string { return j.held(posts.Queued) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			j := begin(t)
			id := prepare(j)
			live := len(j.network.Ledger().Publications)
			var answer cleared
			j.client.Delete(postsPath + id).Want(http.StatusOK).JSON(&answer)
			if !answer.Success || answer.ClearedPostID != id {
				t.Errorf("got %+v", answer)
			}
			j.isGone(id)
			j.network.ClearFaults()
			j.pass(2 * time.Hour)
			if c := j.counts(); c != (jobs.Counts{}) || len(j.network.Ledger().Publications) != live {
				t.Errorf("afterwards %+v, %d live", c, len(j.network.Ledger().Publications))
			}
			var status, files string
			if err := j.DB.QueryRowContext(t.Context(), "SELECT status, media_file_ids FROM posts_archive WHERE id = ?", id).Scan(&status, &files); err != nil || len(files) != 40 {
				t.Errorf("the archive has %s %s, %v", status, files, err)
			}
		})
	}
}

// held returns a post that stays PROCESSING, or QUEUED for a further attempt.
func (j *journey) held(status posts.Status) string {
	j.t.Helper()
	if status == posts.Queued {
		j.network.Fault(e2e.Fault{Match: e2e.CreateCalls, Times: 1000, HTTP: 503, Code: 2})
	} else {
		j.network.Fault(e2e.Fault{Match: e2e.CreateCalls, DelayMs: (10 * time.Minute).Milliseconds()})
	}
	id := j.publish(j.imagePost("x"))
	j.Rest(j.t)
	if p := j.post(id); p.Status != status {
		j.t.Fatalf("the post is %s", describe(p))
	}
	return id
}

// TestDelete_WhilePublishing: nobody knows whether the post is about to be live.
func TestDelete_WhilePublishing(t *testing.T) {
	t.Parallel()
	j := begin(t)
	j.network.Fault(e2e.Fault{Match: e2e.PublishCalls, DropAfterCommit: true})
	j.network.Fault(e2e.Fault{Match: e2e.ContainerReads, Skip: 1, Times: 3, HTTP: 503, Body: html})
	id := j.publish(j.imagePost("x"))
	j.awaited(id, func(s posts.Status) bool { return s == posts.Publishing })
	j.client.Delete(postsPath+id).WantError(http.StatusBadRequest, "INVALID_STATUS")
	j.isLive(j.ended(id), 0)
	j.client.Delete(postsPath + id).Want(http.StatusOK)
	j.wantCalls("published")
}

// TestDelete_ArchivedPostsKeepTheirMedia: what an archived post owns at the network is no other
// post's.
func TestDelete_ArchivedPostsKeepTheirMedia(t *testing.T) {
	t.Parallel()
	j := begin(t)
	first := j.publish(j.imagePost("same"))
	j.ended(first)
	j.client.Delete(postsPath + first).Want(http.StatusOK)
	j.network.Fault(e2e.Fault{Match: e2e.PublishCalls, DropAfterCommit: true})
	second := j.publish(j.imagePost("same"))
	j.isLive(j.ended(second), 1)
	j.wantCalls("published", "published")
}

// TestDelete_UnknownPosts of whatever form.
func TestDelete_UnknownPosts(t *testing.T) {
	t.Parallel()
	j := begin(t)
	for _, suffix := range []string{"", "/instagram"} {
		j.client.Delete(postsPath+wireid.New().String()+suffix).WantError(http.StatusNotFound, "NOT_FOUND")
		j.client.Delete(postsPath+"x"+suffix).WantError(http.StatusBadRequest, "INVALID_PARAM")
	}
}

// removed is the answer of a deletion at the network.
type removed struct {
	Success, WasDeletedFromNetwork bool
	ClearedPostID                  string
	DeleteError, Permalink         *string
	Warnings                       []posts.Warning
}

// TestRemove_AtTheNetwork: an account of the partner login can delete its posts, and whatever the
// network says the record goes.
func TestRemove_AtTheNetwork(t *testing.T) {
	t.Parallel()
	deletions := e2e.FaultMatch{Method: http.MethodDelete, Path: "/[0-9]+$"}
	for name, c := range map[string]struct {
		fault   e2e.Fault
		primary bool
		deleted bool
	}{
		"the network deletes it":            {deleted: true},
		"the answer is lost":                {fault: e2e.Fault{DropAfterCommit: true}, deleted: true},
		"the call is lost":                  {fault: e2e.Fault{DropBefore: true}, deleted: true},
		"the network refuses":               {fault: e2e.Fault{Code: 10}},
		"the network is down":               {fault: e2e.Fault{Times: 9, HTTP: 502, Body: html}},
		"the account has the primary login": {primary: true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			j := begin(t)
			account := j.potter
			if c.primary {
				account = j.bakery
			}
			id := j.publish(j.imagePost("x").with("accountId", account.ID))
			p := j.ended(id)
			j.isLive(p, 0)
			if c.fault != (e2e.Fault{}) {
				c.fault.Match = deletions
				j.network.Fault(c.fault)
			}
			var answer removed
			j.client.Delete(postsPath + id + "/instagram").Want(http.StatusOK).JSON(&answer)
			if !answer.Success || answer.ClearedPostID != id || answer.WasDeletedFromNetwork != c.deleted || (answer.DeleteError == nil) != c.deleted || text(answer.Permalink) != text(p.SNPermalink) || len(answer.Warnings) != 0 || answer.Warnings == nil {
				t.Errorf("got %+v, %s", answer, text(answer.DeleteError))
			}
			if live := j.network.Ledger().Publications[0]; (live.DeletedAt != nil) != c.deleted {
				t.Errorf("at the network it was deleted at %v", live.DeletedAt)
			}
			j.isGone(id)
		})
	}
}

// TestRemove_Refusals leave the post in the history.
func TestRemove_Refusals(t *testing.T) {
	t.Parallel()
	j := begin(t)
	for _, id := range []string{j.draft(j.imagePost("x")), j.schedule(j.imagePost("x"), e2e.Start.Add(time.Hour))} {
		j.client.Delete(postsPath+id+"/instagram").WantError(http.StatusBadRequest, "INVALID_STATUS")
	}
	story := j.publish(body{"accountId": j.potter.ID, "mediaType": "STORIES", "mediaFileId": j.photo()})
	j.isLive(j.ended(story), 0)
	calls := len(j.network.Calls())
	j.client.Delete(postsPath+story+"/instagram").WantError(http.StatusBadRequest, "STORIES_CANNOT_DELETE")
	if len(j.network.Calls()) != calls {
		t.Error("the network was asked")
	}
	j.network.Fault(e2e.Fault{Match: e2e.PublishCalls, DropAfterCommit: true})
	j.network.Fault(e2e.Fault{Match: e2e.MediaLists, Times: 1000, HTTP: 503, Body: html})
	nameless := j.publish(j.imagePost("x"))
	if p := j.ended(nameless); p.Status != posts.Published || p.SNMediaID != nil {
		t.Fatalf("the post is %s", describe(p))
	}
	j.client.Delete(postsPath+nameless+"/instagram").WantError(http.StatusBadRequest, "NO_MEDIA_ID")
	j.client.Get(postsPath + nameless).Want(http.StatusOK)
}

// TestRemove_OneOfMany: of several deletions at once, one finds the post.
func TestRemove_OneOfMany(t *testing.T) {
	t.Parallel()
	j := begin(t)
	id := j.publish(j.imagePost("x").with("accountId", j.potter.ID))
	j.ended(id)
	var found atomic.Int32
	var all sync.WaitGroup
	for i := range 10 {
		all.Go(func() {
			path := postsPath + id
			if i%2 == 0 {
				path += "/instagram"
			}
			if r := j.client.Delete(path); r.Status == http.StatusOK {
				found.Add(1)
			} else if r.Status != http.StatusNotFound {
				t.Errorf("got %d %s", r.Status, r.Body)
			}
		})
	}
	all.Wait()
	if found.Load() != 1 {
		t.Errorf("%d deletions succeeded", found.Load())
	}
}
