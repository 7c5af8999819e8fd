package posts

import (
	"context"
	"fmt"

	"crier/modules/media"
	"crier/modules/posts/publish/attempt"
	"crier/platform/apperror"
	"crier/platform/clock"
	"crier/platform/database"
	"crier/platform/failpoint"
	"crier/platform/jobs"
	"crier/platform/wireid"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

// Schedule reads, changes and removes the posts that wait for a time. Intake adds them.
type Schedule struct {
	db         *database.DB
	clock      clock.Clock
	queue      *jobs.Queue
	media      *media.Service
	history    *History
	checker    *Checker
	withdrawer withdrawer
}

// NewSchedule returns the schedule of a database. Its posts wait in the queue or in the cloud.
func NewSchedule(db *database.DB, clk clock.Clock, queue *jobs.Queue, files *media.Service, history *History, checker *Checker, cloud Cloud) *Schedule {
	return &Schedule{db: db, clock: clk, queue: queue, media: files, history: history, checker: checker, withdrawer: withdrawer{db, cloud}}
}

// Waiting returns a page of the scheduled posts that have not ended, next first; an empty status
// means any of these.
func (s *Schedule) Waiting(ctx context.Context, status Status, number, size int) (List, error) {
	return s.history.list(ctx, listed{true, status, page{number, size}})
}

// Post returns a post that waits, or waited, for a time, and NOT_FOUND for any other.
func (s *Schedule) Post(ctx context.Context, id wireid.ID) (Post, error) {
	post, err := s.history.Post(ctx, id)
	if err == nil && !post.IsScheduled {
		return Post{}, notScheduled(post)
	}
	return post, err
}

// Unschedule takes a post that no worker has claimed back to DRAFT (contract 4, DELETE
// /schedule/{id}). When it returns nil, the post will never fire. A post that was never scheduled
// is NOT_FOUND; one that has been claimed, and one that may be live already, is INVALID_STATUS.
func (s *Schedule) Unschedule(ctx context.Context, id wireid.ID) error {
	return s.toDraft(ctx, id, false)
}

// TakeBack is Unschedule for a post that stays on its day: the draft is planned for the time at
// which it would have gone out.
func (s *Schedule) TakeBack(ctx context.Context, id wireid.ID) error {
	return s.toDraft(ctx, id, true)
}

func (s *Schedule) toDraft(ctx context.Context, id wireid.ID, keepsDay bool) error {
	err := s.withdrawer.change(ctx, id, Post.InCloud, func(ctx context.Context, tx bun.IDB) error { return s.unschedule(ctx, tx, id, keepsDay) })
	failpoint.Reach("posts.unscheduled")
	return err
}

// unschedule is Unschedule, or TakeBack, in the transaction tx, of a post that the cloud does not
// have.
func (s *Schedule) unschedule(ctx context.Context, tx bun.IDB, id wireid.ID, keepsDay bool) error {
	post, err := SelectPost(ctx, tx, id)
	if isNotFound(err) {
		return notFound(id)
	}
	if err != nil {
		return err
	}
	if !post.IsScheduled {
		return notScheduled(post)
	}
	if err := s.withdraw(ctx, tx, post); err != nil {
		return err
	}
	if err := BackToDraft(ctx, tx, post, s.now()); err != nil || !keepsDay {
		return err
	}
	return Update(ctx, tx, id, s.now(), func(u *database.Update) { u.Set("planned_for = ?", post.ScheduledFor) })
}

// BackToDraft makes a draft of a waiting post that nobody publishes any more.
func BackToDraft(ctx context.Context, tx bun.IDB, post Post, now wiretime.Time) error {
	_, err := ChangeStatus(ctx, tx, post.ID, post.Status, Draft, now, func(u *database.Update) {
		u.Set("is_scheduled = 0, scheduled_for = NULL, cloud_job_id = NULL, bucket_media_key = NULL")
		// A draft has no history, because it may be published as something else.
		u.Set("sn_container_id = NULL, container_created_at = NULL, upload_uri = NULL")
		u.Set("retry_count = 0, last_attempt_at = NULL, error_code = NULL, error_message = NULL")
	})
	if err != nil {
		return err
	}
	return ForgetItems(ctx, tx, post.ID)
}

// withdraw cancels the job of a post that no worker has claimed. A post that the cloud has given up
// has no job.
func (s *Schedule) withdraw(ctx context.Context, tx bun.IDB, post Post) error {
	const late = "the post can no longer be cancelled: "
	if post.Status != Scheduled && post.Status != Queued {
		return apperror.New(apperror.InvalidStatus, late+"it is %s", post.Status)
	}
	mayBeLive, err := attempt.MayBeLive(ctx, tx, post.ID)
	if err != nil {
		return err
	}
	if mayBeLive {
		return apperror.New(apperror.InvalidStatus, late+"it may be live already, and the network is about to be asked")
	}
	if post.InCloud() {
		return nil
	}
	cancelled, err := s.queue.Cancel(ctx, tx, PublishJob, post.ID)
	if err == nil && !cancelled {
		err = apperror.New(apperror.InvalidStatus, late+"it is being published; wait until it is PUBLISHED or FAILED")
	}
	return err
}

// giveUp removes a scheduled post from its queue.
func (s *Schedule) giveUp(ctx context.Context, tx bun.IDB, post Post) error {
	if post.InCloud() {
		return s.withdrawer.cloud.Abandon(ctx, tx, post.ID)
	}
	_, err := s.queue.Cancel(ctx, tx, PublishJob, post.ID)
	return err
}

// AccountRemoved fails what is scheduled for an account that is being disconnected, in the
// transaction that does it (contract 3: SCHEDULED -> FAILED). Jobs in work for the account end by
// themselves. The cloud gets the request afterwards; it reports what it publishes before.
func (s *Schedule) AccountRemoved(ctx context.Context, tx bun.IDB, account wireid.ID) error {
	scheduled, err := selectScheduledOf(ctx, tx, account)
	if err != nil {
		return err
	}
	for _, post := range scheduled {
		if err := s.giveUp(ctx, tx, post); err != nil {
			return err
		}
		if err := failIn(ctx, tx, s.media, s.now(), post, failed{code: apperror.NotFound, message: "account disconnected"}); err != nil {
			return err
		}
	}
	return nil
}

// selectScheduledOf returns an account's posts that wait for their time, next first: what says
// where they do.
func selectScheduledOf(ctx context.Context, db bun.IDB, account wireid.ID) ([]Post, error) {
	var posts []Post
	err := db.NewSelect().Model(&posts).ModelTableExpr(WaitingTable).Column("id", "status", "cloud_job_id").Where(WaitingCondition).
		Where("status = ? AND social_account_id = ?", Scheduled, account).Order("scheduled_for", "id").Scan(ctx)
	return posts, err
}

func (s *Schedule) now() wiretime.Time { return wiretime.Of(s.clock.Now()) }

// CountUnattended returns how many posts this machine has to publish, at a time or at once, and
// when the first of them is due. They go out only while the service runs.
func CountUnattended(ctx context.Context, db bun.IDB) (n int64, first wiretime.Time, err error) {
	const unattended = "FROM posts WHERE status IN ('SCHEDULED', 'QUEUED', 'PROCESSING', 'PUBLISHING') AND cloud_job_id IS NULL"
	n, err = database.Value[int64](ctx, db, "SELECT count(*) "+unattended)
	if err == nil && n > 0 {
		first, err = database.Value[wiretime.Time](ctx, db, "SELECT min(coalesce(scheduled_for, created_at)) "+unattended)
	}
	if err != nil {
		return 0, wiretime.Time{}, fmt.Errorf("count the posts that are to go out: %w", err)
	}
	return n, first, nil
}
