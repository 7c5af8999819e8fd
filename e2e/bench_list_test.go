package e2e_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"crier/e2e"
	"crier/modules/media"
	"crier/modules/posts"
	"crier/platform/config"
	"crier/platform/database"
	"crier/platform/wireid"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

// manyPosts is how many posts the benchmarks have; nine tenths are PUBLISHED.
const manyPosts = 50_000

// BenchmarkListPosts requests pages of 50,000 posts from the handler, without a connection. The
// figures that begin with "index" are the costs of parts of a page in the index alone, for
// comparison.
func BenchmarkListPosts(b *testing.B) {
	app := e2e.Boot(b, e2e.Configured(func(c *config.Config) {
		c.LogLevel = "info"
		c.RateLimitRPM, c.RateLimitRPH = 1_000_000, 1_000_000
	}))
	fillPosts(b, app.DB, app.Clock.Now(), manyPosts)
	_, key, err := app.Keys.Create(b.Context(), "bench")
	if err != nil {
		b.Fatal(err)
	}
	for _, query := range []string{
		"limit=20&page=1", "limit=20&page=1250", "limit=20&page=2500", "limit=100&page=1", "limit=100&page=500",
		"limit=20&page=1&status=PUBLISHED", "limit=20&page=2250&status=PUBLISHED", "limit=20&page=1&status=DRAFT",
	} {
		b.Run(query, func(b *testing.B) {
			for b.Loop() {
				r := httptest.NewRequestWithContext(b.Context(), http.MethodGet, app.Server.BaseURL()+"/posts?"+query, http.NoBody)
				r.Header.Set("Authorization", "Bearer "+key.Reveal())
				w := httptest.NewRecorder()
				app.Server.ServeHTTP(w, r)
				if w.Code != http.StatusOK || !strings.HasPrefix(w.Body.String(), `{"posts":[{"id":`) {
					b.Fatalf("%d %s", w.Code, w.Body)
				}
			}
		})
	}
	benchmarkIndex(b, app.DB)
}

func benchmarkIndex(b *testing.B, db *database.DB) {
	b.Helper()
	for _, c := range []struct{ name, query string }{
		{"index: ids of page 1", "SELECT id FROM posts ORDER BY created_at DESC, id DESC LIMIT 20"},
		{"index: ids of page 2500", "SELECT id FROM posts ORDER BY created_at DESC, id DESC LIMIT 20 OFFSET 49980"},
		{"index: ids of page 2250 of a status", "SELECT id FROM posts WHERE status = 'PUBLISHED' ORDER BY created_at DESC, id DESC LIMIT 20 OFFSET 44980"},
		{"index: count", "SELECT count(*) FROM posts"},
		{"index: count of a status", "SELECT count(*) FROM posts WHERE status = 'PUBLISHED'"},
	} {
		b.Run(c.name, func(b *testing.B) {
			for b.Loop() {
				drain(b, db, c.query)
			}
		})
	}
}

func drain(b *testing.B, db *database.DB, query string) {
	b.Helper()
	rows, err := db.Reader().QueryContext(b.Context(), query)
	if err != nil {
		b.Fatal(err)
	}
	defer func() { _ = rows.Close() }()
	n := 0
	for rows.Next() {
		n++
	}
	if err := rows.Err(); err != nil || n == 0 {
		b.Fatal(n, err)
	}
}

// fillPosts adds posts, a multiple of 500, with a picture and two attempts each to an empty
// database. The newest ones have the same mix as the oldest.
func fillPosts(b testing.TB, db *database.DB, now time.Time, count int) {
	b.Helper()
	err := db.InTx(b.Context(), func(ctx context.Context, tx bun.Tx) error {
		const batch = 500
		for first := 0; first < count; first += batch {
			rows, files := make([]posts.Post, batch), make([]media.MediaFile, batch)
			for k := range rows {
				rows[k], files[k] = pastPost(first+k, now.Add(-time.Duration(count-first-k)*time.Minute)), pastFile(now)
			}
			if _, err := tx.NewInsert().Model(&files).Exec(ctx); err != nil {
				return err
			}
			if _, err := tx.NewInsert().Model(&rows).Exec(ctx); err != nil {
				return err
			}
		}
		_, err := tx.ExecContext(ctx, `INSERT INTO post_media (post_id, position, media_file_id)
			SELECT posts.id, 0, media_files.id FROM posts JOIN media_files ON media_files.rowid = posts.rowid`)
		if err != nil {
			return err
		}
		// The first attempt took no effect, the second one did.
		_, err = tx.ExecContext(ctx, `INSERT INTO attempts (post_id, account_id, channel, ref, look, seen_before, sent_at, ran_ms, verdict, media_id, how, asked_ms)
			SELECT id, social_account_id, 'feed', coalesce(sn_container_id, ''), id, '[]', created_at, 0, iif(n = 1 AND sn_media_id IS NOT NULL, 'live', 'absent'),
				iif(n = 1, sn_media_id, NULL), iif(n = 1 AND sn_media_id IS NOT NULL, 'told', NULL), 0
			FROM posts CROSS JOIN (SELECT 0 AS n UNION ALL SELECT 1) ORDER BY posts.rowid, n`)
		return err
	})
	if err != nil {
		b.Fatal(err)
	}
}

// pastPost returns the post with a number that was made at a time: of twenty, one is a draft, one
// FAILED, and the others are PUBLISHED.
func pastPost(number int, made time.Time) posts.Post {
	caption := fmt.Sprintf("Post %d. %s", number, strings.Repeat("A caption is seldom much longer than this. ", 6))
	p := posts.Post{
		ID: wireid.New(), UserID: wireid.New(), SocialAccountID: wireid.MustParse(demoAccount),
		MediaType: posts.Image, SourceType: posts.Manual, Caption: &caption, Timezone: "Europe/Berlin",
		CreatedAt: wiretime.Of(made), UpdatedAt: wiretime.Of(made), Status: posts.Published,
	}
	ended := wiretime.Of(made.Add(10 * time.Second))
	switch number % 20 {
	case 0:
		p.Status = posts.Draft
	case 10:
		code, message := "UNKNOWN_ERROR", "the network did not take the post"
		p.Status, p.ErrorCode, p.ErrorMessage, p.CompletedAt = posts.Failed, &code, &message, &ended
	default:
		container, live := fmt.Sprintf("1789%013d", number), fmt.Sprintf("1800%013d", number)
		permalink := "https://network.example/p/" + live + "/"
		p.SNContainerID, p.SNMediaID, p.SNPermalink = &container, &live, &permalink
		p.ContainerCreatedAt, p.PublishedAt, p.CompletedAt = &ended, &ended, &ended
	}
	return p
}

func pastFile(now time.Time) media.MediaFile {
	id, width, height, ratio := wireid.New(), 1080, 1350, "4:5"
	thumbnail := "thumbnails/" + id.String() + ".jpg"
	return media.MediaFile{
		ID: id, OriginalFilename: "photo.jpg", StoragePath: "images/" + id.String() + ".jpg", MimeType: "image/jpeg", FileSize: 400_000,
		Width: &width, Height: &height, AspectRatio: &ratio, IsValid: true, ThumbnailPath: &thumbnail, CreatedAt: wiretime.Of(now),
	}
}
