package face_test

import (
	"path/filepath"
	"testing"

	"crier/e2e/face"
	"crier/platform/database"
	"crier/platform/needtest"
)

// TestFace_WentOutLast publishes 61 posts in a day, of which the last one was made first: it is the
// first of those that went out today, and of the published posts of the history.
func TestFace_WentOutLast(t *testing.T) {
	needtest.Night(t)
	t.Parallel()
	f := face.Serve(t)
	f.SignIn()
	f.Seen()
	newPosts(t, f).publish("The last of the day")
	db, err := database.Open(t.Context(), filepath.Join(f.Service.Dir(), "crier.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = db.Close() }()
	if _, err := db.ExecContext(t.Context(), `INSERT INTO posts (id, user_id, social_account_id, media_type, source_type, timezone, status, caption, published_at, completed_at, created_at, updated_at)
		WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 60)
		SELECT printf('%08x-0000-4000-8000-000000000000', n), user_id, social_account_id, 'IMAGE', 'MANUAL', 'UTC', 'PUBLISHED', 'Before it', published_at - n, completed_at - n, created_at + n, updated_at FROM numbers, posts`); err != nil {
		t.Fatal(err)
	}
	f.Go("/")
	f.WaitTrue(`document.querySelector("[aria-labelledby=went-out] li")?.innerText.startsWith("The last of the day")`)
	f.WaitTrue(`document.querySelectorAll("[aria-labelledby=went-out] li").length === 6`)
	press(f, "All 61 of today")
	f.WaitTrue(`location.search === "?status=PUBLISHED" && document.querySelector("main li")?.innerText.startsWith("The last of the day")`)
	f.Step("posts-last-out")
}
