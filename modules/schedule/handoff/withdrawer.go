package handoff

import (
	"cmp"
	"context"
	"errors"
	"time"

	"crier/modules/cloud"
	"crier/modules/posts"
	"crier/platform/apperror"
	"crier/platform/failpoint"
	"crier/platform/wireid"

	"github.com/uptrace/bun"
)

// patience is how long a request waits for the worker.
const patience = 10 * time.Second

// withdrawer has the worker give posts up, and runs what follows once the worker certainly never
// publishes them.
type withdrawer struct {
	queue    *queue
	exchange *exchange
	records  *records
	posts    *posts.CloudPosts
}

func newWithdrawer(queue *queue, x *exchange, r *records, p *posts.CloudPosts) *withdrawer {
	return &withdrawer{queue: queue, exchange: x, records: r, posts: p}
}

// Withdraw runs local in a transaction once the worker will certainly never publish the post. It
// goes on when the client hangs up.
func (w *withdrawer) Withdraw(ctx context.Context, id wireid.ID, local func(ctx context.Context, tx bun.IDB) error) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), patience)
	defer cancel()
	free, err := w.queue.lock(ctx, id)
	if err != nil {
		return errBusy()
	}
	defer free()
	row, err := w.queue.entry(ctx, id)
	if err != nil {
		return err
	}
	if row != nil {
		if err := w.checkMode(row); err != nil {
			return err
		}
		if row.FencedAt != nil {
			return errTakingBack()
		}
	}
	return w.withdrawLocked(ctx, id, row, local)
}

// checkMode refuses a post that the worker of the other network mode may have: the worker of this
// mode would answer that it never had it.
func (w *withdrawer) checkMode(row *entry) error {
	if row.MayBeDelivered && w.queue.isForeign(row.AccountID) {
		return apperror.New(apperror.WorkerUnreachable, "the post's account belongs to the other network mode; start Crier in that mode to reach its cloud worker")
	}
	return nil
}

// withdrawLocked is Withdraw for a caller that holds the lock of the post. Without an entry the
// worker has nothing.
func (w *withdrawer) withdrawLocked(ctx context.Context, id wireid.ID, row *entry, local func(ctx context.Context, tx bun.IDB) error) error {
	if row == nil {
		return w.queue.inTx(ctx, func(ctx context.Context, tx bun.Tx) error {
			if row, err := selectEntry(ctx, tx, id); err != nil || row != nil {
				return cmp.Or(err, errBusy())
			}
			return local(ctx, tx)
		})
	}
	isUnsent := false
	if row.MayBeDelivered {
		var err error
		if isUnsent, err = w.exchange.cancel(ctx, row); err != nil {
			return w.notWithdrawn(ctx, row, err, local)
		}
	}
	err := w.records.end(ctx, row, isUnsent, local)
	failpoint.Reach("schedule.withdrawn")
	if err != nil {
		w.queue.wake() // The worker has given up what is as it was here, and gets it again.
	}
	if errors.Is(err, errChanged) {
		return errBusy()
	}
	return err
}

// notWithdrawn stores what the worker answered instead of giving a post up, and returns the error
// for the client.
func (w *withdrawer) notWithdrawn(ctx context.Context, row *entry, err error, local func(ctx context.Context, tx bun.IDB) error) error {
	w.queue.wake() // What was to be withdrawn, and was not, is made good.
	failed := cloud.AsWorkerError(err)
	switch {
	case failed == nil:
		return err
	case failed.Code == cloud.CodeAlreadyClaimed:
		if err := w.records.claimed(ctx, row, "", failed.Job); err != nil {
			return err
		}
		return apperror.New(apperror.InvalidStatus, "it is too late: the cloud worker is publishing the post")
	case failed.Code == cloud.CodeAlreadyEnded && failed.Job != nil:
		if err := w.records.ended(ctx, *failed.Job); err != nil {
			return err
		}
		return w.queue.inTx(ctx, func(ctx context.Context, tx bun.Tx) error { return local(ctx, tx) })
	}
	return userError(failed)
}

// giveUp makes sure that the worker never publishes a post that was given up here.
func (w *withdrawer) giveUp(ctx context.Context, row *entry) error {
	isUnsent, err := w.exchange.cancel(ctx, row)
	failed := cloud.AsWorkerError(err)
	switch {
	case err == nil:
		return w.records.end(ctx, row, isUnsent, func(ctx context.Context, tx bun.IDB) error {
			w.posts.Note(ctx, tx, row.PostID, "the cloud worker has given the post up")
			return nil
		})
	case failed == nil:
		return err
	case failed.Code == cloud.CodeAlreadyEnded && failed.Job != nil:
		return w.records.ended(ctx, *failed.Job)
	}
	return w.records.postpone(ctx, row.PostID, postError(failed), !failed.NotSent && !failed.Unsure)
}

// giveBack gives a post that the worker cannot publish to the local queue, once the worker has
// given it up.
func (w *withdrawer) giveBack(ctx context.Context, row *entry, why string) error {
	err := w.withdrawLocked(ctx, row.PostID, row, func(ctx context.Context, tx bun.IDB) error {
		return w.posts.HandToQueue(ctx, tx, row.PostID, why)
	})
	if own := apperror.From(err); own != nil && own.Code != apperror.InvalidStatus {
		return w.records.postpone(ctx, row.PostID, own, false)
	} else if own == nil {
		return err
	}
	return nil // The worker is at it; its result will come.
}
