package posts

import (
	"context"

	"crier/platform/database"
	"crier/platform/wireid"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

// duePost is what a forecast looks at of a post.
type duePost struct {
	id, account            wireid.ID
	at                     wiretime.Time
	isNative, hasLostMedia bool
}

// isDue is the condition of the posts that are due before an instant, which the index posts_waiting
// has in their order.
const isDue = "FROM posts AS p INDEXED BY posts_waiting WHERE " + WaitingCondition + " AND p.scheduled_for < ?"

// countDue counts the posts that are due before an instant, in the index alone.
func countDue(ctx context.Context, db bun.IDB, until wiretime.Time) (int64, error) {
	return database.Value[int64](ctx, db, "SELECT count(*) "+isDue, until)
}

// selectDue returns those posts, the earliest first.
func selectDue(ctx context.Context, db bun.IDB, until wiretime.Time, limit int) ([]duePost, error) {
	rows, err := database.Query(ctx, db, `SELECT p.id, p.social_account_id, p.scheduled_for, p.story_mentions IS NOT NULL,
		EXISTS (SELECT 1 FROM post_media AS m WHERE m.post_id = p.id AND m.media_file_id IS NULL) `+isDue+` ORDER BY p.scheduled_for, p.id LIMIT ?`, until, limit)
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }()
	var due []duePost
	for rows.Next() {
		var post duePost
		if err := rows.Scan(&post.id, &post.account, &post.at, &post.isNative, &post.hasLostMedia); err != nil {
			return nil, err
		}
		due = append(due, post)
	}
	return due, rows.Err()
}

// selectPublished returns when the account's posts since an instant were published, in Unix
// milliseconds, the earliest first. Native stories do not count.
func selectPublished(ctx context.Context, db bun.IDB, account wireid.ID, since wiretime.Time) ([]int64, error) {
	return database.Values[int64](ctx, db, `SELECT published_at FROM (
		SELECT published_at FROM posts WHERE social_account_id = ?1 AND published_at > ?2 AND story_mentions IS NULL AND status = 'PUBLISHED'
		UNION ALL SELECT published_at FROM posts_archive WHERE social_account_id = ?1 AND published_at > ?2 AND story_mentions IS NULL AND status = 'PUBLISHED')
		ORDER BY published_at LIMIT ?3`, account, since, maxInstants)
}
