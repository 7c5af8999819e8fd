package handoff

import (
	"context"
	"errors"
	"fmt"

	"crier/modules/cloud"
	"crier/modules/posts"
	"crier/platform/apperror"
	"crier/platform/wireid"

	"github.com/uptrace/bun"
)

// attempt brings the worker nearer to what it is to know of a post. What goes wrong is stored with the post.
func (s *Sender) attempt(ctx context.Context, id wireid.ID) {
	err := s.tryOnce(ctx, id)
	if err == nil {
		err = s.noteStandstill(ctx, id)
	}
	if err == nil || ctx.Err() != nil {
		return
	}
	if errors.Is(err, errChanged) {
		s.queue.wake()
		return
	}
	s.log.Error("schedule: a post could not be handed over", "post", id, "error", err)
	s.logged(s.records.postpone(ctx, id, apperror.New(apperror.CloudError, "an internal error stopped the work on the post; the log of Crier says more"), true))
}

// noteStandstill keeps a post that is due after an attempt as it was before from being tried again at once.
func (s *Sender) noteStandstill(ctx context.Context, id wireid.ID) error {
	row, err := s.queue.entry(ctx, id)
	if err != nil || row == nil || row.NextAttemptAt == nil || row.FencedAt != nil || row.NextAttemptAt.Time().After(s.queue.clock.Now()) || s.queue.isTaking.Load() {
		return err
	}
	return s.records.postpone(ctx, id, apperror.New(apperror.WorkerUnreachable, "the post changed while it was handed over"), false)
}

func (s *Sender) logged(err error) {
	if err != nil {
		s.log.Error("schedule: what became of an attempt could not be stored", "error", err)
	}
}

// tryOnce sends a post, or the end of it. Its files go into the bucket before anybody else has to wait for the post.
func (s *Sender) tryOnce(ctx context.Context, id wireid.ID) error {
	for range mostRevisions {
		row, err := s.queue.entry(ctx, id)
		if err != nil || row == nil || row.NextAttemptAt == nil || row.FencedAt != nil {
			return err
		}
		var uploading error
		if row.Wish == present && s.exchange.link.HasWorker() {
			uploading = s.packer.publicise(ctx, id)
		}
		err = s.queue.held(ctx, id, func(row *entry) error { return s.sendHeld(ctx, row, uploading) })
		if !errors.Is(err, errNotPublic) {
			return err
		}
	}
	return nil
}

// sendHeld sends what the entry asks for. uploading is what came of putting the post's files into the bucket.
func (s *Sender) sendHeld(ctx context.Context, row *entry, uploading error) error {
	if row.NextAttemptAt == nil || row.FencedAt != nil || s.queue.isTaking.Load() {
		return nil
	}
	if row.Wish == absent {
		return s.withdrawer.giveUp(ctx, row)
	}
	post, err := s.posts.Post(ctx, row.PostID)
	switch {
	case apperror.CodeOf(err) == apperror.NotFound || err == nil && !post.InCloud():
		return s.queue.change(ctx, row, func(_ context.Context, _ bun.IDB, row *entry) error {
			row.Wish, row.NextAttemptAt = absent, s.queue.nowPtr()
			return nil
		})
	case err != nil:
		return err
	case !row.IsExposed && s.isMissed(post):
		return s.miss(ctx, row, post)
	case !s.exchange.link.HasWorker():
		return s.records.postpone(ctx, row.PostID, apperror.New(apperror.WorkerUnreachable, "there is no cloud worker any more (crier cloud setup)"), true)
	case uploading != nil:
		return s.notPublic(ctx, row, uploading)
	}
	return s.sendPresent(ctx, row, post)
}

// isMissed reports whether it is too late for a post that the worker never had.
func (s *Sender) isMissed(post posts.Post) bool {
	return s.queue.clock.Now().Sub(post.ScheduledFor.Time()) > s.grace
}

func (s *Sender) miss(ctx context.Context, row *entry, post posts.Post) error {
	text := fmt.Sprintf("missed: the post could not be handed over to the cloud worker until long after %s; retry publishes it now", post.ScheduledFor)
	return s.queue.end(ctx, row, func(ctx context.Context, tx bun.IDB) error {
		return s.posts.FailInCloud(ctx, tx, row.PostID, apperror.InvalidSchedule, text)
	})
}

// notPublic is for a post whose files could not be put into the bucket. One that lacks a file goes to the local queue, which
// says so at its time.
func (s *Sender) notPublic(ctx context.Context, row *entry, err error) error {
	told, isFinal := fileProblem(err)
	switch {
	case told == nil:
		return err
	case isFinal:
		return s.withdrawer.giveBack(ctx, row, told.Message)
	}
	return s.records.postpone(ctx, row.PostID, told, true)
}

func (s *Sender) sendPresent(ctx context.Context, row *entry, post posts.Post) error {
	job, by, err := s.packer.prepare(ctx, row, post)
	if own := apperror.From(err); own != nil {
		if own.Code == apperror.MediaInvalid {
			return s.withdrawer.giveBack(ctx, row, own.Message)
		}
		return s.records.postpone(ctx, row.PostID, own, true)
	}
	if err != nil {
		return err
	}
	err = s.exchange.put(ctx, row, job, nil)
	failed := cloud.AsWorkerError(err)
	switch {
	case err == nil:
		return s.records.confirm(ctx, row, by, nil)
	case isHeld(err):
		return s.records.postpone(ctx, row.PostID, apperror.Wrap(apperror.UnknownError, err, "%s", apperror.From(err).Message), true)
	case failed == nil:
		return err
	case failed.Code == cloud.CodeAlreadyClaimed:
		return s.records.claimed(ctx, row, by.mark, failed.Job)
	case row.isOver(failed):
		return s.withdrawer.giveBack(ctx, row, "the cloud worker has ended a post of this id before, and takes no other one")
	case failed.Code == cloud.CodeAlreadyEnded && failed.Job != nil:
		return s.records.ended(ctx, *failed.Job)
	case failed.Code == cloud.CodeInvalidJob || failed.Code == codeTooLarge:
		return s.withdrawer.giveBack(ctx, row, "the cloud worker does not take such a post: "+failed.Message)
	}
	return s.records.postpone(ctx, row.PostID, shown(failed), !failed.NotSent && !failed.Unsure)
}

// codeTooLarge is the worker's answer to a job that has too many bytes.
const codeTooLarge = "BODY_TOO_LARGE"
