package publish

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"crier/modules/auth"
	"crier/modules/media"
	"crier/modules/posts"
	"crier/modules/posts/publish/attempt"
	"crier/modules/posts/publish/channel"
	"crier/modules/posts/publish/failure"
	"crier/modules/posts/publish/timing"
	"crier/platform/apperror"
	"crier/platform/database"
	"crier/platform/failpoint"
	"crier/platform/jobs"
	"crier/platform/secrets"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

// lives has what the lives of all posts share.
type lives struct {
	clock    *timing.Clock
	log      *slog.Logger
	queue    *jobs.Queue
	accounts *auth.Service
	media    *media.Service
}

// statuses moves one post through its statuses (contract 3), each time in one transaction with its
// job and its attempt.
type statuses struct {
	*lives
	run     *channel.Run
	journal *journal
}

func (l *lives) newStatuses(run *channel.Run, j *journal) *statuses {
	return &statuses{lives: l, run: run, journal: j}
}

// moveToProcessing records that a worker has started (contract 3: QUEUED -> PROCESSING).
func (l *statuses) moveToProcessing(ctx context.Context) error {
	now := l.clock.Stored()
	if l.run.Post.Status == posts.Processing {
		return nil
	}
	err := l.run.Claim.Prepared(ctx, func(ctx context.Context, tx bun.IDB) error {
		return l.run.Change(ctx, tx, posts.Processing, now, func(u *database.Update) {
			u.Set("last_attempt_at = ?, error_code = NULL, error_message = NULL", now)
		})
	})
	if err == nil {
		failpoint.Reach("posts.begun")
		l.run.Post.Status, l.run.Post.LastAttemptAt = posts.Processing, &now
	}
	return err
}

// moveToPublishing moves the post to PUBLISHING (contract 3: PROCESSING -> PUBLISHING), together
// with its attempt.
func (l *statuses) moveToPublishing(ctx context.Context, tx bun.IDB) error {
	database.AfterCommit(ctx, func() { l.run.Post.Status = posts.Publishing })
	return l.run.Change(ctx, tx, posts.Publishing, l.clock.Stored(), nil)
}

// moveToPublishingAsSent moves the post to PUBLISHING with the reference of its latest attempt,
// which took effect. A retry that could not know that may have dropped the reference, or made
// another one.
func (l *statuses) moveToPublishingAsSent(ctx context.Context, tx bun.IDB) error {
	ref := l.run.Last.Ref
	if id := l.run.Post.SNContainerID; id == nil || *id != ref {
		err := posts.Update(ctx, tx, l.run.Post.ID, l.clock.Stored(), func(u *database.Update) {
			u.Set("sn_container_id = ?, container_created_at = NULL, upload_uri = NULL", ref)
		})
		if err != nil {
			return err
		}
		database.AfterCommit(ctx, func() {
			post := &l.run.Post
			post.SNContainerID, post.ContainerCreatedAt, post.UploadURI = &ref, nil, nil
		})
	}
	return l.moveToPublishing(ctx, tx)
}

// requeue has a post that is put off be QUEUED, where it can be cancelled. One in PUBLISHING stays
// there, for its call may have been made; one that was deleted is failure.ErrTaken.
func (l *statuses) requeue(ctx context.Context, tx bun.IDB) error {
	if l.run.Post.Status == posts.Queued || l.run.Post.Status == posts.Publishing {
		return l.run.Exists(ctx, tx)
	}
	return l.run.Change(ctx, tx, posts.Queued, l.clock.Stored(), nil)
}

// say stores on the post what it waits for.
func (l *statuses) say(ctx context.Context, tx bun.IDB, code apperror.Code, why string) error {
	return posts.Update(ctx, tx, l.run.Post.ID, l.clock.Stored(), func(u *database.Update) { u.Set("error_code = ?, error_message = ?", code, why) })
}

// sayNothing removes from the post what it waited for.
func (l *statuses) sayNothing(ctx context.Context, tx bun.IDB) error {
	if l.run.Post.ErrorCode == nil {
		return nil
	}
	return posts.Update(ctx, tx, l.run.Post.ID, l.clock.Stored(), func(u *database.Update) { u.Set("error_code = NULL, error_message = NULL") })
}

// hold postpones the post, or ends it, as the hold says.
func (l *statuses) hold(ctx context.Context, h *hold) error {
	if h.failure != nil {
		return l.fail(ctx, *h.failure)
	}
	return l.postpone(ctx, l.run.Claim, h, func(ctx context.Context, tx bun.IDB) error {
		err := l.requeue(ctx, tx)
		switch {
		case err != nil:
			return err
		case h.code != "":
			return l.say(ctx, tx, h.code, h.says)
		case h.isEarly && !l.journal.mayBeLive():
			return l.backToSchedule(ctx, tx)
		case h.isCleared:
			return l.sayNothing(ctx, tx)
		}
		return nil
	})
}

// backToSchedule has a QUEUED post be SCHEDULED again, and its job wait for the post's time.
func (l *statuses) backToSchedule(ctx context.Context, tx bun.IDB) error {
	_, err := posts.ChangeStatus(ctx, tx, l.run.Post.ID, posts.Queued, posts.Scheduled, l.clock.Stored(), func(u *database.Update) {
		u.Set("error_code = NULL, error_message = NULL")
	})
	if err != nil {
		return err
	}
	_, err = l.queue.Move(ctx, tx, posts.PublishJob, l.run.Post.ID, l.run.Post.ScheduledFor.Time())
	return err
}

// postpone puts the job off as the hold says, together with also. What the post waits for may have
// come since the hold was made: that makes the jobs due that wait for it, and this one was still in
// work. So the transaction that puts the job off asks once more, and where it has come the job is
// due at once. When it comes later, the job is one of those that wait.
func (l *lives) postpone(ctx context.Context, claim *jobs.Claim, h *hold, also func(context.Context, bun.IDB) error) error {
	return claim.Snooze(ctx, h.pause, h.reason, func(ctx context.Context, tx bun.IDB) error {
		if err := also(ctx, tx); err != nil || h.isOver == nil {
			return err
		}
		isOver, err := h.isOver(ctx, tx)
		if err != nil || !isOver {
			return err
		}
		return l.queue.MakeDue(ctx, tx, claim.Job.Lane, h.reason.Wait)
	})
}

// waitForMedia postpones the job until the next look: while the network processes the media, no
// worker waits for it.
func (l *statuses) waitForMedia(ctx context.Context, p *channel.Processing) error {
	l.journal.keepBaseline()
	reason := channel.WaitsForMedia
	if l.run.IsSpaced {
		reason = channel.WaitsForSpacedMedia
	}
	return l.run.Claim.Wait(ctx, p.Pause, reason, l.run.Exists)
}

// putOff continues after a limit of the network has passed (contract 3: PROCESSING -> QUEUED, no
// attempt).
func (l *statuses) putOff(ctx context.Context, v failure.Failure) error {
	held := untilLimitEnds(l.accounts, l.run.Post, v.Message, v.After)
	held.code, held.says = v.Code, l.limited(v.Message, v.After)
	return l.hold(ctx, held)
}

// putCallOff postpones the publish call, together with what also does, until a limit of the network
// has passed.
func (l *statuses) putCallOff(ctx context.Context, why string, after time.Duration, also func(context.Context, bun.IDB) error) error {
	return l.postpone(ctx, l.run.Claim, untilLimitEnds(l.accounts, l.run.Post, why, after), func(ctx context.Context, tx bun.IDB) error {
		return errors.Join(also(ctx, tx), l.say(ctx, tx, apperror.RateLimited, l.limited(why, after)))
	})
}

// limited returns what a post says while it waits for the end of a limit of the network.
func (l *statuses) limited(message string, after time.Duration) string {
	return fmt.Sprintf("%s; Crier goes on with the post at %s", secrets.HideKeys(message), wiretime.Of(l.clock.Now().Add(after)))
}

// becauseUnknown is the reason of a job that waits before the network is asked again what became of
// an attempt.
func becauseUnknown(why string) jobs.Reason { return jobs.Reason{Wait: "OUTCOME", Text: why} }

// putQuestionOff postpones by the pause the question to the network what became of the attempt.
// counted is how much of the pause counts as time in which the network was asked. What the post
// waited for before is over.
func (l *statuses) putQuestionOff(ctx context.Context, why string, pause, counted time.Duration) error {
	return l.run.Claim.Snooze(ctx, pause, becauseUnknown(why), func(ctx context.Context, tx bun.IDB) error {
		if l.run.Post.Status != posts.Publishing {
			if err := l.requeue(ctx, tx); err != nil {
				return err
			}
		}
		if err := l.sayNothing(ctx, tx); err != nil {
			return err
		}
		return attempt.AddAskedTime(ctx, tx, l.run.Last.Seq, counted.Milliseconds())
	})
}

// retry makes a further attempt after the back-off (contract 3: PROCESSING -> QUEUED).
func (l *statuses) retry(ctx context.Context, v failure.Failure) error {
	return l.run.Claim.Retry(ctx, jobs.Backoff(l.run.Failed()+1), v.Message, func(ctx context.Context, tx bun.IDB) error {
		err := l.run.Change(ctx, tx, posts.Queued, l.clock.Stored(), func(u *database.Update) { u.Set("retry_count = retry_count + 1") })
		return errors.Join(err, l.forget(ctx, tx, v))
	})
}

// forget drops the containers when the failure asks for new ones. The failure of an item of a
// carousel concerns that item alone, whose container was dropped already. A container that may have
// been published is kept until that is settled.
func (l *statuses) forget(ctx context.Context, tx bun.IDB, v failure.Failure) error {
	if v.Action != failure.Remake || v.Item {
		return nil
	}
	err := posts.ForgetItems(ctx, tx, l.run.Post.ID)
	if l.run.Last.IsOpen() && v.Absent == "" {
		return err
	}
	return errors.Join(err, l.dropContainer(ctx, tx))
}

// dropReference drops a container or upload that is useless, if it is the attempt's.
func (l *statuses) dropReference(ctx context.Context, tx bun.IDB) error {
	post := &l.run.Post
	if channel.Text(post.SNContainerID) != l.run.Last.Ref {
		return nil
	}
	post.SNContainerID, post.ContainerCreatedAt, post.UploadURI = nil, nil, nil
	return errors.Join(posts.ForgetItems(ctx, tx, post.ID), l.dropContainer(ctx, tx))
}

func (l *statuses) dropContainer(ctx context.Context, tx bun.IDB) error {
	return posts.Update(ctx, tx, l.run.Post.ID, l.clock.Stored(), func(u *database.Update) {
		u.Set("sn_container_id = NULL, container_created_at = NULL, upload_uri = NULL")
	})
}

// fetchTime is how long the files of a FAILED post stay public when the network was still working
// on them: it may be fetching them, and a retry uses the container that it may finish.
const fetchTime = 2 * time.Hour

// fail ends the job with the post FAILED, and takes its files back: a retry makes them public
// again. While the network still works on them they stay public for the fetchTime.
func (l *statuses) fail(ctx context.Context, v failure.Failure) error {
	l.log.Warn("posts: failed", "post", l.run.Post.ID, "code", v.Code, "reason", v.Message)
	after := time.Duration(0)
	if v.Working {
		after = fetchTime
	}
	doubt := l.doubt(&v)
	return l.run.Claim.Fail(ctx, v.Message, func(ctx context.Context, tx bun.IDB) error {
		completed, err := posts.NextCompletion(ctx, tx, l.clock.Stored())
		if err != nil {
			return err
		}
		err = l.run.Change(ctx, tx, posts.Failed, l.clock.Stored(), func(u *database.Update) {
			u.Set("error_code = ?, error_message = ?, completed_at = ?", v.Code, secrets.HideKeys(v.Message), completed)
			u.Set("doubt = ?, settled_message = nullif(?, '')", doubt, secrets.HideKeys(v.Certain))
		})
		return errors.Join(err, l.journal.recordPostEnd(ctx, tx, v), l.forget(ctx, tx, v), l.markAccount(ctx, tx, l.run, v),
			posts.ReleaseFiles(ctx, tx, l.media, l.run.Post.ID, after))
	})
}

// doubt returns the doubt with which a post fails, and has the failure say it: an open attempt may
// have taken effect, whatever the network said of it.
func (l *statuses) doubt(v *failure.Failure) posts.Doubt {
	switch {
	case v.Certain != "":
		return posts.MayBeLive
	case v.Absent != "" || !l.journal.mayBeLive():
		return posts.NoDoubt
	}
	v.Message, v.Certain = v.Message+"; the post may be live all the same, "+posts.LookFirst, v.Message+posts.NotLive
	return posts.MayBeLive
}

// markAccount marks the account whose token is dead, or that is at a checkpoint, in the transaction
// that ends the post that showed it, unless the account has another token by now.
func (l *lives) markAccount(ctx context.Context, tx bun.IDB, run *channel.Run, v failure.Failure) error {
	mark := l.accounts.MarkTokenDead
	switch {
	case !v.Checkpoint && !v.DeadToken || hasOtherToken(ctx, l.accounts, run):
		return nil
	case v.Checkpoint:
		mark = l.accounts.MarkCheckpoint
	}
	_, err := mark(ctx, tx, run.Post.SocialAccountID, v.Message)
	failpoint.Reach("posts.account.dead")
	return err
}

// markAccountAlive removes the marks of the account, because the network has answered for it. If
// that fails, a probe removes them later.
func (l *statuses) markAccountAlive(ctx context.Context) {
	if err := l.accounts.MarkTokenAlive(context.WithoutCancel(ctx), l.run.Post.SocialAccountID); err != nil {
		l.log.Warn("posts: the mark of an account that works again could not be removed", "account_id", l.run.Post.SocialAccountID, "error", err)
	}
}

// record stores which media the post is, and since when.
func (l *statuses) record(ctx context.Context, tx bun.IDB, id string, since time.Time) error {
	return posts.Update(ctx, tx, l.run.Post.ID, l.clock.Stored(), func(u *database.Update) {
		u.Set("sn_media_id = ?, published_at = ?, published_via_private_api = ?", id, wiretime.Of(since), l.run.Post.IsNative())
	})
}
