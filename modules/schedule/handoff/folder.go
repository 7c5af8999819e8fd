package handoff

import (
	"context"
	"errors"
	"fmt"

	"crier/modules/cloud"
	"crier/platform/apperror"
	"crier/platform/database"
	"crier/platform/instance"
	"crier/platform/wireid"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

// folder is the data folder in use, which may have gone back in time.
type folder interface {
	// Permit counts the change of a post, and refuses it when a quarantine holds the post, because
	// the worker must not publish it. Advance only counts a change.
	Permit(ctx context.Context, tx bun.IDB, post wireid.ID) error
	Advance(ctx context.Context, tx bun.IDB) error
	Confirm() error
	Quarantine(ctx context.Context, cause instance.Cause, reason string, takenAt wiretime.Time) error
}

// watch reports to the folder what the worker knows of it: that it has seen later changes, or that
// another copy of the folder was started.
type watch struct {
	queue  *queue
	folder folder
	// started is when this process began.
	started wiretime.Time
}

func watchFolder(queue *queue, link *cloud.Link, f folder) {
	w := &watch{queue: queue, folder: f, started: queue.now()}
	link.OnHello(w.hello)
	link.OnOtherCopy(w.otherCopy)
}

// hello compares the highest revision that the worker ever took with the last one of this folder,
// before this folder gives out another. It also checks whether the worker was told to stop without
// this folder's knowledge.
func (w *watch) hello(ctx context.Context, said cloud.Hello) error {
	last, err := lastRevision(ctx, w.queue.db)
	if err != nil || said.HighestRev <= last && !said.IsAhead {
		return err
	}
	at, err := w.lastChange(ctx)
	if err != nil {
		return err
	}
	reason := fmt.Sprintf("this data folder is older than what the cloud worker has been told (it knows of %d changes there, and the worker of %d)", last, said.HighestRev)
	if said.HighestRev <= last {
		reason = "this data folder is older than what the cloud worker has been told (posts were taken back from it of which the folder does not know)"
	}
	if err := w.folder.Quarantine(ctx, instance.CauseWorker, reason, at); err != nil {
		return err
	}
	return w.queue.inTx(ctx, func(ctx context.Context, tx bun.Tx) error { return raiseRevisions(ctx, tx, said.HighestRev) })
}

func (w *watch) otherCopy(ctx context.Context, since wiretime.Time) error {
	at, err := w.lastChange(ctx)
	if err != nil {
		return err
	}
	return w.folder.Quarantine(ctx, instance.CauseCopy, fmt.Sprintf("another copy of this data folder was started at %s, and uses the cloud worker", since), at)
}

// lastChange returns when the folder was last changed before this process began.
func (w *watch) lastChange(ctx context.Context) (wiretime.Time, error) {
	at, err := database.Values[wiretime.Time](ctx, w.queue.db, "SELECT updated_at FROM posts WHERE updated_at < ? ORDER BY updated_at DESC LIMIT 1", w.started)
	if err != nil || len(at) == 0 {
		return w.started, err
	}
	return at[0], nil
}

// heldText is what a post shows while a quarantine keeps it from the worker.
const heldText = "the data folder may be older than what was done with it, so nothing is sent until you have decided (crier restore status)"

// asQuarantineError words an error of the folder for users.
func asQuarantineError(err error) error {
	switch {
	case errors.Is(err, instance.ErrHeld):
		return apperror.Wrap(apperror.InvalidStatus, err, "%s", heldText)
	case errors.Is(err, instance.ErrCopy):
		return apperror.Wrap(apperror.InvalidStatus, err, "another copy of this data folder is in use, and this one sends nothing; stop one of the two, and start the other again")
	}
	return err
}

// confirmed confirms what a transaction, which ended with err, has stored in the folder.
func confirmed(f folder, err error) error {
	if err == nil {
		err = f.Confirm()
	}
	return asQuarantineError(err)
}

// isQuarantineError reports whether an error is a refusal of the folder.
func isQuarantineError(err error) bool {
	return errors.Is(err, instance.ErrHeld) || errors.Is(err, instance.ErrCopy)
}
