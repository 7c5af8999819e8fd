package schedule

import (
	"context"
	"errors"
	"fmt"

	"crier/modules/cloud"
	"crier/modules/posts"
	"crier/platform/apperror"
	"crier/platform/killpoint"

	"github.com/uptrace/bun"
)

// resultsPerPage is how many results are taken home before they are acknowledged.
const resultsPerPage = 100

// FetchResults takes home what became of posts at the worker, and returns of how many.
func (o *Outbox) FetchResults(ctx context.Context) (taken int, err error) {
	o.homing.Lock()
	defer o.homing.Unlock()
	var after int64
	for {
		page, err := o.Link.Results(ctx, after, resultsPerPage)
		o.notePace(err)
		if err != nil {
			return taken, err
		}
		refs := make([]cloud.ResultRef, 0, len(page.Results))
		for _, result := range page.Results {
			if err := o.takeHome(ctx, result); err != nil {
				if ctx.Err() != nil {
					return taken, err
				}
				// One that cannot be taken home keeps none of the others there.
				o.Log.Error("schedule: a result could not be taken home", "post", result.ID, "error", err)
				continue
			}
			refs = append(refs, cloud.ResultRef{ID: result.ID, Seq: *result.Seq})
		}
		killpoint.Reach("schedule.home")
		if len(refs) > 0 {
			if _, err := o.Link.Acknowledge(ctx, refs); err != nil {
				return taken, err
			}
			killpoint.Reach("schedule.acknowledged")
		}
		taken += len(refs)
		if !page.HasMore || page.Next <= after {
			return taken, nil
		}
		after = page.Next
	}
}

func (o *Outbox) takeHome(ctx context.Context, job cloud.JobState) error {
	free, err := o.posts.lock(ctx, job.ID)
	if err != nil {
		return err
	}
	defer free()
	return o.bringHome(ctx, job)
}

// bringHome stores what became of a post whose job has ended. It is called by whoever holds the post.
func (o *Outbox) bringHome(ctx context.Context, job cloud.JobState) error {
	ctx = context.WithoutCancel(ctx) // It is known now.
	row, err := selectEntry(ctx, o.DB, job.ID)
	if err != nil {
		return fmt.Errorf("take a result home: %w", err)
	}
	if row != nil && (job.Rev <= row.SinceRev || row.ConfirmedRev != nil && job.Rev < *row.ConfirmedRev) {
		return nil // It is of an earlier life of the post, or of before a change that the worker has confirmed.
	}
	switch job.State {
	case cloud.JobPublished, cloud.JobFailed:
		return o.store(ctx, job)
	case cloud.JobFenced:
		return o.handedBack(ctx, row)
	default:
		return nil
	}
}

// store stores a result together with the end of its entry.
func (o *Outbox) store(ctx context.Context, job cloud.JobState) error {
	result := resultOf(job)
	if result.ErrorCode == apperror.TokenExpired {
		result.IsTokenDead = o.hasCurrentToken(ctx, job)
	}
	return o.inTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		row, err := selectEntry(ctx, tx, job.ID)
		if err != nil {
			return err
		}
		if row != nil && row.isProposed(job.Rev) {
			if err := o.applyProposal(ctx, tx, row); err != nil {
				return err
			}
		}
		if err := o.Posts.TakeHome(ctx, tx, job.ID, result); err != nil {
			return err
		}
		return deleteEntry(ctx, tx, job.ID)
	})
}

// hasCurrentToken reports whether the worker had the token that the account has now. It may have been renewed meanwhile.
func (o *Outbox) hasCurrentToken(ctx context.Context, job cloud.JobState) bool {
	row, err := selectEntry(ctx, o.DB, job.ID)
	if err != nil || row == nil {
		return false
	}
	by, err := o.identify(ctx, row.AccountID)
	return err == nil && by.mark == row.TokenMark
}

// handedBack gives a post to the local queue that a fence has stopped. Who fenced it for that purpose need not ask anew; else a
// cancellation makes sure that no request still on its way brings it back.
func (o *Outbox) handedBack(ctx context.Context, row *entry) error {
	switch {
	case row == nil || row.Wish == absent && row.FencedAt == nil:
		return nil // Its own attempts end it.
	case row.FencedAt != nil:
		return o.release(ctx, row, "the cloud worker has handed it back")
	}
	if row.NextAttemptAt == nil {
		row.NextAttemptAt = o.nowPtr()
	}
	return o.giveBack(ctx, row, "the cloud worker has handed it back")
}

// release gives a post to the local queue that the worker will certainly never publish.
func (o *Outbox) release(ctx context.Context, row *entry, why string) error {
	err := o.inTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		if err := o.unchanged(ctx, tx, row); err != nil {
			return err
		}
		return errors.Join(o.Posts.HandToQueue(ctx, tx, row.PostID, why), deleteEntry(ctx, tx, row.PostID))
	})
	killpoint.Reach("schedule.returned")
	return err
}

// resultOf returns a result as posts take it.
func resultOf(job cloud.JobState) posts.CloudResult {
	r := posts.CloudResult{
		IsPublished: job.State == cloud.JobPublished, RetryCount: job.RetryCount, LastAttemptAt: job.LastAttemptAt,
		ContainerID: job.ContainerID, ContainerCreatedAt: job.ContainerCreatedAt, PublishIntentAt: job.PublishIntentAt,
		CallAnswered: job.CallAnswered, MediaID: job.MediaID, Permalink: job.Permalink, PublishedAt: job.PublishedAt,
		ErrorCode: apperror.UnknownError, ErrorMessage: "the cloud worker could not publish the post",
	}
	if job.ErrorCode != nil {
		if code := apperror.Code(*job.ErrorCode); isKnown(code) {
			r.ErrorCode = code
		}
	}
	if job.ErrorMessage != nil && *job.ErrorMessage != "" {
		r.ErrorMessage = bounded(*job.ErrorMessage)
	}
	return r
}

func isKnown(code apperror.Code) bool {
	_, known := code.Definition()
	return known
}

const maxMessageRunes = 500

// bounded returns a text of the worker's as it is kept.
func bounded(text string) string {
	if runes := []rune(text); len(runes) > maxMessageRunes {
		return string(runes[:maxMessageRunes-1]) + "…"
	}
	return text
}
