package posts

import (
	"context"
	"time"

	"crier/platform/wireid"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

// duplicateCandidates is how many of the latest posts selectDuplicate compares.
const duplicateCandidates = 500

// selectDuplicate returns another post made since then that has the same account, type, first file
// and caption and is to be, or was, published. It returns false when there is none among the
// latest.
func selectDuplicate(ctx context.Context, db bun.IDB, p PublishablePost, since wiretime.Time, self wireid.ID) (wireid.ID, bool, error) {
	files := p.fileIDs()
	if len(files) == 0 {
		return wireid.ID{}, false, nil
	}
	var duplicate wireid.ID
	err := db.NewSelect().Model((*Post)(nil)).Column("post.id").
		ModelTableExpr("(SELECT * FROM posts WHERE created_at > ? ORDER BY created_at DESC, id DESC LIMIT ?) AS post", since, duplicateCandidates).
		Join("JOIN post_media AS link ON link.post_id = post.id AND link.position = 0 AND link.media_file_id = ?", files[0]).
		Where("post.social_account_id = ? AND post.media_type = ? AND post.caption IS ?", p.AccountID, p.MediaType, p.Caption).
		Where("post.status NOT IN (?, ?) AND post.id <> ?", Draft, Failed, self).
		OrderExpr("post.created_at DESC").Limit(1).Scan(ctx, &duplicate)
	if isNotFound(err) {
		return duplicate, false, nil
	}
	return duplicate, err == nil, err
}

// selectNeighbour returns the time of another post of the account that is scheduled within the
// distance of an instant, and false when there is none.
func selectNeighbour(ctx context.Context, db bun.IDB, account wireid.ID, at wiretime.Time, distance time.Duration, self wireid.ID) (wiretime.Time, bool, error) {
	var near wiretime.Time
	err := db.NewSelect().Model((*Post)(nil)).ModelTableExpr(WaitingTable).Column("scheduled_for").Where(WaitingCondition).
		Where("scheduled_for > ? AND scheduled_for < ?", wiretime.Of(at.Time().Add(-distance)), wiretime.Of(at.Time().Add(distance))).
		Where("social_account_id = ? AND id <> ?", account, self).Limit(1).Scan(ctx, &near)
	if isNotFound(err) {
		return near, false, nil
	}
	return near, err == nil, err
}
