package face_test

import (
	"net/http"
	"path/filepath"
	"testing"

	"crier/e2e/face"
	"crier/platform/database"
	"crier/platform/needtest"

	"github.com/chromedp/chromedp/kb"
)

// TestFace_Week shows the week to somebody who comes back after days: what went out, what is
// planned, and what is missing, until they put it away, in every browser. What is put away by
// keyboard leaves the focus on the page.
func TestFace_Week(t *testing.T) {
	t.Parallel()
	f := face.Serve(t)
	f.SignIn()
	f.Seen()
	p := newPosts(t, f)
	p.schedule("Waits for the bakery", 1)
	p.client.Post("/api/v1/posts/draft", map[string]any{"accountId": p.account, "mediaType": "IMAGE", "mediaFileId": p.picture(), "caption": "Almost ready"}).Want(http.StatusCreated)
	db, err := database.Open(t.Context(), filepath.Join(f.Service.Dir(), "crier.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = db.Close() }()
	// On this day of the week the account has published for three weeks.
	for _, statement := range []string{
		`INSERT INTO posts (id, user_id, social_account_id, media_type, source_type, timezone, status, caption, published_at, completed_at, created_at, updated_at)
		WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 3)
		SELECT printf('%08x-0000-4000-8000-000000000000', n), user_id, social_account_id, 'IMAGE', 'MANUAL', 'UTC', 'PUBLISHED', 'A loaf of the week before', created_at - n * 604800000, created_at - n * 604800000, created_at, updated_at
		FROM numbers, posts WHERE status = 'SCHEDULED'`,
		`INSERT INTO posts_week (id, looked_at, is_back, away_until) VALUES (1, 0, 1, '')`,
	} {
		if _, err := db.ExecContext(t.Context(), statement); err != nil {
			t.Fatal(err)
		}
	}
	f.Go("/")
	const section = `document.querySelector("section[aria-labelledby=week]")`
	f.WaitTrue(section + `?.innerText.includes("when it usually publishes.") && ` + section + `.innerText.includes("One draft has pictures and a caption, and no day.") && document.querySelectorAll("[aria-labelledby=week-out] li").length === 1`)
	f.Step("week")
	if needtest.IsNight() {
		f.Everywhere("week")
	}
	f.Evaluate(`document.querySelector("[data-act=away]").focus()`, nil)
	f.Press(kb.Enter)
	f.WaitTrue(section + ` === null && document.activeElement.id === "main"`)
	f.Go("/")
	f.WaitTrue(`document.querySelector("[aria-labelledby=went-out]") !== null && ` + section + ` === null`)
	// The first steps go the same way.
	const steps = `document.querySelector("[aria-labelledby=first-steps] button")`
	f.WaitTrue(steps + ` !== null`)
	f.Evaluate(steps+`.focus()`, nil)
	f.Press(kb.Enter)
	f.WaitTrue(steps + ` === null && document.activeElement.id === "main"`)
	f.CheckClean()
}
