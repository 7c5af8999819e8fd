package handoff

import (
	"context"
	"fmt"
	"log/slog"

	"crier/modules/cloud"
	"crier/modules/posts"
	"crier/platform/apperror"
	"crier/platform/failpoint"
	"crier/platform/wireid"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

// records stores what the worker says about a post: in the post and in its entry, in one
// transaction.
type records struct {
	queue      *queue
	posts      *posts.CloudPosts
	results    *posts.CloudResults
	identities *identities
	log        *slog.Logger
}

func newRecords(queue *queue, p *posts.CloudPosts, results *posts.CloudResults, i *identities, log *slog.Logger) *records {
	return &records{queue: queue, posts: p, results: results, identities: i, log: log}
}

// confirm stores that the worker has the post as it is stored here, or with the edit, which is
// applied then. What the worker had before does not fire any more, and needs no files: the post is
// due there as the job says.
func (r *records) confirm(ctx context.Context, row *entry, by identity, job cloud.Job, edit *posts.Edit) error {
	err := r.queue.change(ctx, row, func(ctx context.Context, tx bun.IDB, stored *entry) error {
		if edit != nil {
			if err := r.posts.ApplyEdit(ctx, tx, row.PostID, *edit); err != nil {
				return err
			}
		}
		row.settle(stored)
		if stored.ConfirmedRev == nil {
			r.posts.Note(ctx, tx, row.PostID, "the cloud worker has the post")
		}
		stored.ConfirmedRev, stored.TokenMark = &stored.Rev, by.mark
		if stored.namesPut(job) { // Others may have been put meanwhile.
			stored.FormerKeys = ""
		}
		return r.posts.RecordConfirmation(ctx, tx, row.PostID, job.RunAt, firstKey(stored.PutKeys))
	})
	failpoint.Reach("schedule.confirmed")
	return err
}

// claimed stores that the worker is publishing the post: nothing is sent any more, and the result
// is awaited. The worker may have claimed it with an edit whose answer was lost.
func (r *records) claimed(ctx context.Context, row *entry, mark string, job *cloud.JobState) error {
	return r.queue.change(ctx, row, func(ctx context.Context, tx bun.IDB, stored *entry) error {
		if job != nil && stored.isProposed(job.Rev) {
			if err := r.applyProposal(ctx, tx, stored); err != nil {
				return err
			}
		}
		row.settle(stored)
		if mark != "" {
			stored.TokenMark = mark
		}
		return r.posts.ShowProblem(ctx, tx, row.PostID, "", "")
	})
}

// ended stores the result of a job that has ended as PUBLISHED or FAILED, together with the end of
// its entry. The caller holds the lock of the post.
func (r *records) ended(ctx context.Context, job cloud.JobState) error {
	ctx = context.WithoutCancel(ctx) // It is known now.
	row, err := r.queue.entry(ctx, job.ID)
	if err != nil {
		return fmt.Errorf("apply a result of the cloud worker: %w", err)
	}
	if row != nil && row.isStale(job) || job.State != cloud.JobPublished && job.State != cloud.JobFailed {
		return nil
	}
	result := resultOf(job)
	// A worker that says nothing of a comment makes none. But it may stand in the place of a newer
	// one that was sent the comment, and made it.
	result.Comment.IsOurs = result.Comment.IsOurs || job.CommentState == "" && row != nil && !row.CarriesComment
	if result.ErrorCode == apperror.TokenExpired && r.hasCurrentToken(ctx, row) {
		result.IsAtCheckpoint, result.IsTokenDead = job.AtCheckpoint, !job.AtCheckpoint
	}
	return r.queue.inTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		row, err := selectEntry(ctx, tx, job.ID)
		if err != nil {
			return err
		}
		if row != nil && row.isProposed(job.Rev) {
			if err := r.applyProposal(ctx, tx, row); err != nil {
				return err
			}
		}
		if row != nil && job.Rev <= row.SinceRev {
			r.posts.Note(ctx, tx, job.ID, "the cloud worker had the post before it was scheduled this time, and publishes no other one in its place: this is what became of it")
		}
		if err := r.results.Apply(ctx, tx, job.ID, result); err != nil {
			return err
		}
		if job.State == cloud.JobFailed && job.Unsent {
			if err := posts.ForgetExposure(ctx, tx, job.ID); err != nil {
				return err
			}
		}
		return deleteEntry(ctx, tx, job.ID)
	})
}

// hasCurrentToken reports whether the worker had the token that the account has now. The token may
// have been renewed meanwhile.
func (r *records) hasCurrentToken(ctx context.Context, row *entry) bool {
	if row == nil {
		return false
	}
	by, err := r.identities.of(ctx, row.AccountID)
	return err == nil && by.mark == row.TokenMark
}

// applyProposal stores the edit in progress: the worker has taken it.
func (r *records) applyProposal(ctx context.Context, tx bun.IDB, row *entry) error {
	edit, err := row.edit()
	if err != nil {
		return err
	}
	r.posts.Note(ctx, tx, row.PostID, "the cloud worker had taken the change, although its answer was lost")
	return r.posts.ApplyEdit(ctx, tx, row.PostID, edit)
}

// end runs local in the transaction that ends an entry: the worker will certainly never publish the
// post. isUnsent says that the worker itself reports that it has sent nothing of the post, so that
// nobody looks for it on the network.
func (r *records) end(ctx context.Context, row *entry, isUnsent bool, local func(ctx context.Context, tx bun.IDB) error) error {
	return r.queue.end(ctx, row, func(ctx context.Context, tx bun.IDB) error {
		if isUnsent {
			if err := posts.ForgetExposure(ctx, tx, row.PostID); err != nil {
				return err
			}
		}
		return local(ctx, tx)
	})
}

// release gives a post that the worker will certainly never publish to the local queue. isUnsent is
// as in end.
func (r *records) release(ctx context.Context, row *entry, isUnsent bool, why string) error {
	err := r.end(ctx, row, isUnsent, func(ctx context.Context, tx bun.IDB) error {
		return r.posts.HandToQueue(ctx, tx, row.PostID, why)
	})
	failpoint.Reach("schedule.returned")
	return err
}

// showHeld shows on a post why the worker holds it, or that it does not any more.
func (r *records) showHeld(ctx context.Context, row *entry, job cloud.JobState) error {
	code, text := apperror.Code(""), ""
	if job.ErrorCode != nil {
		result := resultOf(job)
		code, text = result.ErrorCode, "the cloud worker holds the post: "+result.ErrorMessage
	}
	return r.queue.inTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		return r.posts.ShowProblem(ctx, tx, row.PostID, code, text)
	})
}

// postpone has a post sent again later. The post shows a problem that a person must solve, and one
// that lasts until the post is due.
func (r *records) postpone(ctx context.Context, id wireid.ID, why *apperror.Error, isRefusal bool) error {
	r.log.Info("schedule: a post is not handed over yet", "post", id, "code", why.Code, "error", why)
	return r.queue.inTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		row, err := selectEntry(ctx, tx, id)
		if err != nil || row == nil || row.NextAttemptAt == nil {
			return err
		}
		row.Attempts++
		wait := backoff(row.Attempts)
		if isRefusal {
			wait = slowly
		}
		row.NextAttemptAt, row.LastCode, row.LastError = wiretime.Ptr(r.queue.clock.Now().Add(wait)), string(why.Code), why.Message
		if err := updateEntry(ctx, tx, row); err != nil || row.Desired != present {
			return err
		}
		post, err := r.posts.PostIn(ctx, tx, id)
		if err != nil || !isRefusal && post.ScheduledFor.Time().After(r.queue.workerNow()) {
			return err
		}
		return r.posts.ShowProblem(ctx, tx, id, why.Code, why.Message)
	})
}

// resultOf returns a result in the form that package posts takes.
func resultOf(job cloud.JobState) posts.CloudResult {
	r := posts.CloudResult{
		IsPublished: job.State == cloud.JobPublished, RetryCount: job.RetryCount, LastAttemptAt: job.LastAttemptAt,
		ContainerID: job.ContainerID, ContainerCreatedAt: job.ContainerCreatedAt, PublishIntentAt: job.PublishIntentAt,
		CallAnswered: job.CallAnswered, MediaID: job.MediaID, IsFound: job.MediaFound, Permalink: job.Permalink, PublishedAt: job.PublishedAt,
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
	r.Comment = commentOf(job)
	return r
}

// commentOf returns what became of the first comment of a job. What is not known is nobody's.
func commentOf(job cloud.JobState) posts.CloudComment {
	c := posts.CloudComment{SentAt: job.CommentSentAt, ID: job.CommentID}
	switch job.CommentState {
	case cloud.CommentNone, cloud.CommentReturned:
		c.IsOurs = true
	case cloud.CommentWaiting, cloud.CommentSent:
		c.State = posts.CommentPending
	case cloud.CommentPosted:
		c.State = posts.CommentMade
	case cloud.CommentFailed:
		c.State = posts.CommentNotMade
	case cloud.CommentNotSeen:
		c.State = posts.CommentNotSeen
	}
	if job.CommentError != nil {
		c.Message = bounded(*job.CommentError)
	}
	return c
}

func isKnown(code apperror.Code) bool {
	_, known := code.Definition()
	return known
}

const maxMessageRunes = 500

// bounded cuts a text of the worker to the length that is stored.
func bounded(text string) string {
	if runes := []rune(text); len(runes) > maxMessageRunes {
		return string(runes[:maxMessageRunes-1]) + "…"
	}
	return text
}
