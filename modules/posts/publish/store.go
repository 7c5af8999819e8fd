package publish

import (
	"context"
	"database/sql"
	"errors"
	"slices"
	"time"

	"crier/modules/posts"
	"crier/platform/wireid"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

// As with posts.WaitingTable, the planner would not take these indexes by itself.
const (
	postsWithoutPermalink = "posts AS post INDEXED BY posts_without_permalink"
)

func setChildContainer(ctx context.Context, db bun.IDB, l posts.Link) error {
	_, err := db.NewUpdate().Model(&l).Column("container_id", "container_created_at", "upload_uri").WherePK().Exec(ctx)
	return err
}

// countBefore returns how many scheduled posts of the same account are at work, or are QUEUED and were due before the post, or at the
// same instant and taken in before it.
func countBefore(ctx context.Context, db bun.IDB, post posts.Post) (int64, error) {
	return db.NewSelect().Model((*posts.Post)(nil)).ModelTableExpr(posts.WaitingTable).Where(posts.WaitingCondition).
		Where("social_account_id = ? AND id <> ?", post.SocialAccountID, post.ID).
		Where("status = ? OR status = ? AND (scheduled_for, rowid) < (?, (SELECT rowid FROM posts WHERE id = ?))",
			posts.Processing, posts.Queued, post.ScheduledFor, post.ID).Count(ctx)
}

// firstPublishedSince returns when the first of the account's posts since then was published, and false when there is none.
func firstPublishedSince(ctx context.Context, db bun.IDB, account wireid.ID, since wiretime.Time) (time.Time, bool, error) {
	var first sql.NullInt64
	err := db.NewSelect().ColumnExpr("min(at)").TableExpr(`(
		SELECT min(published_at) AS at FROM posts WHERE social_account_id = ?0 AND published_at >= ?1
		UNION ALL SELECT min(published_at) FROM posts_archive WHERE social_account_id = ?0 AND published_at >= ?1)`,
		account, since).Scan(ctx, &first)
	return time.UnixMilli(first.Int64), first.Valid, err
}

// mark is a place in a list of posts that is ordered by an instant, then by id.
type mark struct {
	at wiretime.Time
	id wireid.ID
}

// selectWithoutPermalink returns published posts whose address is not known yet, oldest first, those after a mark.
func selectWithoutPermalink(ctx context.Context, db bun.IDB, after mark, most int) ([]posts.Post, error) {
	var found []posts.Post
	err := db.NewSelect().Model(&found).ModelTableExpr(postsWithoutPermalink).
		Where("status = 'PUBLISHED' AND sn_permalink IS NULL AND sn_media_id IS NOT NULL AND published_via_private_api = 0").
		Where("(published_at, id) > (?, ?)", after.at, after.id).Order("published_at", "id").Limit(int64(most)).Scan(ctx)
	return found, err
}

func isNotFound(err error) bool { return errors.Is(err, sql.ErrNoRows) }

// selectAlikeInCloud returns the account's other posts of the type that are the cloud's and due at the instant: any of them may
// be live without its media being known here.
func selectAlikeInCloud(ctx context.Context, db bun.IDB, post posts.Post, at wiretime.Time) ([]posts.Post, error) {
	var due []posts.Post
	err := db.NewSelect().Model(&due).ModelTableExpr(posts.WaitingTable).Where(posts.WaitingCondition).
		Where("status = ? AND cloud_job_id IS NOT NULL AND scheduled_for <= ?", posts.Scheduled, at).
		Where("social_account_id = ? AND media_type = ? AND id <> ?", post.SocialAccountID, post.MediaType, post.ID).Scan(ctx)
	return due, err
}

// withoutOwned returns those of the Page's posts that belong to no post of ours, an archived one neither.
func withoutOwned(ctx context.Context, db bun.IDB, ids []string) ([]string, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	var owned []string
	err := db.NewSelect().Column("partner_post_id").
		TableExpr("(SELECT partner_post_id FROM posts UNION ALL SELECT partner_post_id FROM posts_archive)").
		Where("partner_post_id IN (?)", bun.List(ids)).Scan(ctx, &owned)
	return slices.DeleteFunc(slices.Clone(ids), func(id string) bool { return slices.Contains(owned, id) }), err
}
