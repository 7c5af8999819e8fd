package posts

import (
	"context"

	"crier/modules/auth"
	"crier/modules/media"
	"crier/modules/posts/networkclock"
	"crier/modules/posts/publish/attempt"
	"crier/modules/settings"
	"crier/platform/apperror"
	"crier/platform/clock"
	"crier/platform/database"
	"crier/platform/jobs"
	"crier/platform/killpoint"
	"crier/platform/uptime"
	"crier/platform/wireid"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

// Service takes posts in and tells of them. What happens to them afterwards is package publish's.
type Service struct {
	db       *database.DB
	clock    clock.Clock
	queue    *jobs.Queue
	accounts *auth.Service
	natives  *settings.Natives
	media    *media.Service
	clocks   *networkclock.Clock
	history  *History
	retrier  *Retrier
	deleter  *Deleter
	cloud    Cloud
	uptime   *uptime.Meter
}

// NewService returns the service. It counts running time from now on by itself; the program's wiring has it share the one Meter.
func NewService(db *database.DB, clk clock.Clock, queue *jobs.Queue, accounts *auth.Service, natives *settings.Natives, files *media.Service, clocks *networkclock.Clock, cloud Cloud) *Service {
	history := NewHistory(db, files)
	return &Service{
		db: db, clock: clk, queue: queue, accounts: accounts, natives: natives, media: files, clocks: clocks, cloud: cloud, uptime: uptime.New(db, clk),
		history: history, retrier: NewRetrier(db, clk, queue, accounts, history, cloud), deleter: NewDeleter(db, clk, queue, cloud),
	}
}

// Unschedule takes a post that no worker has claimed back to DRAFT (contract 4, DELETE /schedule/{id}). When it returns
// nil, the post will never fire. A post that was never scheduled is NOT_FOUND; one that has been claimed, and one that
// may be live already, is INVALID_STATUS.
func (s *Service) Unschedule(ctx context.Context, id wireid.ID) error {
	err := withdrawer{s.db, s.cloud}.change(ctx, id, Post.InCloud, func(ctx context.Context, tx bun.IDB) error {
		post, err := SelectPost(ctx, tx, id)
		if isNotFound(err) || err == nil && !post.IsScheduled {
			return notFound(id)
		}
		if err != nil {
			return err
		}
		if err := s.withdraw(ctx, tx, post); err != nil {
			return err
		}
		_, err = ChangeStatus(ctx, tx, id, post.Status, Draft, s.now(), func(u *database.Update) {
			u.Set("is_scheduled = 0, scheduled_for = NULL, cloud_job_id = NULL, bucket_media_key = NULL")
			// A draft has no history: what it is published as next may be something else.
			u.Set("sn_container_id = NULL, container_created_at = NULL, upload_uri = NULL")
			u.Set("retry_count = 0, last_attempt_at = NULL, error_code = NULL, error_message = NULL")
		})
		if err != nil {
			return err
		}
		return ForgetItems(ctx, tx, id)
	})
	killpoint.Reach("posts.unscheduled")
	return err
}

// withdraw cancels the job of a post that no worker has claimed. One that was the cloud's has none: that has given it up.
func (s *Service) withdraw(ctx context.Context, tx bun.IDB, post Post) error {
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
	cancelled, err := s.queue.Cancel(ctx, tx, jobs.Publish, post.ID)
	if err == nil && !cancelled {
		err = apperror.New(apperror.InvalidStatus, late+"it is being published")
	}
	return err
}

// Waiting returns a page of the scheduled posts that have not ended, next first; an empty status means any of these.
func (s *Service) Waiting(ctx context.Context, status Status, number, size int) (List, error) {
	return s.history.list(ctx, listed{true, status, page{number, size}})
}

// ScheduledPost returns a post that waits, or waited, for a time, and NOT_FOUND for any other.
func (s *Service) ScheduledPost(ctx context.Context, id wireid.ID) (Post, error) {
	post, err := s.history.Post(ctx, id)
	if err == nil && !post.IsScheduled {
		return Post{}, notFound(id)
	}
	return post, err
}

// giveUp takes a scheduled post out of the queue that it is in.
func (s *Service) giveUp(ctx context.Context, tx bun.IDB, post Post) error {
	if post.InCloud() {
		return s.cloud.Abandon(ctx, tx, post.ID)
	}
	_, err := s.queue.Cancel(ctx, tx, jobs.Publish, post.ID)
	return err
}

// AccountRemoved fails what is scheduled for an account that is being disconnected, in the transaction that does it
// (contract 3: SCHEDULED -> FAILED). What is at work for it ends by itself. The cloud is told afterwards; what it publishes
// before it hears of that, it tells.
func (s *Service) AccountRemoved(ctx context.Context, tx bun.IDB, account wireid.ID) error {
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

func (s *Service) now() wiretime.Time { return wiretime.Of(s.clock.Now()) }
