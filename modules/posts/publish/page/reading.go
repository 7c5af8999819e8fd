package page

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"crier/modules/posts"
	"crier/modules/posts/publish/attempt"
	"crier/modules/posts/publish/channel"
	"crier/modules/posts/publish/failure"
	"crier/modules/posts/publish/match"
	"crier/modules/posts/publish/timing"
	"crier/platform/apperror"
	"crier/platform/database"
	"crier/platform/graph"
)

// kind is by which call the post gets onto the Page; it is chosen by Prepare.
func (w *Work) kind() posts.ShareKind { return *w.run.Post.ShareKind }

// Status asks about a reel or a video story. The status of its video says what became of it.
func (w *Work) Status(ctx context.Context, a attempt.Attempt) (channel.Status, error) {
	if w.run.Post.ShareKind == nil || a.Ref == "" || w.kind() != posts.ShareReel && w.kind() != posts.ShareVideoStory {
		return channel.Status{}, nil
	}
	video, err := w.Network.PageVideoStatus(ctx, w.account, a.Ref)
	switch {
	case err != nil:
		return channel.Status{}, err
	case video.Fault != "":
		return channel.Status{State: channel.Dead, Text: video.Fault, Failure: couldNotProcess(video)}, nil
	case video.IsUntouched():
		return channel.Status{State: channel.Ready, Text: "no finish was taken"}, nil
	case !video.IsTaken():
		return channel.Status{State: channel.Working, Text: "the video is " + video.Status}, nil
	}
	// Where the Page does not name the post, the video stands for it.
	id := w.postOf(ctx, a.Ref)
	return channel.Status{State: channel.Visible, Item: &channel.Item{ID: id, Permalink: Address(w.run.Post, id), Ref: a.Ref, At: w.Clock.Network()}}, nil
}

// Visible returns the Page's latest posts, videos or stories, as the kind of the share asks for.
func (w *Work) Visible(ctx context.Context, since time.Time) (channel.Listing, error) {
	if w.run.Post.ShareKind == nil {
		return channel.Listing{}, errors.New("posts: the share has no kind")
	}
	list := w.Network.PagePosts
	switch w.kind() {
	case posts.SharePhotoStory, posts.ShareVideoStory:
		list = w.Network.PageStories
	case posts.ShareVideo:
		list = w.Network.PageVideos
	case posts.SharePhoto, posts.ShareReel:
	}
	all, err := list(ctx, w.account)
	if err != nil {
		return channel.Listing{}, err
	}
	shown := channel.Listing{Since: since}
	if len(all) > 0 && len(all) >= maxListed {
		shown.Since = all[len(all)-1].CreatedAt.Add(timing.DatesCutTo)
	}
	if day := w.Clock.StoriesSince(); isStory(w.kind()) && day.After(shown.Since) {
		shown.Since = day
	}
	if w.kind() == posts.ShareVideo {
		if all, err = w.withoutPrepared(ctx, all); err != nil {
			return channel.Listing{}, err
		}
	}
	caption := posts.PlainText(channel.Text(w.run.Post.Caption))
	for _, p := range all {
		one := channel.Item{ID: p.ID, Ref: referenceOf(p, w.run.Last.Ref), Permalink: p.Permalink, At: p.CreatedAt, IsPossible: true}
		switch {
		case isStory(w.kind()):
			one.IsAlike = true
		case w.kind() == posts.ShareVideo:
			one.IsAlike = p.Mark == mark(w.run.Post)
		default:
			one.IsAlike = posts.PlainText(p.Text) == caption
		}
		if one.Permalink == "" {
			one.Permalink = Address(w.run.Post, p.ID)
		}
		shown.Items = append(shown.Items, one)
	}
	return shown, nil
}

// withoutPrepared leaves out what was sent for a reel or a story of ours: the Page lists its video
// beside the plain ones.
func (w *Work) withoutPrepared(ctx context.Context, all []graph.PagePost) ([]graph.PagePost, error) {
	ids := make([]string, len(all))
	for i, p := range all {
		ids[i] = p.ID
	}
	prepared, err := database.Present(ctx, w.DB, `SELECT share_object_id FROM posts WHERE share_object_id IN (ids)
		UNION ALL SELECT share_object_id FROM posts_archive WHERE share_object_id IN (ids)`, ids)
	return slices.DeleteFunc(all, func(p graph.PagePost) bool { return prepared[p.ID] }), err
}

// Recent is Visible; it reads the Page each time.
func (w *Work) Recent(ctx context.Context) (channel.Listing, error) {
	return w.Visible(ctx, w.Clock.WindowBegins(slack))
}

// Rivals returns nothing: whatever else is on the Page is no post of ours.
func (*Work) Rivals(context.Context) ([]match.Attempt, error) { return nil, nil }

// maxListed is how many entries a list of the Page has at most.
const maxListed = 50

// referenceOf returns which photo or video a post of the Page was made from, where that can be held
// against a reference.
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

// postOf returns the post that a video became: a story names its video, the address of a reel does.
// Where the Page does not show it, that is the video itself.
func (w *Work) postOf(ctx context.Context, video string) string {
	if w.kind() == posts.ShareVideoStory {
		stories, err := w.Network.PageStories(ctx, w.account)
		if story := storyWith(stories, video); err == nil && story.ID != "" {
			return story.ID
		}
		return video
	}
	all, err := w.Network.PagePosts(ctx, w.account)
	if err != nil {
		return video
	}
	for _, p := range all {
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

func couldNotProcess(video graph.PageVideo) failure.Failure {
	return failure.Failure{Action: failure.GiveUp, Code: apperror.VideoProcessingFailed, Message: "the Page could not process the video: " + failure.Reason(video.Err(), video.Fault)}
}

// Address composes the address of a share from its id, as the network composes its addresses.
func Address(post posts.Post, id string) string {
	const site = "https://www.facebook.com/"
	if *post.ShareKind == posts.ShareReel {
		return site + "reel/" + *post.ShareObjectID
	}
	return site + id
}
