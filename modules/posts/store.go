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
	linksOfPost  = database.SelectFrom[Link]("WHERE post_id = ? ORDER BY position")
	linksOfPosts = database.SelectFrom[Link]("WHERE post_id IN (SELECT value FROM json_each(?)) ORDER BY post_id, position")
)

func insertPost(ctx context.Context, db bun.IDB, post *Post) error {
	if !Status("").CanBecome(post.Status) {
		return fmt.Errorf("posts: a post cannot begin as %s", post.Status)
	}
	err := postInsert.Exec(ctx, db, post)
	if err == nil {
		recordChange(ctx, db, post.ID, "", post.Status, post.UpdatedAt)
	}
	return err
}

// updateContent writes everything that a client chooses about a post, together with the status, to
// a row in the status from. It reports false, and changes nothing, when the row is in another one.
func updateContent(ctx context.Context, db bun.IDB, post *Post, from Status) (bool, error) {
	if from != post.Status && !from.CanBecome(post.Status) {
		return false, illegal(from, post.Status)
	}
	changed, err := changedOne(db.NewUpdate().Model(post).
		Column("social_account_id", "media_type", "source_type", "is_scheduled", "scheduled_for", "planned_for", "timezone",
			"status", "cloud_job_id", "updated_at").
		Column(contentColumns(db)...).
		Where("id = ? AND status = ?", post.ID, from).Exec(ctx))
	if changed && from != post.Status {
		recordChange(ctx, db, post.ID, from, post.Status, post.UpdatedAt)
	}
	return changed, err
}

// ChangeStatus moves a post along its life cycle, together with the columns of set. It reports
// false, and changes nothing, when the post is not in the status from.
func ChangeStatus(ctx context.Context, db bun.IDB, id wireid.ID, from, to Status, now wiretime.Time, set func(*database.Update)) (bool, error) {
	if !from.CanBecome(to) {
		return false, illegal(from, to)
	}
	var update database.Update
	// The status stands in the text: some indexes hold one status only, so that SQLite would plan
	// the statement again for each value.
	update.Set("status = ?, updated_at = ?", to, now).Where("id = ? AND status = '"+string(from)+"'", id)
	if set != nil {
		set(&update)
	}
	changed, err := changedOne(update.Exec(ctx, db, "posts"))
	if changed {
		recordChange(ctx, db, id, from, to, now)
	}
	return changed, err
}

// whyNot explains why a post could not be changed: there is none, or its status is another one.
func whyNot(ctx context.Context, db bun.IDB, id wireid.ID, what string) error {
	post, err := SelectPost(ctx, db, id)
	if isNotFound(err) {
		return notFound(id)
	}
	if err != nil {
		return err
	}
	return apperror.New(apperror.InvalidStatus, "the post %s is %s", what, post.Status)
}

func illegal(from, to Status) error {
	return fmt.Errorf("posts: a post cannot go from %s to %s", from, to)
}

// Update changes a post without touching its status. A post that does not exist is no error.
func Update(ctx context.Context, db bun.IDB, id wireid.ID, now wiretime.Time, set func(*database.Update)) error {
	var update database.Update
	set(update.Set("updated_at = ?", now).Where("id = ?", id))
	_, err := update.Exec(ctx, db, "posts")
	return err
}

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
	if _, err := database.Exec(ctx, db, "DELETE FROM post_media WHERE post_id = ?", post); err != nil {
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
	if len(ids) == 0 {
		return nil, nil
	}
	list, err := database.List(ids)
	if err != nil {
		return nil, err
	}
	found, err := database.Values[string](ctx, db, `SELECT sn_media_id FROM posts WHERE sn_media_id IN (SELECT value FROM json_each(?1))
		UNION ALL SELECT sn_media_id FROM posts_archive WHERE sn_media_id IN (SELECT value FROM json_each(?1))`, list)
	owned := make(map[string]bool, len(found))
	for _, id := range found {
		owned[id] = true
	}
	return owned, err
}

// ForgetItems drops the containers of a carousel's items.
func ForgetItems(ctx context.Context, db bun.IDB, post wireid.ID) error {
	_, err := db.NewUpdate().Model((*Link)(nil)).Set("container_id = NULL, container_created_at = NULL, upload_uri = NULL").Where("post_id = ?", post).Exec(ctx)
	return err
}

func changedOne(result sql.Result, err error) (bool, error) {
	if err != nil {
		return false, err
	}
	n, err := result.RowsAffected()
	return n == 1, err
}

func isNotFound(err error) bool { return errors.Is(err, sql.ErrNoRows) }

// selectAnswer returns what was answered under a key.
func selectAnswer(ctx context.Context, db bun.IDB, key string) (idempotentAnswer, error) {
	var stored idempotentAnswer
	err := db.NewSelect().Model(&stored).Where("key = ?", key).Scan(ctx)
	return stored, err
}

// selectOldAnswers returns those that were given until the one instant, or after the other, without
// what was answered.
func selectOldAnswers(ctx context.Context, db bun.IDB, until, now wiretime.Time) (old []idempotentAnswer, err error) {
	err = db.NewSelect().Model(&old).ExcludeColumn("answer").Where("created_at <= ? OR created_at > ?", until, now).Scan(ctx)
	return old, err
}

// replaceAnswer stores an answer; one under the same key that is too old to count gives way.
func replaceAnswer(ctx context.Context, db bun.IDB, answer *idempotentAnswer) error {
	_, err := db.NewInsert().Model(answer).On("CONFLICT (key) DO UPDATE").
		Set("fingerprint = EXCLUDED.fingerprint, answer = EXCLUDED.answer, created_at = EXCLUDED.created_at, ran_ms = EXCLUDED.ran_ms, net_at = EXCLUDED.net_at").Exec(ctx)
	return err
}

// deleteAnswer removes an answer, unless the key has another one by now.
func deleteAnswer(ctx context.Context, db bun.IDB, answer idempotentAnswer) error {
	_, err := db.NewDelete().Model((*idempotentAnswer)(nil)).Where("key = ? AND created_at = ?", answer.Key, answer.CreatedAt).Exec(ctx)
	return err
}
