package handoff

import (
	"context"
	"errors"

	"crier/modules/cloud"
	"crier/modules/posts"
	"crier/platform/apperror"
	"crier/platform/wireid"
	"crier/platform/wiretime"

	"github.com/go-json-experiment/json"
	"github.com/uptrace/bun"
)

// planner computes what a change makes of a post, and changes a post that the worker does not have
// any more.
type planner interface {
	PlanReschedule(ctx context.Context, tx bun.IDB, id wireid.ID, change posts.Reschedule) (posts.Edit, error)
	Reschedule(ctx context.Context, id wireid.ID, change posts.Reschedule) (posts.Post, error)
	Post(ctx context.Context, id wireid.ID) (posts.Post, error)
}

// Editor changes posts that the worker has.
type Editor struct {
	queue      *queue
	exchange   *exchange
	packer     *packer
	records    *records
	withdrawer *withdrawer
	sender     *Sender
	posts      *posts.CloudPosts
	planner    planner
}

func newEditor(queue *queue, x *exchange, p *packer, r *records, w *withdrawer, s *Sender, of *posts.CloudPosts, planner planner) *Editor {
	return &Editor{queue: queue, exchange: x, packer: p, records: r, withdrawer: w, sender: s, posts: of, planner: planner}
}

// Reschedule changes a post that the worker has: first there, then here. It returns what
// posts.Schedule.Reschedule does, and WORKER_UNREACHABLE, with the post unchanged, when the worker
// does not confirm the change.
func (e *Editor) Reschedule(ctx context.Context, id wireid.ID, change posts.Reschedule) (posts.Post, error) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), patience)
	defer cancel()
	free, err := e.queue.lock(ctx, id)
	if err != nil {
		return posts.Post{}, errBusy()
	}
	defer free()
	row, err := e.queue.entry(ctx, id)
	if err != nil {
		return posts.Post{}, err
	}
	if row == nil {
		// The post ended or came back while this waited. Its present status decides what can be
		// done.
		return e.planner.Reschedule(ctx, id, change)
	}
	var edit posts.Edit
	err = e.queue.db.InTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		edit, err = e.planner.PlanReschedule(ctx, tx, id, change)
		return err
	})
	if err != nil {
		return posts.Post{}, err
	}
	change.Seen = nil // It is as it was seen, and nobody but the worker's own news changes it while it is held.
	if edit.IsOther || e.packer.endsEarlier(ctx, row.PutKeys, edit.At.Time()) {
		err = e.replace(ctx, row, change)
	} else {
		err = e.edit(ctx, row, edit)
	}
	switch {
	case errors.Is(err, errChanged):
		return posts.Post{}, apperror.New(apperror.InvalidStatus, "the post was taken back meanwhile")
	case errors.Is(err, errNotPublic):
		return posts.Post{}, errBusy()
	case err != nil:
		return posts.Post{}, err
	}
	return e.planner.Post(context.WithoutCancel(ctx), id)
}

// edit makes a change that is allowed.
func (e *Editor) edit(ctx context.Context, row *entry, edit posts.Edit) error {
	switch {
	case e.isTakingBack(row):
		return errTakingBack()
	case len(edit.Content.StoryMentions) > 0:
		return e.withdrawer.withdrawLocked(ctx, row.PostID, row, func(ctx context.Context, tx bun.IDB) error {
			if err := e.posts.ApplyEdit(ctx, tx, row.PostID, edit); err != nil {
				return err
			}
			return e.posts.HandToQueue(ctx, tx, row.PostID, noMentions)
		})
	case !row.MayBeDelivered:
		defer e.queue.wake()
		return e.queue.change(ctx, row, func(ctx context.Context, tx bun.IDB, stored *entry) error {
			stored.NextAttemptAt = e.queue.nowPtr()
			return e.posts.ApplyEdit(ctx, tx, row.PostID, edit)
		})
	}
	if row.Proposal != nil {
		// After two edits with an unknown outcome, nobody could tell which one the worker
		// publishes.
		if err := e.settleProposal(ctx, row); err != nil {
			return err
		}
	}
	return e.propose(ctx, row, edit)
}

func (e *Editor) isTakingBack(row *entry) bool { return row.FencedAt != nil || e.queue.isTaking.Load() }

const noMentions = "the cloud worker has no native session for mentions"

// replace has the worker give up a post that gets other files, another account or another type, and
// hands the changed post over again. The change and the new entry are written in the transaction
// that ends the worker's hold on the post. The change is computed again there, because a file may
// have been deleted meanwhile.
func (e *Editor) replace(ctx context.Context, row *entry, change posts.Reschedule) error {
	if e.isTakingBack(row) {
		return errTakingBack()
	}
	if err := e.withdrawer.checkMode(row); err != nil { // Another account of this mode may be what it gets.
		return err
	}
	return e.withdrawer.withdrawLocked(ctx, row.PostID, row, func(ctx context.Context, tx bun.IDB) error {
		edit, err := e.planner.PlanReschedule(ctx, tx, row.PostID, change)
		if err != nil {
			return err
		}
		if err := e.posts.ApplyEdit(ctx, tx, row.PostID, edit); err != nil {
			return err
		}
		if len(edit.Content.StoryMentions) > 0 {
			return e.posts.HandToQueue(ctx, tx, row.PostID, noMentions)
		}
		post, err := e.posts.PostIn(ctx, tx, row.PostID)
		if err != nil {
			return err
		}
		return e.queue.Add(ctx, tx, post)
	})
}

// settleProposal finds out what became of an edit whose answer was lost.
func (e *Editor) settleProposal(ctx context.Context, row *entry) error {
	if err := e.sender.sendLocked(ctx, row, nil); err != nil {
		return err
	}
	stored, err := e.queue.entry(ctx, row.PostID)
	if err != nil {
		return err
	}
	if stored == nil || stored.NextAttemptAt == nil && stored.Rev != value(stored.ConfirmedRev) {
		return apperror.New(apperror.InvalidStatus, "it is too late: the cloud worker is publishing the post, or has")
	}
	if stored.Proposal != nil {
		return apperror.New(apperror.WorkerUnreachable, "the cloud worker has not confirmed the change before this one; try again")
	}
	*row = *stored
	return nil
}

// propose sends the post with the edit, and stores the edit once the worker has it.
func (e *Editor) propose(ctx context.Context, row *entry, edit posts.Edit) error {
	job, by, err := e.planned(ctx, row, edit)
	if err != nil {
		return err
	}
	text, err := json.Marshal(edit)
	if err != nil {
		return err
	}
	proposal, next := string(text), row.NextAttemptAt
	err = e.exchange.put(ctx, row, job, &proposal)
	failed := cloud.AsWorkerError(err)
	switch {
	case err == nil:
		return e.records.confirm(ctx, row, by, job, &edit)
	case failed == nil:
		return err
	case failed.Code == cloud.CodeAlreadyClaimed:
		err = e.records.claimed(ctx, row, "", failed.Job)
	case failed.Code == cloud.CodeAlreadyEnded && failed.Job != nil:
		err = e.records.ended(ctx, *failed.Job)
	case failed.Unsure:
		err = e.unsettle(ctx, row)
	default:
		err = e.drop(ctx, row, next)
	}
	return errors.Join(userError(failed), err)
}

// planned returns the job of an edit.
func (e *Editor) planned(ctx context.Context, row *entry, edit posts.Edit) (cloud.Job, identity, error) {
	if err := e.packer.publicise(ctx, row.PostID); err != nil {
		if problem, _ := fileProblem(err); problem != nil {
			return cloud.Job{}, identity{}, problem
		}
		return cloud.Job{}, identity{}, errors.Join(errBusy(), err)
	}
	stored, err := e.queue.entry(ctx, row.PostID)
	if err != nil || stored == nil {
		return cloud.Job{}, identity{}, errors.Join(err, errChanged)
	}
	row.PutKeys, row.PutBase = stored.PutKeys, stored.PutBase
	post, err := e.posts.Post(ctx, row.PostID)
	if err != nil {
		return cloud.Job{}, identity{}, err
	}
	if post, err = edit.As(post); err != nil {
		return cloud.Job{}, identity{}, err
	}
	job, by, err := e.packer.prepare(ctx, row, post)
	if errors.Is(err, errNotPublic) {
		err = errBusy()
	}
	return job, by, err
}

// unsettle has the post sent as it is stored here, because nobody knows whether the worker has
// taken an edit. The worker's answer to that tells.
func (e *Editor) unsettle(ctx context.Context, row *entry) error {
	e.queue.wake()
	return e.queue.change(ctx, row, func(_ context.Context, _ bun.IDB, stored *entry) error {
		stored.NextAttemptAt = wiretime.Ptr(e.queue.clock.Now().Add(firstBackoff))
		return nil
	})
}

// drop discards an edit that the worker certainly did not take: the worker has what it had before,
// and the next attempt comes when it was to come then.
func (e *Editor) drop(ctx context.Context, row *entry, next *wiretime.Time) error {
	return e.queue.change(ctx, row, func(_ context.Context, _ bun.IDB, stored *entry) error {
		stored.Proposal, stored.ProposalRev = nil, nil
		if stored.Changes == row.Changes {
			stored.NextAttemptAt = next
		}
		return nil
	})
}
