package publish

import (
	"context"
	"errors"
	"time"

	"crier/modules/posts"
	"crier/modules/posts/timeline"
	"crier/platform/apperror"
	"crier/platform/database"
	"crier/platform/graph"
	"crier/platform/killpoint"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

// permalinkSearch is how long after its publication a post's missing address is still asked for.
const permalinkSearch = 24 * time.Hour

// FillPermalinks asks the network for the addresses of published posts that it did not give at once.
func (p *Engine) FillPermalinks(ctx context.Context) error {
	return p.addresses.walk(
		func(after mark) ([]posts.Post, error) {
			if since := wiretime.Of(p.clock.Now().Add(-permalinkSearch)); after.at.Time().Before(since.Time()) {
				after = mark{at: since}
			}
			return selectWithoutPermalink(ctx, p.db, after, roundSize)
		},
		func(post posts.Post) error { return p.recorded(ctx, post, p.fillPermalink) },
		func(post posts.Post) mark { return mark{*post.PublishedAt, post.ID} })
}

func (p *Engine) fillPermalink(ctx context.Context, post posts.Post) error {
	w := &work{Engine: p, post: post}
	if err := w.identify(ctx); apperror.From(err) != nil {
		return nil //nolint:nilerr // The account is gone or must be connected again; the post is live all the same.
	} else if err != nil {
		return err
	}
	found, err := p.network.Media(ctx, w.account, *post.SNMediaID)
	var failed *graph.Error
	if errors.As(err, &failed) || err == nil && found.Permalink == "" {
		return nil
	}
	if err != nil {
		return err
	}
	killpoint.Reach("posts.permalink.found")
	timeline.Note(ctx, "the network gives the address now: %s", found.Permalink)
	return p.db.InTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		return posts.Update(ctx, tx, post.ID, p.now(), func(u *database.Update) { u.Set("sn_permalink = ?", found.Permalink) })
	})
}
