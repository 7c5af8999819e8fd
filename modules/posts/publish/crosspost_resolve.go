package publish

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"crier/modules/posts"
	"crier/modules/posts/timeline"
	"crier/platform/apperror"
	"crier/platform/database"
	"crier/platform/graph"
	"crier/platform/jobs"
	"crier/platform/killpoint"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

// resolveShare finds out what became of the call that was to make the share visible, whose answer is not known. It only
// reads, unless the reads prove that the call was not taken, which they can for a reel and a video story alone:
//
//	reel, video story   the video's own status: publishing or done -> SHARED; untouched, read twice once the call can no longer
//	                    be on its way -> the same video again
//	photo story         the Page's stories have the photo -> SHARED
//	photo, video        one post of the Page fits by time and text and is no other post's -> SHARED
//	else                look again later; after 15 minutes the post says that it may be on the Page
func (s *sharing) resolveShare(ctx context.Context) error {
	switch *s.post.ShareKind {
	case posts.ShareReel, posts.ShareVideoStory:
		return s.resolveVideo(ctx)
	case posts.SharePhotoStory:
		return s.resolveStory(ctx)
	case posts.ShareVideo:
		return s.resolveListed(ctx, s.network.PageVideos)
	default:
		return s.resolveListed(ctx, s.network.PagePosts)
	}
}

func (s *sharing) resolveVideo(ctx context.Context) error {
	video, err := s.network.PageVideoStatus(ctx, s.page, *s.post.ShareObjectID)
	if err == nil && video.IsUntouched() {
		if left := s.callOnItsWay(); left > 0 {
			return s.claim.Snooze(ctx, s.clock.Now().Add(left), "the Page has no finish of the video yet; it may still be on its way", s.exists)
		}
		if err = s.claim.Sleep(ctx, proofPause); err == nil {
			video, err = s.network.PageVideoStatus(ctx, s.page, *s.post.ShareObjectID)
		}
	}
	switch {
	case err != nil:
		return err
	case video.Fault != "":
		s.refused = true
		return apperror.New(apperror.VideoProcessingFailed, "the Page could not process the video: %s", video.Fault)
	case !video.IsUntouched():
		return s.made(ctx, s.postOf(ctx))
	case s.failed() >= jobs.MaxAttempts:
		s.refused = true
		return apperror.New(apperror.UnknownError, "the network did not carry out the call in %d attempts", s.failed())
	}
	killpoint.Reach("posts.share.proven")
	timeline.Note(ctx, "the video was read twice, %s apart: no finish was taken, and it is finished again", proofPause)
	return s.makeVisible(ctx)
}

// callOnItsWay is how long the call that is to make the share visible may still be on its way; 0 when the clock has been set back
// since, so that nobody can tell.
func (s *sharing) callOnItsWay() time.Duration {
	left := s.post.ShareIntentAt.Time().Add(inFlight).Sub(s.clock.Now())
	if left > inFlight {
		return 0
	}
	return max(left, 0)
}

// postOf returns the post that a video became, and the empty text when the Page does not show it: a story names its video,
// the address of a reel does.
func (s *sharing) postOf(ctx context.Context) string {
	if *s.post.ShareKind == posts.ShareVideoStory {
		return s.storyListed(ctx).ID
	}
	listed, err := s.network.PagePosts(ctx, s.page)
	if err != nil {
		return ""
	}
	for _, p := range listed {
		if slices.Contains(strings.Split(p.Permalink, "/"), *s.post.ShareObjectID) {
			return p.ID
		}
	}
	return ""
}

// storyListed returns the Page's story that is made of the prepared photo or video; zero when there is none, or nobody can
// tell.
func (s *sharing) storyListed(ctx context.Context) graph.PagePost {
	stories, err := s.network.PageStories(ctx, s.page)
	if err != nil {
		return graph.PagePost{}
	}
	return storyWith(stories, *s.post.ShareObjectID)
}

func storyWith(stories []graph.PagePost, mediaID string) graph.PagePost {
	for _, story := range stories {
		if story.MediaID == mediaID {
			return story
		}
	}
	return graph.PagePost{}
}

func (s *sharing) resolveStory(ctx context.Context) error {
	stories, err := s.network.PageStories(ctx, s.page)
	killpoint.Reach("posts.share.sought")
	if err != nil {
		return err
	}
	if story := storyWith(stories, *s.post.ShareObjectID); story.ID != "" {
		return s.made(ctx, story.ID)
	}
	return s.askLater(ctx, "the Page does not show the story", 0)
}

func (s *sharing) resolveListed(ctx context.Context, list func(context.Context, graph.Account) ([]graph.PagePost, error)) error {
	all, err := list(ctx, s.page)
	killpoint.Reach("posts.share.listed")
	if err != nil {
		return err
	}
	since := s.post.ShareIntentAt.Time().Add(-clockTolerance - time.Duration(s.post.ClockAheadMs)*time.Millisecond)
	var fitting []string
	for _, p := range all {
		if !p.CreatedAt.Before(since) && plainText(p.Text) == plainText(value(s.post.Caption)) {
			fitting = append(fitting, p.ID)
		}
	}
	free, err := withoutOwned(ctx, s.db, fitting)
	if err != nil {
		return err
	}
	if len(free) == 1 {
		return s.made(ctx, free[0])
	}
	return s.askLater(ctx, fmt.Sprintf("%d posts of the Page could be it", len(free)), 0)
}

// resumeAsking begins to count anew how long an outcome has been asked for when for long nobody could ask, or the clock has
// been set back since.
func (s *sharing) resumeAsking(ctx context.Context) error {
	now := s.now()
	if s.post.ShareIntentAt == nil || s.asked() >= 0 && now.Time().Sub(s.claim.Job.RunAt.Time()) < unknownPatience {
		return nil
	}
	s.post.ShareAskedAt = &now
	return s.claim.InTx(ctx, s.note(func(u *database.Update) { u.Set("share_asked_at = ?", now) }))
}

func (s *sharing) asked() time.Duration {
	if s.post.ShareAskedAt == nil {
		return 0
	}
	return s.clock.Now().Sub(s.post.ShareAskedAt.Time())
}

// askLater asks again, more and more rarely and no sooner than after least, and in the end says on the post that nobody can
// tell.
func (s *sharing) askLater(ctx context.Context, why string, least time.Duration) error {
	if s.asked() >= unknownPatience {
		return s.giveUp(ctx, verdict{code: apperror.UnknownError, message: "what became of it is not known (" + why + ")" + s.maybe()})
	}
	return s.claim.Snooze(ctx, s.nextLook(least), why, s.exists)
}

func (s *sharing) nextLook(least time.Duration) time.Time {
	return s.clock.Now().Add(max(min(max(s.asked()/2, firstLook), rarestLook), least))
}

// watch waits until the Page has processed what is on it, and ends the share with its address. That the processing failed
// is said on the post.
func (s *sharing) watch(ctx context.Context) error {
	if id := s.videoID(); id != "" {
		video, err := s.network.PageVideoStatus(ctx, s.page, id)
		killpoint.Reach("posts.share.watched")
		switch {
		case err != nil:
			return err
		case video.Fault != "":
			return s.giveUp(ctx, verdict{code: apperror.VideoProcessingFailed, message: "the Page could not process the video: " + video.Fault})
		case !video.IsVisible() && s.asked() < videoPatience:
			return s.claim.Snooze(ctx, s.nextLook(0), "the Page processes the video", s.exists)
		}
	}
	return s.end(ctx, s.address(ctx))
}

// watchLater puts the wait for the Page off. What is on the Page stays there, so that after a while the share has ended well.
func (s *sharing) watchLater(ctx context.Context, why string) error {
	if s.asked() >= unknownPatience || s.page.ID == "" {
		return s.end(ctx, s.fallback())
	}
	return s.claim.Snooze(ctx, s.nextLook(0), why, s.exists)
}

// videoID is the id of the video that the Page processes; empty for photos.
func (s *sharing) videoID() string {
	switch *s.post.ShareKind {
	case posts.ShareReel, posts.ShareVideoStory:
		return *s.post.ShareObjectID
	case posts.ShareVideo:
		return *s.post.PartnerPostID
	case posts.SharePhoto, posts.SharePhotoStory:
	}
	return ""
}

// address returns where the share can be seen, as the network says or else as its addresses are made.
func (s *sharing) address(ctx context.Context) string {
	ctx, cancel := context.WithTimeout(ctx, permalinkPatience)
	defer cancel()
	id := *s.post.PartnerPostID
	switch *s.post.ShareKind {
	case posts.SharePhotoStory, posts.ShareVideoStory:
		if story := s.storyListed(ctx); story.Permalink != "" {
			return story.Permalink
		}
		return s.fallback()
	case posts.ShareReel:
		id = *s.post.ShareObjectID
	case posts.SharePhoto, posts.ShareVideo:
	}
	link, err := s.network.PagePermalink(ctx, s.page, id)
	if err != nil || link == "" {
		s.log.Info("posts: the address of a shared post is not known", "post", s.post.ID, "error", err)
		return s.fallback()
	}
	return link
}

func (s *sharing) fallback() string {
	const site = "https://www.facebook.com/"
	if *s.post.ShareKind == posts.ShareReel {
		return site + "reel/" + *s.post.ShareObjectID
	}
	return site + *s.post.PartnerPostID
}

// end ends the share well.
func (s *sharing) end(ctx context.Context, address string) error {
	killpoint.Reach("posts.share.ending")
	timeline.Note(ctx, "the share to the Page is done: %s", address)
	return s.claim.Complete(context.WithoutCancel(ctx), func(ctx context.Context, tx bun.IDB) error {
		err := posts.Update(ctx, tx, s.post.ID, wiretime.Of(s.clock.Now()), func(u *database.Update) {
			u.Set("share_state = NULL, share_uri = NULL, partner_permalink = ?", address)
		})
		return errors.Join(err, s.release(ctx, tx, s.post.ID))
	})
}
