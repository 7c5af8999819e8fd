package posts

import (
	"context"

	"crier/platform/apperror"
	"crier/platform/jobs"
	"crier/platform/killpoint"
	"crier/platform/wireid"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

// Delete takes a post out of the history, into the archive, and whatever is scheduled for it out of the queue; the network is
// not touched (contract 4, DELETE /posts/{id}). It returns INVALID_STATUS while the publish call's outcome is not known: the
// post may be about to be live.
func (s *Service) Delete(ctx context.Context, id wireid.ID) error {
	err := s.withdrawn(ctx, id, Post.InCloud, func(ctx context.Context, tx bun.IDB) error {
		post, err := SelectPost(ctx, tx, id)
		if isNotFound(err) {
			return notFound(id)
		}
		if err != nil {
			return err
		}
		if post.Status == Publishing {
			return apperror.New(apperror.InvalidStatus, "the post is being published; wait until it is PUBLISHED or FAILED")
		}
		return Archive(ctx, tx, s.queue, id, s.now())
	})
	killpoint.Reach("posts.deleted")
	return err
}

// Archive cancels what waits in the queue for a post and moves the row to the archive, in the transaction tx. A worker that is at
// the post finds it gone and ends. It returns NOT_FOUND when there is none.
func Archive(ctx context.Context, tx bun.IDB, queue *jobs.Queue, id wireid.ID, now wiretime.Time) error {
	if _, err := queue.Cancel(ctx, tx, jobs.Publish, id); err != nil {
		return err
	}
	return archivePost(ctx, tx, id, now)
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
