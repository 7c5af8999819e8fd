package publish

import (
	"context"
	"errors"
	"strings"
	"time"

	"crier/modules/posts"
	"crier/platform/graph"
)

// candidates returns the account's media that can be this post: published since its container was made, of its type,
// with its caption, and owned by no other post.
func (w *work) candidates(ctx context.Context) ([]graph.Media, error) {
	found, _, err := w.search(ctx, func(m graph.Media) bool { return w.sameForm(m) && w.sameCaption(m) })
	return found, err
}

// search is candidates for media that fit, and reports whether it has looked at all there is: an account's list is read for some pages only.
func (w *work) search(ctx context.Context, fits func(graph.Media) bool) (found []graph.Media, whole bool, err error) {
	since := w.post.ContainerCreatedAt.Time().Add(-clockTolerance - time.Duration(w.post.ClockAheadMs)*time.Millisecond)
	list := func(ctx context.Context) ([]graph.Media, error) { return w.network.RecentMedia(ctx, w.account, since) }
	if w.post.MediaType == posts.Stories {
		list = func(ctx context.Context) ([]graph.Media, error) { return w.network.Stories(ctx, w.account) }
	}
	all, err := list(ctx)
	whole = !errors.Is(err, graph.ErrTruncated)
	if err != nil && whole {
		return nil, false, err
	}
	var fitting []graph.Media
	var ids []string
	for _, m := range all {
		if !m.Timestamp.Before(since) && fits(m) {
			fitting, ids = append(fitting, m), append(ids, m.ID)
		}
	}
	owned, err := posts.TakenMedia(ctx, w.db, ids)
	if err != nil {
		return nil, false, err
	}
	for _, m := range fitting {
		if !owned[m.ID] {
			found = append(found, m)
		}
	}
	if found, err = w.withoutNative(ctx, found, since); err != nil {
		return nil, false, err
	}
	noteCandidates(ctx, len(all), len(fitting), found)
	return found, whole, nil
}

// sameForm reports whether the network lists the media as what the post is; stories have no captions there.
func (w *work) sameForm(m graph.Media) bool {
	switch w.post.MediaType {
	case posts.Stories:
		return m.ProductType == graph.ProductStory && w.sameKind(m)
	case posts.Reels:
		return m.ProductType == graph.ProductReels
	case posts.Carousel:
		return m.Type == graph.TypeCarousel
	default:
		return m.Type == graph.TypeImage && m.ProductType == graph.ProductFeed
	}
}

// sameKind tells a picture from a video, as long as the post still has its file.
func (w *work) sameKind(m graph.Media) bool {
	return len(w.post.MediaFiles) == 0 || w.post.MediaFiles[0].IsVideo() == (m.Type == graph.TypeVideo)
}

func (w *work) sameCaption(m graph.Media) bool {
	return w.post.MediaType == posts.Stories || plainText(m.Caption) == plainText(value(w.post.Caption))
}

// plainText is a caption without what the network may change: blanks at its ends, and how its lines end.
func plainText(caption string) string {
	return strings.TrimSpace(strings.ReplaceAll(caption, "\r\n", "\n"))
}
