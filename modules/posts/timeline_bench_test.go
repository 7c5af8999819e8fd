package posts

import (
	"context"
	"testing"

	"crier/platform/clock"
	"crier/platform/database"
	"crier/platform/database/databasetest"
	"crier/platform/graph"
	"crier/platform/wireid"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

// BenchmarkTimeline records what happens to a picture that is published at the first attempt: ns/op is what a post costs
// over all its transactions, which it makes anyhow; bytes/post is what it takes in the file.
func BenchmarkTimeline(b *testing.B) {
	db := databasetest.New(b)
	clk := clock.NewFake(start)
	now := wiretime.Of(start)
	posts := make([]wireid.ID, b.N)
	for i := range posts {
		post := Post{
			ID: wireid.New(), UserID: wireid.New(), SocialAccountID: wireid.New(), MediaType: Image, SourceType: Manual, Timezone: "UTC",
			Status: Queued, CreatedAt: now, UpdatedAt: now,
		}
		if _, err := db.NewInsert().Model(&post).Exec(b.Context()); err != nil {
			b.Fatal(err)
		}
		posts[i] = post.ID
	}
	before := pageBytes(b, db)
	p := NewPublisher(PublisherParts{db: db, clock: clk})
	call := graph.Call{Method: "POST", Host: "graph.instagram.com", Path: "/v25.0/17841400008460056/media_publish", HTTPStatus: 200, Answer: "id 17920238422030506", Op: "publish"}
	read := call
	read.Method = "GET"
	b.ResetTimer()
	for i := range b.N {
		err := db.InRelaxedTx(b.Context(), func(ctx context.Context, tx bun.Tx) error {
			ctx, r := p.record(ctx, posts[i])
			recordChange(ctx, tx, posts[i], "", Queued, now)
			recordIn(ctx, tx, Step{PostID: posts[i], Kind: StepClaim, At: now, Text: "attempt 1 of 4", Repeatable: true})
			recordChange(ctx, tx, posts[i], Queued, Processing, now)
			r.called(call)
			r.called(read)
			recordChange(ctx, tx, posts[i], Processing, Publishing, now)
			r.called(call)
			note(ctx, "the post is live since %s as media %s", now, "17920238422030506")
			r.called(read)
			recordChange(ctx, tx, posts[i], Publishing, Published, now)
			return nil
		})
		if err != nil {
			b.Fatal(err)
		}
	}
	b.StopTimer()
	b.ReportMetric(float64(pageBytes(b, db)-before)/float64(b.N), "bytes/post")
}

// pageBytes returns how large the database is.
func pageBytes(b *testing.B, db *database.DB) (size int) {
	b.Helper()
	err := db.QueryRowContext(b.Context(), "SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()").Scan(&size)
	if err != nil {
		b.Fatal(err)
	}
	return size
}
