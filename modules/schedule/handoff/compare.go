package handoff

import (
	"context"
	"errors"
	"fmt"

	"crier/modules/cloud"
	"crier/platform/apperror"

	"github.com/uptrace/bun"
)

// lookForChanges has posts sent again whose token or files are not those any more that the worker has.
func (r *Reconciler) lookForChanges(ctx context.Context) error {
	accounts, err := selectAccounts(ctx, r.queue.db)
	if err != nil {
		return fmt.Errorf("find the accounts of posts: %w", err)
	}
	var touched int64
	for _, account := range accounts {
		by, err := r.identities.of(ctx, account)
		if apperror.From(err) != nil {
			continue // It cannot be used: what the worker has is all there is.
		}
		if err != nil {
			return err
		}
		n, err := r.queue.touch(ctx, func(u *bun.UpdateQuery) { u.Where("account_id = ? AND token_mark <> ?", account, by.mark) })
		if err != nil {
			return err
		}
		touched += n
	}
	changed, err := r.posts.ChangedInCloud(ctx)
	if err != nil {
		return err
	}
	if len(changed) > 0 {
		n, err := r.queue.touch(ctx, func(u *bun.UpdateQuery) { u.Where("post_id IN (?)", bun.List(changed)) })
		if err != nil {
			return err
		}
		touched += n
	}
	if touched > 0 {
		r.queue.wake()
	}
	return nil
}

// Compare finds posts that the worker is thought to have and does not have, shows on the others what they are held for, and notes those that
// the worker has and this folder does not know.
func (r *Reconciler) Compare(ctx context.Context) error {
	rows, err := r.queue.entries(ctx)
	if err != nil {
		return err
	}
	open, err := r.exchange.open(ctx)
	if err != nil {
		return err
	}
	var errs []error
	for i := range rows {
		row := &rows[i]
		if row.NextAttemptAt != nil || row.FencedAt != nil {
			continue
		}
		if job, ok := open[row.PostID]; ok && !row.isOther(job) {
			errs = append(errs, r.records.showHeld(ctx, row, job))
			continue
		}
		errs = append(errs, r.find(ctx, row))
	}
	return errors.Join(append(errs, r.strays.note(ctx))...)
}

// find asks for a post that is not among those that the worker has before it. One that it does not know at all is sent again, or looked
// for on the network when it was due: then somebody else may have had the worker publish and forget it.
func (r *Reconciler) find(ctx context.Context, seen *entry) error {
	return r.queue.held(ctx, seen.PostID, func(row *entry) error {
		if row.Rev != seen.Rev || row.NextAttemptAt != nil || row.FencedAt != nil {
			return nil
		}
		job, err := r.exchange.link.Job(ctx, row.PostID)
		failed := cloud.AsWorkerError(err)
		switch {
		case err == nil && (job.State == cloud.JobCancelled || job.State == cloud.JobFenced):
			return r.givenUp(ctx, row, job)
		case err == nil && row.isOther(job):
			return r.queue.sendAnew(ctx, row)
		case err == nil && job.HasEnded():
			return r.results.bringHome(ctx, job)
		case err == nil:
			return nil
		case failed == nil || failed.Code != cloud.CodeUnknownJob:
			return err
		}
		return r.lost(ctx, row)
	})
}

// lost is for a post that the worker had and does not know any more.
func (r *Reconciler) lost(ctx context.Context, row *entry) error {
	post, err := r.posts.Post(ctx, row.PostID)
	if err != nil {
		return err
	}
	r.log.Warn("schedule: the cloud worker does not know a post any more that it had", "post", row.PostID)
	if post.ScheduledFor.Time().After(r.queue.workerNow()) {
		return r.queue.sendAnew(ctx, row)
	}
	return r.seeker.seek(ctx, row, post)
}

// givenUp is for a post that the worker has given up and nobody here knows why: a data folder that was put back does not. What is due may
// have been published from here since.
func (r *Reconciler) givenUp(ctx context.Context, row *entry, job cloud.JobState) error {
	post, err := r.posts.Post(ctx, row.PostID)
	switch {
	case err != nil:
		return err
	case !post.ScheduledFor.Time().After(r.queue.workerNow()):
		return r.seeker.seek(ctx, row, post)
	case job.State == cloud.JobFenced:
		return r.results.bringHome(ctx, job)
	}
	return r.queue.sendAnew(ctx, row)
}
