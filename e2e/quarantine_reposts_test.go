package e2e_test

import (
	"errors"
	"net/http"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"crier/e2e"
	"crier/modules/storyrepost"
	"crier/platform/database"
)

// changeStopped changes the database of a folder that nobody uses.
func changeStopped(t *testing.T, dir, statement string, args ...any) {
	t.Helper()
	db, err := database.Open(t.Context(), filepath.Join(dir, "crier.db"))
	if err != nil {
		t.Fatal(err)
	}
	_, err = db.DB.DB.ExecContext(t.Context(), statement, args...)
	if err := errors.Join(err, db.Close()); err != nil {
		t.Fatal(err)
	}
}

// TestMemory_Reposts: what a folder was about to repost when it was copied went out afterwards,
// from wherever its repost had got to. Once the copy is put back, none of it goes out again by
// itself: neither in the quarantine, nor at its end, nor for as long as the stories live.
func TestMemory_Reposts(t *testing.T) {
	t.Parallel()
	marks := outside(t)
	r := bootReposts(t, marks)
	r.clear()
	r.configure(body{
		"autoTagOriginalPoster": false, "sleepWindowStart": 0, "sleepWindowEnd": 0, "jitterMinutes": 0, "pollIntervalHours": 6, "autoRepostEnabled": true,
	})
	type cut struct {
		e2e.Mentioned

		status              storyrepost.Status
		hasFile, isOfItself bool
	}
	begun := map[string]*cut{
		"its turn has not come":         {status: storyrepost.Pending, isOfItself: true},
		"while it is fetched":           {status: storyrepost.Processing, isOfItself: true},
		"before there is a post":        {status: storyrepost.Processing, isOfItself: true, hasFile: true},
		"asked for, before it is there": {status: storyrepost.Processing, hasFile: true},
	}
	for name, c := range begun {
		c.Mentioned = r.network.Mention(e2e.Mention{Author: "ann" + string(name[0]) + string(name[len(name)-2])})
	}
	r.scan()
	r.exec(`CREATE TRIGGER cut BEFORE INSERT ON posts BEGIN SELECT RAISE(ABORT, 'cut'); END`)
	for _, c := range begun {
		if c.hasFile {
			r.tryRepost(r.recordOf(c.Mentioned).ID.String()).WantError(http.StatusInternalServerError, "INTERNAL_ERROR")
		}
	}
	r.exec(`DROP TRIGGER cut`)
	r.Stop()
	for _, c := range begun {
		changeStopped(t, r.Dir, "UPDATE story_reposts SET status = ?, is_automatic = ? WHERE item_id = ?", c.status, c.isOfItself, c.ItemID)
	}
	changeStopped(t, r.Dir, "UPDATE story_repost_configs SET is_enabled = 1, configured_at = 0")
	before := copyOf(t, r.Dir)

	r = bootReposts(t, e2e.In(r.Dir), e2e.At(r.Clock), marks)
	if record := r.recordOf(begun["its turn has not come"].Mentioned); record.Status == storyrepost.Detected {
		t.Fatalf("%+v", record)
	}
	r.resume()
	for _, c := range begun {
		r.AdvanceUntil(t, 20*time.Hour, func() bool { return hasEnded(r.recordOf(c.Mentioned).Status) })
		r.wantRecord(c.Mentioned, storyrepost.Published, "")
	}
	live := r.stories()
	r.Stop()
	putBack(t, r.Dir, before)

	r = bootReposts(t, e2e.In(r.Dir), e2e.At(r.Clock), marks)
	look := func(when string) {
		t.Helper()
		r.resume()
		for name, c := range begun {
			record := r.recordOf(c.Mentioned)
			if !slices.Contains([]storyrepost.Status{storyrepost.Detected, storyrepost.Expired}, record.Status) || record.PostID != nil {
				t.Errorf("%s, %s: the record is %s: %s", when, name, record.Status, text(record.Reason))
			}
		}
		if n := r.stories(); n != live {
			t.Errorf("%s: %d stories are published, and there were %d", when, n, live)
		}
	}
	look("at the start")
	for _, c := range begun {
		r.wantRecord(c.Mentioned, storyrepost.Detected, "look whether the story was reposted")
	}
	polls := len(r.polls())
	fresh := r.network.Mention(e2e.Mention{Author: "zoe"})
	r.pass(7 * time.Hour)
	look("in the quarantine")
	if n := len(r.polls()); n != polls {
		t.Errorf("the inbox was read %d times in the quarantine", n-polls)
	}
	r.browser.InternalDo(http.MethodPost, "/api/quarantine/close", nil).Want(http.StatusOK)
	r.pass(7 * time.Hour)
	look("after the end")
	r.wantRecord(fresh, storyrepost.Detected, "look whether the story was reposted")
	r.pass(20 * time.Hour)
	look("a day later")
}
