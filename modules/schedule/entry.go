package schedule

import (
	"context"

	"crier/modules/cloud"
	"crier/platform/apperror"

	"github.com/uptrace/bun"
)

// change changes the entry of a post that is as it is known, on disk and in row. It returns errChanged when it is another one.
func (o *Outbox) change(ctx context.Context, row *entry, change func(ctx context.Context, tx bun.IDB, stored *entry) error) error {
	var changed *entry
	err := o.inTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		stored, err := selectEntry(ctx, tx, row.PostID)
		if err != nil {
			return err
		}
		if stored == nil || stored.Rev != row.Rev || stored.Wish != row.Wish {
			return errChanged
		}
		if err := change(ctx, tx, stored); err != nil {
			return err
		}
		changed = stored
		return updateEntry(ctx, tx, stored)
	})
	if err == nil {
		// Whoever is at the post is still to see what happened beside it.
		changed.Changes = row.Changes
		*row = *changed
	}
	return err
}

// unchanged returns errChanged when the entry is not as it is known.
func (o *Outbox) unchanged(ctx context.Context, tx bun.IDB, row *entry) error {
	stored, err := selectEntry(ctx, tx, row.PostID)
	if err == nil && (stored == nil || stored.Rev != row.Rev || stored.Wish != row.Wish) {
		err = errChanged
	}
	return err
}

// settle notes that the worker has what it is to have, unless that is something else by now.
func (row *entry) settle(stored *entry) {
	stored.Attempts, stored.LastCode, stored.LastError = 0, "", ""
	stored.Proposal, stored.ProposalRev = nil, nil
	stored.FencedAt = nil // The worker answers again.
	if stored.Changes == row.Changes && stored.Wish == present {
		stored.NextAttemptAt = nil
	}
}

// isOver reports whether the worker refuses because an earlier life of the post has ended there: it never publishes this one.
func (row *entry) isOver(failed *cloud.WorkerError) bool {
	return failed != nil && failed.Code == cloud.CodeAlreadyEnded && failed.Job != nil && failed.Job.Rev <= row.SinceRev
}

// isOther reports whether what the worker has is not what it confirmed, and is to be sent anew: an older revision, or one that a
// data folder that was put back does not know.
func (row *entry) isOther(job cloud.JobState) bool {
	confirmed := value(row.ConfirmedRev)
	return job.Rev < confirmed || job.State == cloud.JobScheduled && job.Rev != confirmed
}

func value(n *int64) int64 {
	if n == nil {
		return 0
	}
	return *n
}

// told returns what a client is told of an error of the worker's, and what the post shows.
func told(failed *cloud.WorkerError) *apperror.Error { return ofPost(failed.Apperror()) }

// shown is told as it stands on a post: always the same of a worker that is silent, whatever the connection says of it each time.
func shown(failed *cloud.WorkerError) *apperror.Error {
	own := told(failed)
	if own.Code == apperror.WorkerUnreachable && failed.Unwrap() != nil {
		return apperror.Wrap(own.Code, failed, "the cloud worker cannot be reached")
	}
	return own
}

// ofPost returns an error as the operations on posts have it: to them a worker that was not set up to its end is one that does
// not answer.
func ofPost(own *apperror.Error) *apperror.Error {
	switch own.Code {
	case apperror.CloudNotConfigured, apperror.NotConfigured:
		return apperror.Wrap(apperror.WorkerUnreachable, own, "%s", own.Message)
	case apperror.InvalidWorkerKey:
		return apperror.Wrap(apperror.CloudError, own, "%s", own.Message)
	default:
		return own
	}
}
