package posts

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"crier/modules/auth"
	"crier/modules/posts/publish/attempt"
	"crier/platform/apperror"
	"crier/platform/clock"
	"crier/platform/database"
	"crier/platform/failpoint"
	"crier/platform/instance"
	"crier/platform/jobs"
	"crier/platform/wireid"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

// RetrySpacing is the time between two posts of one account that are retried together.
const RetrySpacing = time.Minute

// RetryTurns tells when each of the posts is tried that are retried together. A post whose own time
// is still to come waits for that time, and the others of its account do not wait for it.
type RetryTurns struct {
	from time.Time
	// next is when the next post of an account is tried.
	next map[wireid.ID]time.Time
}

// NewRetryTurns returns turns that begin at an instant.
func NewRetryTurns(from time.Time) *RetryTurns {
	return &RetryTurns{from: from, next: make(map[wireid.ID]time.Time)}
}

// Of returns when a failed post is tried.
func (t *RetryTurns) Of(post Post) time.Time {
	if t.waits(post) {
		return post.ScheduledFor.Time()
	}
	if at, isLater := t.next[post.SocialAccountID]; isLater {
		return at
	}
	return t.from
}

// Taken counts a post that is tried at the instant, so that the next one of its account is later.
func (t *RetryTurns) Taken(post Post, at time.Time) {
	if !t.waits(post) {
		t.next[post.SocialAccountID] = at.Add(RetrySpacing)
	}
}

// waits reports whether a post waits for its own time.
func (t *RetryTurns) waits(post Post) bool {
	return post.IsScheduled && post.ScheduledFor != nil && post.ScheduledFor.Time().After(t.from)
}

// Retrier publishes failed posts again.
type Retrier struct {
	db         *database.DB
	clock      clock.Clock
	queue      *jobs.Queue
	accounts   *auth.Service
	history    *History
	withdrawer withdrawer
}

// NewRetrier returns a retrier, which makes the cloud give up a post that it may have first.
func NewRetrier(db *database.DB, clk clock.Clock, queue *jobs.Queue, accounts *auth.Service, history *History, cloud Cloud) *Retrier {
	return &Retrier{db: db, clock: clk, queue: queue, accounts: accounts, history: history, withdrawer: withdrawer{db, cloud}}
}

// Retry queues a failed post again (contract 3: FAILED -> QUEUED). Of several at once, one
// succeeds. It is for a single post whose message somebody has read, so that it also takes one
// whose message says to check before a retry: that was done.
func (r *Retrier) Retry(ctx context.Context, id wireid.ID) error {
	post, err := r.retriable(ctx, id)
	if err != nil {
		return err
	}
	return r.requeue(ctx, post, time.Time{}, func(ctx context.Context, tx bun.IDB) error {
		return instance.ReleaseUnsure(ctx, tx, id, wiretime.Of(r.clock.Now()))
	})
}

// RetryAt is Retry for one of many posts that are retried together. The post is tried at the
// instant. RetryAt returns INVALID_STATUS for a post of which Crier could not find out whether it
// is live: nobody has looked at each of many posts, and such a one could be published twice.
func (r *Retrier) RetryAt(ctx context.Context, id wireid.ID, at time.Time) error {
	post, err := r.retriable(ctx, id)
	if err != nil {
		return err
	}
	return r.requeue(ctx, post, at, func(ctx context.Context, tx bun.IDB) error { return checkSettled(ctx, tx, post) })
}

// requeue queues the failed post, in one transaction with what take does, unless take refuses.
func (r *Retrier) requeue(ctx context.Context, post Post, at time.Time, take func(context.Context, bun.IDB) error) error {
	id := post.ID
	err := r.withdrawer.change(ctx, id, WasInCloud, func(ctx context.Context, tx bun.IDB) error {
		taken, err := ChangeStatus(ctx, tx, id, Failed, Queued, wiretime.Of(r.clock.Now()), func(u *database.Update) {
			u.Set("error_code = NULL, error_message = NULL")
		})
		if err != nil {
			return err
		}
		if !taken {
			return whyNot(ctx, tx, id, "cannot be retried: it")
		}
		if err := errors.Join(take(ctx, tx), attempt.ResetAskedTime(ctx, tx, id)); err != nil {
			return err
		}
		reason := jobs.Reason{Wait: "APART", Text: "posts that are tried again together go out a minute apart"}
		if post.ScheduledFor != nil && post.ScheduledFor.Time().Equal(at) {
			reason = jobs.Reason{} // It is no pause: a user named the instant.
		}
		_, err = r.queue.Enqueue(ctx, tx, jobs.Request{Type: PublishJob, SubjectID: id, Lane: post.SocialAccountID.String(), RunAt: at, Reason: reason})
		return err
	})
	failpoint.Reach("posts.requeued")
	return err
}

// check returns why RetryAt would refuse a post, as far as that is known without asking the cloud.
func (r *Retrier) check(ctx context.Context, id wireid.ID) error {
	post, err := r.retriable(ctx, id)
	if err != nil {
		return err
	}
	return checkSettled(ctx, r.db, post)
}

// checkSettled returns INVALID_STATUS for a post of which Crier could not find out whether it is
// live: it was sent, by Crier or by the cloud worker, and looked for in vain, or this data folder
// does not know whether it was sent.
func checkSettled(ctx context.Context, db bun.IDB, post Post) error {
	by := attempt.Feed
	if post.IsNative() {
		by = attempt.Story
	}
	last, _, err := attempt.Last(ctx, db, post.ID, by)
	if err != nil {
		return err
	}
	exposed, _, err := SelectExposure(ctx, db, post.ID)
	if err != nil {
		return err
	}
	isUnsure, err := instance.IsUnsure(ctx, db, post.ID)
	if err == nil && (isUnsure || exposed.IsLooked || last.Verdict == attempt.GivenUp) {
		err = apperror.New(apperror.InvalidStatus, "the post may be live, and Crier could not find out: look for it on the network; if it is not there, retry this post alone")
	}
	return err
}

func (r *Retrier) retriable(ctx context.Context, id wireid.ID) (Post, error) {
	post, err := r.history.Post(ctx, id)
	if err != nil {
		return post, err
	}
	if post.Status != Failed {
		return post, apperror.New(apperror.InvalidStatus, "only a FAILED post can be retried; this one is %s: %s", post.Status, insteadOfRetry(post)).
			InPlain("only a post that has failed can be retried; this one is %s", post.Status)
	}
	if _, err := r.accounts.Account(ctx, r.db, post.SocialAccountID); err != nil {
		return post, err
	}
	return post, checkFilesRemain(ctx, r.db, post)
}

// insteadOfRetry says what to do with a post that has not failed.
func insteadOfRetry(post Post) string {
	if post.Status == Draft {
		return fmt.Sprintf("publish it with POST /posts/publish and draftId %s", post.ID)
	}
	if post.Status == Published {
		return "to publish the same once more, make a new post"
	}
	return "it goes out without a retry; wait until it is PUBLISHED or FAILED"
}

// checkFilesRemain returns MEDIA_INVALID for a stored post when one of its media files, or the
// picture of its cover, has been deleted.
func checkFilesRemain(ctx context.Context, db bun.IDB, post Post) error {
	if post.CoverMediaFileID != nil && post.Cover == nil {
		return apperror.New(apperror.MediaInvalid, "the picture of the post's cover has been deleted; choose another one, or make a new post")
	}
	links, err := SelectLinks(ctx, db, []wireid.ID{post.ID})
	if err == nil && (len(links) == 0 || len(links) != len(post.MediaFiles)) {
		err = apperror.New(apperror.MediaInvalid, "a media file of the post has been deleted; upload it again and make a new post")
		if i := slices.IndexFunc(links, func(l Link) bool { return l.MediaFileID == nil }); i >= 0 {
			err = post.MediaType.OfItem(apperror.New(apperror.MediaInvalid, "its media file has been deleted; upload it again and make a new post"), i+1, len(links))
		}
	}
	return err
}
