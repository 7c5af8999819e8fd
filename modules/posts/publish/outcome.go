package publish

import (
	"context"
	"errors"
	"time"

	"crier/modules/posts"
	"crier/modules/posts/timeline"
	"crier/platform/apperror"
	"crier/platform/database"
	"crier/platform/jobs"
	"crier/platform/killpoint"
	"crier/platform/secrets"
	"crier/platform/wireid"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

// permalinkPatience bounds the wait for the address of a post that is live.
const permalinkPatience = 3 * time.Second

func (w *work) recordMedia(ctx context.Context, tx bun.IDB, id string, since time.Time) error {
	return posts.Update(ctx, tx, w.post.ID, w.now(), func(u *database.Update) {
		u.Set("sn_media_id = ?, published_at = ?, published_via_private_api = ?", id, wiretime.Of(since), w.post.IsNative())
	})
}

// liveAs goes on once it is stored which media the post is.
func (w *work) liveAs(ctx context.Context, id string, since time.Time) error {
	killpoint.Reach("posts.live.stored")
	w.accountWorks(ctx)
	w.post.SNMediaID, w.post.PublishedAt = &id, wiretime.Ptr(since)
	timeline.Note(ctx, "the post is live since %s as media %s", wiretime.Of(since), id)
	if w.post.IsNative() {
		return w.finishNative(ctx)
	}
	return w.finish(ctx, w.permalink(ctx, id))
}

// complete goes on with a post that is known to be live, after a restart. Its address may follow later, so that it
// needs neither the account nor the network.
func (w *work) complete(ctx context.Context) error {
	err := w.identify(ctx)
	if err != nil && apperror.From(err) == nil {
		return err
	}
	var permalink *string
	if err == nil {
		permalink = w.permalink(ctx, *w.post.SNMediaID)
	}
	return w.finish(ctx, permalink)
}

func (w *work) permalink(ctx context.Context, id string) *string {
	ctx, cancel := context.WithTimeout(ctx, permalinkPatience)
	defer cancel()
	published, err := w.network.Media(ctx, w.account, id)
	killpoint.Reach("posts.permalink.read")
	if err != nil || published.Permalink == "" {
		w.log.Info("posts: the address of a published post is not known yet", "post", w.post.ID, "error", err)
		return nil
	}
	return &published.Permalink
}

// finish ends the job with the post PUBLISHED.
func (w *work) finish(ctx context.Context, permalink *string) error {
	return w.finishWith(ctx, permalink, func(context.Context, bun.IDB) error { return nil })
}

// finishWith is finish together with what also does.
func (w *work) finishWith(ctx context.Context, permalink *string, also func(context.Context, bun.IDB) error) error {
	published := w.now()
	if w.post.PublishedAt != nil {
		published = *w.post.PublishedAt
	}
	err := w.claim.Complete(context.WithoutCancel(ctx), func(ctx context.Context, tx bun.IDB) error {
		completed, err := posts.NextCompletion(ctx, tx, w.now())
		if err != nil {
			return err
		}
		err = w.change(ctx, tx, posts.Published, func(u *database.Update) {
			u.Set("sn_permalink = ?, published_at = ?, completed_at = ?", permalink, published, completed)
			if w.flaw == nil {
				u.Set("error_code = NULL, error_message = NULL")
			} else {
				u.Set("error_code = ?, error_message = ?", w.flaw.code, w.flaw.message)
			}
		})
		// What is still to be shared needs its files.
		return errors.Join(err, also(ctx, tx), w.beginShare(ctx, tx, w.post), w.release(ctx, tx, w.post.ID))
	})
	if err == nil {
		killpoint.Reach("posts.finished")
		w.log.Info("posts: published", "post", w.post.ID, "media", value(w.post.SNMediaID), "permalink", value(permalink))
	}
	return err
}

// settle ends or puts off the job after an attempt that did not end the post.
func (w *work) settle(ctx context.Context, err error) error {
	if err == nil {
		return nil
	}
	var waiting *stillProcessing
	if errors.As(err, &waiting) {
		return w.waitForMedia(ctx, waiting)
	}
	var early *earlyError
	if errors.As(err, &early) {
		return w.holdForClock(ctx, early.by)
	}
	if isNotReached(err) && w.post.Status == posts.Processing {
		return w.holdOffline(ctx, err)
	}
	if w.isUnasked(err) {
		return w.holdUnasked(ctx, err)
	}
	var alike *alikeError
	if errors.As(err, &alike) {
		return w.holdForAlike(ctx, alike)
	}
	v := judge(err, w.failed())
	// From the intent on only reads decide, and whoever comes next makes them.
	if v.remedy == unhandled || w.post.Status != posts.Processing {
		return err
	}
	w.log.Warn("posts: an attempt failed", "post", w.post.ID, "code", v.code, "error", err)
	if w.mayBeLive() {
		v.message += "; the post may be live from an earlier attempt, and a retry asks the network first"
	}
	switch {
	case v.remedy == wait && !w.limitedTooLong(v):
		return w.putOff(ctx, v)
	case v.remedy == giveUp, v.remedy == wait, w.claim.Job.LastAttempt():
		return w.fail(ctx, v)
	}
	return w.retry(ctx, v)
}

// limitPatience bounds how long after its time a post waits for limits of the network to pass.
const limitPatience = 24 * time.Hour

func (w *work) limitedTooLong(v verdict) bool {
	due := w.claim.Job.CreatedAt.Time()
	if at := w.post.ScheduledFor; at != nil && at.Time().After(due) {
		due = at.Time()
	}
	return w.networkNow().Add(v.after).Sub(due) > limitPatience
}

// putOff goes on after a limit of the network has passed (contract 3: PROCESSING -> QUEUED, no attempt).
func (w *work) putOff(ctx context.Context, v verdict) error {
	return w.claim.Snooze(ctx, w.clock.Now().Add(v.after), v.message, func(ctx context.Context, tx bun.IDB) error {
		return w.change(ctx, tx, posts.Queued, nil)
	})
}

// retry makes a further attempt after the back-off (contract 3: PROCESSING -> QUEUED).
func (w *work) retry(ctx context.Context, v verdict) error {
	at := w.clock.Now().Add(jobs.Backoff(w.failed() + 1))
	return w.claim.Retry(ctx, at, v.message, func(ctx context.Context, tx bun.IDB) error {
		err := w.change(ctx, tx, posts.Queued, func(u *database.Update) { u.Set("retry_count = retry_count + 1") })
		return errors.Join(err, w.forget(ctx, tx, v))
	})
}

// forget drops the containers when the verdict asks for new ones. What an item of a carousel failed of concerns that
// item alone, which keeps no container then; and a container that may have been published is kept until that is settled.
func (w *work) forget(ctx context.Context, tx bun.IDB, v verdict) error {
	if v.remedy != anew || v.item {
		return nil
	}
	err := posts.ForgetItems(ctx, tx, w.post.ID)
	if w.last.IsOpen() && v.absent == "" {
		return err
	}
	return errors.Join(err, dropContainer(ctx, tx, w.post, w.now()))
}

// fail ends the job with the post FAILED.
func (w *work) fail(ctx context.Context, v verdict) error {
	w.log.Warn("posts: failed", "post", w.post.ID, "code", v.code, "reason", v.message)
	return w.claim.Fail(ctx, v.message, func(ctx context.Context, tx bun.IDB) error {
		completed, err := posts.NextCompletion(ctx, tx, w.now())
		if err != nil {
			return err
		}
		err = w.change(ctx, tx, posts.Failed, func(u *database.Update) {
			u.Set("error_code = ?, error_message = ?, completed_at = ?", v.code, secrets.HideKeys(v.message), completed)
		})
		return errors.Join(err, w.settleAttempt(ctx, tx, v), w.forget(ctx, tx, v), w.markDead(ctx, tx, v), w.giveBack(ctx, tx, v))
	})
}

// settleAttempt notes with the end of a post what is known about its attempt then. One that may have taken effect stays open.
func (w *work) settleAttempt(ctx context.Context, tx bun.IDB, v verdict) error {
	switch {
	case v.absent != "":
		return w.decide(ctx, tx, absent(v.absent))
	case w.last.IsOpen():
		return errors.Join(w.answered(v.answer != "", v.answer)(ctx, tx), w.letAlikeGoOn(ctx, tx))
	}
	return nil
}

func isLost(err error) bool { return errors.Is(err, jobs.ErrLost) }

// giveBack ends that the files of a post that has failed are public. Nothing reads them until a retry makes them public again, but for
// the network when it is still at them.
func (w *work) giveBack(ctx context.Context, tx bun.IDB, v verdict) error {
	after := time.Duration(0)
	if v.working {
		after = fetchTime
	}
	return posts.ReleaseFiles(ctx, tx, w.media, w.post.ID, after)
}

func value(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}

// release is posts.ReleaseFiles for a post whose files nobody fetches any more.
func (p *Engine) release(ctx context.Context, tx bun.IDB, post wireid.ID) error {
	return posts.ReleaseFiles(ctx, tx, p.media, post, 0)
}
