package handoff

import (
	"cmp"
	"context"
	"errors"

	"crier/modules/cloud"
	"crier/modules/posts"
	"crier/platform/failpoint"
	"crier/platform/wireid"

	"github.com/uptrace/bun"
)

// mostRevisions is how often one request is sent again because the worker knows of a higher
// revision or epoch.
const mostRevisions = 3

// exchange sends requests to the worker. Each change of a post has a revision of its own, which is
// stored before the request is sent. It knows whether requests get through.
type exchange struct {
	queue *queue
	link  *cloud.Link
	posts *posts.CloudPosts
	// folder counts the changes, and refuses changes of posts that a quarantine holds.
	folder folder
	pause  pause
}

func newExchange(queue *queue, link *cloud.Link, p *posts.CloudPosts, f folder) *exchange {
	return &exchange{queue: queue, link: link, posts: p, folder: f}
}

// put sends a job under a new revision. It stores the revision before, and the edit that the job
// contains, if there is one. The entry is then as it is stored. A job that the worker certainly
// refused, or never got, does not count as delivered.
func (x *exchange) put(ctx context.Context, row *entry, job cloud.Job, edit *string) error {
	// The worker may show that this folder has gone back in time, which must be known before the
	// change is prepared.
	if err := x.link.Greet(ctx); err != nil {
		x.notePace(err)
		return err
	}
	wasExposed, wasNoted := row.MayBeDelivered, false
	var err error
	for try := range mostRevisions {
		err = x.queue.change(ctx, row, func(ctx context.Context, tx bun.IDB, stored *entry) error {
			stored.MayBeDelivered, stored.Epoch = true, x.link.Epoch()
			stored.CarriesComment = stored.CarriesComment || job.Post.FirstComment != nil
			if err := x.folder.Permit(ctx, tx, row.PostID); err != nil {
				return err
			}
			if try == 0 { // Later tries find the note of the first.
				if _, wasNoted, err = posts.SelectExposure(ctx, tx, row.PostID); err != nil {
					return err
				}
			}
			if err := x.posts.Expose(ctx, tx, row.PostID, job.RunAt); err != nil {
				return err
			}
			if stored.Rev, err = nextRevision(ctx, tx); err != nil || edit == nil {
				return err
			}
			// If the process dies in between, the post is sent as it is stored here.
			stored.Proposal, stored.ProposalRev, stored.NextAttemptAt = edit, &stored.Rev, x.queue.nowPtr()
			return nil
		})
		if err := confirmed(x.folder, err); err != nil {
			return err
		}
		failpoint.Reach("schedule.marked")
		job.Rev, job.Epoch = row.Rev, row.Epoch
		_, err = x.link.Put(ctx, row.PostID, job)
		failpoint.Reach("schedule.put")
		again, raiseErr := x.isOutdated(ctx, err)
		if raiseErr != nil {
			return raiseErr
		}
		if !again || x.queue.isTaking.Load() {
			break
		}
		// What the worker answers next does not undo that it has the post.
		wasExposed = wasExposed || saysThere(cloud.AsWorkerError(err).Code)
	}
	x.notePace(err)
	return x.unexpose(ctx, row, wasExposed, wasNoted, err)
}

// unexpose takes back that the worker may have a post that it certainly did not take, and returns
// the error of the request. It leaves a mark that was there before, because nobody knows what
// became of an earlier life of the post.
func (x *exchange) unexpose(ctx context.Context, row *entry, wasExposed, wasNoted bool, err error) error {
	failed := cloud.AsWorkerError(err)
	if wasExposed || failed == nil || failed.Unsure || failed.Job != nil || saysThere(failed.Code) {
		return err
	}
	stored := x.queue.change(ctx, row, func(ctx context.Context, tx bun.IDB, stored *entry) error {
		stored.MayBeDelivered = false
		if wasNoted {
			return nil
		}
		return posts.ForgetExposure(ctx, tx, row.PostID)
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

// cancel returns no error once the worker will never publish the post. isUnsent says that the
// worker had the post and has sent no publish call for it. Before it asks, cancel stores that the
// worker should have the post again, so that a process that dies in between restores it.
func (x *exchange) cancel(ctx context.Context, row *entry) (isUnsent bool, err error) {
	was := row.NextAttemptAt
	var job cloud.JobState
	for range mostRevisions {
		err = x.queue.change(ctx, row, func(ctx context.Context, tx bun.IDB, stored *entry) error {
			stored.NextAttemptAt = x.queue.nowPtr()
			if stored.Rev, err = nextRevision(ctx, tx); err != nil {
				return err
			}
			return x.folder.Advance(ctx, tx)
		})
		if err := confirmed(x.folder, err); err != nil {
			return false, err
		}
		failpoint.Reach("schedule.cancelling")
		job, err = x.link.Delete(ctx, row.PostID, row.Rev)
		failpoint.Reach("schedule.cancelled")
		again, raiseErr := x.isOutdated(ctx, err)
		if raiseErr != nil {
			return false, raiseErr
		}
		if !again {
			break
		}
	}
	x.notePace(err)
	failed := cloud.AsWorkerError(err)
	if row.hasEnded(failed) {
		return false, nil
	}
	if failed == nil || failed.Unsure || was != nil {
		return err == nil && job.Unsent, err
	}
	// The worker got no request, or changed nothing: it has what it had before.
	return false, errors.Join(err, x.queue.change(ctx, row, func(_ context.Context, _ bun.IDB, stored *entry) error {
		if stored.Changes == row.Changes {
			stored.NextAttemptAt = nil
		}
		return nil
	}))
}

// isOutdated reports whether the worker knows of a higher revision or epoch. All further revisions
// are above it then.
func (x *exchange) isOutdated(ctx context.Context, err error) (bool, error) {
	failed := cloud.AsWorkerError(err)
	if failed == nil || failed.Code != cloud.CodeStaleRevision && failed.Code != cloud.CodeFenced {
		return false, nil
	}
	if failed.Job == nil {
		return true, nil
	}
	return true, x.queue.inTx(ctx, func(ctx context.Context, tx bun.Tx) error { return raiseRevisions(ctx, tx, failed.Job.Rev) })
}

// resultsPerPage is how many results are applied before they are acknowledged. So many fit into
// an answer, however long their texts are.
const resultsPerPage = 50

func (x *exchange) results(ctx context.Context, after int64) (cloud.ResultPage, error) {
	page, err := x.link.Results(ctx, after, resultsPerPage)
	x.notePace(err)
	return page, err
}

// open returns the open jobs of the worker, all of them.
func (x *exchange) open(ctx context.Context) (map[wireid.ID]cloud.JobState, error) {
	const perPage = 200
	open := map[wireid.ID]cloud.JobState{}
	var after *wireid.ID
	for {
		jobs, next, err := x.link.Open(ctx, after, perPage)
		x.notePace(err)
		if err != nil {
			return nil, err
		}
		for _, job := range jobs {
			open[job.ID] = job
		}
		if next == nil {
			return open, nil
		}
		after = next
	}
}

// notePace delays the other posts when nothing gets through to the worker.
func (x *exchange) notePace(err error) {
	if failed := cloud.AsWorkerError(err); failed != nil && (failed.NotSent || failed.Unsure) {
		x.pause.unreached(x.queue.clock.Now())
		return
	}
	x.pause.reached()
}

// withdrawStray has the worker give up a job that this folder does not know, or forget one that it
// gave back. It returns errChanged, and asks for nothing, when the post goes to the worker from
// here by now: what is sent for it would bring the job back.
func (x *exchange) withdrawStray(ctx context.Context, job cloud.JobState) error {
	for range mostRevisions {
		var rev int64
		err := x.queue.inTx(ctx, func(ctx context.Context, tx bun.Tx) (err error) {
			if row, err := selectEntry(ctx, tx, job.ID); err != nil || row != nil {
				return cmp.Or(err, errChanged)
			}
			if err = raiseRevisions(ctx, tx, job.Rev); err != nil {
				return err
			}
			if rev, err = nextRevision(ctx, tx); err != nil {
				return err
			}
			return x.folder.Advance(ctx, tx)
		})
		if err := confirmed(x.folder, err); err != nil {
			return err
		}
		_, err = x.link.Delete(ctx, job.ID, rev)
		again, raiseErr := x.isOutdated(ctx, err)
		if raiseErr != nil || !again {
			x.notePace(err)
			return errors.Join(raiseErr, err)
		}
		job.Rev = max(job.Rev, rev)
	}
	return errBusy()
}
