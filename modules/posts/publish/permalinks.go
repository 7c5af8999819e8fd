package publish

import (
	"context"
	"time"

	"crier/modules/posts"
	"crier/modules/posts/publish/channel"
	"crier/modules/posts/publish/timing"
	"crier/modules/posts/timeline"
	"crier/platform/apperror"
	"crier/platform/database"
	"crier/platform/failpoint"
	"crier/platform/wireid"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

// permalinkSearch is how long after its publication a post's missing address is still asked for.
const permalinkSearch = 24 * time.Hour

// addresses asks the network for the addresses of published posts that it did not give at once.
type addresses struct {
	db       *database.DB
	clock    *timing.Clock
	recorder *timeline.Recorder
	channels channels
	list     roundRobin[posts.Post, mark]
}

// mark is a place in a list of posts that is ordered by an instant, then by id.
type mark struct {
	at wiretime.Time
	id wireid.ID
}

// fill looks at the next few posts.
func (a *addresses) fill(ctx context.Context) error {
	return a.list.walk(
		func(after mark) ([]posts.Post, error) {
			if since := wiretime.Of(a.clock.Now().Add(-permalinkSearch)); after.at.Time().Before(since.Time()) {
				after = mark{at: since}
			}
			return selectWithoutPermalink(ctx, a.db, after, batchSize)
		},
		func(post posts.Post) error { return recorded(ctx, a.recorder, post, a.fillOne) },
		func(post posts.Post) mark { return mark{*post.PublishedAt, post.ID} })
}

func (a *addresses) fillOne(ctx context.Context, post posts.Post) error {
	work := a.channels.forPost(post).At(&channel.Run{Post: post})
	if err := work.Identify(ctx); apperror.From(err) != nil {
		return nil //nolint:nilerr // The account is gone or must be connected again; the post is live all the same.
	} else if err != nil {
		return err
	}
	shown, err := work.ReadBack(ctx, *post.SNMediaID)
	if err != nil || shown.Permalink == nil {
		return err
	}
	failpoint.Reach("posts.permalink.found")
	timeline.Note(ctx, "the network gives the address now: %s", *shown.Permalink)
	return a.db.InTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		return posts.Update(ctx, tx, post.ID, a.clock.Stored(), func(u *database.Update) { u.Set("sn_permalink = ?", *shown.Permalink) })
	})
}

// As with posts.WaitingTable, the planner would not take this index by itself.
const postsWithoutPermalink = "posts AS post INDEXED BY posts_without_permalink"

// selectWithoutPermalink returns published posts whose address is not known yet, oldest first,
// those after a mark.
func selectWithoutPermalink(ctx context.Context, db bun.IDB, after mark, limit int) ([]posts.Post, error) {
	var found []posts.Post
	err := db.NewSelect().Model(&found).ModelTableExpr(postsWithoutPermalink).
		Where("status = 'PUBLISHED' AND sn_permalink IS NULL AND sn_media_id IS NOT NULL AND published_via_private_api = 0").
		Where("(published_at, id) > (?, ?)", after.at, after.id).Order("published_at", "id").Limit(int64(limit)).Scan(ctx)
	return found, err
}
