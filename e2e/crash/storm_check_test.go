package crash_test

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"testing"
	"time"

	"crier/e2e"
	"crier/platform/database"
)

// calm lets what is under way end, asks once more for what had no answer, and stops the clients and
// the service.
func (s *storm) calm(t *testing.T) {
	t.Helper()
	s.over.Store(true)
	s.clients.Wait()
	for key, c := range maps.Clone(s.requests) {
		if !s.ask(key) {
			t.Errorf("no answer to %s", key)
		}
		if again := s.requests[key]; c.post != "" && again.post != c.post {
			t.Errorf("%s made %s, and then %s (refused: %t)", key, c.post, again.post, again.refused)
		}
	}
	limit := time.Now().Add(2 * time.Minute) //nolint:forbidigo // The program has a clock of its own.
	db := e2e.OpenDB(t, s.service.Dir())
	for e2e.CountPostsUnderWay(t, db) > 0 {
		if time.Now().After(limit) { //nolint:forbidigo // The program has a clock of its own.
			t.Fatalf("%d posts do not end", e2e.CountPostsUnderWay(t, db))
		}
		time.Sleep(20 * time.Millisecond) //nolint:forbidigo // The program has a clock of its own.
	}
	s.done.Store(true)
	s.follower.Wait()
}

func (s *storm) check(t *testing.T) {
	t.Helper()
	recorded := e2e.RecordedFiles(t, s.client(t))
	ledger := s.sandbox.Control(t).Ledger()
	if exit := s.service.Stop(t); exit.Code != 0 {
		t.Errorf("SIGTERM ended it with %d", exit.Code)
	}
	if len(s.broken) > 0 {
		t.Errorf("answers that no request should get: %v", s.broken)
	}
	db := e2e.OpenDB(t, s.service.Dir())
	e2e.WantConsistent(t, db)
	s.checkPosts(t, db, ledger)
	s.checkCompletions(t, db)
	if stored := e2e.StoredFiles(t, s.service.Dir()); fmt.Sprint(stored) != fmt.Sprint(recorded) {
		t.Errorf("stored:   %v\nrecorded: %v", stored, recorded)
	}
	if left, err := os.ReadDir(filepath.Join(s.service.Dir(), "staging")); err != nil || len(left) != 0 {
		t.Errorf("left in staging: %v, %v", left, err)
	}
}

// stormPost is a row of posts or of the archive.
type stormPost struct {
	ID, Caption, Status   string
	Sent, Named, Archived bool
}

const stormPosts = `SELECT id, caption, status, EXISTS (SELECT 1 FROM attempts WHERE post_id = posts.id) AS sent, sn_media_id IS NOT NULL AS named, FALSE AS archived FROM posts
	UNION ALL SELECT id, caption, status, EXISTS (SELECT 1 FROM attempts WHERE post_id = posts_archive.id), sn_media_id IS NOT NULL, TRUE FROM posts_archive`

// checkPosts holds what there is against what the clients were told and what the network has: what
// was cancelled is a draft, what was deleted is in the archive as it was then, and neither may be
// live unless its publish call was sent.
func (s *storm) checkPosts(t *testing.T, db *database.DB, ledger e2e.Ledger) {
	t.Helper()
	live, made := map[string]int{}, s.made(t)
	for _, p := range ledger.Publications {
		live[p.Caption]++
	}
	var rows []stormPost
	if err := db.NewRaw(stormPosts).Scan(t.Context(), &rows); err != nil {
		t.Fatal(err)
	}
	states := map[string]int{}
	for _, p := range rows {
		if made[p.Caption] != p.ID {
			t.Errorf("%q is there as %s, and the clients were told of %q", p.Caption, p.ID, made[p.Caption])
		}
		switch n := live[p.Caption]; {
		case n > 1, p.Status == "PUBLISHED" && (n != 1 || !p.Named), p.Status != "PUBLISHED" && !p.Sent && n != 0:
			t.Errorf("%d times live: %+v", n, p)
		}
		states[fmt.Sprintf("%s, archived %t", p.Status, p.Archived)]++
		delete(made, p.Caption)
		delete(live, p.Caption)
	}
	if len(made) > 0 || len(live) > 0 {
		t.Errorf("gone: %v; live without a post: %v", made, live)
	}
	t.Logf("%d completions were seen; the posts: %v", len(s.seen), states)
}

// made returns the post that each caption became.
func (s *storm) made(t *testing.T) map[string]string {
	t.Helper()
	made := map[string]string{}
	for key, c := range s.requests {
		if c.post == "" {
			continue
		}
		if before := made[c.caption]; before != "" && before != c.post {
			t.Errorf("%s made %s, and another request %s", key, c.post, before)
		}
		made[c.caption] = c.post
	}
	return made
}

// checkCompletions holds that the cursor led past each completion once, and in order.
func (s *storm) checkCompletions(t *testing.T, db *database.DB) {
	t.Helper()
	seen := map[ended]bool{}
	for i, c := range s.seen {
		if i > 0 && !c.At.After(s.seen[i-1].At) {
			t.Errorf("%v came after %v", c, s.seen[i-1])
		}
		seen[c] = true
	}
	var rows []struct {
		ID          string
		CompletedAt int64
	}
	if err := db.NewRaw("SELECT id, completed_at FROM posts WHERE completed_at IS NOT NULL AND status IN ('PUBLISHED', 'FAILED')").Scan(t.Context(), &rows); err != nil {
		t.Fatal(err)
	}
	for _, r := range rows {
		if !seen[ended{time.UnixMilli(r.CompletedAt).UTC(), r.ID}] {
			t.Errorf("the completion of %s was not seen", r.ID)
		}
	}
}
