package posts

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"crier/platform/apperror"
	"crier/platform/database"
	"crier/platform/wireid"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

var (
	postInsert   = database.InsertInto[Post]("")
	postByID     = database.SelectFrom[Post]("WHERE id = ?")
	linkInsert   = database.InsertInto[Link]("")
	linksOfPost  = database.SelectFrom[Link]("WHERE post_id = ? AND " + noCover + " ORDER BY position")
	linksOfPosts = database.SelectFrom[Link]("WHERE post_id IN (SELECT value FROM json_each(?)) AND " + noCover + " ORDER BY post_id, position")
)

// noCover is the condition of the places of what is published. The database keeps a post's cover at
// the place coverPosition, so that every question about files knows of covers.
const (
	coverPosition = 100
	noCover       = "position < 100"
)

// SelectPost returns a post without its media files, and sql.ErrNoRows when there is none.
func SelectPost(ctx context.Context, db bun.IDB, id wireid.ID) (Post, error) {
	return postByID.One(ctx, db, id)
}

// WaitingCondition is the condition of the index posts_waiting, which holds the scheduled posts
// that have not ended.
const WaitingCondition = "is_scheduled = 1 AND status IN ('SCHEDULED', 'QUEUED', 'PROCESSING', 'PUBLISHING')"

// The planner prefers an index on the status to the partial ones, and would read everything that
// was ever published.
const (
	postsCompletion = "posts AS post INDEXED BY posts_completion"
	// WaitingTable names the posts by their index posts_waiting, for queries with the
	// WaitingCondition.
	WaitingTable = "posts AS post INDEXED BY posts_waiting"
)

// replaceLinks makes files the post's media, in their order.
func replaceLinks(ctx context.Context, db bun.IDB, post wireid.ID, files []wireid.ID) error {
	if _, err := database.Exec(ctx, db, "DELETE FROM post_media WHERE post_id = ? AND "+noCover, post); err != nil {
		return err
	}
	return insertLinks(ctx, db, post, files)
}

// insertLinks makes files the media of a post that has none.
func insertLinks(ctx context.Context, db bun.IDB, post wireid.ID, files []wireid.ID) error {
	for i, id := range files {
		if err := linkInsert.Exec(ctx, db, &Link{PostID: post, Position: i, MediaFileID: &id}); err != nil {
			return err
		}
	}
	return nil
}

// SelectLinks returns the places of the posts' media, in their order.
func SelectLinks(ctx context.Context, db bun.IDB, posts []wireid.ID) ([]Link, error) {
	switch len(posts) {
	case 0:
		return nil, nil
	case 1:
		return linksOfPost.All(ctx, db, posts[0])
	}
	ids, err := database.List(posts)
	if err != nil {
		return nil, err
	}
	return linksOfPosts.All(ctx, db, ids)
}

// NextCompletion returns the instant for a post that completes now: later than that of every other
// post, so that completion instants are a cursor even when the clock was set back.
func NextCompletion(ctx context.Context, db bun.IDB, now wiretime.Time) (wiretime.Time, error) {
	last, err := database.Value[sql.NullInt64](ctx, db, `SELECT max(at) FROM (SELECT max(completed_at) AS at FROM posts WHERE completed_at >= ?1
		UNION ALL SELECT max(completed_at) FROM posts_archive WHERE completed_at >= ?1)`, now)
	if err != nil || !last.Valid {
		return now, err
	}
	return wiretime.Of(time.UnixMilli(last.Int64 + 1)), nil
}

// TakenMedia returns which of the network's media ids belong to a post of ours, an archived one
// too.
func TakenMedia(ctx context.Context, db bun.IDB, ids []string) (map[string]bool, error) {
	return database.Present(ctx, db, `SELECT sn_media_id FROM posts WHERE sn_media_id IN (ids)
		UNION ALL SELECT sn_media_id FROM posts_archive WHERE sn_media_id IN (ids)`, ids)
}

// ForgetItems drops the containers of a carousel's items.
func ForgetItems(ctx context.Context, db bun.IDB, post wireid.ID) error {
	_, err := db.NewUpdate().Model((*Link)(nil)).Set("container_id = NULL, container_created_at = NULL, upload_uri = NULL").Where("post_id = ?", post).Exec(ctx)
	return err
}

func isNotFound(err error) bool { return errors.Is(err, sql.ErrNoRows) }

func notFound(id wireid.ID) error { return apperror.New(apperror.NotFound, "there is no post %s", id) }

func linksOf(ctx context.Context, db bun.IDB, posts []Post) ([]Link, error) {
	return SelectLinks(ctx, db, postIDs(posts))
}

func postIDs(posts []Post) []wireid.ID {
	ids := make([]wireid.ID, len(posts))
	for i := range posts {
		ids[i] = posts[i].ID
	}
	return ids
}

// duplicateCandidates is how many of the latest posts selectDuplicate compares.
const duplicateCandidates = 500

// selectDuplicate returns the id, the status and the times of another post made since then that has
// the same account, type, first file and caption and is to be, or was, published. It returns false
// when there is none among the latest.
func selectDuplicate(ctx context.Context, db bun.IDB, p PublishablePost, since wiretime.Time, self wireid.ID) (Post, bool, error) {
	var duplicate Post
	files := p.fileIDs()
	if len(files) == 0 {
		return duplicate, false, nil
	}
	err := db.NewSelect().Model(&duplicate).Column("post.id", "post.status", "post.scheduled_for", "post.published_at").
		ModelTableExpr("(SELECT * FROM posts WHERE created_at > ? ORDER BY created_at DESC, id DESC LIMIT ?) AS post", since, duplicateCandidates).
		Join("JOIN post_media AS link ON link.post_id = post.id AND link.position = 0 AND link.media_file_id = ?", files[0]).
		Where("post.social_account_id = ? AND post.media_type = ? AND post.caption IS ?", p.AccountID, p.MediaType, p.Caption).
		Where("post.status NOT IN (?, ?) AND post.id <> ?", Draft, Failed, self).
		OrderExpr("post.created_at DESC").Limit(1).Scan(ctx)
	if isNotFound(err) {
		return duplicate, false, nil
	}
	return duplicate, err == nil, err
}

// selectNeighbour returns the time of another post of the account that is scheduled within the
// distance of an instant, and false when there is none.
func selectNeighbour(ctx context.Context, db bun.IDB, account wireid.ID, at wiretime.Time, distance time.Duration, self wireid.ID) (wiretime.Time, bool, error) {
	near, err := database.Value[wiretime.Time](ctx, db, "SELECT scheduled_for FROM "+WaitingTable+" WHERE "+WaitingCondition+
		" AND scheduled_for > ? AND scheduled_for < ? AND social_account_id = ? AND id <> ? LIMIT 1",
		wiretime.Of(at.Time().Add(-distance)), wiretime.Of(at.Time().Add(distance)), account, self)
	if isNotFound(err) {
		return near, false, nil
	}
	return near, err == nil, err
}

// inCloud is the condition of posts that are the cloud's to publish.
const inCloud = "p.status = 'SCHEDULED' AND p.cloud_job_id IS NOT NULL"

// selectOwnedOf returns the network's ids of the account's latest posts, deleted ones too.
func selectOwnedOf(ctx context.Context, db bun.IDB, account wireid.ID, limit int) ([]string, error) {
	ids, err := database.Values[string](ctx, db, `SELECT sn_media_id FROM (
		SELECT sn_media_id, published_at FROM posts WHERE social_account_id = ?1 AND published_at IS NOT NULL AND sn_media_id IS NOT NULL
		UNION ALL SELECT sn_media_id, published_at FROM posts_archive
			WHERE social_account_id = ?1 AND published_at IS NOT NULL AND sn_media_id IS NOT NULL)
		ORDER BY published_at DESC LIMIT ?2`, account, limit)
	return append([]string{}, ids...), err
}

// selectUnpublicInCloud returns the cloud's posts that have a file which is gone or has no public
// key.
func selectUnpublicInCloud(ctx context.Context, db bun.IDB) ([]wireid.ID, error) {
	return database.Values[wireid.ID](ctx, db, `SELECT DISTINCT p.id FROM posts AS p INDEXED BY posts_waiting JOIN post_media AS l ON l.post_id = p.id
		LEFT JOIN media_files AS f ON f.id = l.media_file_id
		WHERE `+WaitingCondition+` AND `+inCloud+` AND f.public_key IS NULL`)
}

// selectDueInCloud returns the posts that are the cloud's and due at the instant, the longest
// overdue first.
func selectDueInCloud(ctx context.Context, db bun.IDB, at wiretime.Time) ([]wireid.ID, error) {
	return database.Values[wireid.ID](ctx, db, `SELECT p.id FROM posts AS p INDEXED BY posts_waiting
		WHERE `+WaitingCondition+` AND `+inCloud+`
			AND p.scheduled_for <= ? ORDER BY p.scheduled_for, p.id`, at)
}

// archivedPost is a post that was deleted from the history.
type archivedPost struct {
	Post `bun:",extend"`

	ArchivedAt   wiretime.Time
	MediaFileIDs string `bun:"media_file_ids"`
}

// selectArchived returns a deleted post, or NOT_FOUND.
func selectArchived(ctx context.Context, db bun.IDB, id wireid.ID) (row archivedPost, err error) {
	err = db.NewSelect().Model(&row).ModelTableExpr("posts_archive AS post").Where("id = ?", id).Scan(ctx)
	if isNotFound(err) {
		return row, notFound(id)
	}
	if err != nil {
		return row, fmt.Errorf("read the archive: %w", err)
	}
	return row, nil
}

// ownArchived notes which media a deleted post turned out to be.
func ownArchived(ctx context.Context, db bun.IDB, id wireid.ID, media string) error {
	_, err := db.NewRaw("UPDATE posts_archive SET sn_media_id = ? WHERE id = ? AND sn_media_id IS NULL", media, id).Exec(ctx)
	return err
}
