package publish

import (
	"context"
	"errors"
	"time"

	"crier/modules/posts"
	"crier/modules/posts/publish/attempt"
	"crier/platform/graph"
)

// feed is the publishing API: pictures, reels, carousels, and stories without mentions. The reference is the container.
type feed struct{}

func (feed) name() attempt.Channel { return attempt.Feed }

// clockTolerance is how far apart the network's clock and this machine's may be when nobody has compared them.
const clockTolerance = time.Minute

func (feed) rules() rules { return rules{slack: clockTolerance} }

func (feed) look(post posts.Post) (look string, isDistinct bool) { return posts.FeedLook(post) }

func (feed) status(ctx context.Context, w *work, a attempt.Attempt) (status, error) {
	said, err := w.network.ContainerStatus(ctx, w.account, a.Ref)
	if isForgotten(err) {
		return status{state: forgotten, text: judge(err, 0).message}, nil
	}
	if err != nil {
		return status{}, err
	}
	switch said.Code {
	case graph.Published:
		return status{state: visible, text: said.Text}, nil
	case graph.Finished:
		return status{state: ready, text: said.Text}, nil
	case graph.Failed, graph.Expired:
		failure := containerFailure(w.post, said, w.failed())
		failure.remedy, failure.message = anew, "the network did not publish the post: "+said.Text
		return status{state: dead, text: said.Text, failure: failure}, nil
	default:
		return status{state: working, text: said.Text}, nil
	}
}

func (feed) visible(ctx context.Context, w *work, since time.Time) (listing, error) {
	all, err := w.listMedia(ctx, since)
	var shown listing
	if errors.Is(err, graph.ErrTruncated) && len(all) > 0 {
		shown.since = all[len(all)-1].Timestamp
	} else if err != nil {
		return listing{}, err
	}
	shown.items = w.itemsOf(all, since)
	return shown, nil
}

func isStory(post posts.Post) bool { return post.MediaType == posts.Stories }

// listMedia reads the list in which the post would be.
func (w *work) listMedia(ctx context.Context, since time.Time) ([]graph.Media, error) {
	if isStory(w.post) {
		return w.network.Stories(ctx, w.account)
	}
	return w.network.RecentMedia(ctx, w.account, since)
}

// itemsOf returns those of the media that have the post's form and appeared since the instant.
func (w *work) itemsOf(all []graph.Media, since time.Time) (items []item) {
	for _, m := range all {
		if m.Timestamp.Before(since) || !w.sameForm(m) {
			continue
		}
		items = append(items, item{id: m.ID, permalink: m.Permalink, at: m.Timestamp, isAlike: w.sameCaption(m), isPossible: true})
	}
	return items
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
	return w.post.MediaType == posts.Stories || posts.PlainText(m.Caption) == posts.PlainText(value(w.post.Caption))
}
