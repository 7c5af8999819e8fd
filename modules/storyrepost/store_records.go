package storyrepost

import (
	"context"
	"database/sql"
	"errors"

	"crier/modules/posts"
	"crier/platform/database"
	"crier/platform/wireid"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

// insertRepost stores a record, and reports false when the mention, or its story, has one.
func insertRepost(ctx context.Context, db bun.IDB, r *RepostRecord) (bool, error) {
	if !Status("").CanBecome(r.Status) {
		return false, illegal("", r.Status)
	}
	return database.Changed(db.NewInsert().Model(r).On("CONFLICT DO NOTHING").Exec(ctx))
}

func selectRepost(ctx context.Context, db bun.IDB, id wireid.ID) (*RepostRecord, error) {
	return orNone(recordByID.One(ctx, db, id))
}

// orNone returns nil for a record that there is not.
func orNone(r RepostRecord, err error) (*RepostRecord, error) {
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	return &r, err
}

var (
	recordByID  = database.SelectFrom[RepostRecord]("WHERE id = ?")
	nextWaiting = database.SelectFrom[RepostRecord]("WHERE social_account_id = ? AND status = ? AND expires_at > ? ORDER BY expires_at, id LIMIT 1")
	begunTry    = database.Returning[RepostRecord]("UPDATE story_reposts SET tries = tries + 1 WHERE id = ? AND status = ? AND post_id IS NULL")
	unposted    = database.SelectFrom[RepostRecord]("WHERE status = ? AND post_id IS NULL ORDER BY updated_at")
	tellingMore = database.SelectFrom[RepostRecord](`WHERE post_id IS NOT NULL
		AND (status = ?1 OR (status = ?2 AND permalink IS NULL AND updated_at > ?3) OR (status = ?4 AND (
			EXISTS (SELECT 1 FROM posts WHERE posts.id = post_id AND posts.status NOT IN (?5, ?6))
			OR EXISTS (SELECT 1 FROM posts_archive AS deleted WHERE deleted.id = post_id AND deleted.status = ?7))))
		ORDER BY status <> ?1, updated_at DESC LIMIT ?8`)
)

// selectReposts returns the newest records, those of one account if it is not nil.
func selectReposts(ctx context.Context, db bun.IDB, account *wireid.ID, limit int64) ([]RepostRecord, error) {
	var all []RepostRecord
	query := db.NewSelect().Model(&all).Order("created_at DESC", "id DESC").Limit(limit)
	if account != nil {
		query.Where("social_account_id = ?", *account)
	}
	return all, query.Scan(ctx)
}

// moveRepost changes the status of a record that is in from, together with what set sets, and
// reports false, and changes nothing, when it is in another.
func moveRepost(ctx context.Context, db bun.IDB, id wireid.ID, from, to Status, now wiretime.Time, set func(*bun.UpdateQuery)) (bool, error) {
	if !from.CanBecome(to) {
		return false, illegal(from, to)
	}
	update := db.NewUpdate().Model((*RepostRecord)(nil)).Set("status = ?, updated_at = ?", to, now).Where("id = ? AND status = ?", id, from)
	if set != nil {
		set(update)
	}
	return database.Changed(update.Exec(ctx))
}

// moveReposts is moveRepost of all the records in from that where leaves.
func moveReposts(ctx context.Context, db bun.IDB, from, to Status, reason *string, now wiretime.Time, where func(*bun.UpdateQuery)) error {
	if !from.CanBecome(to) {
		return illegal(from, to)
	}
	update := db.NewUpdate().Model((*RepostRecord)(nil)).Set("status = ?, reason = ?, updated_at = ?", to, reason, now).Where("status = ?", from)
	where(update)
	_, err := update.Exec(ctx)
	return err
}

// explainDetected gives the records that wait for the user a reason.
func explainDetected(ctx context.Context, db bun.IDB, reason string, now wiretime.Time) error {
	_, err := db.NewUpdate().Model((*RepostRecord)(nil)).Set("reason = ?, updated_at = ?", reason, now).
		Where("status = ? AND reason IS NOT ?", Detected, reason).Exec(ctx)
	return err
}

// hasExpired reports whether expireReposts has anything to end. It repeats the condition of the
// index of open records, because SQLite uses a partial index only for a query that has its
// condition.
func hasExpired(ctx context.Context, db bun.IDB, gone wiretime.Time) (bool, error) {
	return database.Value[bool](ctx, db, `SELECT EXISTS (SELECT 1 FROM story_reposts
		WHERE status IN ('DETECTED', 'PENDING', 'PROCESSING') AND status IN (?, ?) AND expires_at <= ?)`, expiring[0], expiring[1], gone)
}

// expiring are the states of the records that end when their story has gone.
var expiring = [...]Status{Detected, Pending}

// expireReposts ends the waiting records whose stories had gone by the instant gone.
func expireReposts(ctx context.Context, db bun.IDB, gone, now wiretime.Time) error {
	reason := reasonExpired
	for _, from := range expiring {
		err := moveReposts(ctx, db, from, Expired, &reason, now, func(u *bun.UpdateQuery) { u.Where("expires_at <= ?", gone) })
		if err != nil {
			return err
		}
	}
	return nil
}

// nextPending returns the record of the account that expires first among those that are to be
// reposted by themselves, nil when there is none.
func nextPending(ctx context.Context, db bun.IDB, account wireid.ID, gone wiretime.Time) (*RepostRecord, error) {
	return orNone(nextWaiting.One(ctx, db, account, Pending, gone))
}

// countWaiting returns how many records of the account wait to be reposted.
func countWaiting(ctx context.Context, db bun.IDB, account wireid.ID) (int64, error) {
	return database.Value[int64](ctx, db, "SELECT count(*) FROM story_reposts WHERE social_account_id = ? AND status IN (?, ?)", account, Detected, Pending)
}

// selectUnposted returns the records that are being worked on and have no post yet.
func selectUnposted(ctx context.Context, db bun.IDB) ([]RepostRecord, error) {
	return unposted.All(ctx, db, Processing)
}

// selectFollowed returns the records whose post may have more to tell than they do: those that are
// being worked on, first, those that have been published since the instant and lack a permalink,
// and those that have failed and whose post has not. A post may be retried at any time.
func selectFollowed(ctx context.Context, db bun.IDB, published wiretime.Time) ([]RepostRecord, error) {
	return tellingMore.All(ctx, db, Processing, Published, published, Failed, posts.Failed, posts.Draft, posts.Published, maxFollowed)
}

// beginTry counts a try of the work on a record, before the work begins, and returns the record. It
// returns nil for one that is not being worked on, or has a post.
func beginTry(ctx context.Context, db bun.IDB, id wireid.ID) (*RepostRecord, error) {
	return orNone(begunTry.One(ctx, db, id, Processing))
}

// dropTry takes a try back that has ended, without an outcome for the record.
func dropTry(ctx context.Context, db bun.IDB, id wireid.ID) error {
	_, err := db.NewUpdate().Model((*RepostRecord)(nil)).Set("tries = max(tries - 1, 0)").Where("id = ?", id).Exec(ctx)
	return err
}

func setMedia(ctx context.Context, db bun.IDB, id, media wireid.ID, now wiretime.Time) (bool, error) {
	return database.Changed(db.NewUpdate().Model((*RepostRecord)(nil)).Set("media_file_id = ?, updated_at = ?", media, now).
		Where("id = ? AND status = ? AND post_id IS NULL", id, Processing).Exec(ctx))
}

// setPost notes the record's post, in the transaction that makes it.
func setPost(ctx context.Context, db bun.IDB, id, post wireid.ID, now wiretime.Time) (bool, error) {
	return database.Changed(db.NewUpdate().Model((*RepostRecord)(nil)).Set("post_id = ?, reason = NULL, tries = 0, updated_at = ?", post, now).
		Where("id = ? AND status = ? AND post_id IS NULL", id, Processing).Exec(ctx))
}

// insertPicture stores the picture of a mention, unless its account was disconnected meanwhile, and
// deletes those of mentions that a list is too short for.
func insertPicture(ctx context.Context, db bun.IDB, id wireid.ID, picture []byte) error {
	_, err := database.Exec(ctx, db, `INSERT INTO story_repost_pictures (id, picture)
		SELECT repost.id, ?2 FROM story_reposts AS repost JOIN social_accounts AS account ON account.id = social_account_id WHERE repost.id = ?1`, id, picture)
	if err != nil {
		return err
	}
	_, err = database.Exec(ctx, db, `DELETE FROM story_repost_pictures
		WHERE id NOT IN (SELECT id FROM story_reposts ORDER BY created_at DESC, id DESC LIMIT ?)`, maxHistory)
	return err
}

func deletePictures(ctx context.Context, db bun.IDB, account wireid.ID) error {
	_, err := database.Exec(ctx, db, "DELETE FROM story_repost_pictures WHERE id IN (SELECT id FROM story_reposts WHERE social_account_id = ?)", account)
	return err
}

// withPictures says of the records which have a picture.
func withPictures(ctx context.Context, db bun.IDB, all []RepostRecord) ([]RepostRecord, error) {
	ids := make([]string, len(all))
	for i, r := range all {
		ids[i] = r.ID.String()
	}
	has, err := database.Present(ctx, db, "SELECT id FROM story_repost_pictures WHERE id IN (ids)", ids)
	for i, id := range ids {
		if has[id] {
			all[i].PictureURL = new(picturesPath + id + ".jpg")
		}
	}
	return all, err
}

func setPermalink(ctx context.Context, db bun.IDB, id wireid.ID, permalink string) error {
	_, err := db.NewUpdate().Model((*RepostRecord)(nil)).Set("permalink = ?", permalink).Where("id = ? AND status = ?", id, Published).Exec(ctx)
	return err
}
