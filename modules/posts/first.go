package posts

import (
	"context"

	"crier/platform/database"
	"crier/platform/wireid"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

// FirstPost is the first post that was published on an account.
type FirstPost struct {
	ID          wireid.ID
	Permalink   *string
	PublishedAt wiretime.Time
}

const (
	firstOf = `SELECT * FROM (SELECT id, sn_permalink, published_at FROM `
	ofOne   = ` WHERE social_account_id = ?1 AND published_at IS NOT NULL AND status = 'PUBLISHED' ORDER BY published_at LIMIT 1)`
)

// FirstPublished returns the first post that was published on the account, and nil while there is
// none. One that was deleted here counts too.
func FirstPublished(ctx context.Context, db bun.IDB, account wireid.ID) (first *FirstPost, err error) {
	rows, err := database.Query(ctx, db, firstOf+"posts"+ofOne+" UNION ALL "+firstOf+"posts_archive"+ofOne, account)
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var post FirstPost
		if err := rows.Scan(&post.ID, &post.Permalink, &post.PublishedAt); err != nil {
			return nil, err
		}
		if first == nil || post.PublishedAt.Time().Before(first.PublishedAt.Time()) {
			first = &post
		}
	}
	return first, rows.Err()
}
