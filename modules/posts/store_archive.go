package posts

import (
	"context"

	"crier/platform/wireid"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

// archivePost moves a post to the archive, or returns NOT_FOUND.
func archivePost(ctx context.Context, db bun.IDB, id wireid.ID, now wiretime.Time) error {
	moved, err := changedOne(db.NewRaw(`INSERT INTO posts_archive
		SELECT ?, (SELECT json_group_array(media_file_id) FROM (SELECT media_file_id FROM post_media WHERE post_id = posts.id ORDER BY position)),
			posts.* FROM posts WHERE id = ?`, now, id).Exec(ctx))
	if err != nil {
		return err
	}
	if !moved {
		return notFound(id)
	}
	_, err = db.NewDelete().Model((*Post)(nil)).Where("id = ?", id).Exec(ctx)
	return err
}

// selectCompleted returns posts that became PUBLISHED or FAILED after the instant and still are,
// the oldest completion first.
func selectCompleted(ctx context.Context, db bun.IDB, since wiretime.Time, most int) ([]Post, error) {
	posts := []Post{}
	err := db.NewSelect().Model(&posts).ModelTableExpr(postsCompletion).Where("completed_at IS NOT NULL AND completed_at > ?", since).
		Where("status IN (?, ?)", Published, Failed).
		Order("completed_at").Limit(int64(most)).Scan(ctx)
	return posts, err
}

// selectScheduledOf returns an account's posts that wait for their time, next first: what says
// where they do.
func selectScheduledOf(ctx context.Context, db bun.IDB, account wireid.ID) ([]Post, error) {
	var posts []Post
	err := db.NewSelect().Model(&posts).ModelTableExpr(WaitingTable).Column("id", "status", "cloud_job_id").Where(WaitingCondition).
		Where("status = ? AND social_account_id = ?", Scheduled, account).Order("scheduled_for", "id").Scan(ctx)
	return posts, err
}
