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

// verifySearch is how long after its failure a post is still looked for on the network.
const verifySearch = 24 * time.Hour

// Verify looks for FAILED posts that are live all the same: those whose publish call was sent. It publishes nothing.
func (p *Engine) Verify(ctx context.Context) error {
	read := func(after mark) ([]posts.Post, error) {
		found, err := selectUnproven(ctx, p.db, after, roundSize)
		if err != nil {
			return nil, err
		}
		return found, posts.AttachMedia(ctx, p.db, p.media, found)
	}
	return p.unproven.walk(p.clock.Now().Add(-verifySearch), read,
		func(post posts.Post) error { return p.recorded(ctx, post, p.verify) },
		func(post posts.Post) mark { return mark{*post.CompletedAt, post.ID} })
}

func (p *Engine) verify(ctx context.Context, post posts.Post) error {
	timeline.Note(ctx, "a background check asks the network whether the post is live after all")
	if post.IsNative() {
		return p.verifyNative(ctx, post)
	}
	w := &work{Engine: p, post: post}
	media, live, err := w.proof(ctx)
	if unprovable(err) {
		return nil // It cannot be told now; there will be another round.
	}
	if err != nil || !live {
		return err
	}
	killpoint.Reach("posts.verify.proven")
	if err := p.revive(ctx, post, media); !errors.Is(err, errOwned) {
		return err
	}
	return nil // Another post took the media meanwhile; there will be another round.
}

// unprovable reports whether an error means that the network, or the account, cannot be asked now.
func unprovable(err error) bool {
	var failed *graph.Error
	return errors.As(err, &failed) || apperror.From(err) != nil
}

// proof reports whether the network says that the post is live, and which media it is, as far as that can be told.
func (w *work) proof(ctx context.Context) (media *graph.Media, live bool, err error) {
	if err := w.identify(ctx); err != nil {
		return nil, false, err
	}
	status, err := w.network.ContainerStatus(ctx, w.account, *w.post.SNContainerID)
	if err != nil || status.Code != graph.Published {
		return nil, false, err
	}
	candidates, err := w.candidates(ctx)
	if err != nil {
		return nil, true, err
	}
	media, err = w.mine(ctx, candidates)
	return media, true, err
}

// revive moves a post that is live to PUBLISHED. A retry that was quicker finds out by itself.
func (p *Engine) revive(ctx context.Context, post posts.Post, media *graph.Media) error {
	return p.db.InTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		completed, err := posts.NextCompletion(ctx, tx, p.now())
		if err != nil {
			return err
		}
		if media != nil {
			if err := unowned(ctx, tx, media.ID); err != nil {
				return err
			}
		}
		changed, err := posts.ChangeStatus(ctx, tx, post.ID, posts.Failed, posts.Published, p.now(), func(u *database.Update) {
			published := *post.PublishIntentAt
			if media != nil {
				published = wiretime.Of(media.Timestamp)
				u.Set("sn_media_id = ?", media.ID)
				if media.Permalink != "" {
					u.Set("sn_permalink = ?", media.Permalink)
				}
			}
			u.Set("published_at = ?, completed_at = ?, published_via_private_api = ?", published, completed, post.IsNative())
			u.Set("error_code = NULL, error_message = NULL")
		})
		if changed {
			err = errors.Join(err, p.beginShare(ctx, tx, post), p.release(ctx, tx, post.ID))
			killpoint.Reach("posts.verify.reviving")
			p.log.Info("posts: a failed post turned out to be live", "post", post.ID)
		}
		return err
	})
}
