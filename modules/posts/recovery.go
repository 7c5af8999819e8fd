package posts

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"crier/platform/apperror"
	"crier/platform/graph"
	"crier/platform/jobs"

	"github.com/uptrace/bun"
)

const (
	// unknownPatience is how long an outcome may stay unknown before the post says so.
	unknownPatience = 15 * time.Minute
	firstLook       = 3 * time.Second
	rarestLook      = time.Minute
	// clockTolerance is how far before the making of its container the network's clock may put the post.
	clockTolerance = time.Minute
)

// resolve finds out what became of a publish call whose answer is not known. It only reads, unless the reads prove that
// the container was not published.
//
//	container PUBLISHED  -> find our media -> PUBLISHED
//	          FINISHED   -> once more after a pause: still FINISHED -> send again, the same container,
//	                        after a back-off and at most as often as a job has attempts
//	          ERROR, EXPIRED -> FAILED: it was never published
//	          IN_PROGRESS, unreadable -> look again later; after 15 minutes FAILED, "may be live"
func (w *work) resolve(ctx context.Context) error {
	if err := w.identify(ctx); err != nil {
		return w.unreadable(ctx, err)
	}
	if w.post.SNMediaID != nil {
		return w.finish(ctx, w.permalink(ctx, *w.post.SNMediaID))
	}
	status, err := w.network.ContainerStatus(ctx, w.account, *w.post.SNContainerID)
	if err != nil {
		return w.unreadable(ctx, err)
	}
	switch status.Code {
	case graph.Published:
		return w.adopt(ctx)
	case graph.Finished:
		return w.sendAgain(ctx)
	case graph.Failed, graph.Expired:
		return w.fail(ctx, w.unpublishable(status))
	default:
		return w.lookLater(ctx, fmt.Sprintf("the network says %q", status.Text))
	}
}

// unpublishable words a container that came to nothing after the publish call; a retry makes a new one.
func (w *work) unpublishable(status graph.Status) verdict {
	v := containerFailure(w.post, status)
	v.remedy = anew
	return v
}

// unreadable puts the question off, or fails the post when its account can no longer be asked.
func (w *work) unreadable(ctx context.Context, err error) error {
	v := judge(err)
	if v.remedy == unhandled {
		return err
	}
	if v.remedy == giveUp && v.code != apperror.UnknownError {
		v.message += "; whether the post is live could not be read: check before retrying"
		return w.fail(ctx, v)
	}
	return w.lookLater(ctx, v.message)
}

// lookLater asks again, more and more rarely, and after a while says on the post that its outcome is unknown.
func (w *work) lookLater(ctx context.Context, why string) error {
	elapsed := w.clock.Now().Sub(w.post.PublishIntentAt.Time())
	if elapsed >= unknownPatience {
		return w.fail(ctx, verdict{
			code: apperror.UnknownError, message: "it is not known whether the post was published; it may be live, check before retrying (" + why + ")",
		})
	}
	pause := min(max(elapsed/2, firstLook), rarestLook)
	return w.claim.Snooze(ctx, w.clock.Now().Add(pause), why, nil)
}

// sendAgain repeats the publish call for the same container, once a second read has proved that it was not published.
func (w *work) sendAgain(ctx context.Context) error {
	published, err := w.provenUnpublished(ctx)
	if err != nil {
		return w.unreadable(ctx, err)
	}
	if published {
		return w.adopt(ctx)
	}
	if failed := w.claim.Job.Attempts; failed >= jobs.MaxAttempts {
		return w.fail(ctx, verdict{
			code: apperror.UnknownError, message: fmt.Sprintf("the network did not carry out the publish call in %d attempts; the post is not live", failed),
		})
	} else if failed > 0 {
		next := w.post.PublishIntentAt.Time().Add(jobs.Backoff(failed))
		if next.After(w.clock.Now()) {
			return w.claim.Snooze(ctx, next, "the post is not live; the publish call is repeated after a back-off", nil)
		}
	}
	now := w.now()
	err = w.claim.InTx(ctx, func(ctx context.Context, tx bun.IDB) error {
		return updatePost(ctx, tx, w.post.ID, now, func(u *bun.UpdateQuery) { u.Set("publish_intent_at = ?", now) })
	})
	if err != nil {
		return err
	}
	w.post.PublishIntentAt = &now
	return w.send(ctx)
}

// adopt finds the media that the published container became.
func (w *work) adopt(ctx context.Context) error {
	candidates, err := w.candidates(ctx)
	if err != nil {
		return w.unreadable(ctx, err)
	}
	if len(candidates) == 1 {
		return w.live(ctx, candidates[0].ID)
	}
	if w.clock.Now().Sub(w.post.PublishIntentAt.Time()) < unknownPatience {
		return w.lookLater(ctx, fmt.Sprintf("the post is live; %d media on the network could be it", len(candidates)))
	}
	// The network itself says that it is live. Its id is all that is missing.
	return w.finish(ctx, nil)
}

// candidates returns the account's media that can be this post: published since its container was made, of its type,
// with its caption, and owned by no other post.
func (w *work) candidates(ctx context.Context) ([]graph.Media, error) {
	since := w.post.ContainerCreatedAt.Time().Add(-clockTolerance)
	list := func(ctx context.Context) ([]graph.Media, error) { return w.network.RecentMedia(ctx, w.account, since) }
	if w.post.MediaType == Stories {
		list = func(ctx context.Context) ([]graph.Media, error) { return w.network.Stories(ctx, w.account) }
	}
	all, err := list(ctx)
	if err != nil && !errors.Is(err, graph.ErrTruncated) {
		return nil, err
	}
	var fitting []graph.Media
	var ids []string
	for _, m := range all {
		if !m.Timestamp.Before(since) && w.couldBe(m) {
			fitting, ids = append(fitting, m), append(ids, m.ID)
		}
	}
	owned, err := ownedMedia(ctx, w.db, ids)
	if err != nil {
		return nil, err
	}
	var free []graph.Media
	for _, m := range fitting {
		if !owned[m.ID] {
			free = append(free, m)
		}
	}
	return free, nil
}

func (w *work) couldBe(m graph.Media) bool {
	switch w.post.MediaType {
	case Stories:
		return m.ProductType == graph.ProductStory
	case Reels:
		return m.ProductType == graph.ProductReels && w.sameCaption(m)
	case Carousel:
		return m.Type == graph.TypeCarousel && w.sameCaption(m)
	default:
		return m.Type == graph.TypeImage && m.ProductType == graph.ProductFeed && w.sameCaption(m)
	}
}

func (w *work) sameCaption(m graph.Media) bool {
	return strings.TrimSpace(m.Caption) == strings.TrimSpace(value(w.post.Caption))
}

// afterRefusal decides what follows a publish call that did not succeed. Only an answer that certainly refused it ends the
// post; everything else is left to reads.
func (w *work) afterRefusal(ctx context.Context, err error) error {
	var failed *graph.Error
	if !errors.As(err, &failed) {
		return err
	}
	v := judgeNetwork(failed)
	if failed.OutcomeUnknown() || failed.NotSent() || v.remedy == again {
		return w.claim.Retry(ctx, w.clock.Now().Add(firstLook), v.message, nil)
	}
	if v.remedy == wait {
		return w.claim.Snooze(ctx, w.clock.Now().Add(v.after), v.message, nil)
	}
	if failed.Class == graph.CapReached {
		v.message += "; a place in the cap frees within 24 hours"
	}
	return w.fail(ctx, v)
}
