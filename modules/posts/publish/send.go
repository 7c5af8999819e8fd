package publish

import (
	"context"
	"errors"
	"fmt"
	"time"

	"crier/modules/posts"
	"crier/modules/posts/publish/attempt"
	"crier/modules/posts/timeline"
	"crier/platform/graph"
	"crier/platform/intent"
	"crier/platform/killpoint"
	"crier/platform/secrets"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

// send makes the one publish call. An answer that names what another post is live as says nothing of this one.
func (w *work) send(ctx context.Context, permission intent.Intent) error {
	id, err := w.network.Publish(ctx, permission, w.account, w.last.Ref)
	if err == nil {
		killpoint.Reach("posts.sent")
		now := w.clock.Now()
		if owned, err := w.ownedItems(context.WithoutCancel(ctx), attempt.Feed, []string{id}); err == nil && owned[id] {
			return w.claim.Retry(ctx, now.Add(firstLook), "the network answered with the id of another post", nil)
		}
		return w.live(ctx, id, now)
	}
	killpoint.Reach("posts.refused")
	w.log.Warn("posts: the publish call failed", "post", w.post.ID, "error", err)
	return w.afterRefusal(ctx, err)
}

// afterRefusal decides what follows a publish call that did not succeed. What the network says no to it may have carried out all the
// same, so that no answer settles the attempt: reads do, also after the end of the post.
func (w *work) afterRefusal(ctx context.Context, err error) error {
	var failed *graph.Error
	if !errors.As(err, &failed) {
		return err
	}
	v := judgeNetwork(failed, w.failed())
	isAnswer := failed.Code != 0 || failed.NotSent()
	switch {
	case v.remedy == wait && !w.limitedTooLong(v):
		return w.waitForLimit(ctx, v, failed.OutcomeUnknown(), isAnswer)
	case v.remedy == wait:
	case failed.OutcomeUnknown() || failed.NotSent() || v.remedy == again:
		return w.claim.Retry(ctx, w.clock.Now().Add(firstLook), v.message, w.answered(isAnswer, v.message))
	case failed.Class == graph.CapReached:
		v = w.capReached(ctx, v)
	}
	if failed.Undocumented || failed.OutcomeUnknown() {
		// What an error means that nobody has heard of, reads tell.
		if f, err := w.find(ctx, feed{}); err == nil && f.outcome == isLive {
			return w.adopt(ctx, feed{}, f)
		}
	}
	v.answer = v.message
	return w.fail(ctx, v)
}

// answered notes that the network answered the call, and what it said. Without an answer it does nothing.
func (w *work) answered(isAnswer bool, said string) func(context.Context, bun.IDB) error {
	return func(ctx context.Context, tx bun.IDB) error {
		if !isAnswer || w.last.Seq == 0 {
			return nil
		}
		return attempt.Answered(ctx, tx, w.last.Seq, w.now(), secrets.HideKeys(said))
	}
}

// waitForLimit puts the publish call off until a limit of the network has passed. Such an answer may come although the post went live,
// so that the network is asked before.
func (w *work) waitForLimit(ctx context.Context, v verdict, unsure, isAnswer bool) error {
	if unsure {
		if err := w.claim.Sleep(ctx, firstLook); err != nil {
			return err
		}
		said, err := (feed{}).status(ctx, w, w.last)
		killpoint.Reach("posts.limit.read")
		if err == nil && said.state == visible {
			return w.resolve(ctx)
		}
	}
	return w.claim.Snooze(ctx, w.clock.Now().Add(v.after), v.message, w.answered(isAnswer, v.message))
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

// live records that the post is on the network under id since the given time: the id first, so that nothing can lose it,
// then the address where the network gives it, and with that PUBLISHED (contract 3: PUBLISHING -> PUBLISHED).
func (w *work) live(ctx context.Context, id string, since time.Time) error {
	if err := w.recordTold(ctx, func(ctx context.Context, tx bun.IDB) error { return w.recordMedia(ctx, tx, id, since) }, id); err != nil {
		return err
	}
	return w.liveAs(ctx, id, since)
}

// recordTold stores what the answer to the call said. The answer is in: even a runner that is stopping records it, and one that lost
// the job leaves the rest to the next.
func (w *work) recordTold(ctx context.Context, set func(context.Context, bun.IDB) error, id string) error {
	record := func(ctx context.Context, tx bun.IDB) error {
		decision := attempt.Decision{Verdict: attempt.Live, MediaID: id, How: attempt.Told, Evidence: "the answer to the call"}
		return errors.Join(set(ctx, tx), w.decide(ctx, tx, decision))
	}
	return w.keep(ctx, record)
}

// keep stores what must not get lost, also when the claim does not hold any more: then it returns jobs.ErrLost all the same.
func (w *work) keep(ctx context.Context, record func(context.Context, bun.IDB) error) error {
	recording := context.WithoutCancel(ctx)
	err := w.claim.InTx(recording, record)
	if isLost(err) {
		err = errors.Join(err, w.db.InTx(recording, func(ctx context.Context, tx bun.Tx) error { return record(ctx, tx) }))
	}
	return err
}

// intendAndSend writes down that the container is about to be published, and publishes it.
func (w *work) intendAndSend(ctx context.Context) error {
	permission, err := w.intendFirst(ctx, feed{}, *w.post.SNContainerID)
	if err != nil {
		return err
	}
	return w.send(ctx, permission)
}

// adoptContainer goes on with a container that turns out to have been published, although no attempt of it is open: an earlier one
// was given up, or held for refused.
func (w *work) adoptContainer(ctx context.Context) error {
	timeline.Note(ctx, "the container turns out to have been published: nothing is sent, the post is looked for on the network")
	look, _ := (feed{}).look(w.post)
	a := attempt.Attempt{PostID: w.post.ID, AccountID: w.post.SocialAccountID, Channel: attempt.Feed, Ref: *w.post.SNContainerID, Look: look, Verdict: attempt.Open}
	w.stamp(&a)
	a.AnsweredAt, a.Answer = new(a.SentAt), new("the container turned out to have been published")
	if w.last.Seq != 0 && w.last.Ref == a.Ref {
		a.SentAt, a.NetSentAt, a.RanMs, a.SeenBefore = w.last.SentAt, w.last.NetSentAt, w.last.RanMs, w.last.SeenBefore
	} else {
		// It was some time since the container was made.
		age := max(w.age(w.post.ContainerCreatedAt), 0)
		a.SentAt, a.RanMs = wiretime.Of(w.clock.Now().Add(-age)), max(a.RanMs-age.Milliseconds(), 0)
		if a.NetSentAt != nil {
			a.NetSentAt = wiretime.Ptr(a.NetSentAt.Time().Add(-age))
		}
	}
	err := w.claim.Progress(ctx, func(ctx context.Context, tx bun.IDB) error {
		return errors.Join(attempt.Insert(ctx, tx, &a), w.publishing(ctx, tx))
	})
	if err != nil {
		return err
	}
	w.post.Status, w.last = posts.Publishing, a
	return w.resolve(ctx)
}
