package states

import (
	"testing"

	"crier/platform/database/databasetest"
)

// BenchmarkIllegal looks at 100,000 posts, nine tenths of them published, each with an attempt and
// a finished job.
func BenchmarkIllegal(b *testing.B) {
	db := databasetest.New(b)
	for _, query := range []string{
		`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100000)
		INSERT INTO posts (id, user_id, social_account_id, media_type, status, source_type, timezone, created_at, updated_at)
		SELECT printf('%08x-0000-4000-8000-000000000000', i), 'u', 'a', 'IMAGE', CASE WHEN i % 10 THEN 'PUBLISHED' ELSE 'DRAFT' END, 'MANUAL', 'UTC', i, i FROM n`,
		`INSERT INTO attempts (post_id, account_id, channel, ref, look, seen_before, sent_at, ran_ms, verdict, media_id, how, asked_ms)
		SELECT id, 'a', 'feed', id, 'look', '[]', created_at, 0, 'live', id, 'told', 0 FROM posts WHERE status = 'PUBLISHED'`,
	} {
		if _, err := db.ExecContext(b.Context(), query); err != nil {
			b.Fatal(err)
		}
	}
	for b.Loop() {
		if illegal, err := Illegal(b.Context(), db.Reader()); err != nil || len(illegal) != 0 {
			b.Fatal(illegal, err)
		}
	}
}
