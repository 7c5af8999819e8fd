package posts

import (
	"bytes"
	"context"
	"database/sql"

	"crier/platform/database"
	"crier/platform/limits"
	"crier/platform/wireid"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

// duePost is what a forecast looks at of a post.
type duePost struct {
	id, account       wireid.ID
	at                wiretime.Time
	kind              MediaType
	isNative, inCloud bool
	// isDoubtful says that the caption or the place may be one that the network refuses.
	isDoubtful, hasLostMedia bool
	// files are those that there are, in their order; cover is the zero id for none.
	files []wireid.ID
	cover wireid.ID
}

// dueFrom and isDue are the posts that are due before an instant, which the index posts_waiting has
// in their order.
const (
	dueFrom = "FROM posts AS p INDEXED BY posts_waiting"
	isDue   = WaitingCondition + " AND p.scheduled_for < ?"
)

// countDue counts the posts that are due before an instant, in the index alone.
func countDue(ctx context.Context, db bun.IDB, until wiretime.Time) (int64, error) {
	return database.Value[int64](ctx, db, "SELECT count(*) "+dueFrom+" WHERE "+isDue, until)
}

// fewSigns is how many of the signs of hashtags and mentions a caption has at most that the network
// takes for sure.
func fewSigns() int {
	return min(limits.Of(limits.Hashtags).Int(), limits.Of(limits.CaptionMentions).Int())
}

// selectDue returns those posts, the earliest first.
func selectDue(ctx context.Context, db bun.IDB, until wiretime.Time, limit int) ([]duePost, error) {
	rows, err := database.Query(ctx, db, `SELECT p.id, p.social_account_id, p.scheduled_for, p.media_type, p.story_mentions IS NOT NULL, `+inCloud+`, p.caption, ifnull(p.location_id GLOB '*[^0-9]*', 0), m.position, m.media_file_id
		`+dueFrom+` LEFT JOIN post_media AS m ON m.post_id = p.id WHERE `+isDue+` ORDER BY p.scheduled_for, p.id`, until)
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }()
	few := fewSigns()
	var due []duePost
	var post duePost
	var file wireid.ID
	var caption sql.RawBytes
	var position sql.NullInt64
	for rows.Next() {
		if err := rows.Scan(&post.id, &post.account, &post.at, (*string)(&post.kind), &post.isNative, &post.inCloud, &caption, &post.isDoubtful, &position, &file); err != nil {
			return nil, err
		}
		if n := len(due); n == 0 || due[n-1].id != post.id {
			if n == limit {
				break
			}
			post.isDoubtful = post.isDoubtful || bytes.Count(caption, []byte("#")) > few || bytes.Count(caption, []byte("@")) > few
			due = append(due, post)
		}
		switch last := &due[len(due)-1]; {
		case file.IsZero():
			last.hasLostMedia = last.hasLostMedia || position.Valid
		case position.Int64 == coverPosition:
			last.cover = file
		default:
			last.files = append(last.files, file)
		}
	}
	return due, rows.Err()
}

// selectContents returns what the network may refuse of posts, by their ids: captions and places.
func selectContents(ctx context.Context, db bun.IDB, ids []wireid.ID) (map[wireid.ID]PublishablePost, error) {
	list, err := database.List(ids)
	if err != nil {
		return nil, err
	}
	rows, err := database.Query(ctx, db, "SELECT id, caption, location_id FROM posts WHERE id IN (SELECT value FROM json_each(?))", list)
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }()
	contents := make(map[wireid.ID]PublishablePost, len(ids))
	for rows.Next() {
		var id wireid.ID
		var p PublishablePost
		if err := rows.Scan(&id, &p.Caption, &p.LocationID); err != nil {
			return nil, err
		}
		contents[id] = p
	}
	return contents, rows.Err()
}

// selectPublished returns when the account's posts since an instant were published, in Unix
// milliseconds, the earliest first. Native stories do not count.
func selectPublished(ctx context.Context, db bun.IDB, account wireid.ID, since wiretime.Time) ([]int64, error) {
	return database.Values[int64](ctx, db, `SELECT published_at FROM (
		SELECT published_at FROM posts WHERE social_account_id = ?1 AND published_at > ?2 AND story_mentions IS NULL AND status = 'PUBLISHED'
		UNION ALL SELECT published_at FROM posts_archive WHERE social_account_id = ?1 AND published_at > ?2 AND story_mentions IS NULL AND status = 'PUBLISHED')
		ORDER BY published_at LIMIT ?3`, account, since, maxInstants)
}
