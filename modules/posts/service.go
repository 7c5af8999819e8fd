package posts

import (
	"context"
	"slices"

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
	seen     *seen
	cloud    Cloud
	uptime   *uptime.Meter
}

// NewService returns the service. It counts running time from now on by itself; the program's wiring has it share the one Meter.
func NewService(db *database.DB, clk clock.Clock, queue *jobs.Queue, accounts *auth.Service, natives *settings.Natives, files *media.Service, clocks *networkclock.Clock, cloud Cloud) *Service {
	return &Service{
		db: db, clock: clk, queue: queue, accounts: accounts, natives: natives, media: files, clocks: clocks, seen: newSeen(db), cloud: cloud,
		uptime: uptime.New(db, clk),
	}
}

// whyNot explains why a post could not be changed: there is none, or its status is another one.
func (s *Service) whyNot(ctx context.Context, db bun.IDB, id wireid.ID, what string) error {
	post, err := SelectPost(ctx, db, id)
	if isNotFound(err) {
		return notFound(id)
	}
	if err != nil {
		return err
	}
	return apperror.New(apperror.InvalidStatus, "the post %s is %s", what, post.Status)
}

func notFound(id wireid.ID) error { return apperror.New(apperror.NotFound, "there is no post %s", id) }

// Retry queues a failed post again (contract 3: FAILED -> QUEUED). Of several at once, one succeeds.
func (s *Service) Retry(ctx context.Context, id wireid.ID) error {
	post, err := s.Post(ctx, id)
	if err != nil {
		return err
	}
	if post.Status != Failed {
		return apperror.New(apperror.InvalidStatus, "only a FAILED post can be retried; this one is %s", post.Status)
	}
	if _, err := s.accounts.Account(ctx, s.db, post.SocialAccountID); err != nil {
		return err
	}
	if err := checkFilesRemain(ctx, s.db, post); err != nil {
		return err
	}
	err = s.withdrawn(ctx, id, WasInCloud, func(ctx context.Context, tx bun.IDB) error {
		taken, err := ChangeStatus(ctx, tx, id, Failed, Queued, s.now(), func(u *database.Update) {
			u.Set("error_code = NULL, error_message = NULL")
		})
		if err != nil {
			return err
		}
		if !taken {
			return s.whyNot(ctx, tx, id, "cannot be retried: it")
		}
		if err := attempt.AskAnew(ctx, tx, id); err != nil {
			return err
		}
		_, err = s.queue.Enqueue(ctx, tx, jobs.Request{
			Type: jobs.Publish, SubjectID: id, Lane: post.SocialAccountID.String(), RunAt: s.clock.Now(),
		})
		return err
	})
	killpoint.Reach("posts.requeued")
	return err
}

// checkFilesRemain refuses a stored post of which a media file has been deleted.
func checkFilesRemain(ctx context.Context, db bun.IDB, post Post) error {
	links, err := SelectLinks(ctx, db, []wireid.ID{post.ID})
	if err == nil && (len(links) == 0 || len(links) != len(post.MediaFiles)) {
		err = apperror.New(apperror.MediaInvalid, "a media file of the post has been deleted")
		if i := slices.IndexFunc(links, func(l Link) bool { return l.MediaFileID == nil }); i >= 0 {
			err = post.MediaType.OfItem(apperror.New(apperror.MediaInvalid, "its media file has been deleted"), i+1, len(links))
		}
	}
	return err
}

// Unschedule takes a post that no worker has claimed back to DRAFT (contract 4, DELETE /schedule/{id}). When it returns
// nil, the post will never fire. A post that was never scheduled is NOT_FOUND; one that has been claimed, and one that
// may be live already, is INVALID_STATUS.
func (s *Service) Unschedule(ctx context.Context, id wireid.ID) error {
	err := s.withdrawn(ctx, id, Post.InCloud, func(ctx context.Context, tx bun.IDB) error {
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

// Post returns a post with its media files, or NOT_FOUND.
func (s *Service) Post(ctx context.Context, id wireid.ID) (Post, error) {
	p, err := s.seen.post(ctx, id)
	if isNotFound(err) {
		return Post{}, notFound(id)
	}
	if err != nil {
		return Post{}, err
	}
	posts, err := withMedia(ctx, s.db, s.media, p.posts, p.links)
	if err != nil {
		return Post{}, err
	}
	return posts[0], nil
}

// postOn is Post on db, which may be a transaction.
func postOn(ctx context.Context, db bun.IDB, files *media.Service, id wireid.ID) (Post, error) {
	post, err := SelectPost(ctx, db, id)
	if isNotFound(err) {
		return Post{}, notFound(id)
	}
	if err != nil {
		return Post{}, err
	}
	posts := []Post{post}
	if err := AttachMedia(ctx, db, files, posts); err != nil {
		return Post{}, err
	}
	return posts[0], nil
}

// ScheduledPost returns a post that waits, or waited, for a time, and NOT_FOUND for any other.
func (s *Service) ScheduledPost(ctx context.Context, id wireid.ID) (Post, error) {
	post, err := s.Post(ctx, id)
	if err == nil && !post.IsScheduled {
		return Post{}, notFound(id)
	}
	return post, err
}

func (s *Service) now() wiretime.Time { return wiretime.Of(s.clock.Now()) }
