package publish

import (
	"context"
	"errors"
	"strings"
	"time"

	"crier/modules/posts"
	"crier/modules/posts/publish/attempt"
	"crier/modules/posts/timeline"
	"crier/platform/apperror"
	"crier/platform/database"
	"crier/platform/jobs"
	"crier/platform/killpoint"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

// resolveShare finds out what became of the call that was to make the share visible, whose answer is not known.
func (s *sharing) resolveShare(ctx context.Context) error {
	f, err := s.find(ctx, page{})
	killpoint.Reach("posts.share.sought")
	if err != nil {
		return err
	}
	switch {
	case f.outcome == isLive && f.item != nil:
		return s.made(ctx, f.item.id, attempt.Decision{How: f.how, Evidence: f.why})
	case f.outcome == isDead:
		s.refusal, s.isProven = f.why, true
		return s.giveUp(ctx, f.failure)
	case f.outcome == isAbsent && s.failed() >= jobs.MaxAttempts:
		s.refusal, s.isProven = f.why, true
		return apperror.New(apperror.UnknownError, "the network did not carry out the call in %d attempts", s.failed())
	case f.outcome == isAbsent:
		s.refusal, s.isProven = f.why, true
		killpoint.Reach("posts.share.proven")
		timeline.Note(ctx, "the share is not on the Page (%s): the call is made again", f.why)
		if err := s.prepare(ctx); err != nil {
			return err
		}
		return s.makeVisible(ctx, s.claim.Progress, func(ctx context.Context, tx bun.IDB) error { return s.decidePrevious(ctx, tx, f) })
	default:
		return s.askLater(ctx, f.why, f.after, true)
	}
}

// asked is for how long the outcome of the call has been asked for, in time in which the network can be reached.
func (s *sharing) asked() time.Duration { return time.Duration(s.last.AskedMs) * time.Millisecond }

// askLater asks again, more and more rarely and no sooner than after least, and in the end says on the post that nobody can
// tell.
func (s *sharing) askLater(ctx context.Context, why string, least time.Duration, reached bool) error {
	if s.asked() >= unknownPatience {
		return s.giveUp(ctx, verdict{code: apperror.UnknownError, message: "what became of it is not known (" + why + ")" + s.maybe()})
	}
	pause := s.nextLook(least)
	return s.claim.Snooze(ctx, s.clock.Now().Add(pause), why, func(ctx context.Context, tx bun.IDB) error {
		err := s.exists(ctx, tx)
		if !reached {
			return err
		}
		return errors.Join(err, attempt.Asked(ctx, tx, s.last.Seq, min(pause, rarestLook).Milliseconds()))
	})
}

func (s *sharing) nextLook(least time.Duration) time.Duration {
	return max(min(max(s.asked()/2, firstLook), rarestLook), least)
}

// watched is for how long the Page has processed what is on it.
func (s *sharing) watched() time.Duration { return s.elapsed(s.last) }

// watch waits until the Page has processed what is on it, and ends the share with its address. That the processing failed
// is said on the post.
func (s *sharing) watch(ctx context.Context) error {
	if id := s.videoID(); id != "" {
		video, err := s.network.PageVideoStatus(ctx, s.pageAccount, id)
		killpoint.Reach("posts.share.watched")
		switch {
		case err != nil:
			return err
		case video.Fault != "":
			return s.giveUp(ctx, verdict{code: apperror.VideoProcessingFailed, message: "the Page could not process the video: " + video.Fault})
		case !video.IsVisible() && s.watched() < videoPatience:
			return s.watchAgain(ctx, "the Page processes the video")
		}
	}
	return s.end(ctx, s.address(ctx))
}

// watchLater puts the wait for the Page off. What is on the Page stays there, so that after a while the share has ended well.
func (s *sharing) watchLater(ctx context.Context, why string) error {
	if s.watched() >= unknownPatience || s.pageAccount.ID == "" {
		return s.end(ctx, s.fallback())
	}
	return s.watchAgain(ctx, why)
}

func (s *sharing) watchAgain(ctx context.Context, why string) error {
	pause := min(max(s.watched()/2, firstLook), rarestLook)
	return s.claim.Snooze(ctx, s.clock.Now().Add(pause), why, s.exists)
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
		stories, err := s.network.PageStories(ctx, s.pageAccount)
		if story := storyWith(stories, *s.post.ShareObjectID); err == nil && story.Permalink != "" {
			return story.Permalink
		}
		return s.fallback()
	case posts.ShareReel:
		id = *s.post.ShareObjectID
	case posts.SharePhoto, posts.ShareVideo:
	}
	link, err := s.network.PagePermalink(ctx, s.pageAccount, id)
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

// identifyFor has the work speak for the account that a channel's attempts are of.
func (w *work) identifyFor(ctx context.Context, name attempt.Channel) error {
	switch name {
	case attempt.Page:
		s := &sharing{work: w}
		return s.identifyPage(ctx)
	case attempt.Story:
		_, err := w.connected(ctx, w.db)
		return err
	default:
		return w.identify(ctx)
	}
}

// showShared writes onto a PUBLISHED post that its share is on the Page after all.
func (p *Engine) showShared(ctx context.Context, tx bun.IDB, w *work, f finding) error {
	s := &sharing{work: w}
	s.post.PartnerPostID = &f.item.id
	address := f.item.permalink
	if address == "" {
		address = s.fallback()
	}
	return posts.Update(ctx, tx, w.post.ID, p.now(), func(u *database.Update) {
		u.Set("partner_post_id = ?, partner_permalink = ?", f.item.id, address)
		if strings.HasPrefix(value(w.post.ErrorMessage), notShared) {
			u.Set("error_code = NULL, error_message = NULL")
		}
	})
}

// channelNamed returns the channel of a name.
func channelNamed(name attempt.Channel) channel {
	switch name {
	case attempt.Story:
		return story{}
	case attempt.Page:
		return page{}
	default:
		return feed{}
	}
}
