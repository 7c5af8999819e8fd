package publish

import (
	"context"
	"errors"
	"slices"

	"crier/modules/posts"
	"crier/modules/posts/timeline"
	"crier/platform/database"
	"crier/platform/graph"
	"crier/platform/killpoint"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

// mostTwins bounds how many posts that look the same are told apart.
const mostTwins = 10

// errOwned says that another post took the media first.
var errOwned = errors.New("posts: the media belongs to another post")

// mine returns which of the candidates, newest first, the post is, and nil when that cannot be told: the only one or,
// where further posts of ours that look the same are live and have not been found either, the one whose place among
// them is the post's. One candidate more than there are such posts is somebody's who posts by hand.
func (w *work) mine(ctx context.Context, candidates []graph.Media) (*graph.Media, error) {
	if len(candidates) == 0 || len(candidates) > mostTwins {
		return nil, nil
	}
	alike, err := w.alikeInCloud(ctx)
	if err != nil || alike {
		return nil, err
	}
	twins, err := w.liveTwins(ctx)
	if err != nil || len(candidates) != len(twins)+1 {
		return nil, err
	}
	place := 0
	for _, twin := range twins {
		if twin.PublishIntentAt.Time().Before(w.post.PublishIntentAt.Time()) {
			place++
		}
	}
	slices.Reverse(candidates)
	return &candidates[place], nil
}

// liveTwins returns the other posts that look the same on the network, that are live there, and of which it is not known
// which of its media they are.
func (w *work) liveTwins(ctx context.Context) (live []posts.Post, err error) {
	twins, err := selectTwins(ctx, w.db, w.post, wiretime.Of(w.post.ContainerCreatedAt.Time().Add(-posts.CapWindow)))
	if err != nil {
		return nil, err
	}
	if err := posts.AttachMedia(ctx, w.db, w.media, twins); err != nil {
		return nil, err
	}
	for _, twin := range twins {
		if !w.looksLike(twin) {
			continue
		}
		status, err := w.network.ContainerStatus(ctx, w.account, *twin.SNContainerID)
		if err != nil {
			return nil, err
		}
		if status.Code == graph.Published {
			live = append(live, twin)
		}
	}
	return live, nil
}

// alikeInCloud reports whether a post that looks the same may have been published by the cloud, which has not told of it yet: any of
// the candidates can be that one.
func (w *work) alikeInCloud(ctx context.Context) (bool, error) {
	due, err := selectAlikeInCloud(ctx, w.db, w.post, wiretime.Of(w.clock.Now().Add(clockTolerance)))
	if err != nil {
		return false, err
	}
	if err := posts.AttachMedia(ctx, w.db, w.media, due); err != nil {
		return false, err
	}
	return slices.ContainsFunc(due, w.looksLike), nil
}

// looksLike reports whether the network's lists show both posts alike.
func (w *work) looksLike(other posts.Post) bool {
	if w.post.MediaType != posts.Stories {
		return plainText(value(other.Caption)) == plainText(value(w.post.Caption))
	}
	return len(w.post.MediaFiles) == 0 || len(other.MediaFiles) == 0 || w.post.MediaFiles[0].IsVideo() == other.MediaFiles[0].IsVideo()
}

// selectTwins returns the account's other posts of the type whose publish call was sent since then and whose media is not
// known, deleted ones too.
func selectTwins(ctx context.Context, db bun.IDB, post posts.Post, since wiretime.Time) ([]posts.Post, error) {
	var twins []posts.Post
	err := db.NewSelect().Model(&twins).Column("id", "caption", "sn_container_id", "publish_intent_at").
		ModelTableExpr(`(SELECT id, caption, sn_container_id, publish_intent_at FROM posts
			WHERE social_account_id = ?0 AND publish_intent_at >= ?1 AND media_type = ?2 AND sn_media_id IS NULL AND sn_container_id IS NOT NULL AND story_mentions IS NULL AND id <> ?3
			UNION ALL SELECT id, caption, sn_container_id, publish_intent_at FROM posts_archive
			WHERE social_account_id = ?0 AND publish_intent_at >= ?1 AND media_type = ?2 AND sn_media_id IS NULL AND sn_container_id IS NOT NULL AND story_mentions IS NULL) AS post`,
			post.SocialAccountID, since, post.MediaType, post.ID).
		Order("publish_intent_at").Limit(mostTwins).Scan(ctx)
	return twins, err
}

// unowned returns errOwned when another post of ours, a deleted one too, is the media.
func unowned(ctx context.Context, db bun.IDB, media string) error {
	owned, err := posts.TakenMedia(ctx, db, []string{media})
	if err == nil && owned[media] {
		err = errOwned
	}
	return err
}

// FindMedia looks for the media of posts that are PUBLISHED without one, as long as the network's lists may still tell.
func (p *Engine) FindMedia(ctx context.Context) error {
	return p.nameless.walk(p.clock.Now().Add(-verifySearch),
		func(after mark) ([]posts.Post, error) {
			found, err := selectWithoutMedia(ctx, p.db, after, roundSize)
			if err != nil {
				return nil, err
			}
			return found, posts.AttachMedia(ctx, p.db, p.media, found)
		},
		func(post posts.Post) error { return p.recorded(ctx, post, p.findMedia) },
		func(post posts.Post) mark { return mark{*post.PublishedAt, post.ID} })
}

func (p *Engine) findMedia(ctx context.Context, post posts.Post) error {
	w := &work{Engine: p, post: post}
	if post.PublishIntentAt == nil || post.ContainerCreatedAt == nil {
		return nil
	}
	media, live, err := w.proof(ctx)
	if unprovable(err) || err == nil && (!live || media == nil) {
		return nil // It cannot be told now; there will be another round.
	}
	if err != nil {
		return err
	}
	killpoint.Reach("posts.media.found")
	err = p.db.InTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		if err := unowned(ctx, tx, media.ID); err != nil {
			return err
		}
		return posts.Update(ctx, tx, post.ID, p.now(), func(u *database.Update) {
			u.Set("sn_media_id = ?, sn_permalink = nullif(?, ''), published_at = ?", media.ID, media.Permalink, wiretime.Of(media.Timestamp)).
				Where("sn_media_id IS NULL")
		})
	})
	if errors.Is(err, errOwned) {
		return nil
	}
	if err == nil {
		timeline.Note(ctx, "it is known now which media the post is: %s", media.ID)
	}
	return err
}

// selectWithoutMedia returns published posts whose media is not known, oldest first, those after a mark.
func selectWithoutMedia(ctx context.Context, db bun.IDB, after mark, most int) ([]posts.Post, error) {
	var found []posts.Post
	err := db.NewSelect().Model(&found).ModelTableExpr("posts AS post INDEXED BY posts_without_media").
		Where("status = 'PUBLISHED' AND sn_media_id IS NULL").
		Where("(published_at, id) > (?, ?)", after.at, after.id).Order("published_at", "id").Limit(int64(most)).Scan(ctx)
	return found, err
}
