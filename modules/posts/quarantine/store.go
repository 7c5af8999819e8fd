package quarantine

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"crier/modules/posts"
	"crier/platform/apperror"
	"crier/platform/database"
	"crier/platform/wireid"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

// row is the record of a held post.
type row struct {
	bun.BaseModel `bun:"table:quarantined_posts,alias:held"`

	PostID    wireid.ID `bun:",pk"`
	Verdict   *Verdict
	Says      *string
	MediaID   *string
	Permalink *string
	LookedAt  *wiretime.Time
	Decision  *string
	DecidedAt *wiretime.Time
	// ErrorCode and ErrorMessage are those of the post before it was held.
	ErrorCode    *string
	ErrorMessage *string
	// SocialAccountID, MediaType and Caption are those of the post when it was held, which somebody
	// may have changed since.
	SocialAccountID *wireid.ID
	MediaType       *posts.MediaType
	Caption         *string
}

// maxLooked is how many posts one look of the chore covers.
const maxLooked = 500

// isHeldStatus is the condition that a post acts by itself, or did before it failed.
const isHeldStatus = "(post.status NOT IN ('DRAFT', 'PUBLISHED') OR post.status = 'PUBLISHED' AND (post.share_state IS NOT NULL OR post.first_comment_state = 'PENDING'))"

// isOpen is the condition that a person must decide about a row. It is false for a post that the
// cloud worker has as it is here, because the worker publishes it whatever is held here.
const isOpen = "(held.decision IS NULL AND " + isHeldStatus + " AND NOT (post.status = 'FAILED' AND held.verdict IS NOT NULL)" +
	" AND NOT (held.verdict IS 'CLOUD' AND post.status = 'SCHEDULED' AND post.cloud_job_id IS NOT NULL))"

var (
	// openPosts are in the order in which it is their turn: those without a verdict first, then
	// those that were looked at the longest ago, and last the FAILED ones, for which their verdict
	// is enough.
	openPosts = database.SelectFrom[posts.Post]("JOIN (SELECT post_id, verdict, looked_at, decision FROM quarantined_posts) AS held " +
		"ON held.post_id = post.id WHERE held.decision IS NULL AND " + isHeldStatus +
		" ORDER BY NOT " + isOpen + ", held.looked_at, post.status = 'FAILED', post.scheduled_for, post.id")
	heldRows = database.SelectFrom[row]("ORDER BY held.decision IS NOT NULL, held.verdict, held.post_id LIMIT ?")
	heldRow  = database.SelectFrom[row]("WHERE held.post_id = ?")
)

// undecided returns posts without a decision, at most as many as limit whose turn it is, and all
// that look like them: what the account shows may belong to any of those. Looks that posts have by
// chance prove nothing, so that they bring no others with them.
func undecided(ctx context.Context, db bun.IDB, limit int) ([]posts.Post, error) {
	all, err := openPosts.All(ctx, db)
	if err != nil || len(all) <= limit {
		return all, err
	}
	type look struct {
		account wireid.ID
		text    string
	}
	looks := map[look]bool{}
	chosen := all[:limit:limit]
	for _, post := range chosen {
		if text, isDistinct := posts.FeedLook(post); isDistinct {
			looks[look{post.SocialAccountID, text}] = true
		}
	}
	for _, post := range all[limit:] {
		if text, _ := posts.FeedLook(post); looks[look{post.SocialAccountID, text}] {
			chosen = append(chosen, post)
		}
	}
	return chosen, nil
}

// rivalLooks returns the looks of an account's posts that are not undecided, and whose item nobody
// knows: those with a decision, and those that were deleted since the folder's last sign of life.
// To these come the looks that posts had when they were held and have no more: it is as such that
// they may have been published.
func rivalLooks(ctx context.Context, db bun.IDB, account wireid.ID) (map[string]bool, error) {
	rows, err := database.Query(ctx, db, `SELECT media_type, caption FROM posts WHERE social_account_id = ?1 AND sn_media_id IS NULL
			AND id IN (SELECT post_id FROM quarantined_posts WHERE decision IS NOT NULL)
		UNION SELECT media_type, caption FROM posts_archive WHERE social_account_id = ?1 AND sn_media_id IS NULL
			AND archived_at >= (SELECT taken_at FROM instance)
		UNION SELECT held.media_type, held.caption FROM quarantined_posts AS held LEFT JOIN posts AS post ON post.id = held.post_id
			WHERE held.social_account_id = ?1 AND post.sn_media_id IS NULL AND (held.decision IS NOT NULL
				OR (held.social_account_id, held.media_type, held.caption) IS NOT (post.social_account_id, post.media_type, post.caption))
			AND NOT EXISTS (SELECT 1 FROM posts_archive WHERE id = held.post_id AND sn_media_id IS NOT NULL)`, account)
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }()
	looks := map[string]bool{}
	for rows.Next() {
		var post posts.Post
		if err := rows.Scan(&post.MediaType, &post.Caption); err != nil {
			return nil, err
		}
		look, _ := posts.FeedLook(post)
		looks[look] = true
	}
	return looks, rows.Err()
}

// heldMessage begins the message of a held post.
const heldMessage = "the post is held, because "

// isSaid is the condition that a post has the message already, such as one that was made during a
// quarantine in which the folder has gone back in time again.
const isSaid = "(post.error_message IS NOT NULL AND substr(post.error_message, 1, length(?3)) = ?3)"

// messageOf returns the message of a held post.
func messageOf(reason string) string { return heldMessage + reason + "; see: crier restore status" }

// hold stores a row for each post that the quarantine holds, of those that existed when it began,
// and gives each of them the message. A post that was dropped, or given up, and acts again since,
// needs another decision. One that somebody has made a draft of by other means counts as dropped,
// and the row of one that was deleted stays: what the account shows may still be its item.
func hold(ctx context.Context, tx bun.IDB, reason string, now wiretime.Time) error {
	for _, text := range []string{
		`INSERT INTO quarantined_posts (post_id, error_code, error_message, social_account_id, media_type, caption)
			SELECT post.id, iif(` + isSaid + `, NULL, post.error_code), iif(` + isSaid + `, NULL, post.error_message),
				post.social_account_id, post.media_type, post.caption FROM posts AS post
			WHERE ` + isHeldStatus + ` AND post.created_at <= (SELECT quarantined_at FROM instance) AND ?1 <> ?2
			ON CONFLICT (post_id) DO UPDATE SET verdict = NULL, says = NULL, media_id = NULL, permalink = NULL, looked_at = NULL,
				decision = NULL, decided_at = NULL, error_code = EXCLUDED.error_code, error_message = EXCLUDED.error_message
				WHERE decision IN ('dropped', 'live') AND (SELECT status FROM posts WHERE id = post_id) <> 'FAILED'`,
		`UPDATE posts SET error_code = 'UNKNOWN_ERROR', error_message = ?1, updated_at = ?2
			WHERE status IN ('SCHEDULED', 'QUEUED', 'PROCESSING', 'PUBLISHING') AND error_message IS NOT ?1
			AND id NOT IN (SELECT post_id FROM quarantined_posts WHERE decision IS NOT NULL)`,
		`UPDATE quarantined_posts SET decision = 'dropped', decided_at = ?2 WHERE decision IS NULL AND ?1 <> ?2
			AND (SELECT status FROM posts WHERE id = post_id) = 'DRAFT'`,
		`DELETE FROM quarantined_posts WHERE decision IS NULL AND ?1 <> ?2
			AND NOT EXISTS (SELECT 1 FROM posts AS post WHERE post.id = post_id AND ` + isHeldStatus + `)
			AND NOT EXISTS (SELECT 1 FROM posts_archive WHERE id = post_id)`,
	} {
		if _, err := database.Exec(ctx, tx, text, messageOf(reason), now, heldMessage); err != nil {
			return fmt.Errorf("hold the posts of a data folder: %w", err)
		}
	}
	return nil
}

// storeVerdict stores what was found out about a post without a decision.
func storeVerdict(ctx context.Context, tx bun.IDB, post wireid.ID, j judgement, now wiretime.Time) error {
	var media, permalink string
	if j.item != nil {
		media, permalink = j.item.ID, j.item.Permalink
	}
	_, err := database.Exec(ctx, tx, `UPDATE quarantined_posts SET verdict = nullif(?2, ''), says = ?3, media_id = nullif(?4, ''), permalink = nullif(?5, ''),
		looked_at = ?6 WHERE post_id = ?1 AND decision IS NULL`, post, j.verdict, j.says, media, permalink, now)
	return err
}

// decide stores a person's decision about a post.
func decide(ctx context.Context, tx bun.IDB, post wireid.ID, decision string, now wiretime.Time) error {
	_, err := database.Exec(ctx, tx, `INSERT INTO quarantined_posts (post_id, decision, decided_at) VALUES (?1, ?2, ?3)
		ON CONFLICT (post_id) DO UPDATE SET decision = ?2, decided_at = ?3`, post, decision, now)
	return err
}

// findRow returns the record of a post, and an empty row when there is none.
func findRow(ctx context.Context, db bun.IDB, post wireid.ID) (row, error) {
	r, err := heldRow.One(ctx, db, post)
	if errors.Is(err, sql.ErrNoRows) {
		return row{PostID: post}, nil
	}
	return r, err
}

// unsay restores the message that a post had before it was held.
func unsay(ctx context.Context, tx bun.IDB, r row, now wiretime.Time) error {
	_, err := database.Exec(ctx, tx, `UPDATE posts SET error_code = ?2, error_message = ?3, updated_at = ?4
		WHERE id = ?1 AND substr(error_message, 1, length(?5)) = ?5`, r.PostID, r.ErrorCode, r.ErrorMessage, now, heldMessage)
	return err
}

// unsayAll does so for all posts that are still held. It adds to FAILED ones that were not proved
// absent that they may be live.
func unsayAll(ctx context.Context, tx bun.IDB, now wiretime.Time) error {
	_, err := database.Exec(ctx, tx, `UPDATE posts SET error_code = NULL, error_message = NULL, updated_at = ?1
		WHERE status IN ('SCHEDULED', 'QUEUED', 'PROCESSING', 'PUBLISHING') AND substr(error_message, 1, length(?2)) = ?2`, now, heldMessage)
	if err != nil {
		return err
	}
	_, err = database.Exec(ctx, tx, `UPDATE posts SET error_message = coalesce(error_message || '; ', '') || ?2, updated_at = ?1,
			doubt = ?3, settled_message = coalesce(settled_message, coalesce(error_message, 'it failed') || ?4)
		WHERE status = 'FAILED' AND id IN (SELECT post_id FROM quarantined_posts WHERE decision IS NULL AND verdict = 'UNSURE')`,
		now, "it may have been published without the knowledge of this data folder, "+posts.LookFirst, posts.MayBeLive, posts.NotLive)
	return err
}

func countOpen(ctx context.Context, db bun.IDB) (int64, error) {
	return database.Value[int64](ctx, db, "SELECT count(*) FROM quarantined_posts AS held JOIN posts AS post ON post.id = held.post_id WHERE "+isOpen)
}

func notFound(id wireid.ID) error { return apperror.New(apperror.NotFound, "there is no post %s", id) }
