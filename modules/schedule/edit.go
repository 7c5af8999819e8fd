package schedule

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"crier/modules/cloud"
	"crier/modules/posts"
	"crier/platform/apperror"
	"crier/platform/wireid"
	"crier/platform/wiretime"

	"github.com/go-json-experiment/json"
	"github.com/uptrace/bun"
)

// Reschedule changes a post that is the worker's: there first, then here. It returns what posts.Service.Reschedule does, and
// WORKER_UNREACHABLE, with the post as it was, when the worker does not confirm the change.
func (o *Outbox) Reschedule(ctx context.Context, id wireid.ID, change posts.Reschedule) (posts.Post, error) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), patience)
	defer cancel()
	free, err := o.posts.lock(ctx, id)
	if err != nil {
		return posts.Post{}, errBusy()
	}
	defer free()
	row, err := selectEntry(ctx, o.DB, id)
	if err != nil {
		return posts.Post{}, err
	}
	if row == nil {
		// It ended, or came back, while this waited: what it is now says what can be done.
		return o.Posts.Reschedule(ctx, id, change)
	}
	var edit posts.Edit
	err = o.DB.InTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		edit, err = o.Posts.PlanReschedule(ctx, tx, id, change)
		return err
	})
	if err != nil {
		return posts.Post{}, err
	}
	err = o.edit(ctx, row, edit)
	switch {
	case errors.Is(err, errChanged):
		return posts.Post{}, apperror.New(apperror.InvalidStatus, "the post has been given up meanwhile")
	case errors.Is(err, errNotPublic):
		return posts.Post{}, errBusy()
	case err != nil:
		return posts.Post{}, err
	}
	return o.Posts.ScheduledPost(context.WithoutCancel(ctx), id)
}

// edit makes a change that may be made.
func (o *Outbox) edit(ctx context.Context, row *entry, edit posts.Edit) error {
	switch {
	case row.FencedAt != nil || o.isTaking.Load():
		return apperror.New(apperror.WorkerUnreachable, "posts are being taken back from the cloud worker, which takes some minutes; try again then")
	case len(edit.Content.StoryMentions) > 0:
		return o.withdrawHeld(ctx, row.PostID, row, func(ctx context.Context, tx bun.IDB) error {
			if err := o.Posts.ApplyEdit(ctx, tx, row.PostID, edit); err != nil {
				return err
			}
			return o.Posts.HandToQueue(ctx, tx, row.PostID, "the cloud worker has no native session for mentions")
		})
	case !row.IsExposed:
		defer o.Wake()
		return o.change(ctx, row, func(ctx context.Context, tx bun.IDB, stored *entry) error {
			stored.NextAttemptAt = o.nowPtr()
			return o.Posts.ApplyEdit(ctx, tx, row.PostID, edit)
		})
	}
	if row.Proposal != nil {
		// Of two edits whose outcome is not known nobody could tell which one the worker publishes.
		if err := o.settleProposal(ctx, row); err != nil {
			return err
		}
	}
	return o.propose(ctx, row, edit)
}

// settleProposal finds out what became of an edit whose answer was lost.
func (o *Outbox) settleProposal(ctx context.Context, row *entry) error {
	if err := o.sendHeld(ctx, row, nil); err != nil {
		return err
	}
	stored, err := selectEntry(ctx, o.DB, row.PostID)
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

// propose sends the post as the edit makes it, and stores it so once the worker has it.
func (o *Outbox) propose(ctx context.Context, row *entry, edit posts.Edit) error {
	job, by, err := o.planned(ctx, row, edit)
	if err != nil {
		return err
	}
	text, err := json.Marshal(edit)
	if err != nil {
		return err
	}
	proposal, was := string(text), *row
	err = o.put(ctx, row, job, &proposal)
	failed := cloud.AsWorkerError(err)
	switch {
	case err == nil:
		return o.confirm(ctx, row, by, &edit)
	case failed == nil:
		return err
	case failed.Code == cloud.CodeAlreadyClaimed:
		err = o.claimed(ctx, row, "", failed.Job)
	case failed.Code == cloud.CodeAlreadyEnded && failed.Job != nil:
		err = o.bringHome(ctx, *failed.Job)
	case failed.Unsure:
		err = o.unsettle(ctx, row)
	default:
		err = o.drop(ctx, row, was.NextAttemptAt)
	}
	return errors.Join(told(failed), err)
}

// planned returns the job of an edit.
func (o *Outbox) planned(ctx context.Context, row *entry, edit posts.Edit) (cloud.Job, identity, error) {
	if err := o.publicise(ctx, row.PostID); err != nil {
		if told, _ := fileProblem(err); told != nil {
			return cloud.Job{}, identity{}, told
		}
		return cloud.Job{}, identity{}, errors.Join(errBusy(), err)
	}
	stored, err := selectEntry(ctx, o.DB, row.PostID)
	if err != nil || stored == nil {
		return cloud.Job{}, identity{}, errors.Join(err, errChanged)
	}
	row.PutKeys = stored.PutKeys
	post, err := o.Posts.Post(ctx, row.PostID)
	if err != nil {
		return cloud.Job{}, identity{}, err
	}
	if post, err = edit.As(post); err != nil {
		return cloud.Job{}, identity{}, err
	}
	job, by, err := o.prepare(ctx, row, post)
	if errors.Is(err, errNotPublic) {
		err = errBusy()
	}
	return job, by, err
}

// unsettle has the post sent as it stands here, since nobody knows whether the worker has taken an edit: what the worker says to
// that tells.
func (o *Outbox) unsettle(ctx context.Context, row *entry) error {
	o.Wake()
	return o.change(ctx, row, func(_ context.Context, _ bun.IDB, stored *entry) error {
		stored.NextAttemptAt = wiretime.Ptr(o.Clock.Now().Add(firstBackoff))
		return nil
	})
}

// drop forgets an edit that the worker certainly did not take; it has what it had.
func (o *Outbox) drop(ctx context.Context, row *entry, next *wiretime.Time) error {
	return o.change(ctx, row, func(_ context.Context, _ bun.IDB, stored *entry) error {
		stored.Proposal, stored.ProposalRev = nil, nil
		if stored.Changes == row.Changes {
			stored.NextAttemptAt = next
		}
		return nil
	})
}

// applyProposal stores the edit under way: the worker has taken it.
func (o *Outbox) applyProposal(ctx context.Context, tx bun.IDB, row *entry) error {
	edit, err := row.edit()
	if err != nil {
		return err
	}
	o.Posts.Note(ctx, tx, row.PostID, "the cloud worker had taken the change, although its answer was lost")
	return o.Posts.ApplyEdit(ctx, tx, row.PostID, edit)
}

// edit returns the edit under way.
func (e *entry) edit() (edit posts.Edit, err error) {
	if err = json.Unmarshal([]byte(*e.Proposal), &edit); err != nil {
		err = fmt.Errorf("read the edit under way: %w", err)
	}
	return edit, err
}

// firstKey returns the key of a post's first file.
func firstKey(keys string) *string {
	first, _, _ := strings.Cut(keys, " ")
	if first == "" {
		return nil
	}
	return &first
}
