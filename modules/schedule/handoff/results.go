package handoff

import (
	"context"
	"fmt"
	"log/slog"
	"sync"

	"crier/modules/cloud"
	"crier/platform/failpoint"
)

// fetcher fetches the results of posts at the worker, and applies them here.
type fetcher struct {
	queue      *queue
	exchange   *exchange
	records    *records
	withdrawer *withdrawer
	renewals   *renewals
	unknowns   *unknownAnswers
	log        *slog.Logger
	// fetching is locked while results are fetched.
	fetching sync.Mutex
}

func newFetcher(queue *queue, x *exchange, r *records, w *withdrawer, tokens *renewals, log *slog.Logger) *fetcher {
	return &fetcher{queue: queue, exchange: x, records: r, withdrawer: w, renewals: tokens, unknowns: newUnknownAnswers(r, log), log: log}
}

// Fetch applies results of posts at the worker, and returns how many.
func (r *fetcher) Fetch(ctx context.Context) (taken int, err error) {
	r.fetching.Lock()
	defer r.fetching.Unlock()
	var after int64
	for {
		page, err := r.exchange.results(ctx, after)
		if err != nil {
			return taken, err
		}
		r.renewals.apply(ctx, page.Renewed)
		refs := make([]cloud.ResultRef, 0, len(page.Results))
		for _, result := range page.Results {
			isStray, err := r.isStray(ctx, result)
			if isStray {
				continue // It stays there until somebody decides: adopted, or cancelled.
			}
			if err == nil {
				r.unknowns.report(ctx, result)
				err = r.apply(ctx, result)
			}
			if err != nil {
				if ctx.Err() != nil {
					return taken, err
				}
				// A result that cannot be applied does not delay the others.
				r.log.Error("schedule: a result of the cloud worker could not be applied", "post", result.ID, "error", err)
				continue
			}
			refs = append(refs, cloud.ResultRef{ID: result.ID, Seq: *result.Seq})
		}
		failpoint.Reach("schedule.home")
		if len(refs) > 0 {
			if err := r.exchange.link.Acknowledge(ctx, refs); err != nil {
				return taken, err
			}
			failpoint.Reach("schedule.acknowledged")
		}
		taken += len(refs)
		if !page.HasMore || page.Next <= after {
			return taken, nil
		}
		after = page.Next
	}
}

// isStray reports whether a result is of a post that was given back and that this folder does not
// know: the worker would forget the post's content with the result.
func (r *fetcher) isStray(ctx context.Context, job cloud.JobState) (bool, error) {
	if job.State != cloud.JobFenced {
		return false, nil
	}
	isKnown, err := r.records.posts.Knows(ctx, job.ID)
	return !isKnown, err
}

// apply stores a result while nobody else acts on the post at the worker.
func (r *fetcher) apply(ctx context.Context, job cloud.JobState) error {
	free, err := r.queue.lock(ctx, job.ID)
	if err != nil {
		return err
	}
	defer free()
	return r.applyLocked(ctx, job)
}

// applyLocked stores the result of a job that has ended. The caller holds the lock of the post.
func (r *fetcher) applyLocked(ctx context.Context, job cloud.JobState) error {
	if job.State != cloud.JobFenced {
		return r.records.ended(ctx, job)
	}
	ctx = context.WithoutCancel(ctx) // It is known now.
	row, err := r.queue.entry(ctx, job.ID)
	if err != nil {
		return fmt.Errorf("apply a result of the cloud worker: %w", err)
	}
	if row == nil || row.isStale(job) {
		return nil
	}
	return r.handedBack(ctx, row, job.Unsent)
}

// handedBack gives a post that a fence has stopped to the local queue. If this process fenced it
// for that purpose, nothing else is asked; otherwise a cancellation makes sure that no request that
// is still on its way brings the post back.
func (r *fetcher) handedBack(ctx context.Context, row *entry, isUnsent bool) error {
	switch {
	case row.FencedAt != nil:
		return r.records.release(ctx, row, isUnsent, "the cloud worker has handed it back")
	case row.Desired == absent:
		return nil // Its own attempts end it.
	}
	if row.NextAttemptAt == nil {
		row.NextAttemptAt = r.queue.nowPtr()
	}
	return r.withdrawer.giveBack(ctx, row, "the cloud worker has handed it back")
}
