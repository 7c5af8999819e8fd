package schedule

import (
	"cmp"
	"context"
	"errors"

	"crier/modules/cloud"
	"crier/platform/apperror"
	"crier/platform/killpoint"
	"crier/platform/wireid"

	"github.com/uptrace/bun"
)

// Withdraw runs local in a transaction once the worker will certainly never publish the post. The client may hang up meanwhile.
func (o *Outbox) Withdraw(ctx context.Context, id wireid.ID, local func(ctx context.Context, tx bun.IDB) error) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), patience)
	defer cancel()
	free, err := o.posts.lock(ctx, id)
	if err != nil {
		return errBusy()
	}
	defer free()
	row, err := selectEntry(ctx, o.DB, id)
	if err != nil {
		return err
	}
	if row != nil && row.IsExposed && o.isForeign(row.AccountID) {
		return apperror.New(apperror.WorkerUnreachable, "the post's account is of the other network mode, whose cloud worker is not asked in this one")
	}
	if row != nil && row.FencedAt != nil {
		return apperror.New(apperror.WorkerUnreachable, "the post is being taken back from the cloud worker, which takes some minutes; try again then")
	}
	return o.withdrawHeld(ctx, id, row, local)
}

func errBusy() error {
	return apperror.New(apperror.WorkerUnreachable, "the post is being handed over to the cloud worker, which takes long; try again")
}

// withdrawHeld is Withdraw for whoever holds the post. There may be no entry: then the worker has nothing.
func (o *Outbox) withdrawHeld(ctx context.Context, id wireid.ID, row *entry, local func(ctx context.Context, tx bun.IDB) error) error {
	if row == nil {
		return o.inTx(ctx, func(ctx context.Context, tx bun.Tx) error {
			if row, err := selectEntry(ctx, tx, id); err != nil || row != nil {
				return cmp.Or(err, errBusy())
			}
			return local(ctx, tx)
		})
	}
	if row.IsExposed {
		if err := o.cancelThere(ctx, row); err != nil {
			return o.notWithdrawn(ctx, row, err, local)
		}
	}
	err := o.inTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		if err := o.unchanged(ctx, tx, row); err != nil {
			return err
		}
		if err := local(ctx, tx); err != nil {
			return err
		}
		return deleteEntry(ctx, tx, id)
	})
	killpoint.Reach("schedule.withdrawn")
	if errors.Is(err, errChanged) {
		return errBusy()
	}
	return err
}

// notWithdrawn stores what the worker says in the place of giving a post up, and returns what the client is told.
func (o *Outbox) notWithdrawn(ctx context.Context, row *entry, err error, local func(ctx context.Context, tx bun.IDB) error) error {
	o.Wake() // What was to be withdrawn, and was not, is made good.
	failed := cloud.AsWorkerError(err)
	switch {
	case failed == nil:
		return err
	case failed.Code == cloud.CodeAlreadyClaimed:
		if err := o.claimed(ctx, row, "", failed.Job); err != nil {
			return err
		}
		return apperror.New(apperror.InvalidStatus, "it is too late: the cloud worker is publishing the post")
	case failed.Code == cloud.CodeAlreadyEnded && failed.Job != nil:
		if err := o.bringHome(ctx, *failed.Job); err != nil {
			return err
		}
		return o.inTx(ctx, func(ctx context.Context, tx bun.Tx) error { return local(ctx, tx) })
	}
	return told(failed)
}

// cancelThere returns nil once the worker will never publish the post. Before it asks, it is stored that the worker is to have the
// post again: who dies in between has it restored.
func (o *Outbox) cancelThere(ctx context.Context, row *entry) error {
	was := row.NextAttemptAt
	var err error
	for range mostRevisions {
		err = o.change(ctx, row, func(ctx context.Context, tx bun.IDB, stored *entry) error {
			stored.NextAttemptAt = o.nowPtr()
			stored.Rev, err = nextRevision(ctx, tx)
			return err
		})
		if err != nil {
			return err
		}
		killpoint.Reach("schedule.cancelling")
		_, err = o.Link.Delete(ctx, row.PostID, row.Rev)
		killpoint.Reach("schedule.cancelled")
		again, raiseErr := o.isOutdated(ctx, err)
		if raiseErr != nil {
			return raiseErr
		}
		if !again {
			break
		}
	}
	o.notePace(err)
	failed := cloud.AsWorkerError(err)
	if row.isOver(failed) {
		return nil
	}
	if failed == nil || failed.Unsure || was != nil {
		return err
	}
	// The worker has heard nothing, or has changed nothing: it has what it had.
	return errors.Join(err, o.change(ctx, row, func(_ context.Context, _ bun.IDB, stored *entry) error {
		if stored.Changes == row.Changes {
			stored.NextAttemptAt = nil
		}
		return nil
	}))
}

// sendAbsent has the worker never publish a post that was given up here.
func (o *Outbox) sendAbsent(ctx context.Context, row *entry) error {
	err := o.cancelThere(ctx, row)
	failed := cloud.AsWorkerError(err)
	switch {
	case err == nil:
		return o.inTx(ctx, func(ctx context.Context, tx bun.Tx) error {
			if err := o.unchanged(ctx, tx, row); err != nil {
				return err
			}
			o.Posts.Note(ctx, tx, row.PostID, "the cloud worker has given the post up")
			return deleteEntry(ctx, tx, row.PostID)
		})
	case failed == nil:
		return err
	case failed.Code == cloud.CodeAlreadyEnded && failed.Job != nil:
		return o.bringHome(ctx, *failed.Job)
	}
	return o.postpone(ctx, row.PostID, shown(failed), !failed.NotSent && !failed.Unsure)
}

// giveBack hands a post that the worker cannot publish to the local queue, once the worker has given it up.
func (o *Outbox) giveBack(ctx context.Context, row *entry, why string) error {
	err := o.withdrawHeld(ctx, row.PostID, row, func(ctx context.Context, tx bun.IDB) error {
		return o.Posts.HandToQueue(ctx, tx, row.PostID, why)
	})
	if own := apperror.From(err); own != nil && own.Code != apperror.InvalidStatus {
		return o.postpone(ctx, row.PostID, own, false)
	} else if own == nil {
		return err
	}
	return nil // The worker is at it; its result will come.
}
