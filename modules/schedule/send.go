package schedule

import (
	"context"
	"errors"
	"fmt"

	"crier/modules/cloud"
	"crier/modules/posts"
	"crier/platform/apperror"
	"crier/platform/killpoint"
	"crier/platform/wireid"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

// mostRevisions bounds how often one request is sent anew because the worker knows of a higher revision or epoch.
const mostRevisions = 3

// errChanged says that the post's entry is not the one any more that the work began with: it is looked at anew.
var errChanged = errors.New("schedule: the post has changed meanwhile")

// attempt brings the worker nearer to what it is to know of a post. What goes wrong is stored with the post.
func (o *Outbox) attempt(ctx context.Context, id wireid.ID) {
	err := o.tryOnce(ctx, id)
	if err == nil {
		err = o.noteStandstill(ctx, id)
	}
	if err == nil || ctx.Err() != nil {
		return
	}
	if errors.Is(err, errChanged) {
		o.Wake()
		return
	}
	o.Log.Error("schedule: a post could not be handed over", "post", id, "error", err)
	o.logged(o.postpone(ctx, id, apperror.New(apperror.CloudError, "an internal error stopped the work on the post; the log of Crier says more"), true))
}

// noteStandstill keeps a post that is due after an attempt as it was before from being tried again at once.
func (o *Outbox) noteStandstill(ctx context.Context, id wireid.ID) error {
	row, err := selectEntry(ctx, o.DB, id)
	if err != nil || row == nil || row.NextAttemptAt == nil || row.FencedAt != nil || row.NextAttemptAt.Time().After(o.Clock.Now()) || o.isTaking.Load() {
		return err
	}
	return o.postpone(ctx, id, apperror.New(apperror.WorkerUnreachable, "the post changed while it was handed over"), false)
}

func (o *Outbox) logged(err error) {
	if err != nil {
		o.Log.Error("schedule: what became of an attempt could not be stored", "error", err)
	}
}

// tryOnce sends a post, or the end of it. Its files go into the bucket before anybody else has to wait for the post.
func (o *Outbox) tryOnce(ctx context.Context, id wireid.ID) error {
	for range mostRevisions {
		row, err := selectEntry(ctx, o.DB, id)
		if err != nil || row == nil || row.NextAttemptAt == nil || row.FencedAt != nil {
			return err
		}
		var uploading error
		if row.Wish == present && o.Link.HasWorker() {
			uploading = o.publicise(ctx, id)
		}
		err = o.held(ctx, id, func(row *entry) error { return o.sendHeld(ctx, row, uploading) })
		if !errors.Is(err, errNotPublic) {
			return err
		}
	}
	return nil
}

// held runs do while nobody else acts on the post at the worker. There may be no entry any more: then it does nothing.
func (o *Outbox) held(ctx context.Context, id wireid.ID, do func(row *entry) error) error {
	free, err := o.posts.lock(ctx, id)
	if err != nil {
		return err
	}
	defer free()
	row, err := selectEntry(ctx, o.DB, id)
	if err != nil || row == nil {
		return err
	}
	return do(row)
}

// sendHeld sends what the entry asks for. uploading is what came of putting the post's files into the bucket.
func (o *Outbox) sendHeld(ctx context.Context, row *entry, uploading error) error {
	if row.NextAttemptAt == nil || row.FencedAt != nil || o.isTaking.Load() {
		return nil
	}
	if row.Wish == absent {
		return o.sendAbsent(ctx, row)
	}
	post, err := o.Posts.Post(ctx, row.PostID)
	switch {
	case apperror.CodeOf(err) == apperror.NotFound || err == nil && !post.InCloud():
		return o.change(ctx, row, func(_ context.Context, _ bun.IDB, row *entry) error {
			row.Wish, row.NextAttemptAt = absent, o.nowPtr()
			return nil
		})
	case err != nil:
		return err
	case !row.IsExposed && o.isMissed(post):
		return o.miss(ctx, row, post)
	case !o.Link.HasWorker():
		return o.postpone(ctx, row.PostID, apperror.New(apperror.WorkerUnreachable, "there is no cloud worker any more (crier cloud setup)"), true)
	case uploading != nil:
		return o.notPublic(ctx, row, uploading)
	}
	return o.sendPresent(ctx, row, post)
}

// isMissed reports whether it is too late for a post that the worker never had.
func (o *Outbox) isMissed(post posts.Post) bool {
	return o.Clock.Now().Sub(post.ScheduledFor.Time()) > o.Grace
}

func (o *Outbox) miss(ctx context.Context, row *entry, post posts.Post) error {
	text := fmt.Sprintf("missed: the post could not be handed over to the cloud worker until long after %s; retry publishes it now", post.ScheduledFor)
	return o.inTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		if err := o.unchanged(ctx, tx, row); err != nil {
			return err
		}
		return errors.Join(o.Posts.FailInCloud(ctx, tx, row.PostID, apperror.InvalidSchedule, text), deleteEntry(ctx, tx, row.PostID))
	})
}

// notPublic is for a post whose files could not be put into the bucket. One that lacks a file goes to the local queue, which
// says so at its time.
func (o *Outbox) notPublic(ctx context.Context, row *entry, err error) error {
	told, isFinal := fileProblem(err)
	switch {
	case told == nil:
		return err
	case isFinal:
		return o.giveBack(ctx, row, told.Message)
	}
	return o.postpone(ctx, row.PostID, told, true)
}

// errNotPublic says that the files of a post are not those any more that were put into the bucket.
var errNotPublic = errors.New("schedule: the files of the post have changed")

// prepare returns the post as a job, or what stands in its way.
func (o *Outbox) prepare(ctx context.Context, row *entry, post posts.Post) (cloud.Job, identity, error) {
	if keys := keysOf(post); keys == "" || keys != row.PutKeys {
		return cloud.Job{}, identity{}, errNotPublic
	}
	by, err := o.identify(ctx, row.AccountID)
	if err != nil {
		return cloud.Job{}, by, err
	}
	job, err := o.job(ctx, post, by)
	if own := apperror.From(err); own != nil {
		err = ofPost(own)
	}
	return job, by, err
}

func (o *Outbox) sendPresent(ctx context.Context, row *entry, post posts.Post) error {
	job, by, err := o.prepare(ctx, row, post)
	if own := apperror.From(err); own != nil {
		if own.Code == apperror.MediaInvalid {
			return o.giveBack(ctx, row, own.Message)
		}
		return o.postpone(ctx, row.PostID, own, true)
	}
	if err != nil {
		return err
	}
	err = o.put(ctx, row, job, nil)
	failed := cloud.AsWorkerError(err)
	switch {
	case err == nil:
		return o.confirm(ctx, row, by, nil)
	case failed == nil:
		return err
	case failed.Code == cloud.CodeAlreadyClaimed:
		return o.claimed(ctx, row, by.mark, failed.Job)
	case row.isOver(failed):
		return o.giveBack(ctx, row, "the cloud worker has ended a post of this id before, and takes no other one")
	case failed.Code == cloud.CodeAlreadyEnded && failed.Job != nil:
		return o.bringHome(ctx, *failed.Job)
	case failed.Code == cloud.CodeInvalidJob || failed.Code == codeTooLarge:
		return o.giveBack(ctx, row, "the cloud worker does not take such a post: "+failed.Message)
	}
	return o.postpone(ctx, row.PostID, shown(failed), !failed.NotSent && !failed.Unsure)
}

// codeTooLarge is the worker's answer to a job that has too many bytes.
const codeTooLarge = "BODY_TOO_LARGE"

// put sends a job under a new revision, which is stored before, with the edit that the job is of, if it is of one. The entry is
// as it is stored then. What the worker certainly refused, or never got, has not exposed the post.
func (o *Outbox) put(ctx context.Context, row *entry, job cloud.Job, edit *string) error {
	wasExposed := row.IsExposed
	var err error
	for range mostRevisions {
		err = o.change(ctx, row, func(ctx context.Context, tx bun.IDB, stored *entry) error {
			stored.IsExposed, stored.Epoch = true, o.Link.Epoch()
			if stored.Rev, err = nextRevision(ctx, tx); err != nil || edit == nil {
				return err
			}
			// Who dies in between has the post sent as it stands here.
			stored.Proposal, stored.ProposalRev, stored.NextAttemptAt = edit, &stored.Rev, o.nowPtr()
			return nil
		})
		if err != nil {
			return err
		}
		killpoint.Reach("schedule.marked")
		job.Rev, job.Epoch = row.Rev, row.Epoch
		_, err = o.Link.Put(ctx, row.PostID, job)
		killpoint.Reach("schedule.put")
		again, raiseErr := o.isOutdated(ctx, err)
		if raiseErr != nil {
			return raiseErr
		}
		if !again || o.isTaking.Load() {
			break
		}
	}
	o.notePace(err)
	return o.unexpose(ctx, row, wasExposed, err)
}

// isOutdated reports whether the worker knows of a higher revision or epoch, which all further ones are above then.
func (o *Outbox) isOutdated(ctx context.Context, err error) (bool, error) {
	failed := cloud.AsWorkerError(err)
	if failed == nil || failed.Code != cloud.CodeStaleRevision && failed.Code != cloud.CodeFenced {
		return false, nil
	}
	if failed.Job == nil {
		return true, nil
	}
	return true, o.inTx(ctx, func(ctx context.Context, tx bun.Tx) error { return raiseRevisions(ctx, tx, failed.Job.Rev) })
}

// unexpose takes back that the worker may have a post that it certainly did not take, and returns the error of the request.
func (o *Outbox) unexpose(ctx context.Context, row *entry, wasExposed bool, err error) error {
	failed := cloud.AsWorkerError(err)
	if wasExposed || failed == nil || failed.Unsure || failed.Job != nil || saysThere(failed.Code) {
		return err
	}
	stored := o.change(ctx, row, func(_ context.Context, _ bun.IDB, stored *entry) error {
		stored.IsExposed = false
		return nil
	})
	if stored != nil {
		return stored
	}
	return err
}

// saysThere reports whether the worker refuses because it has the post.
func saysThere(code string) bool {
	return code == cloud.CodeStaleRevision || code == cloud.CodeAlreadyClaimed || code == cloud.CodeAlreadyEnded
}

// notePace keeps the other posts back when nothing gets through to the worker.
func (o *Outbox) notePace(err error) {
	if failed := cloud.AsWorkerError(err); failed != nil && (failed.NotSent || failed.Unsure) {
		o.pause.unreached(o.Clock.Now())
		return
	}
	o.pause.reached()
}

// confirm stores that the worker has the post as it stands here, or as the edit makes it, which is applied then.
func (o *Outbox) confirm(ctx context.Context, row *entry, by identity, edit *posts.Edit) error {
	err := o.change(ctx, row, func(ctx context.Context, tx bun.IDB, stored *entry) error {
		if edit != nil {
			if err := o.Posts.ApplyEdit(ctx, tx, row.PostID, *edit); err != nil {
				return err
			}
		}
		row.settle(stored)
		if stored.ConfirmedRev == nil {
			o.Posts.Note(ctx, tx, row.PostID, "the cloud worker has the post")
		}
		stored.ConfirmedRev, stored.TokenMark = &stored.Rev, by.mark
		return o.Posts.Confirmed(ctx, tx, row.PostID, firstKey(stored.PutKeys))
	})
	killpoint.Reach("schedule.confirmed")
	return err
}

// claimed stores that the worker is at the post: nothing is sent any more, and its result is waited for. It may have been claimed
// as an edit makes it whose answer was lost.
func (o *Outbox) claimed(ctx context.Context, row *entry, mark string, job *cloud.JobState) error {
	return o.change(ctx, row, func(ctx context.Context, tx bun.IDB, stored *entry) error {
		if job != nil && stored.isProposed(job.Rev) {
			if err := o.applyProposal(ctx, tx, stored); err != nil {
				return err
			}
		}
		row.settle(stored)
		if mark != "" {
			stored.TokenMark = mark
		}
		return o.Posts.ShowProblem(ctx, tx, row.PostID, "", "")
	})
}

// postpone has a post sent again later. What somebody has to do something about, and a time that has come, is shown on it.
func (o *Outbox) postpone(ctx context.Context, id wireid.ID, why *apperror.Error, isRefusal bool) error {
	o.Log.Info("schedule: a post is not handed over yet", "post", id, "code", why.Code, "error", why)
	return o.inTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		row, err := selectEntry(ctx, tx, id)
		if err != nil || row == nil || row.NextAttemptAt == nil {
			return err
		}
		row.Attempts++
		wait := backoff(row.Attempts)
		if isRefusal {
			wait = slowly
		}
		row.NextAttemptAt, row.LastCode, row.LastError = wiretime.Ptr(o.Clock.Now().Add(wait)), string(why.Code), why.Message
		if err := updateEntry(ctx, tx, row); err != nil || row.Wish != present {
			return err
		}
		post, err := o.Posts.PostIn(ctx, tx, id)
		if err != nil || !isRefusal && post.ScheduledFor.Time().After(o.Clock.Now()) {
			return err
		}
		return o.Posts.ShowProblem(ctx, tx, id, why.Code, why.Message)
	})
}
