package posts

import (
	"context"

	"crier/platform/database"
	"crier/platform/wireid"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

// inCloud is the condition of posts that are the cloud's to publish.
const inCloud = "p.status = 'SCHEDULED' AND p.cloud_job_id IS NOT NULL"

// selectOwnedOf returns the network's ids of the account's latest posts, deleted ones too.
func selectOwnedOf(ctx context.Context, db bun.IDB, account wireid.ID, most int) ([]string, error) {
	ids := []string{}
	err := db.NewSelect().Column("sn_media_id").TableExpr(`(
		SELECT sn_media_id, published_at FROM posts WHERE social_account_id = ?0 AND published_at IS NOT NULL AND sn_media_id IS NOT NULL
		UNION ALL SELECT sn_media_id, published_at FROM posts_archive
			WHERE social_account_id = ?0 AND published_at IS NOT NULL AND sn_media_id IS NOT NULL)`, account).
		Order("published_at DESC").Limit(int64(most)).Scan(ctx, &ids)
	return ids, err
}

// selectUnpublicInCloud returns the cloud's posts that have a file which is gone or has no public
// key.
func selectUnpublicInCloud(ctx context.Context, db bun.IDB) ([]wireid.ID, error) {
	return database.Values[wireid.ID](ctx, db, `SELECT DISTINCT p.id FROM posts AS p INDEXED BY posts_waiting JOIN post_media AS l ON l.post_id = p.id
		LEFT JOIN media_files AS f ON f.id = l.media_file_id
		WHERE p.is_scheduled = 1 AND p.status IN ('SCHEDULED', 'QUEUED', 'PROCESSING', 'PUBLISHING') AND `+inCloud+` AND f.public_key IS NULL`)
}

// selectDueInCloud returns the posts that are the cloud's and due at the instant, the longest
// overdue first.
func selectDueInCloud(ctx context.Context, db bun.IDB, at wiretime.Time) ([]wireid.ID, error) {
	return database.Values[wireid.ID](ctx, db, `SELECT p.id FROM posts AS p INDEXED BY posts_waiting
		WHERE p.is_scheduled = 1 AND p.status IN ('SCHEDULED', 'QUEUED', 'PROCESSING', 'PUBLISHING') AND `+inCloud+`
			AND p.scheduled_for <= ? ORDER BY p.scheduled_for, p.id`, at)
}

// ownArchived notes which media a deleted post turned out to be.
func ownArchived(ctx context.Context, db bun.IDB, id wireid.ID, media string) error {
	_, err := db.NewRaw("UPDATE posts_archive SET sn_media_id = ? WHERE id = ? AND sn_media_id IS NULL", media, id).Exec(ctx)
	return err
}
