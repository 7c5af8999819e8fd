package e2e_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"crier/e2e"
	"crier/modules/posts"
	"crier/platform/corpus"
	"crier/platform/jobs"
)

// shared is a kind of post with a share, and what it becomes on the Page.
type shared struct {
	kind string
	// visible matches the call that makes the share visible, and skip is its index among the
	// matches.
	visible e2e.FaultMatch
	skip    int
	// steps are the calls that the share makes.
	steps []string
	link  string
	body  func(*journey) body
}

func sharedKinds() map[string]shared {
	of := func(mediaType string, file func(*journey) string) func(*journey) body {
		return func(j *journey) body {
			return body{"accountId": j.potter.ID, "mediaType": mediaType, "mediaFileId": file(j), "caption": "to both", "crossPostToPartner": true}
		}
	}
	return map[string]shared{
		"image":       {"photo", e2e.PageFeedCalls, 0, []string{"visible", "staging"}, "/www-fb/100000000000203/posts/", of("IMAGE", (*journey).photo)},
		"reel":        {"reel", e2e.ReelCalls, 1, []string{"visible", "status", "bytes"}, "/www-fb/reel/", of("REELS", (*journey).reel)},
		"wide video":  {"video", e2e.PageVideoCalls, 0, []string{"visible", "status"}, "/www-fb/100000000000203/videos/", of("REELS", (*journey).wide)},
		"photo story": {"photo_story", e2e.PhotoStories, 0, []string{"visible", "staging"}, "/www-fb/stories/", of("STORIES", (*journey).photo)},
		"video story": {"video_story", e2e.VideoStories, 1, []string{"visible", "status", "bytes"}, "/www-fb/stories/", of("STORIES", (*journey).reel)},
	}
}

// wide uploads a movie that is no reel for a Page and returns its id.
func (j *journey) wide() string {
	j.t.Helper()
	return j.client.Upload("file", "wide.mp4", corpus.Clip(1920, 1080, 10*time.Second, 300_000)).Want(http.StatusCreated).String("id")
}

// sharedOr moves the clock until the post's share has ended, successfully or not, at most for two
// hours, and returns the post.
func (j *journey) sharedOr(id string) (p posts.Post) {
	j.t.Helper()
	j.AdvanceUntil(j.t, 2*time.Hour, func() bool {
		p = j.post(id)
		return p.Status == posts.Failed || p.Status == posts.Published && (p.PartnerPermalink != nil || p.ErrorCode != nil)
	})
	return p
}

// isShared fails the test unless the post is PUBLISHED and is the ledger's only publication on the
// Page.
func (j *journey) isShared(p posts.Post, s shared) {
	j.t.Helper()
	l := j.network.Ledger()
	if len(l.PartnerPublications) != 1 {
		j.t.Fatalf("on the Page are %+v; the post is %s", l.PartnerPublications, describe(p))
	}
	on := l.PartnerPublications[0]
	if p.Status != posts.Published || p.ErrorCode != nil || p.ErrorMessage != nil || text(p.PartnerPostID) != on.PostID ||
		on.Kind != s.kind || on.PageID != text(j.potter.PartnerPageID) || !strings.Contains(text(p.PartnerPermalink), s.link) {
		j.t.Errorf("the post is %s, on the Page as %s at %s; there is %+v", describe(p), text(p.PartnerPostID), text(p.PartnerPermalink), on)
	}
	if n := len(j.network.Ledger().Publications); n != 1 {
		j.t.Errorf("%d publications", n)
	}
}

// isNotShared fails the test unless the post is PUBLISHED and says why it is not on the Page.
func (j *journey) isNotShared(p posts.Post, code, says string) {
	j.t.Helper()
	if p.Status != posts.Published || p.SNMediaID == nil || text(p.ErrorCode) != code || !strings.Contains(text(p.ErrorMessage), says) {
		j.t.Errorf("the post is %s, want %s, %q", describe(p), code, says)
	}
}

// TestCrossPost_EachKind publishes each kind of post to the account and to its Page, and completes
// it once.
func TestCrossPost_EachKind(t *testing.T) {
	t.Parallel()
	for name, s := range sharedKinds() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			j := begin(t)
			latency := int64(20_000)
			j.network.Latency(e2e.Latency{VideoMs: &latency})
			r := j.client.Post("/api/v1/posts/publish", s.body(j)).Want(http.StatusAccepted)
			var answer struct{ Warnings []posts.Warning }
			r.JSON(&answer)
			// The caption of a story is neither on the Page nor on the account.
			if slices.ContainsFunc(answer.Warnings, func(w posts.Warning) bool { return w.Code != "CAPTION_UNSEEN" }) {
				t.Errorf("warned of %+v", answer.Warnings)
			}
			id := r.String("postId")
			first := j.ended(id)
			p := j.sharedOr(id)
			j.isShared(p, s)
			if !p.PublishedAt.Time().Equal(first.PublishedAt.Time()) || text(p.SNMediaID) != text(first.SNMediaID) {
				t.Errorf("the share changed the post: %s", show(p))
			}
			if list := j.completions("2026-01-01T00:00:00Z", 100); len(list.Posts) != 1 {
				t.Errorf("%d completions", len(list.Posts))
			}
			if c := j.counts(); c != (jobs.Counts{}) {
				t.Errorf("the counts are %+v", c)
			}
		})
	}
}

// TestCrossPost_TheAnswerIsLost: whatever becomes of the answer to the call that makes a share
// visible, the call happens once, and the post knows the result where that is possible. Each kind
// has its own way to find out; the way in which the answer was lost makes no difference, so a kind
// that is searched in a list and one with a status represent the others.
func TestCrossPost_TheAnswerIsLost(t *testing.T) {
	t.Parallel()
	for name, s := range sharedKinds() {
		for what, fault := range map[string]e2e.Fault{
			"cut":                 {DropAfterCommit: true},
			"cut in half":         {Malformed: true},
			"a proxy's page":      {HTTP: 502, Body: html, AfterCommit: true},
			"a server's error":    {HTTP: 500, Code: 2, Transient: true, AfterCommit: true},
			"success without ids": {HTTP: 200, Body: `{}`, AfterCommit: true},
		} {
			if what != "cut" && name != "image" && name != "reel" {
				continue
			}
			t.Run(name+", "+what, func(t *testing.T) {
				t.Parallel()
				j := begin(t)
				fault.Match, fault.Skip = s.visible, s.skip
				j.network.Fault(fault)
				j.isShared(j.sharedOr(j.publish(s.body(j))), s)
			})
		}
	}
}

// TestCrossPost_TheCallNeverArrived: a reel and a video story are proved unpublished and finished.
// For the other kinds nobody can tell, and nothing is repeated.
func TestCrossPost_TheCallNeverArrived(t *testing.T) {
	t.Parallel()
	for name, s := range sharedKinds() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			j := begin(t)
			j.network.Fault(e2e.Fault{Match: s.visible, Skip: s.skip, DropBefore: true})
			p := j.sharedOr(j.publish(s.body(j)))
			if s.skip == 1 {
				j.isShared(p, s)
				if sent := j.finishes(); len(sent) != 2 || sent[1].Sub(sent[0]) < time.Minute {
					t.Errorf("finished at %s: the second time while the first call may have been on its way", sent)
				}
				return
			}
			j.isNotShared(p, "UNKNOWN_ERROR", "it may be on the Page")
			if l := j.network.Ledger(); len(l.PartnerPublications) != 0 || len(l.Publications) != 1 {
				t.Errorf("on the Page are %+v", l.PartnerPublications)
			}
		})
	}
}

// finishes returns when calls came that make a reel or a video story visible.
func (j *journey) finishes() (at []time.Time) {
	j.t.Helper()
	for _, c := range j.network.Calls() {
		if c.Params["upload_phase"] == "finish" {
			at = append(at, c.At)
		}
	}
	return at
}

// TestCrossPost_AStepBeforeFails: a step that nobody sees is repeated until it works, but not for
// ever.
func TestCrossPost_AStepBeforeFails(t *testing.T) {
	t.Parallel()
	kinds := sharedKinds()
	for name, c := range map[string]struct {
		kind  string
		match e2e.FaultMatch
	}{
		"the photo of a story":       {"photo story", e2e.PagePhotoCalls},
		"the start of a reel":        {"reel", e2e.ReelCalls},
		"the bytes of a reel":        {"reel", e2e.PageUploadCalls},
		"the start of a video story": {"video story", e2e.VideoStories},
		"the status of a video":      {"video story", e2e.PageVideoReads},
	} {
		for what, fault := range map[string]e2e.Fault{
			"cut":     {DropAfterCommit: true},
			"dropped": {DropBefore: true},
			"down":    {HTTP: 500, Code: 2, Transient: true},
			"limited": {Code: 32},
		} {
			if (what == "dropped" || what == "down") && name != "the start of a reel" {
				continue // The remedy for each error is one table for all steps.
			}
			t.Run(name+", "+what, func(t *testing.T) {
				t.Parallel()
				j := begin(t)
				fault.Match = c.match
				j.network.Fault(fault)
				j.isShared(j.sharedOr(j.publish(kinds[c.kind].body(j))), kinds[c.kind])
			})
		}
	}
	t.Run("without end", func(t *testing.T) {
		t.Parallel()
		j := begin(t)
		j.network.Fault(e2e.Fault{Match: e2e.PagePhotoCalls, HTTP: 500, Code: 2, Times: 1000})
		p := j.sharedOr(j.publish(kinds["photo story"].body(j)))
		j.isNotShared(p, "UNKNOWN_ERROR", "not shared to the Page")
		if n := len(slices.DeleteFunc(j.network.Calls(), func(c e2e.LoggedCall) bool { return !strings.HasSuffix(c.Path, "/photos") })); n != 4 {
			t.Errorf("%d calls", n)
		}
	})
}

// TestCrossPost_Refused: the post shows the partner's refusal, and stays PUBLISHED.
func TestCrossPost_Refused(t *testing.T) {
	t.Parallel()
	kinds := sharedKinds()
	for name, c := range map[string]struct {
		kind  string
		fault e2e.Fault
		code  string
		says  string
		// isOpen says that it was the visible call that was refused: then it may have taken effect.
		isOpen bool
	}{
		"a permission is missing": {"image", e2e.Fault{Match: e2e.PagePhotoCalls, HTTP: 403, Code: 200, Message: "(#200) Needs pages_manage_posts"}, "UNKNOWN_ERROR", "pages_manage_posts", false},
		"a duplicate":             {"image", e2e.Fault{Match: e2e.PageFeedCalls, Code: 506, Message: "Duplicate status message"}, "UNKNOWN_ERROR", "Duplicate status message", true},
		"the video is refused":    {"reel", e2e.Fault{Match: e2e.ReelCalls, Skip: 1, Code: 352, Subcode: 1363128, Message: "too long"}, "MEDIA_INVALID", "too long", true},
		"the token died":          {"photo story", e2e.Fault{Match: e2e.PhotoStories, Code: 190, Subcode: 460}, "TOKEN_EXPIRED", "not shared", true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			j := begin(t)
			j.network.Fault(c.fault)
			p := j.sharedOr(j.publish(kinds[c.kind].body(j)))
			j.isNotShared(p, c.code, c.says)
			if l := j.network.Ledger(); len(l.PartnerPublications) != 0 {
				t.Errorf("on the Page are %+v", l.PartnerPublications)
			}
			if strings.Contains(text(p.ErrorMessage), "may be on the Page") != c.isOpen {
				t.Errorf("the post says %s", text(p.ErrorMessage))
			}
		})
	}
}

// TestCrossPost_Killed kills the program at each step of a share: the next start continues, and the
// post is shared once.
func TestCrossPost_Killed(t *testing.T) {
	t.Parallel()
	for name, s := range sharedKinds() {
		for step, match := range map[string]e2e.FaultMatch{
			"visible": s.visible, "status": e2e.PageVideoReads, "bytes": e2e.PageUploadCalls, "staging": e2e.PagePhotoCalls,
		} {
			if !slices.Contains(s.steps, step) {
				continue
			}
			t.Run(name+", "+step, func(t *testing.T) {
				t.Parallel()
				j := begin(t)
				skip := 0
				if step == "visible" {
					skip = s.skip
				}
				j.network.Fault(e2e.Fault{Match: match, Skip: skip, DropAfterCommit: true})
				// From now on the Page does not answer until the App has ended.
				j.network.Fault(e2e.Fault{Match: e2e.PageLists, HTTP: 500, Code: 2, Times: 100_000})
				j.network.Fault(e2e.Fault{Match: e2e.PageVideoReads, Skip: 1, HTTP: 500, Code: 2, Times: 100_000})
				id := j.publish(s.body(j))
				j.ended(id)
				j.pass(2 * time.Second)
				j = j.killed()
				j.network.ClearFaults()
				// The address may have been requested while there was no answer.
				anywhere := s
				anywhere.link = "/"
				j.isShared(j.sharedOr(id), anywhere)
			})
		}
	}
}

// TestCrossPost_TheMachineSlept while the outcome was unknown: the network is asked again, and the
// share is not given up at once.
func TestCrossPost_TheMachineSlept(t *testing.T) {
	t.Parallel()
	j := begin(t)
	s := sharedKinds()["image"]
	j.network.Fault(e2e.Fault{Match: s.visible, DropAfterCommit: true})
	j.network.Fault(e2e.Fault{Match: e2e.PageLists, HTTP: 500, Code: 2, Times: 4})
	id := j.publish(s.body(j))
	j.ended(id)
	j.pass(4 * time.Hour)
	j.isShared(j.sharedOr(id), s)
}

// TestCrossPost_SameTextAsAnother: an item of the Page that belongs to another post is not bound to
// the one that is searched for.
func TestCrossPost_SameTextAsAnother(t *testing.T) {
	t.Parallel()
	j := begin(t)
	s := sharedKinds()["image"]
	first := j.sharedOr(j.publish(s.body(j)))
	j.network.Fault(e2e.Fault{Match: s.visible, DropBefore: true})
	second := j.sharedOr(j.publish(s.body(j)))
	j.isNotShared(second, "UNKNOWN_ERROR", "it may be on the Page")
	if second.PartnerPostID != nil || first.PartnerPostID == nil {
		t.Errorf("the first is %s, the second %s", show(first), show(second))
	}
}

// TestCrossPost_Gone: something that a share needs is missing when it is due.
func TestCrossPost_Gone(t *testing.T) {
	t.Parallel()
	s := sharedKinds()["photo story"]
	// held makes the share wait after a first failure.
	held := func(t *testing.T) (*journey, string) {
		j := begin(t)
		j.network.Fault(e2e.Fault{Match: e2e.PagePhotoCalls, DropBefore: true})
		id := j.publish(s.body(j))
		j.ended(id)
		j.Rest(t)
		return j, id
	}
	t.Run("the file", func(t *testing.T) {
		t.Parallel()
		j, id := held(t)
		j.removeUploads()
		j.client.Delete("/api/v1/media/" + j.post(id).MediaFiles[0].ID.String()).Want(http.StatusOK)
		j.isNotShared(j.sharedOr(id), "MEDIA_INVALID", "has been deleted")
	})
	t.Run("the account", func(t *testing.T) {
		t.Parallel()
		j, id := held(t)
		j.client.Delete(accountsPath + j.potter.ID.String()).Want(http.StatusOK)
		j.isNotShared(j.sharedOr(id), "NOT_FOUND", "account disconnected")
	})
	t.Run("the post", func(t *testing.T) {
		t.Parallel()
		j, id := held(t)
		j.client.Delete("/api/v1/posts/" + id).Want(http.StatusOK)
		j.pass(time.Hour)
		if l := j.network.Ledger(); len(l.PartnerPublications) != 0 || j.counts() != (jobs.Counts{}) {
			t.Errorf("on the Page are %+v", l.PartnerPublications)
		}
	})
}

// TestCrossPost_KilledWithinTheUpload: the next process continues with the same video, from where
// the network has got to.
func TestCrossPost_KilledWithinTheUpload(t *testing.T) {
	t.Parallel()
	j := begin(t)
	s := sharedKinds()["reel"]
	j.network.Fault(e2e.Fault{Match: e2e.PageUploadCalls, AfterBytes: 123_456})
	j.network.Fault(e2e.Fault{Match: e2e.PageUploadCalls, DropBefore: true, Times: 100})
	id := j.publish(s.body(j))
	j.AdvanceUntil(t, time.Minute, func() bool { return len(j.sentFrom("/video-upload/")) >= 2 })
	j = j.killed()
	j.network.ClearFaults()
	j.isShared(j.sharedOr(id), s)
	starts := 0
	for _, c := range j.network.Calls() {
		if c.Params["upload_phase"] == "start" {
			starts++
		}
	}
	if from := j.sentFrom("/video-upload/"); starts != 1 || from[0] != 0 || from[len(from)-1] != 123_456 {
		t.Errorf("%d videos were begun, bytes were sent from %v", starts, from)
	}
}
