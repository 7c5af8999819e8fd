package timeline

import (
	"context"
	"log/slog"
	"testing"

	"crier/platform/clock"
	"crier/platform/database"
	"crier/platform/database/databasetest"
	"crier/platform/graph"
	"crier/platform/wireid"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

// BenchmarkTimeline records what happens to a picture that is published at the first attempt: ns/op
// is what a post costs over all its transactions, which it makes anyhow; bytes/post is what it
// takes in the file.
func BenchmarkTimeline(b *testing.B) {
	db := databasetest.New(b)
	clk := clock.NewFake(start)
	now := wiretime.Of(start)
	posts := make([]wireid.ID, b.N)
	for i := range posts {
		posts[i] = wireid.New()
		if err := insertPost(b, db, posts[i], "QUEUED", nil); err != nil {
			b.Fatal(err)
		}
	}
	before := pageBytes(b, db)
	p := NewRecorder(db, clk, slog.New(slog.DiscardHandler))
	call := graph.Call{Method: "POST", Host: "graph.instagram.com", Path: "/v25.0/17841400008460056/media_publish", HTTPStatus: 200, Answer: "id 17920238422030506", Op: "publish"}
	read := call
	read.Method = "GET"
	change := func(ctx context.Context, tx bun.Tx, post wireid.ID, from, to string) {
		Add(ctx, tx, Step{PostID: post, Kind: KindStatus, At: now, FromStatus: from, ToStatus: to, Text: "the work goes on"})
	}
	b.ResetTimer()
	for i := range b.N {
		err := db.InRelaxedTx(b.Context(), func(ctx context.Context, tx bun.Tx) error {
			ctx, r := p.Record(ctx, posts[i])
			change(ctx, tx, posts[i], "", "QUEUED")
			Add(ctx, tx, Step{PostID: posts[i], Kind: KindClaim, At: now, Text: "attempt 1 of 4", Repeatable: true})
			change(ctx, tx, posts[i], "QUEUED", "PROCESSING")
			r.called(call)
			r.called(read)
			change(ctx, tx, posts[i], "PROCESSING", "PUBLISHING")
			r.called(call)
			Note(ctx, "the post is live since %s as media %s", now, "17920238422030506")
			r.called(read)
			change(ctx, tx, posts[i], "PUBLISHING", "PUBLISHED")
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
