package posts

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math"
	"time"

	"crier/platform/wireid"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

func insertPost(ctx context.Context, db bun.IDB, post *Post) error {
	if !Status("").CanBecome(post.Status) {
		return fmt.Errorf("posts: a post cannot begin as %s", post.Status)
	}
	_, err := db.NewInsert().Model(post).Exec(ctx)
	if err == nil {
		recordChange(ctx, db, post.ID, "", post.Status, post.UpdatedAt)
	}
	return err
}

// updateContent writes everything that a client chooses about a post, together with the status, to a row in the
// status from. It reports false, and changes nothing, when the row is in another one.
func updateContent(ctx context.Context, db bun.IDB, post *Post, from Status) (bool, error) {
	if from != post.Status && !from.CanBecome(post.Status) {
		return false, illegal(from, post.Status)
	}
	changed, err := changedOne(db.NewUpdate().Model(post).
		Column("social_account_id", "media_type", "source_type", "caption", "location_id", "location_name", "user_tags",
			"collaborators", "story_mentions", "alt_text", "cross_post_to_partner", "is_scheduled", "scheduled_for", "timezone",
			"status", "cloud_job_id", "updated_at").
		Where("id = ? AND status = ?", post.ID, from).Exec(ctx))
	if changed && from != post.Status {
		recordChange(ctx, db, post.ID, from, post.Status, post.UpdatedAt)
	}
	return changed, err
}

// changeStatus moves a post along its life cycle, together with what set sets. It reports false, and changes nothing,
// when the post is not in the status from.
func changeStatus(ctx context.Context, db bun.IDB, id wireid.ID, from, to Status, now wiretime.Time, set func(*bun.UpdateQuery)) (bool, error) {
	if !from.CanBecome(to) {
		return false, illegal(from, to)
	}
	update := db.NewUpdate().Model((*Post)(nil)).Set("status = ?, updated_at = ?", to, now).Where("id = ? AND status = ?", id, from)
	if set != nil {
		set(update)
	}
	changed, err := changedOne(update.Exec(ctx))
	if changed {
		recordChange(ctx, db, id, from, to, now)
	}
	return changed, err
}

func illegal(from, to Status) error {
	return fmt.Errorf("posts: a post cannot go from %s to %s", from, to)
}

// updatePost changes a post without touching its status.
func updatePost(ctx context.Context, db bun.IDB, id wireid.ID, now wiretime.Time, set func(*bun.UpdateQuery)) error {
	update := db.NewUpdate().Model((*Post)(nil)).Set("updated_at = ?", now).Where("id = ?", id)
	set(update)
	_, err := update.Exec(ctx)
	return err
}

func selectPost(ctx context.Context, db bun.IDB, id wireid.ID) (Post, error) {
	var post Post
	err := db.NewSelect().Model(&post).Where("id = ?", id).Scan(ctx)
	return post, err
}

// page says which rows of a list to read.
type page struct{ number, size int }

// list is a selection of the posts in an order.
type list struct {
	// table is the table of posts, with the index to be used where the planner would take another one.
	table string
	match func(*bun.SelectQuery)
	order []string
}

// selectPage returns a page of the list and how long the list is. What comes before the page is skipped in the index of the
// list's order; only the page's own rows are read.
func (l list) selectPage(ctx context.Context, db bun.IDB, p page) (posts []Post, total int64, err error) {
	posts = []Post{}
	before := min(int64(p.number-1), math.MaxInt64/int64(p.size)) // No list is that long.
	rows := l.of(db).Column("rowid").Order(l.order...).Limit(int64(p.size)).Offset(before * int64(p.size))
	if total, err = l.of(db).Count(ctx); err != nil {
		return nil, 0, err
	}
	return posts, total, db.NewSelect().Model(&posts).Where("rowid IN (?)", rows).Order(l.order...).Scan(ctx)
}

func (l list) of(db bun.IDB) *bun.SelectQuery {
	query := db.NewSelect().Model((*Post)(nil)).ModelTableExpr(l.table)
	l.match(query)
	return query
}

// inStatus matches posts in a status; the empty one matches all.
func inStatus(query *bun.SelectQuery, status Status) {
	if status != "" {
		query.Where("status = ?", status)
	}
}

// selectHistory returns a page of the posts, newest first, and how many there are. An empty status means any.
func selectHistory(ctx context.Context, db bun.IDB, status Status, p page) ([]Post, int64, error) {
	history := list{
		table: "posts AS post", order: []string{"created_at DESC", "id DESC"},
		match: func(query *bun.SelectQuery) { inStatus(query, status) },
	}
	return history.selectPage(ctx, db, p)
}

// waiting is the condition of the index posts_waiting, which holds the scheduled posts that have not ended.
const waiting = "is_scheduled = 1 AND status IN ('SCHEDULED', 'QUEUED', 'PROCESSING', 'PUBLISHING')"

// The planner prefers an index on the status to the partial ones, and would read everything that was ever published.
const (
	postsCompletion       = "posts AS post INDEXED BY posts_completion"
	postsWaiting          = "posts AS post INDEXED BY posts_waiting"
	postsUnproven         = "posts AS post INDEXED BY posts_unproven"
	postsWithoutPermalink = "posts AS post INDEXED BY posts_without_permalink"
)

// selectScheduled returns a page of the posts that wait for their time or are being worked on after it, next first. An
// empty status means any of these.
func selectScheduled(ctx context.Context, db bun.IDB, status Status, p page) ([]Post, int64, error) {
	scheduled := list{
		table: postsWaiting, order: []string{"scheduled_for", "id"},
		match: func(query *bun.SelectQuery) { inStatus(query.Where(waiting), status) },
	}
	return scheduled.selectPage(ctx, db, p)
}

// replaceLinks makes files the post's media, in their order.
func replaceLinks(ctx context.Context, db bun.IDB, post wireid.ID, files []wireid.ID) error {
	if _, err := db.NewDelete().Model((*link)(nil)).Where("post_id = ?", post).Exec(ctx); err != nil {
		return err
	}
	if len(files) == 0 {
		return nil
	}
	links := make([]link, len(files))
	for i, id := range files {
		links[i] = link{PostID: post, Position: i, MediaFileID: &id}
	}
	_, err := db.NewInsert().Model(&links).Exec(ctx)
	return err
}

// selectLinks returns the places of the posts' media, in their order.
func selectLinks(ctx context.Context, db bun.IDB, posts []wireid.ID) ([]link, error) {
	if len(posts) == 0 {
		return nil, nil
	}
	var links []link
	err := db.NewSelect().Model(&links).Where("post_id IN (?)", bun.List(posts)).Order("post_id", "position").Scan(ctx)
	return links, err
}

func setChildContainer(ctx context.Context, db bun.IDB, l link) error {
	_, err := db.NewUpdate().Model(&l).Column("container_id", "container_created_at", "upload_uri").WherePK().Exec(ctx)
	return err
}

// nextCompletion returns the instant for a post that completes now: later than that of every other post, so that
// completion instants are a cursor even when the clock was set back.
func nextCompletion(ctx context.Context, db bun.IDB, now wiretime.Time) (wiretime.Time, error) {
	var last sql.NullInt64
	err := db.NewSelect().ColumnExpr("max(at)").TableExpr(`(SELECT max(completed_at) AS at FROM posts WHERE completed_at IS NOT NULL
		UNION ALL SELECT max(completed_at) FROM posts_archive WHERE completed_at IS NOT NULL)`).Scan(ctx, &last)
	if err != nil || !last.Valid || last.Int64 < now.UnixMilli() {
		return now, err
	}
	return wiretime.Of(time.UnixMilli(last.Int64 + 1)), nil
}

// ownedMedia returns which of the network's media ids belong to a post of ours, an archived one too.
func ownedMedia(ctx context.Context, db bun.IDB, ids []string) (map[string]bool, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	var found []string
	err := db.NewSelect().Column("sn_media_id").TableExpr("(SELECT sn_media_id FROM posts UNION ALL SELECT sn_media_id FROM posts_archive)").
		Where("sn_media_id IN (?)", bun.List(ids)).Scan(ctx, &found)
	owned := make(map[string]bool, len(found))
	for _, id := range found {
		owned[id] = true
	}
	return owned, err
}

// lastSent returns when the account's latest publish call was sent, as far as its posts still tell, and false when
// none was.
func lastSent(ctx context.Context, db bun.IDB, account wireid.ID) (time.Time, bool, error) {
	var last sql.NullInt64
	err := db.NewSelect().ColumnExpr("max(at)").TableExpr(`(
		SELECT max(publish_intent_at) AS at FROM posts WHERE social_account_id = ?0 AND publish_intent_at IS NOT NULL
		UNION ALL SELECT max(publish_intent_at) FROM posts_archive WHERE social_account_id = ?0 AND publish_intent_at IS NOT NULL)`,
		account).Scan(ctx, &last)
	return time.UnixMilli(last.Int64), last.Valid, err
}

// countQueuedBefore returns how many scheduled posts of the same account are QUEUED that were due before the post, or
// at the same instant and taken in before it.
func countQueuedBefore(ctx context.Context, db bun.IDB, post Post) (int64, error) {
	return db.NewSelect().Model((*Post)(nil)).ModelTableExpr(postsWaiting).Where(waiting).
		Where("status = ? AND social_account_id = ?", Queued, post.SocialAccountID).
		Where("(scheduled_for, rowid) < (?, (SELECT rowid FROM posts WHERE id = ?))", post.ScheduledFor, post.ID).Count(ctx)
}

// publishingTime is more than ever lies between a post's publish call and the instant that it is known to be live from.
const publishingTime = time.Hour

// firstPublishedSince returns when the first of the account's posts since then was published, and false when there is none.
func firstPublishedSince(ctx context.Context, db bun.IDB, account wireid.ID, since wiretime.Time) (time.Time, bool, error) {
	var first sql.NullInt64
	err := db.NewSelect().ColumnExpr("min(at)").TableExpr(`(
		SELECT min(published_at) AS at FROM posts WHERE social_account_id = ?0 AND publish_intent_at >= ?1 AND published_at >= ?2
		UNION ALL SELECT min(published_at) FROM posts_archive WHERE social_account_id = ?0 AND publish_intent_at >= ?1 AND published_at >= ?2)`,
		account, wiretime.Of(since.Time().Add(-publishingTime)), since).Scan(ctx, &first)
	return time.UnixMilli(first.Int64), first.Valid, err
}

// forgetItems drops the containers of a carousel's items.
func forgetItems(ctx context.Context, db bun.IDB, post wireid.ID) error {
	_, err := db.NewUpdate().Model((*link)(nil)).Set("container_id = NULL, container_created_at = NULL, upload_uri = NULL").Where("post_id = ?", post).Exec(ctx)
	return err
}

// mark is a place in a list of posts that is ordered by an instant, then by id.
type mark struct {
	at wiretime.Time
	id wireid.ID
}

// selectUnproven returns FAILED posts whose publish call was sent, in the order in which they failed, those after a mark.
func selectUnproven(ctx context.Context, db bun.IDB, after mark, most int) ([]Post, error) {
	var posts []Post
	err := db.NewSelect().Model(&posts).ModelTableExpr(postsUnproven).
		Where("status = 'FAILED' AND publish_intent_at IS NOT NULL").
		Where("(completed_at, id) > (?, ?)", after.at, after.id).Order("completed_at", "id").Limit(int64(most)).Scan(ctx)
	return posts, err
}

// selectWithoutPermalink returns published posts whose address is not known yet, oldest first, those after a mark.
func selectWithoutPermalink(ctx context.Context, db bun.IDB, after mark, most int) ([]Post, error) {
	var posts []Post
	err := db.NewSelect().Model(&posts).ModelTableExpr(postsWithoutPermalink).
		Where("status = 'PUBLISHED' AND sn_permalink IS NULL AND sn_media_id IS NOT NULL AND published_via_private_api = 0").
		Where("(published_at, id) > (?, ?)", after.at, after.id).Order("published_at", "id").Limit(int64(most)).Scan(ctx)
	return posts, err
}

func changedOne(result sql.Result, err error) (bool, error) {
	if err != nil {
		return false, err
	}
	n, err := result.RowsAffected()
	return n == 1, err
}

func isNotFound(err error) bool { return errors.Is(err, sql.ErrNoRows) }
