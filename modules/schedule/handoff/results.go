package handoff

import (
	"context"
	"fmt"
	"log/slog"
	"sync"

	"crier/modules/cloud"
	"crier/platform/failpoint"
)

// results fetches what became of posts at the worker, and applies it here.
type results struct {
	queue      *queue
	exchange   *exchange
	records    *records
	withdrawer *withdrawer
	renewals   *renewals
	unknowns   *unknowns
	log        *slog.Logger
	// fetching is held by the one who fetches results.
	fetching sync.Mutex
}

func newResults(queue *queue, x *exchange, r *records, w *withdrawer, tokens *renewals, log *slog.Logger) *results {
	return &results{queue: queue, exchange: x, records: r, withdrawer: w, renewals: tokens, unknowns: newUnknowns(r, log), log: log}
}

// Fetch applies what became of posts at the worker, and returns of how many.
func (r *results) Fetch(ctx context.Context) (taken int, err error) {
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
				r.unknowns.name(ctx, result)
				err = r.apply(ctx, result)
			}
			if err != nil {
				if ctx.Err() != nil {
					return taken, err
				}
				// One that cannot be applied keeps none of the others there.
				r.log.Error("schedule: a result of the cloud worker could not be applied", "post", result.ID, "error", err)
				continue
			}
			refs = append(refs, cloud.ResultRef{ID: result.ID, Seq: *result.Seq})
		}
		failpoint.Reach("schedule.home")
		if len(refs) > 0 {
			if _, err := r.exchange.link.Acknowledge(ctx, refs); err != nil {
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
// know: with the result its content would be forgotten.
func (r *results) isStray(ctx context.Context, job cloud.JobState) (bool, error) {
	if job.State != cloud.JobFenced {
		return false, nil
	}
	isKnown, err := r.records.posts.Knows(ctx, job.ID)
	return !isKnown, err
}

// apply stores what became of a post, while nobody else acts on it at the worker.
func (r *results) apply(ctx context.Context, job cloud.JobState) error {
	free, err := r.queue.lock(ctx, job.ID)
	if err != nil {
		return err
	}
	defer free()
	return r.applyLocked(ctx, job)
}

// applyLocked stores what became of a post whose job has ended. It is called by the one who has
// locked the post.
func (r *results) applyLocked(ctx context.Context, job cloud.JobState) error {
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

// handedBack gives a post to the local queue that a fence has stopped. Who fenced it for that
// purpose need not ask again; else a cancellation makes sure that no request still on its way
// brings it back.
func (r *results) handedBack(ctx context.Context, row *entry, isUnsent bool) error {
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
