package e2e_test

import (
	"net/http"
	"slices"
	"sync"
	"testing"
	"time"

	"crier/e2e"
	"crier/modules/posts"
	"crier/modules/storyrepost"
	"crier/platform/clock"
)

// TestScenario34_OneStory: a mention that is seen in two scans, and reposted by several at once,
// becomes one story.
func TestScenario34_OneStory(t *testing.T) {
	t.Parallel()
	r := bootReposts(t)
	r.clear()
	r.configure(body{"autoTagOriginalPoster": false})
	m := r.network.Mention(e2e.Mention{Author: "ann", AgeHours: 1})
	if found := r.scan(); found.Detected != 1 || found.Pending != 1 || len(found.Items) != 1 || found.Items[0]["originalUsername"] != "ann" || found.Items[0]["status"] != "DETECTED" {
		t.Errorf("found %+v", found)
	}
	r.tryScan().WantError(http.StatusTooManyRequests, "LOGIN_RATE_LIMITED")
	// One that has looked at the clock before the other noted that it reads.
	r.Clock.Jump(-time.Millisecond)
	r.tryScan().WantError(http.StatusTooManyRequests, "LOGIN_RATE_LIMITED")
	r.Clock.Jump(time.Millisecond)
	r.Clock.Advance(5 * time.Minute)
	if found := r.scan(); found.Detected != 0 || found.Pending != 1 || len(found.Items) != 0 {
		t.Errorf("the second scan found %+v", found)
	}
	id := r.wantRecord(m, storyrepost.Detected, "").ID.String()

	answers := make([]e2e.Response, 5)
	r.during(func() {
		var all sync.WaitGroup
		for i := range answers {
			all.Go(func() { answers[i] = r.browser.Post(internalRepostPath+id+"/repost", nil) })
		}
		all.Wait()
	})
	taken := 0
	for _, a := range answers {
		if a.Status == http.StatusAccepted {
			taken++
		} else {
			a.WantError(http.StatusConflict, "REPOST_IN_PROGRESS")
		}
	}
	if taken != 1 {
		t.Errorf("%d of 5 were taken", taken)
	}
	record := r.awaitRecord(m)
	post := r.postOf(record)
	if record.Status != storyrepost.Published || record.Permalink == nil || *record.Permalink != *post.SNPermalink || post.MediaType != posts.Stories ||
		post.SourceType != posts.FromStoryRepost || post.Status != posts.Published || record.IsAutomatic || len(post.MediaFiles) != 1 {
		t.Errorf("the record is %+v, its post %s %s", record, post.SourceType, describe(post))
	}
	r.tryRepost(id).WantError(http.StatusBadRequest, "ALREADY_REPOSTED")
	r.browser.Post(internalRepostPath+id+"/skip", nil).WantError(http.StatusBadRequest, "ALREADY_REPOSTED")
	if n := r.stories(); n != 1 {
		t.Errorf("%d stories were published", n)
	}
	var history struct{ Reposts []storyrepost.StoryRepost }
	r.client.Get(repostPath + "history?accountId=" + demoAccount).Want(http.StatusOK).JSON(&history)
	if len(history.Reposts) != 1+firstRun || history.Reposts[0].ID != record.ID || history.Reposts[0].Status != "PUBLISHED" || text(history.Reposts[0].Permalink) != *record.Permalink {
		t.Errorf("the history is %+v", history)
	}
	if c := r.config(); c.RepostsToday != 1 || c.RepostsTodayResetAt == nil {
		t.Errorf("the day has %d reposts until %s", c.RepostsToday, c.RepostsTodayResetAt)
	}
}

// TestScenario34_AfterACrash: a repost that a crash has cut off goes on, or waits as it did before,
// and becomes one story.
func TestScenario34_AfterACrash(t *testing.T) {
	t.Parallel()
	for name, crash := range map[string]string{
		"while it is fetched":    `UPDATE story_reposts SET status = 'PROCESSING', media_file_id = NULL, post_id = NULL, is_automatic = ?`,
		"before there is a post": `UPDATE story_reposts SET status = 'PROCESSING', post_id = NULL, is_automatic = ?`,
	} {
		for _, automatic := range []bool{false, true} {
			t.Run(name+map[bool]string{true: ", by itself"}[automatic], func(t *testing.T) {
				t.Parallel()
				r := bootReposts(t)
				r.clear()
				r.configure(body{"autoTagOriginalPoster": false, "sleepWindowStart": 0, "sleepWindowEnd": 0, "autoRepostEnabled": automatic})
				m := r.network.Mention(e2e.Mention{Author: "ann"})
				r.scan()
				// A repost that fails after the file was fetched leaves what a crash there leaves.
				r.exec(`CREATE TRIGGER cut BEFORE INSERT ON posts BEGIN SELECT RAISE(ABORT, 'cut'); END`)
				r.tryRepost(r.recordOf(m).ID.String()).WantError(http.StatusInternalServerError, "INTERNAL_ERROR")
				r.exec(`DROP TRIGGER cut`)
				if record := r.wantRecord(m, storyrepost.Failed, "inside Crier"); record.MediaFileID == nil || record.PostID != nil {
					t.Fatalf("the record is %+v", record)
				}
				if n := r.stories(); n != 0 {
					t.Fatalf("%d stories were published", n)
				}
				r.exec(crash+` WHERE item_id = ?`, automatic, m.ItemID)
				if automatic {
					r.enable()
				}
				r = r.again()
				if record := r.recordOf(m); record.Status == storyrepost.Detected {
					r.tryRepost(record.ID.String()).Want(http.StatusAccepted)
				} else if record.PostID == nil && record.MediaFileID != nil {
					r.resume()
				}
				r.AdvanceUntil(t, 24*time.Hour, func() bool { return hasEnded(r.recordOf(m).Status) })
				record := r.wantRecord(m, storyrepost.Published, "")
				want := map[bool]posts.SourceType{false: posts.FromStoryRepost, true: posts.AutomaticReposts}[automatic]
				if p := r.postOf(record); p.SourceType != want {
					t.Errorf("the post is of %s", p.SourceType)
				}
				if n := r.stories(); n != 1 {
					t.Errorf("%d stories were published", n)
				}
			})
		}
	}
}

// TestScenario35_GoneBeforeTheRepost: what has expired, is private or gone is told so, and no
// failure counts.
func TestScenario35_GoneBeforeTheRepost(t *testing.T) {
	t.Parallel()
	r := bootReposts(t)
	r.clear()
	r.configure(body{"autoTagOriginalPoster": false})
	expiring := r.network.Mention(e2e.Mention{Author: "ann", AgeHours: 23.5})
	stranger := r.network.Mention(e2e.Mention{Author: "stranger", AgeHours: 1, Pending: true, Kind: "video", Variant: "generic_xma"})
	gone := r.network.Mention(e2e.Mention{Author: "bob", AgeHours: 2, Variant: "reel_share"})
	over := r.network.Mention(e2e.Mention{Author: "cleo", AgeHours: 2, Expired: true})
	old := r.network.Mention(e2e.Mention{Author: "dora", AgeHours: 30})
	if found := r.scan(); found.Detected != 5 || found.Pending != 3 {
		t.Errorf("found %+v", found)
	}
	r.wantRecord(over, storyrepost.Expired, "gone")
	r.wantRecord(old, storyrepost.Expired, "gone")
	id := r.wantRecord(expiring, storyrepost.Detected, "").ID.String()
	r.Clock.Advance(31 * time.Minute)
	r.wantRecord(expiring, storyrepost.Expired, "24 hours")
	r.tryRepost(id).WantError(http.StatusBadRequest, "INVALID_STATE")
	r.browser.Post(internalRepostPath+id+"/skip", nil).WantError(http.StatusBadRequest, "INVALID_STATE")

	r.network.Fault(e2e.Fault{Match: e2e.StoryReads, HTTP: http.StatusNotFound, Body: `{"message":"Media not found or unavailable","status":"fail"}`})
	id = r.recordOf(gone).ID.String()
	r.tryRepost(id).WantError(http.StatusInternalServerError, "REPOST_FAILED")
	r.wantRecord(gone, storyrepost.Skipped, "private")
	r.tryRepost(id).WantError(http.StatusBadRequest, "INVALID_STATE")

	r.tryRepost(r.recordOf(stranger).ID.String()).Want(http.StatusAccepted)
	if record := r.awaitRecord(stranger); record.Status != storyrepost.Published {
		t.Errorf("the stranger's is %+v", record)
	}
	if c := r.config(); c.ConsecutiveFailures != 0 || c.LastPollStatus == nil || *c.LastPollStatus != storyrepost.PollSucceeded || c.AutoDisabledAt != nil {
		t.Errorf("the configuration is %+v", c)
	}
	if n := r.stories(); n != 1 {
		t.Errorf("%d stories were published", n)
	}
}

// TestScenario36_Breaker: after five polls that have failed in a row story repost is off, and stays
// so until the user switches it on.
func TestScenario36_Breaker(t *testing.T) {
	t.Parallel()
	r := bootReposts(t)
	r.configure(body{"sleepWindowStart": 0, "sleepWindowEnd": 0, "jitterMinutes": 0})
	r.enable()
	r.network.Fault(e2e.Fault{Match: e2e.InboxReads, Times: 100, HTTP: http.StatusForbidden, Body: `{"message":"login_required","logout_reason":2,"status":"fail"}`})
	r.set(e2e.NativeRateLimit)
	r.AdvanceUntil(t, 30*24*time.Hour, func() bool { return !r.config().IsEnabled })
	c := r.config()
	if c.AutoDisabledAt == nil || c.AutoDisableReason == nil || c.ConsecutiveFailures != 5 || *c.LastPollStatus != storyrepost.PollFailed || c.LastPollError == nil {
		t.Errorf("the configuration is %+v", c)
	}
	polls := r.polls()
	if len(polls) != 5 {
		t.Errorf("the inbox was asked for at %v", polls)
	}
	for i := 1; i < len(polls); i++ {
		if gap := polls[i].Sub(polls[i-1]); gap < 24*time.Hour-time.Minute {
			t.Errorf("poll %d came %s after the one before: failures make the pauses longer", i, gap)
		}
	}
	r = r.again()
	r.idle(10 * 24 * time.Hour)
	if again := r.polls(); len(again) != len(polls) {
		t.Errorf("it went on: %v", again)
	}
	r.network.ClearFaults()
	r.set(e2e.NativeOK)
	r.enable()
	r.AdvanceUntil(t, time.Hour, func() bool { return *r.config().LastPollStatus != storyrepost.PollFailed })
	if c := r.config(); !c.IsEnabled || c.ConsecutiveFailures != 0 || c.AutoDisabledAt != nil || len(r.polls()) == len(polls) {
		t.Errorf("the configuration is %+v", c)
	}
}

// TestScenario36_AtOnce: what cannot pass by itself switches it off without a second try.
func TestScenario36_AtOnce(t *testing.T) {
	t.Parallel()
	for _, way := range []string{e2e.NativeTwoFactor, e2e.NativeBadPassword} {
		t.Run(way, func(t *testing.T) {
			t.Parallel()
			r := bootReposts(t)
			r.configure(body{"sleepWindowStart": 0, "sleepWindowEnd": 0})
			r.enable()
			r.network.Fault(e2e.Fault{Match: e2e.InboxReads, HTTP: http.StatusForbidden, Body: `{"message":"login_required","logout_reason":2,"status":"fail"}`})
			r.set(way)
			r.AdvanceUntil(t, time.Hour, func() bool { return !r.config().IsEnabled })
			calls := len(r.nativeCalls("/"))
			if c := r.config(); c.AutoDisabledAt == nil || c.ConsecutiveFailures != 1 {
				t.Errorf("the configuration is %+v", c)
			}
			r.idle(5 * 24 * time.Hour)
			if again := len(r.nativeCalls("/")); again != calls {
				t.Errorf("%d calls became %d", calls, again)
			}
		})
	}
}

// TestScenario37_QuietHoursAndDays: over a change of the clock nothing is polled from 22 to 6, and
// the count of the day begins again once a day, at the account's midnight.
func TestScenario37_QuietHoursAndDays(t *testing.T) {
	t.Parallel()
	const day = 24 * time.Hour
	for name, c := range map[string]struct {
		zone string
		from time.Time
	}{
		"Berlin, put forward":  {"Europe/Berlin", time.Date(2027, 3, 26, 9, 0, 0, 0, time.UTC)},
		"Berlin, put back":     {"Europe/Berlin", time.Date(2027, 10, 29, 9, 0, 0, 0, time.UTC)},
		"New York, put back":   {"America/New_York", time.Date(2027, 11, 5, 9, 0, 0, 0, time.UTC)},
		"Kathmandu, no change": {"Asia/Kathmandu", time.Date(2027, 3, 26, 9, 0, 0, 0, time.UTC)},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			zone, err := time.LoadLocation(c.zone)
			if err != nil {
				t.Fatal(err)
			}
			r := bootReposts(t, e2e.At(clock.NewFake(c.from.Add(-8*day))))
			r.configure(body{
				"autoTagOriginalPoster": false, "sleepWindowStart": 22, "sleepWindowEnd": 6, "timezone": c.zone, "pollIntervalHours": 6,
				"dailyRepostLimit": 2, "autoRepostEnabled": true,
			})
			r.enable()
			r.pass(8 * day)
			var resets []time.Time
			for i := range 4 * 24 {
				if i%2 == 0 {
					r.network.Mention(e2e.Mention{Author: "ann"})
				}
				r.pass(time.Hour)
				if at := r.config().RepostsTodayResetAt; at != nil && !slices.Contains(resets, at.Time()) {
					resets = append(resets, at.Time())
				}
			}
			for _, at := range append(r.polls(), r.reposted()...) {
				if hour := at.In(zone).Hour(); hour >= 22 || hour < 6 {
					t.Errorf("something was done at %s", at.In(zone))
				}
			}
			perDay := map[string]int{}
			for _, at := range r.reposted() {
				perDay[at.In(zone).Format(time.DateOnly)]++
			}
			for date, n := range perDay {
				if n > 2 {
					t.Errorf("%s had %d reposts", date, n)
				}
			}
			if len(perDay) < 4 {
				t.Errorf("the reposts were %v", perDay)
			}
			for i, at := range resets {
				if local := at.In(zone); local.Hour() != 0 || local.Minute() != 0 || i > 0 && !at.After(resets[i-1]) {
					t.Errorf("the count began again at %s", local)
				}
			}
		})
	}
}

// TestScenario37_LateIntoQuietHours: a poll that fell due while the program was closed, or the
// machine asleep, waits for the end of the quiet hours in which it is found.
func TestScenario37_LateIntoQuietHours(t *testing.T) {
	t.Parallel()
	for name, away := range map[string]func(*reposts) *reposts{
		"closed": func(r *reposts) *reposts {
			r.Stop()
			r.Clock.Jump(14 * time.Hour)
			return bootReposts(r.t, e2e.In(r.Dir), e2e.At(r.Clock))
		},
		"asleep": func(r *reposts) *reposts {
			r.Clock.Jump(14 * time.Hour)
			r.Clock.Advance(5 * time.Second)
			return r
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := bootReposts(t)
			r.configure(body{"sleepWindowStart": 22, "sleepWindowEnd": 6, "timezone": "UTC", "jitterMinutes": 0})
			r.enable()
			r.Rest(t)
			r = away(r)
			r.pass(8 * time.Hour)
			if polls := r.polls(); len(polls) != 1 || polls[0].Before(time.Date(2026, 11, 22, 6, 0, 0, 0, time.UTC)) {
				t.Errorf("the inbox was read at %v", polls)
			}
		})
	}
}
