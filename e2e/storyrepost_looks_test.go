package e2e_test

import (
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"crier/e2e"
	"crier/modules/media"
	"crier/modules/posts"
	"crier/modules/storyrepost"
	"crier/platform/needtest"
	"crier/platform/wiretime"
)

// TestStoryRepost_TagAndSignature: the author is tagged with a sticker, for which the story goes
// out by the native way, and the signature is drawn into the picture.
func TestStoryRepost_TagAndSignature(t *testing.T) {
	t.Parallel()
	r := bootReposts(t)
	r.clear()
	settings := r.configure(body{"signatureOverlay": `{"text":"seen at {username}","y":0.95}`})
	if !settings.Config.AutoTagOriginalPoster || text(settings.Config.SignatureOverlay) == "" || !strings.Contains(settings.Warning, "unofficial") {
		t.Errorf("the settings are %+v", settings)
	}
	m := r.network.Mention(e2e.Mention{Author: "ann", AgeHours: 1})
	r.scan()
	r.tryRepost(r.recordOf(m).ID.String()).Want(http.StatusAccepted)
	record := r.awaitRecord(m)
	post := r.postOf(record)
	if record.Status != storyrepost.Published || !post.PublishedViaPrivateAPI || post.SourceType != posts.FromStoryRepost {
		t.Fatalf("the record is %s: %s, the post %s", record.Status, text(record.Reason), describe(post))
	}
	stories := r.network.Ledger().NativeStories
	if len(stories) != 1 || !slices.Equal(stories[0].Mentions, []string{"ann"}) || r.stories() != 1 {
		t.Errorf("the stories are %+v", stories)
	}
	var edits media.MediaEdits
	r.browser.Internal("/api/media/" + record.MediaFileID.String() + "/edits").Want(http.StatusOK).JSON(&edits)
	if edits.Edits == nil || len(edits.Edits.Texts) != 1 || edits.Edits.Texts[0].Text != "seen at ann" || edits.Edits.Texts[0].Y != 0.95 || edits.MediaFile.ProcessedPath == nil {
		t.Errorf("the edits are %+v", edits.Edits)
	}
	r.configure(body{"signatureOverlay": ""})
	if c := r.config(); c.SignatureOverlay != nil {
		t.Errorf("the signature is %s", text(c.SignatureOverlay))
	}
}

// TestStoryRepost_SignatureOfAVideo: without an ffmpeg that can draw it, the repost fails rather
// than goes out without it, and can be tried again.
func TestStoryRepost_SignatureOfAVideo(t *testing.T) {
	t.Parallel()
	r := bootReposts(t)
	r.clear()
	r.configure(body{"signatureOverlay": `{}`, "autoTagOriginalPoster": false})
	m := r.network.Mention(e2e.Mention{Author: "ann", Kind: "video"})
	r.scan()
	id := r.recordOf(m).ID.String()
	r.tryRepost(id).WantError(http.StatusInternalServerError, "REPOST_FAILED")
	r.wantRecord(m, storyrepost.Failed, "ffmpeg")
	if c := r.config(); c.ConsecutiveFailures != 0 || c.RepostsToday != 0 {
		t.Errorf("the configuration is %+v", c)
	}
	r.configure(body{"signatureOverlay": ""})
	// What was fetched is used again, or fetched again if the user has deleted it.
	r.client.Delete("/api/v1/media/" + r.recordOf(m).MediaFileID.String()).Want(http.StatusOK)
	r.tryRepost(id).Want(http.StatusAccepted)
	if record := r.awaitRecord(m); record.Status != storyrepost.Published || record.Attempts != 2 || r.stories() != 1 {
		t.Errorf("the record is %+v", record)
	}
}

// bootMention boots an account that reposts without tagging, and finds a mention of it.
func bootMention(t *testing.T) (*reposts, e2e.Mentioned) {
	t.Helper()
	r := bootReposts(t)
	r.clear()
	r.configure(body{"autoTagOriginalPoster": false})
	m := r.network.Mention(e2e.Mention{Author: "ann"})
	r.scan()
	return r, m
}

// TestStoryRepost_FollowsItsPost: a record fails with its post, and is published when a retry of
// either publishes that.
func TestStoryRepost_FollowsItsPost(t *testing.T) {
	t.Parallel()
	r, m := bootMention(t)
	id := r.recordOf(m).ID.String()
	r.network.NextContainerFails(2207026)
	r.tryRepost(id).Want(http.StatusAccepted)
	if record := r.awaitRecord(m); record.Status != storyrepost.Failed || text(record.Reason) != text(r.postOf(record).ErrorMessage) {
		t.Errorf("the record is %+v", record)
	}
	r.tryRepost(id).Want(http.StatusAccepted)
	first := r.recordOf(m)
	if record := r.awaitRecord(m); record.Status != storyrepost.Published || *record.PostID != *first.PostID || r.stories() != 1 || r.config().RepostsToday != 1 {
		t.Errorf("the record is %+v", record)
	}

	// A post that was deleted leaves its record, and none is made in its place.
	gone := r.network.Mention(e2e.Mention{Author: "bob"})
	r.Clock.Advance(5 * time.Minute)
	r.scan()
	r.network.NextContainerFails(2207026)
	r.tryRepost(r.recordOf(gone).ID.String()).Want(http.StatusAccepted)
	record := r.awaitRecord(gone)
	r.client.Delete("/api/v1/posts/" + record.PostID.String()).Want(http.StatusOK)
	r.tryRepost(record.ID.String()).WantError(http.StatusBadRequest, "INVALID_STATE")
	r.browser.Post(internalRepostPath+record.ID.String()+"/skip", nil).Want(http.StatusOK)
	r.wantRecord(gone, storyrepost.Skipped, "by the user")
}

// TestStoryRepost_PostDeletedAfterItWasPublished: a story is still live when its post is deleted
// from the history, and its record says so, whether it had followed the post by then or not.
func TestStoryRepost_PostDeletedAfterItWasPublished(t *testing.T) {
	t.Parallel()
	r, m := bootMention(t)
	r.tryRepost(r.recordOf(m).ID.String()).Want(http.StatusAccepted)
	id := r.recordOf(m).PostID.String()
	var post posts.Post
	r.AdvanceUntil(t, time.Hour, func() bool {
		r.client.Get("/api/v1/posts/" + id).Want(http.StatusOK).JSON(&post)
		return post.Status == posts.Published && post.SNPermalink != nil
	})
	r.client.Delete("/api/v1/posts/" + id).Want(http.StatusOK)
	is := func() {
		t.Helper()
		record := r.wantRecord(m, storyrepost.Published, "")
		if text(record.Permalink) != text(post.SNPermalink) || record.PublishedAt == nil || *record.PublishedAt != *post.PublishedAt || record.Reason != nil {
			t.Errorf("the record is %+v, and the post was %s", record, describe(post))
		}
	}
	is()
	// This is what an earlier version made of such a record.
	r.exec("UPDATE story_reposts SET status = 'FAILED', reason = 'its post was deleted', permalink = NULL, published_at = NULL WHERE item_id = ?", m.ItemID)
	is()
	r.tryRepost(r.recordOf(m).ID.String()).WantError(http.StatusBadRequest, "ALREADY_REPOSTED")
	if n := r.stories(); n != 1 {
		t.Errorf("%d stories", n)
	}
}

// TestStoryRepost_FollowsALateRetry: a record follows its post however late that is retried.
func TestStoryRepost_FollowsALateRetry(t *testing.T) {
	needtest.Night(t)
	t.Parallel()
	r, m := bootMention(t)
	r.network.NextContainerFails(2207026)
	r.tryRepost(r.recordOf(m).ID.String()).Want(http.StatusAccepted)
	id := r.awaitRecord(m).PostID.String()
	r.wantRecord(m, storyrepost.Failed, "")
	r.idle(8 * 24 * time.Hour)
	r.client.Post("/api/v1/posts/"+id+"/retry", nil).Want(http.StatusAccepted)
	r.AdvanceUntil(t, time.Hour, func() bool { return r.stories() == 1 })
	r.AdvanceUntil(t, time.Minute, func() bool { return r.postOf(r.recordOf(m)).Status == posts.Published })
	r.wantRecord(m, storyrepost.Published, "")
}

// TestStoryRepost_Limit: the limit of the day counts by hand, too, and begins again at the
// account's midnight.
func TestStoryRepost_Limit(t *testing.T) {
	t.Parallel()
	r := bootReposts(t)
	r.clear()
	r.configure(body{"autoTagOriginalPoster": false, "dailyRepostLimit": 1, "timezone": "Asia/Tokyo"})
	ann, bob := r.network.Mention(e2e.Mention{Author: "ann"}), r.network.Mention(e2e.Mention{Author: "bob"})
	r.scan()
	r.tryRepost(r.recordOf(ann).ID.String()).Want(http.StatusAccepted)
	id := r.recordOf(bob).ID.String()
	if message := r.tryRepost(id).WantError(http.StatusBadRequest, "INVALID_STATE").String("error"); !strings.Contains(message, "2026-11-21T15:00:00.000Z") {
		t.Errorf("it says %q", message)
	}
	r.wantRecord(bob, storyrepost.Detected, "")
	r.awaitRecord(ann)
	r.idle(time.Date(2026, 11, 21, 15, 0, 0, 0, time.UTC).Sub(r.Clock.Now()))
	if c := r.config(); c.RepostsToday != 0 {
		t.Errorf("the day has %d", c.RepostsToday)
	}
	r.tryRepost(id).Want(http.StatusAccepted)
	r.awaitRecord(bob)
	if n := r.stories(); n != 2 {
		t.Errorf("%d stories", n)
	}
}

// TestStoryRepost_ScannedAgain: an inbox that was read is not read again for five minutes, for a
// poll or a scan. A scan that is refused for that says from when it is possible.
func TestStoryRepost_ScannedAgain(t *testing.T) {
	t.Parallel()
	r := bootReposts(t)
	r.clear()
	r.scan()
	next := r.config().LastPollAt.Time().Add(5 * time.Minute)
	r.Clock.Advance(2 * time.Minute)
	said := r.tryScan().WantError(http.StatusTooManyRequests, "LOGIN_RATE_LIMITED").String("error")
	if !strings.Contains(said, wiretime.Of(next).String()) {
		t.Errorf("it says %q, and not that a scan is possible from %s", said, wiretime.Of(next))
	}
	r.Clock.Advance(next.Sub(r.Clock.Now()))
	r.tryScan().Want(http.StatusOK)
}

// TestStoryRepost_ChallengePause: a challenge ends the poll; for a day nothing is called, not even
// for a scan or a repost by hand.
func TestStoryRepost_ChallengePause(t *testing.T) {
	t.Parallel()
	r := bootReposts(t)
	r.clear()
	m := r.network.Mention(e2e.Mention{Author: "ann"})
	r.scan()
	r.network.Fault(e2e.Fault{Match: e2e.InboxReads, HTTP: http.StatusBadRequest, Body: challengeBody})
	r.Clock.Advance(5 * time.Minute)
	r.tryScan().WantError(http.StatusBadRequest, "LOGIN_FAILED")
	c := r.config()
	if c.ChallengeCount30d != 1 || c.LastChallengeAt == nil || c.ChallengePauseUntil == nil || c.ChallengePauseUntil.Time().Sub(c.LastChallengeAt.Time()) != 24*time.Hour {
		t.Errorf("the configuration is %+v", c)
	}
	calls := len(r.nativeCalls("/"))
	r.Clock.Advance(10 * time.Minute)
	r.tryScan().WantError(http.StatusTooManyRequests, "LOGIN_RATE_LIMITED")
	r.tryRepost(r.recordOf(m).ID.String()).WantError(http.StatusTooManyRequests, "LOGIN_RATE_LIMITED")
	if again := len(r.nativeCalls("/")); again != calls {
		t.Errorf("%d calls became %d", calls, again)
	}
	r.Clock.Advance(24 * time.Hour)
	r.tryScan().Want(http.StatusOK)
	if c := r.config(); c.ChallengePauseUntil != nil || c.ChallengeCount30d != 1 || c.ConsecutiveFailures != 0 {
		t.Errorf("the configuration is %+v", c)
	}
}

// TestStoryRepost_Disconnected: the job and the configuration go with the account, the history
// stays, and what waited is SKIPPED.
func TestStoryRepost_Disconnected(t *testing.T) {
	t.Parallel()
	r := bootReposts(t)
	m := r.network.Mention(e2e.Mention{Author: "ann"})
	r.enable()
	r.scan()
	r.client.Delete("/api/v1/auth/accounts/" + demoAccount).Want(http.StatusOK)
	r.wantRecord(m, storyrepost.Skipped, "account disconnected")
	r.tryRepost(r.recordOf(m).ID.String()).WantError(http.StatusBadRequest, "INVALID_STATE")
	var open int
	if err := r.DB.QueryRowContext(t.Context(), "SELECT count(*) FROM scheduled_jobs WHERE status = 'PENDING'").Scan(&open); err != nil || open != 0 {
		t.Errorf("%d jobs are left, %v", open, err)
	}
}

// TestStoryRepost_Settings: what is left out stays, what cannot be is refused, and a change of the
// switch moves what waits.
func TestStoryRepost_Settings(t *testing.T) {
	t.Parallel()
	r := bootReposts(t)
	path := internalRepostPath + "config/" + demoAccount
	r.browser.Get(path).WantError(http.StatusNotFound, "NOT_FOUND")
	s := r.configure(body{"autoRepostEnabled": true, "timezone": "Europe/Lisbon", "dailyRepostLimit": 3})
	if s.Config.IsEnabled || !s.Config.AutoRepostEnabled || s.Config.PollIntervalHours != 12 || text(s.Timezone) != "Europe/Lisbon" || s.NextPollAt != nil {
		t.Errorf("made %+v", s)
	}
	for name, wrong := range map[string]any{
		"timezone": "Mars/Olympus", "signatureOverlay": "[]", "sleepWindowStart": 24, "jitterMinutes": -1, "pollIntervalHours": 5, "dailyRepostLimit": 26,
	} {
		r.browser.Put(path, body{name: wrong}).WantError(http.StatusBadRequest, "VALIDATION_ERROR")
	}
	r.browser.Put(path, body{"timezone": "Local"}).WantError(http.StatusBadRequest, "VALIDATION_ERROR")
	r.enable()
	m := r.network.Mention(e2e.Mention{Author: "ann"})
	r.scan()
	r.wantRecord(m, storyrepost.Pending, "")
	r.configure(body{"autoRepostEnabled": false, "timezone": ""})
	r.wantRecord(m, storyrepost.Detected, "")
	r.browser.Internal(path).Want(http.StatusOK).JSON(&s)
	if s.Timezone != nil || s.Config.DailyRepostLimit != 3 || s.NextPollAt == nil {
		t.Errorf("got %+v", s)
	}
	r.client.Put(path, body{}).WantError(http.StatusForbidden, "COOKIE_AUTH_REQUIRED")
}

// TestStoryRepost_LimitOfManyAtOnce: of two reposts at once for which the day has room for one, one
// is made, and the other mention waits on.
func TestStoryRepost_LimitOfManyAtOnce(t *testing.T) {
	t.Parallel()
	r := bootReposts(t)
	r.clear()
	r.configure(body{"autoTagOriginalPoster": false, "dailyRepostLimit": 1})
	ids := []string{}
	for _, author := range []string{"ann", "bob"} {
		r.network.Mention(e2e.Mention{Author: author})
	}
	for _, item := range r.scan().Items {
		ids = append(ids, item["id"].(string))
	}
	answers := make([]e2e.Response, len(ids))
	r.during(func() {
		var all sync.WaitGroup
		for i, id := range ids {
			all.Go(func() { answers[i] = r.browser.Post(internalRepostPath+id+"/repost", nil) })
		}
		all.Wait()
	})
	slices.SortFunc(answers, func(a, b e2e.Response) int { return a.Status - b.Status })
	answers[0].Want(http.StatusAccepted)
	answers[1].WantError(http.StatusBadRequest, "INVALID_STATE")
	r.AdvanceUntil(t, time.Hour, func() bool { return r.stories() == 1 })
	byStatus := map[storyrepost.Status]int{}
	for _, record := range r.records()[:2] {
		byStatus[record.Status]++
	}
	if c := r.config(); c.RepostsToday != 1 || byStatus[storyrepost.Detected] != 1 {
		t.Errorf("the day has %d reposts, the records are %v", c.RepostsToday, byStatus)
	}
}

// TestStoryRepost_WaitsForTheVideo: while a signature is being drawn into a video its record waits,
// and goes on, or fails, as that ends.
func TestStoryRepost_WaitsForTheVideo(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		end  string
		want storyrepost.Status
	}{
		"drawn":     {`DELETE FROM media_conversions`, storyrepost.Published},
		"not drawn": {`UPDATE media_conversions SET state = 'FAILED', error = 'the disk is full'`, storyrepost.Failed},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := bootReposts(t)
			r.clear()
			r.configure(body{"signatureOverlay": `{}`, "autoTagOriginalPoster": false})
			m := r.network.Mention(e2e.Mention{Author: "ann", Kind: "video"})
			r.scan()
			r.tryRepost(r.recordOf(m).ID.String()).WantError(http.StatusInternalServerError, "REPOST_FAILED") // There is no ffmpeg.
			// This is what a video that is being drawn into leaves.
			r.exec(`UPDATE story_reposts SET status = 'PROCESSING', reason = NULL WHERE item_id = ?`, m.ItemID)
			r.exec(`INSERT INTO media_conversions (media_file_id, purpose, state, requested_at) SELECT media_file_id, 'STORIES', 'RUNNING', 0 FROM story_reposts WHERE item_id = ?`, m.ItemID)
			r.resume()
			if record := r.wantRecord(m, storyrepost.Processing, ""); record.PostID != nil {
				t.Fatalf("it did not wait: %+v", record)
			}
			r.tryRepost(r.recordOf(m).ID.String()).WantError(http.StatusConflict, "REPOST_IN_PROGRESS")
			r.exec(`UPDATE media_files SET edits = '{"texts":[{"text":"x","x":0.5,"y":0.5,"size":0.05}]}' WHERE mime_type LIKE 'video/%'`)
			r.exec(c.end)
			r.resume()
			if record := r.awaitRecord(m); record.Status != c.want || c.want == storyrepost.Failed && !strings.Contains(text(record.Reason), "disk is full") {
				t.Errorf("the record is %s: %s", record.Status, text(record.Reason))
			}
			if c.want == storyrepost.Failed {
				// A retry has it drawn again, as far as there is an ffmpeg.
				r.tryRepost(r.recordOf(m).ID.String()).WantError(http.StatusInternalServerError, "REPOST_FAILED")
			}
		})
	}
}
