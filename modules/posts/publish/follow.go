package publish

import (
	"context"
	"errors"
	"fmt"
	"time"

	"crier/modules/posts"
	"crier/modules/posts/publish/attempt"
	"crier/modules/posts/timeline"
	"crier/platform/apperror"
	"crier/platform/database"
	"crier/platform/graph"
	"crier/platform/jobs"
	"crier/platform/killpoint"
	"crier/platform/native"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

const (
	// unknownPatience is for how long the network is asked, in time in which it can be reached, before the post says that nobody knows.
	unknownPatience = 15 * time.Minute
	firstLook       = 3 * time.Second
	rarestLook      = time.Minute
)

// channelOf returns the way by which a post goes out.
func channelOf(post posts.Post) channel {
	if post.IsNative() {
		return story{}
	}
	return feed{}
}

// resolve goes on with a post in PUBLISHING: it finds out what became of its call.
func (w *work) resolve(ctx context.Context) error {
	ch := channelOf(w.post)
	if w.last.Verdict == attempt.Absent {
		return w.sendAgain(ctx, ch, finding{outcome: isAbsent, why: value(w.last.Evidence)})
	}
	f, err := w.find(ctx, ch)
	if err != nil {
		return w.unreadable(ctx, err)
	}
	switch f.outcome {
	case isLive:
		return w.adopt(ctx, ch, f)
	case isAbsent:
		return w.sendAgain(ctx, ch, f)
	case isDead:
		f.failure.absent = f.why
		return w.fail(ctx, f.failure)
	default:
		return w.lookLater(ctx, f.why, f.after, true)
	}
}

// find asks the network what became of the open attempt.
func (w *work) find(ctx context.Context, ch channel) (finding, error) {
	if ch.name() == attempt.Feed {
		if err := w.identify(ctx); err != nil {
			return finding{}, err
		}
	}
	return (&resolver{work: w, channel: ch, attempt: w.last}).resolve(ctx)
}

// lookFirst finds out what became of an earlier attempt of a post that is tried again, before anything is sent. It reports whether
// that ended the run; else the earlier attempt took no effect.
func (w *work) lookFirst(ctx context.Context) (ended bool, err error) {
	timeline.Note(ctx, "the post may be live from an earlier attempt: the network is asked before anything is sent")
	ch := channelOf(w.post)
	f, err := w.find(ctx, ch)
	if err != nil {
		return true, w.settle(ctx, err)
	}
	wasGivenUp := w.last.Verdict == attempt.GivenUp
	switch {
	case f.outcome == isLive:
		if err := w.claim.Progress(ctx, w.publishing); err != nil {
			return true, err
		}
		w.post.Status = posts.Publishing
		return true, w.adopt(ctx, ch, f)
	case f.outcome == isAbsent, f.outcome == isDead:
		err := w.claim.InTx(ctx, func(ctx context.Context, tx bun.IDB) error {
			return errors.Join(w.decide(ctx, tx, absent(f.why)), w.dropReference(ctx, tx, f.outcome == isDead))
		})
		w.last = attempt.Attempt{}
		return false, err
	case wasGivenUp:
		timeline.Note(ctx, "it can no longer be found out whether the earlier attempt took effect (%s): whoever retries it has looked", f.why)
		err := w.claim.InTx(ctx, func(ctx context.Context, tx bun.IDB) error { return w.dropReference(ctx, tx, true) })
		w.last = attempt.Attempt{}
		return false, err
	}
	return true, w.lookLater(ctx, f.why, f.after, true)
}

// dropReference forgets a container or upload that is of no use any more.
func (w *work) dropReference(ctx context.Context, tx bun.IDB, isDead bool) error {
	if !isDead || value(w.post.SNContainerID) != w.last.Ref {
		return nil
	}
	w.post.SNContainerID, w.post.ContainerCreatedAt, w.post.UploadURI = nil, nil, nil
	return errors.Join(posts.ForgetItems(ctx, tx, w.post.ID), dropContainer(ctx, tx, w.post, w.now()))
}

func dropContainer(ctx context.Context, tx bun.IDB, post posts.Post, now wiretime.Time) error {
	return posts.Update(ctx, tx, post.ID, now, func(u *database.Update) {
		u.Set("sn_container_id = NULL, container_created_at = NULL, upload_uri = NULL")
	})
}

// unreadable puts the question off, or fails the post when its account can no longer be asked.
func (w *work) unreadable(ctx context.Context, err error) error {
	v := judge(err, w.failed())
	if v.remedy == unhandled {
		return err
	}
	if native.ClassOf(err) == native.RateLimited {
		return w.lookLater(ctx, v.message, limitedLook, true)
	}
	if v.remedy == giveUp && v.code != apperror.UnknownError {
		v.message += "; whether the post is live could not be read: check before retrying"
		return w.fail(ctx, v)
	}
	if isNotReached(err) {
		return w.lookWhenReached(ctx, err)
	}
	return w.lookLater(ctx, v.message, v.after, !isSilent(err))
}

// isSilent reports whether a call has had no answer, so that nobody has been asked.
func isSilent(err error) bool {
	var failed *graph.Error
	if errors.As(err, &failed) {
		return failed.HTTPStatus == 0 && failed.Class == graph.Retry && failed.Code == 0
	}
	var app *native.Error
	return errors.As(err, &app) && app.Class == native.Transport && app.HTTPStatus == 0
}

// lookLater asks again, more and more rarely and no sooner than after least, and after a while says on the post that its outcome is
// unknown. Only time in which the network answers counts, until Crier has run for the grace without an answer: a closed lid costs
// nothing.
func (w *work) lookLater(ctx context.Context, why string, least time.Duration, reached bool) error {
	asked := time.Duration(w.last.AskedMs) * time.Millisecond
	if asked >= unknownPatience || !reached && w.ranSince(w.last) >= w.lateness.Grace {
		return w.fail(ctx, verdict{code: apperror.UnknownError, message: unknownText(why)})
	}
	pause := max(min(max(asked/2, firstLook), rarestLook), least)
	counted := min(pause, max(rarestLook, unknownPatience-asked))
	if !reached {
		counted = 0
	}
	return w.claim.Snooze(ctx, w.clock.Now().Add(pause), why, func(ctx context.Context, tx bun.IDB) error {
		if w.post.Status != posts.Publishing {
			if err := w.backToQueue(ctx, tx); err != nil {
				return err
			}
		}
		return attempt.Asked(ctx, tx, w.last.Seq, counted.Milliseconds())
	})
}

// lookWhenReached asks again once the network can be reached, and says on the post that it waits for that.
func (w *work) lookWhenReached(ctx context.Context, cause error) error {
	since, pause := w.noteUnreached(cause)
	why := fmt.Sprintf("the network cannot be reached since %s", wiretime.Of(since))
	if w.ranSince(w.last) >= w.lateness.Grace {
		return w.fail(ctx, verdict{code: apperror.UnknownError, message: unknownText(why)})
	}
	return w.claim.Snooze(ctx, w.clock.Now().Add(pause), heldOffline, func(ctx context.Context, tx bun.IDB) error {
		return errors.Join(w.exists(ctx, tx), w.say(ctx, tx, apperror.UnknownError, why+"; the post was sent, and is looked for then"))
	})
}

func unknownText(why string) string {
	return "it is not known whether the post was published; it may be live, check before retrying (" + why + ")"
}

// adopt records that the attempt took effect, and which item it is. Where that cannot be told, the post is PUBLISHED at once all the
// same, for the network itself says that it is live; its id follows when no other item can be it.
func (w *work) adopt(ctx context.Context, ch channel, f finding) error {
	if f.item == nil {
		timeline.Note(ctx, "the post is live, but which item it is cannot be told: %s", f.why)
		w.post.PublishedAt = new(w.published(w.last))
		return w.finishWith(ctx, nil, func(ctx context.Context, tx bun.IDB) error {
			return w.decide(ctx, tx, attempt.Decision{Verdict: attempt.Live, Evidence: f.why})
		})
	}
	err := w.claim.InTx(ctx, func(ctx context.Context, tx bun.IDB) error {
		if err := unowned(ctx, tx, ch.name(), f.item.id); err != nil {
			return err
		}
		killpoint.Reach("posts.adopting")
		decision := attempt.Decision{Verdict: attempt.Live, MediaID: f.item.id, How: f.how, Evidence: f.why}
		return errors.Join(w.recordMedia(ctx, tx, f.item.id, f.item.at), w.decide(ctx, tx, decision))
	})
	if errors.Is(err, errOwned) {
		return w.lookLater(ctx, "another post took the item", 0, true)
	}
	if err != nil {
		return err
	}
	return w.liveAs(ctx, f.item.id, f.item.at)
}

// sendAgain repeats the call for the same reference, which is proved not to have taken effect.
func (w *work) sendAgain(ctx context.Context, ch channel, f finding) error {
	failed := w.failed()
	if failed >= jobs.MaxAttempts {
		return w.fail(ctx, verdict{
			code: apperror.UnknownError, absent: f.why,
			message: fmt.Sprintf("the network did not carry out the publish call in %d attempts; the post is not live", failed),
		})
	}
	if least, wait := w.beforeAgain(failed); least > 0 {
		return w.claim.Snooze(ctx, w.clock.Now().Add(wait), "the post is not live; the publish call is repeated after a back-off", nil)
	}
	timeline.Note(ctx, "the post is not live (%s): the publish call is sent again", f.why)
	if ch.name() == attempt.Story {
		return w.sendStoryAgain(ctx, f)
	}
	w.seenBefore = w.last.SeenBefore
	permission, err := w.intend(ctx, ch, w.last.Ref, w.claim.InTx, func(ctx context.Context, tx bun.IDB) error { return w.decidePrevious(ctx, tx, f) })
	if err != nil {
		return w.notSentAgain(ctx, f, err)
	}
	killpoint.Reach("posts.resolve.intended")
	return w.send(ctx, permission)
}

// decidePrevious settles the attempt that is repeated, in the transaction that writes the next one down.
func (w *work) decidePrevious(ctx context.Context, tx bun.IDB, f finding) error {
	if !w.last.IsOpen() {
		return nil
	}
	return w.decide(ctx, tx, absent(f.why))
}

// notSentAgain deals with what keeps a call from being repeated that is known not to have taken effect.
func (w *work) notSentAgain(ctx context.Context, f finding, err error) error {
	var alike *alikeError
	if errors.As(err, &alike) {
		w.hasAlikeHeld.Store(true)
		// What is known is written down, or two that look the same would wait for each other.
		return w.claim.Snooze(ctx, w.clock.Now().Add(alikePause), heldForAlike, func(ctx context.Context, tx bun.IDB) error {
			return errors.Join(w.exists(ctx, tx), w.decidePrevious(ctx, tx, f))
		})
	}
	if own := apperror.From(err); own != nil {
		return w.fail(ctx, verdict{code: own.Code, message: own.Message + "; the post is not live", absent: "it was proved not to be live"})
	}
	return err
}

// beforeAgain returns for how long the call is not repeated after so many attempts that have failed, 0 when it may be, and how long
// that is waited for.
func (w *work) beforeAgain(failed int) (least, wait time.Duration) {
	if failed <= 0 || failed >= jobs.MaxAttempts {
		return 0, 0
	}
	elapsed := w.elapsed(w.last)
	return max(jobs.LeastBackoff(failed)-elapsed, 0), max(jobs.Backoff(failed)-elapsed, 0)
}
