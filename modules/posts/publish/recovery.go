package publish

import (
	"context"
	"errors"
	"fmt"
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
//	          FINISHED   -> once the call can no longer be on its way, and once more after a pause: still FINISHED ->
//	                        send again, the same container, after a back-off and at most as often as a job has attempts
//	          ERROR, EXPIRED -> FAILED: it was never published
//	          IN_PROGRESS, unreadable -> look again later; after 15 minutes FAILED, "may be live"
func (w *work) resolve(ctx context.Context) error {
	if err := w.resume(ctx); err != nil {
		return err
	}
	if err := w.identify(ctx); err != nil {
		return w.unreadable(ctx, err)
	}
	status, err := w.network.ContainerStatus(ctx, w.account, *w.post.SNContainerID)
	killpoint.Reach("posts.resolve.read")
	if err != nil {
		return w.unreadable(ctx, err)
	}
	if status.Code == graph.Finished {
		return w.sendAgain(ctx)
	}
	return w.accept(ctx, status)
}

// resume begins to count anew how long the outcome has been asked for when for long nobody could ask, as after a sleep
// of the machine: its network may take a while to come back.
func (w *work) resume(ctx context.Context) error {
	now := w.now()
	if w.post.PublishIntentAt.Time().After(now.Time()) {
		return w.rebase(ctx, now)
	}
	if now.Time().Sub(w.claim.Job.RunAt.Time()) < unknownPatience {
		return nil
	}
	w.post.LastAttemptAt = &now
	return w.claim.InTx(ctx, func(ctx context.Context, tx bun.IDB) error {
		return posts.Update(ctx, tx, w.post.ID, now, func(u *database.Update) { u.Set("last_attempt_at = ?", now) })
	})
}

// rebase takes the publish call and its container out of the future when the clock has been set back since: else they would
// be asked after until it comes by there again. The call counts as sent now. The container was made when it was by the
// network's clock; if that is of no help, as long before the call as it was, or longer by all that may have been waited for.
func (w *work) rebase(ctx context.Context, now wiretime.Time) error {
	created := w.post.ContainerCreatedAt.Time()
	made := wiretime.Of(created.Add(-time.Duration(w.post.ClockAheadMs) * time.Millisecond))
	if made.Time().After(now.Time()) {
		made = wiretime.Of(now.Time().Add(-unknownPatience - w.post.PublishIntentAt.Time().Sub(created)))
	}
	w.log.Warn("posts: the clock was set back while a post was being published", "post", w.post.ID)
	w.post.PublishIntentAt, w.post.ContainerCreatedAt, w.post.LastAttemptAt, w.post.ClockAheadMs = &now, &made, &now, 0
	return w.claim.InTx(ctx, func(ctx context.Context, tx bun.IDB) error {
		return posts.Update(ctx, tx, w.post.ID, now, func(u *database.Update) {
			u.Set("publish_intent_at = ?, container_created_at = ?, last_attempt_at = ?, clock_ahead_ms = 0", now, made, now)
		})
	})
}

// accept does what a container's status asks for, unless that is a further publish call.
func (w *work) accept(ctx context.Context, status graph.Status) error {
	switch status.Code {
	case graph.Published:
		return w.adopt(ctx)
	case graph.Failed, graph.Expired:
		return w.fail(ctx, w.unpublishable(status))
	default:
		return w.lookLater(ctx, fmt.Sprintf("the network says %q", status.Text), 0)
	}
}

// unpublishable words a container that came to nothing after the publish call; a retry makes a new one.
func (w *work) unpublishable(status graph.Status) verdict {
	v := containerFailure(w.post, status, w.failed())
	v.remedy, v.unsent, v.message = anew, true, "the network did not publish the post: "+status.Text
	return v
}

// unreadable puts the question off, or fails the post when its account can no longer be asked.
func (w *work) unreadable(ctx context.Context, err error) error {
	v := judge(err, w.failed())
	if v.remedy == unhandled {
		return err
	}
	if v.remedy == giveUp && v.code != apperror.UnknownError {
		v.message += "; whether the post is live could not be read: check before retrying"
		return w.fail(ctx, v)
	}
	return w.lookLater(ctx, v.message, v.after)
}

// lookLater asks again, more and more rarely and no sooner than after least, and after a while says on the post that
// its outcome is unknown.
func (w *work) lookLater(ctx context.Context, why string, least time.Duration) error {
	elapsed := w.unknownFor()
	if elapsed >= unknownPatience {
		return w.fail(ctx, verdict{code: apperror.UnknownError, message: unknownText(why)})
	}
	pause := max(min(max(elapsed/2, firstLook), rarestLook), least)
	return w.claim.Snooze(ctx, w.clock.Now().Add(pause), why, nil)
}

func unknownText(why string) string {
	return "it is not known whether the post was published; it may be live, check before retrying (" + why + ")"
}

// unknownFor is how long the outcome of the publish call has been asked for: since that was sent, or since a retry or a
// restart began to look.
func (w *work) unknownFor() time.Duration {
	since := w.post.PublishIntentAt.Time()
	if began := w.post.LastAttemptAt; began != nil && began.Time().After(since) {
		since = began.Time()
	}
	return w.clock.Now().Sub(since)
}

// sendAgain repeats the publish call for the same container, once a second read has proved that it was not published.
func (w *work) sendAgain(ctx context.Context) error {
	failed := w.failed()
	if least, wait := w.beforeAgain(failed); w.clock.Now().Before(least) {
		return w.claim.Snooze(ctx, wait, "the post is not live; the publish call is repeated after a back-off, and not while it may still be on its way", nil)
	}
	status, err := w.lookAgain(ctx)
	killpoint.Reach("posts.resolve.proven")
	switch {
	case err != nil:
		return w.unreadable(ctx, err)
	case status.Code != graph.Finished:
		return w.accept(ctx, status)
	case failed >= jobs.MaxAttempts:
		return w.fail(ctx, verdict{
			code: apperror.UnknownError, message: fmt.Sprintf("the network did not carry out the publish call in %d attempts; the post is not live", failed),
		})
	}
	timeline.Note(ctx, "the container was read as FINISHED twice, %s apart: it was not published, and the publish call is sent again", proofPause)
	now := w.now()
	err = w.claim.InTx(ctx, func(ctx context.Context, tx bun.IDB) error {
		if _, err := w.connected(ctx, tx); err != nil {
			return err
		}
		return w.intending(now, false)(ctx, tx)
	})
	if own := apperror.From(err); own != nil {
		return w.fail(ctx, verdict{code: own.Code, message: own.Message + "; the post is not live"})
	}
	if err != nil {
		return err
	}
	killpoint.Reach("posts.resolve.intended")
	w.post.PublishIntentAt = &now
	return w.send(ctx)
}

// inFlight is how long a publish call may take to arrive after the one who sent it has hung up, or died. A container that is
// not published before proves nothing: it may be in the next moment.
const inFlight = time.Minute

// onItsWay is how long the publish call may still be on its way; a call that was answered is not.
func (w *work) onItsWay() time.Duration {
	if w.post.CallAnswered {
		return 0
	}
	return max(w.post.PublishIntentAt.Time().Add(inFlight).Sub(w.clock.Now()), 0)
}

// beforeAgain returns before which instant the publish call is not repeated after so many attempts that have failed, and
// until when that is waited for.
func (w *work) beforeAgain(failed int) (least, wait time.Time) {
	sent := w.post.PublishIntentAt.Time()
	least = w.clock.Now().Add(w.onItsWay())
	wait = least
	if failed > 0 && failed < jobs.MaxAttempts {
		least = later(least, sent.Add(jobs.LeastBackoff(failed)))
		wait = later(wait, sent.Add(jobs.Backoff(failed)))
	}
	return least, wait
}

func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

// intending returns what moves the instant of the publish call that counts, and says whether the last one was answered.
func (w *work) intending(at wiretime.Time, answered bool) func(context.Context, bun.IDB) error {
	return func(ctx context.Context, tx bun.IDB) error {
		return posts.Update(ctx, tx, w.post.ID, w.now(), func(u *database.Update) { u.Set("publish_intent_at = ?, call_answered = ?", at, answered) })
	}
}

// adopt finds the media that the published container became. When that cannot be told for long, the post is PUBLISHED all
// the same, for the network itself says that it is live: its id is all that is missing.
func (w *work) adopt(ctx context.Context) error {
	candidates, err := w.candidates(ctx)
	killpoint.Reach("posts.resolve.searched")
	var mine *graph.Media
	if err == nil {
		mine, err = w.mine(ctx, candidates)
	}
	sought := w.clock.Now().Sub(w.post.PublishIntentAt.Time())
	why := fmt.Sprintf("the post is live; %d media on the network could be it", len(candidates))
	if err != nil {
		v := judge(err, w.failed())
		if v.remedy == unhandled {
			return err
		}
		sought, why = w.unknownFor(), v.message
	}
	switch {
	case mine != nil:
		err := w.adoptAs(ctx, *mine)
		if !errors.Is(err, errOwned) {
			return err
		}
		return w.lookLater(ctx, why, 0)
	case sought < unknownPatience:
		return w.lookLater(ctx, why, 0)
	}
	timeline.Note(ctx, "the network says that the post is live, but which media it is could not be told for %s", unknownPatience)
	w.post.PublishedAt = w.post.PublishIntentAt
	return w.finish(ctx, nil)
}

// adoptAs records which media the post is, unless another post has taken it meanwhile.
func (w *work) adoptAs(ctx context.Context, media graph.Media) error {
	err := w.claim.InTx(ctx, func(ctx context.Context, tx bun.IDB) error {
		if err := unowned(ctx, tx, media.ID); err != nil {
			return err
		}
		killpoint.Reach("posts.adopting")
		return w.recordMedia(ctx, tx, media.ID, media.Timestamp)
	})
	if err != nil {
		return err
	}
	return w.liveAs(ctx, media.ID, media.Timestamp)
}

// afterRefusal decides what follows a publish call that did not succeed. Only an answer that certainly refused it ends the
// post; everything else is left to reads.
func (w *work) afterRefusal(ctx context.Context, err error) error {
	var failed *graph.Error
	if !errors.As(err, &failed) {
		return err
	}
	v := judgeNetwork(failed, w.failed())
	switch {
	case v.remedy == wait:
		return w.waitForLimit(ctx, v, failed.OutcomeUnknown())
	case failed.OutcomeUnknown() || failed.NotSent() || v.remedy == again:
		answered := failed.Code != 0 || failed.NotSent()
		return w.claim.Retry(ctx, w.clock.Now().Add(firstLook), v.message, w.intending(*w.post.PublishIntentAt, answered))
	case failed.Class == graph.CapReached:
		v = w.capReached(ctx, v)
	}
	if failed.Undocumented && w.isPublished(ctx) {
		return w.adopt(ctx)
	}
	// What an error means that nobody has heard of is found out by reads, also after the end of the post.
	v.unsent = w.firstCall && !failed.Undocumented
	return w.fail(ctx, v)
}

// isPublished reports whether the network says that the container is published; that it does not say so proves nothing.
func (w *work) isPublished(ctx context.Context) bool {
	status, err := w.network.ContainerStatus(ctx, w.account, *w.post.SNContainerID)
	killpoint.Reach("posts.limit.read")
	return err == nil && status.Code == graph.Published
}

// waitForLimit puts the publish call off until a limit of the network has passed. Such an answer may come although the
// post went live, so that the network is asked before.
func (w *work) waitForLimit(ctx context.Context, v verdict, unsure bool) error {
	if unsure {
		if err := w.claim.Sleep(ctx, firstLook); err != nil {
			return err
		}
		if w.isPublished(ctx) {
			return w.adopt(ctx)
		}
	}
	if w.limitedTooLong(v) {
		return w.fail(ctx, v)
	}
	// The call that counts is the one to come: how long its outcome has been unknown counts from there.
	next := w.clock.Now().Add(v.after)
	return w.claim.Snooze(ctx, next, v.message, w.intending(wiretime.Of(next), true))
}

// capReached says when a place in the account's publishing cap frees, as far as our own posts tell.
func (w *work) capReached(ctx context.Context, v verdict) verdict {
	first, ok, err := firstPublishedSince(ctx, w.db, w.post.SocialAccountID, wiretime.Of(w.clock.Now().Add(-posts.CapWindow)))
	if err != nil || !ok {
		v.message += "; a place frees within 24 hours"
		return v
	}
	v.message += fmt.Sprintf("; a place frees at %s at the latest", wiretime.Of(first.Add(posts.CapWindow)))
	return v
}
