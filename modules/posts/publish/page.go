package publish

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"crier/modules/posts"
	"crier/modules/posts/publish/attempt"
	"crier/platform/apperror"
	"crier/platform/graph"
)

// page is the share to the linked Page. The reference is the photo or video that the Page has and nobody sees yet; a plain video has
// none, and neither has a photo that was shared before photos were sent ahead.
type page struct{}

func (page) name() attempt.Channel { return attempt.Page }

// rules says that the Page tells of a call that was refused whether it was carried out, for its items name what they were made from.
func (page) rules() rules {
	return rules{listedWithin: nativeProof, sight: nativeSight, slack: clockTolerance}
}

// look is the kind of the share with its text, which stories do not have.
func (page) look(post posts.Post) (look string, isDistinct bool) {
	var kind posts.ShareKind
	if post.ShareKind != nil {
		kind = *post.ShareKind
	}
	caption := posts.PlainText(value(post.Caption))
	switch kind {
	case posts.SharePhotoStory, posts.ShareVideoStory:
		caption = ""
	case posts.SharePhoto, posts.ShareVideo, posts.ShareReel:
	}
	return attempt.LookOf("page", string(kind), caption), caption != ""
}

// status asks about a reel or a video story, whose video says what became of it.
func (page) status(ctx context.Context, w *work, a attempt.Attempt) (status, error) {
	if w.post.ShareKind == nil || a.Ref == "" || *w.post.ShareKind != posts.ShareReel && *w.post.ShareKind != posts.ShareVideoStory {
		return status{}, nil
	}
	video, err := w.network.PageVideoStatus(ctx, w.pageAccount, a.Ref)
	switch {
	case err != nil:
		return status{}, err
	case video.Fault != "":
		return status{state: dead, text: video.Fault, failure: verdict{
			remedy: giveUp, code: apperror.VideoProcessingFailed, message: "the Page could not process the video: " + video.Fault,
		}}, nil
	case video.IsUntouched():
		return status{state: ready, text: "no finish was taken"}, nil
	}
	// Where the Page does not name the post, the video stands for it.
	return status{state: visible, item: &item{id: w.pagePostOf(ctx, a.Ref), ref: a.Ref, at: w.networkNow()}}, nil
}

// visible returns the Page's latest posts, videos or stories, as the kind of the share asks for.
func (page) visible(ctx context.Context, w *work, since time.Time) (listing, error) {
	if w.post.ShareKind == nil {
		return listing{}, errors.New("posts: the share has no kind")
	}
	list := w.network.PagePosts
	switch *w.post.ShareKind {
	case posts.SharePhotoStory, posts.ShareVideoStory:
		list = w.network.PageStories
	case posts.ShareVideo:
		list = w.network.PageVideos
	case posts.SharePhoto, posts.ShareReel:
	}
	all, err := list(ctx, w.pageAccount)
	if err != nil {
		return listing{}, err
	}
	shown := listing{since: since}
	if len(all) > 0 && len(all) >= mostPagePosts {
		shown.since = all[len(all)-1].CreatedAt
	}
	hasText := *w.post.ShareKind != posts.SharePhotoStory && *w.post.ShareKind != posts.ShareVideoStory
	for _, p := range all {
		isAlike := !hasText || posts.PlainText(p.Text) == posts.PlainText(value(w.post.Caption))
		shown.items = append(shown.items, item{
			id: p.ID, ref: referenceOf(p, w.last.Ref), permalink: p.Permalink, at: p.CreatedAt, isAlike: isAlike, isPossible: true,
		})
	}
	return shown, nil
}

// referenceOf returns which photo or video a post of the Page was made from, where that can be held against a reference.
func referenceOf(p graph.PagePost, asked string) string {
	switch {
	case asked == "":
		return ""
	case p.MediaID != "":
		return p.MediaID
	case len(p.AttachedIDs) == 1:
		return p.AttachedIDs[0]
	}
	return ""
}

// mostPagePosts is how many entries a list of the Page has at most.
const mostPagePosts = 50

// pagePostOf returns the post that a video became: a story names its video, the address of a reel does. Where the Page does not show
// it, that is the video itself.
func (w *work) pagePostOf(ctx context.Context, video string) string {
	if *w.post.ShareKind == posts.ShareVideoStory {
		stories, err := w.network.PageStories(ctx, w.pageAccount)
		if story := storyWith(stories, video); err == nil && story.ID != "" {
			return story.ID
		}
		return video
	}
	listed, err := w.network.PagePosts(ctx, w.pageAccount)
	if err != nil {
		return video
	}
	for _, p := range listed {
		if slices.Contains(strings.Split(p.Permalink, "/"), video) {
			return p.ID
		}
	}
	return video
}

func storyWith(stories []graph.PagePost, mediaID string) graph.PagePost {
	for _, story := range stories {
		if story.MediaID == mediaID {
			return story
		}
	}
	return graph.PagePost{}
}
